"""The features of this site: one package each, left out by deleting its folder and its line in `FEATURES`.

Modules of a feature have one name everywhere, and the site asks for all of a name (`modules`) where it needs them, so
that nothing below a feature imports it:

- ``records``: its tables, also of `operations.dump`
- ``service``: what it does
- ``routes``: ``routes(parts)``, see `web.parts`
- ``identity``: ``holder(archive, token, is_used=...)``, whose session a cookie names, which `web.rights` asks; and
  ``routes(desk, settings)``, the pages that begin and end sessions
- ``desk_pages``: ``routes(desk)``, its pages of the desk, see `web.desk.pages`; ``urgent(asked)``, ``waiting(asked)``
  and ``summary(asked)``, what stands first, next and last on the overview; ``of_document(asked, details)``, what the
  page of a document shows
- ``admin``: ``app``, its commands
- ``jobs``: ``jobs(archive)``, its threads beside the server
- ``mails``: ``sources(archive, mailer)``, a `mail.delivery.Source` for each kind of mail
- ``topic``: ``TOPIC``, ``SOURCES``, ``read(session)`` and ``html(site, snapshot)``: rows in the snapshot, and what open
  pages show of them, see `presentation.topics`; also ``selected(site, snapshot, query)``, where an address selects
- ``requested_topic``: ``TOPIC``, ``SOURCES`` and ``html(archive, site)``: the same, read when a page is requested
- ``investors``: ``part(site, snapshot, today)`` of the investor block on the home page
- ``results_figures``: ``periods(session)``, ``heads(site)`` and ``cells(site, snapshot, period, end)``, the figures of
  the page of results
- ``results_dates``: ``near(site, snapshot, day, most)``, what the calendar has near a statement
- ``days``: ``SOURCE`` and ``dates(site, snapshot)``, dates in the calendar; ``meetings(session)`` for duties
- ``dividends_page``: ``is_offered(session)`` and ``section(site)``, what the page of dividends shows below the history
- ``build``: ``STEP``, a `reflex_adapter.build.step.Step`, and ``kept(site)``, addresses that work without internet
- ``page``: ``pages(site)``, as the modules of `pages` have it
- ``of_documents``: ``STORED`` and ``stored(session)``, records of which the storage has the bytes, for checks, backups
  and moves; ``read(session, number)`` and ``facts(site, found)``, further lines of the page of a document;
  ``subjects(session, number)``, entries of the audit about it; ``FILE``, ``COLUMNS``, ``meaning(site)`` and
  ``of_document(session, number, now)`` of evidence packs
- ``delivery_log``: ``FILE``, ``COLUMNS``, ``meaning(site)`` and ``of_changes(session, numbers)`` of evidence packs
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from starbond_site.shared.declarations import declared

CALENDAR_PAGE, FIGURES_PAGE, DISCLOSURES_PAGE, DEALERS_PAGE = "/calendar", "/figures", "/disclosures", "/dealers"
DIVIDENDS_PAGE, SHAREHOLDING_PAGE, MEETINGS_PAGE, RESULTS_PAGE = "/dividends", "/shareholding", "/agm", "/results"
FINDER, ALERTS = "/finder", "/alerts"
"""Their pages, of which `content.addresses` has all; that of the finder says which product joins two materials."""
FEATURES = {
    "alerts": ALERTS,
    "webhooks": "",
    "sealed": "",
    "clocks": "",
    "calendar": CALENDAR_PAGE,
    "figures": FIGURES_PAGE,
    "results": RESULTS_PAGE,
    "duties": DISCLOSURES_PAGE,
    "dealers": DEALERS_PAGE,
    "safety": "",
    "finder": FINDER,
    "evidence": "",
    "dividends": DIVIDENDS_PAGE,
    "holders": DIVIDENDS_PAGE,
    "shareholding": SHAREHOLDING_PAGE,
    "general_meetings": MEETINGS_PAGE,
    "people": "",
}
"""Each with the public page that it is about, if any: a company without that page has none of its routes and topics
(`offered`), nor its pages of the desk (`web.desk.pages`), but for that of duties, which needs duties alone."""


@cache
def modules(name: str, function: str = "") -> tuple[ModuleType, ...]:
    """Return the modules of this name that features have, in the order of `FEATURES`; only those with a function."""
    paths = (f"starbond_site.features.{feature}.{name}" for feature in FEATURES)
    found = (import_module(path) for path in paths if find_spec(path))
    return tuple(module for module in found if not function or hasattr(module, function))


@cache
def offered(name: str) -> tuple[ModuleType, ...]:
    """Return those of features whose page ``pages.toml`` has, and of those that have none of their own."""
    paths = {"", *(page.get("path") for page in declared("pages.toml").get("pages", ()))}
    return tuple(module for module in modules(name) if FEATURES[module.__name__.split(".")[2]] in paths)
