"""The HTML of the page Disclosures: every duty with its rule, its periods, and the document of each.

What is late or unchecked is for the desk, `starbond duties` and its mails (docs/voice.md).
"""

from collections.abc import Sequence
from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.duties import Duty
from starbond_site.content.formats import long_date
from starbond_site.duties.overview import Filing, Overview, Standing, State

SHOWN = 8
"""Periods of a duty, the newest ones."""


def disclosures(site: Site, overview: Sequence[Overview]) -> str:
    """Return all duties in the language of the content."""
    return "".join(_duty(site, one) for one in overview)


def _duty(site: Site, overview: Overview) -> str:
    duty = next(known for known in site.duties.duties if known.id == overview.duty.id)
    words = site.interface.disclosures
    category = site.category(duty.list)
    pages = [page for page in site.investors.pages if duty.list in page.categories]
    link = _link(localized(pages[0].path, site.language), words.open_list.format(list=category.title)) if pages else ""
    source = escape(words.source.format(source=duty.source))
    return (
        f'<section class="duty" aria-labelledby="duty-{duty.id}"><h2 id="duty-{duty.id}">{escape(duty.title)}</h2>'
        f"<p>{escape(duty.rule)}</p>{_periods(site, duty, overview.standings)}"
        f'<p class="duty__source">{source} {link}</p></section>'
    )


def _periods(site: Site, duty: Duty, standings: Sequence[Standing]) -> str:
    words = site.interface.disclosures
    if not standings:
        return f'<p class="muted">{escape(words.none_yet)}</p>'
    heads = "".join(
        f'<th scope="col">{escape(head)}</th>' for head in (words.period, words.due, words.state, words.document)
    )
    rows = "".join(_row(site, duty, one) for one in standings[:SHOWN])
    return f'<table class="duty__periods"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _row(site: Site, duty: Duty, standing: Standing) -> str:
    words = site.interface.disclosures
    cells = (
        (words.period, escape(_period(site, duty, standing))),
        (words.due, escape(long_date(standing.period.due, site.interface.dates)) if standing.period else "–"),
        (words.state, _state(site, standing)),
        (words.document, _document(site, standing.filing) if standing.filing else "–"),
    )
    # The heading of each cell is repeated for narrow windows, where rows are blocks.
    return "<tr>" + "".join(f'<td data-head="{escape(head)}">{cell}</td>' for head, cell in cells) + "</tr>"


def _period(site: Site, duty: Duty, standing: Standing) -> str:
    words = site.interface.disclosures
    if standing.period is None:
        return words.newest if duty.rhythm == "event" else words.standing
    template = {"year": words.year, "quarter": words.quarter, "month": words.month}[duty.rhythm]
    return template.format(date=long_date(standing.period.end, site.interface.dates))


def _state(site: Site, standing: Standing) -> str:
    if standing.period is None:
        return ""
    words = site.interface.disclosures
    texts = {State.FULFILLED: words.fulfilled, State.RUNNING: words.running}
    text = texts.get(standing.state, words.due_on)
    return f'<span class="duty__state duty__state--{standing.state}">{escape(text)}</span>'


def _document(site: Site, filing: Filing) -> str:
    day = escape(long_date(filing.day, site.interface.dates))
    address = localized(f"/documents/{filing.id}", site.language)
    return f'{_link(address, filing.shown_name)} <span class="muted">{day}</span>'


def _link(address: str, text: str) -> str:
    return f'<a href="{escape(address)}">{escape(text)}</a>'
