"""The addresses of general meetings: ``/agm/YEAR``, and the page of the desk.

The first leads to the page with its year, so that it stays live. ``/desk/meetings`` enters and changes meetings and
their results, cancels one, and takes that back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import htpy as h
from htpy import Node
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import BANGLA, DESK, HAS_BANGLA_TEXTS, MEETINGS_PAGE, language_of_path, localized
from starbond_site.documents import versions
from starbond_site.features.general_meetings import service
from starbond_site.features.general_meetings.service import DOCUMENT, FIELDS, LINE, MOVED, RESULTS, SLIP, Meeting
from starbond_site.presentation.desk.desk_html import folded, moment, note, table, way
from starbond_site.presentation.form_fields import Field
from starbond_site.presentation.html_parts import DASH, link
from starbond_site.shared import local_time
from starbond_site.shared.categories import MEETINGS
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest, DeskView
from starbond_site.web.services import Services


def routes(_parts: Services) -> list[Route]:
    # As a number of a document: Starlette's `int` raises for thousands of digits.
    paths = [localized(f"{MEETINGS_PAGE}/{{year:document}}", language) for language in LANGUAGES]
    return [Route(path, _lead_on) for path in paths]


async def _lead_on(request: Request) -> RedirectResponse:
    path = localized(MEETINGS_PAGE, language_of_path(request.url.path))
    return RedirectResponse(f"{path}?year={request.path_params['year']:04}", 301)


PATH = f"{DESK}/meetings"


def _list(asked: DeskRequest) -> list[Node]:
    site, words, found = asked.site, asked.site.interface.meetings, asked.archive.read(service.read)
    add = words.forms["add"]
    rows = [(moment(site, each.starts), link(site, f"{PATH}/{each.id}", each.title(site))) for each in found]
    form = asked.form(f"{PATH}/add", _fields(site, FIELDS), add, seen=versions.read(asked.archive, MEETINGS))
    return [
        bool(rows) and table(PAGE.title(site), (words.labels["starts"], words.labels["kind"]), rows),
        folded(add, "form-add", form, is_open=not rows or asked.given.form == "add"),
    ]


def _one(asked: DeskRequest) -> DeskView | None:
    site, words, found = asked.site, asked.site.interface.meetings, asked.archive.read(service.read)
    meeting = next((each for each in found if each.id == asked.number), None)
    if meeting is None:
        return None
    day = local_time.local_date(meeting.starts)
    named = asked.archive.read(lambda session: {each.id: each.title(site) for each in service.naming(session, day)})
    # Of two meetings of one day only the secretary knows which one is meant.
    is_shared = any(each.day() == day and each is not meeting and not each.is_cancelled for each in found)
    values = meeting.texts | ({} if is_shared else dict.fromkeys(named, "on"))
    path, title, cancel = f"{PATH}/{meeting.id}", meeting.title(site), words.forms["cancel"]
    parts = {"change": FIELDS, "results": RESULTS} | ({"restore": {}} if meeting.is_cancelled else {})
    remarks = [note(text) for text in _remarks(site, meeting)]
    body = [asked.done({"1": words.done}), remarks, h.p[way(site, f"{MEETINGS_PAGE}/{meeting.year}", words.open)]]
    for name, fields in parts.items():
        button, is_open = words.forms[name], name == (asked.given.form or "change")
        typed = [*_fields(site, fields), *(_moved(site, named) if name == "change" else [])]
        form = asked.form(f"{path}/{name}", typed, button, values, seen=meeting.sequence)
        # The lines of results are in its order.
        agenda = name == "results" and h.ol[(h.li[item] for item in meeting.agenda(site))]
        body.append(folded(button, f"form-{name}", agenda, form, is_open=is_open))
    if not meeting.is_cancelled:
        body.append(asked.removal(f"{path}/cancel", cancel, title, cancel, seen=meeting.sequence))
    return DeskView(title, body)


def _remarks(site: Site, meeting: Meeting) -> Iterator[str]:
    """Yield what is possible and yet may be a slip."""
    record, signed = meeting.day("record_date"), meeting.moment("authenticated_at")
    if record and site.calendar.is_closed(record):
        yield site.interface.desk_calendar.closed.format(date=site.long_date(record))
    if signed and signed < meeting.end:
        yield site.interface.meetings.authenticated_early


def _moved(site: Site, named: Mapping[str, str]) -> Iterator[Field]:
    """Yield the choice of what another day means, and a box for each entry that names the day of the meeting."""
    words = site.interface.meetings
    options = [("", DASH), *((name, words.moves[name]) for name in (MOVED, SLIP))]
    yield Field(name="moved", label=words.moved, options=options)
    for id, title in named.items():
        yield Field(name=id, label=words.moves_along.format(name=title), kind="checkbox")


def _fields(site: Site, kinds: dict[str, str]) -> list[Field]:
    words, of_meetings = site.interface.meetings, [(kind.id, kind.title) for kind in site.meetings.kinds]
    return [
        Field(
            name=name,
            label=words.labels[name],
            kind=LINE if kind == DOCUMENT else kind,
            hint=words.hints.get(name, ""),
            options=of_meetings if name == "kind" else (),
            is_required=name in ("starts", "agenda", *RESULTS),
            attributes={"lang": BANGLA} if name.endswith("_bn") else {},
        )
        for name, kind in kinds.items()
        if HAS_BANGLA_TEXTS or not name.endswith("_bn")
    ]


def _enter(sent: DeskForm) -> Meeting:
    """Enter or change what the form has, or what its confirmation means."""
    own = {"cancel": {"cancelled": "yes"}, "restore": {"cancelled": ""}}
    fields = RESULTS if sent.name == "results" else FIELDS
    typed = own.get(sent.name) or {name: sent.fields.get(name, "") for name in fields}
    moved, along = sent.fields.get("moved", ""), [name for name, value in sent.fields.items() if value]
    number = None if sent.name == "add" else sent.number
    return service.enter(sent.archive, typed, sent.actor, number, seen=sent.seen, moved=moved, along=along)


ENTER, FORMS = Action(_enter, "1"), ("change", "results", "restore")
ACTIONS = {**dict.fromkeys(FORMS, ENTER), "cancel": replace(ENTER, is_confirmed=True)}
ONE = DeskPage(path=PATH + "/{number:id}", show=_one, actions=ACTIONS)
PAGE = DeskPage(path=PATH, about=MEETINGS_PAGE, one=ONE, show=_list, actions={"add": ENTER})
