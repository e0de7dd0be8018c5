"""What was published lately, the newest first, with its state."""

from collections.abc import Mapping
from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.documents import lately
from starbond_site.documents.archive import Archive
from starbond_site.documents.lately import Entry, State
from starbond_site.presentation.desk.parts import moment, pager, section, table
from starbond_site.presentation.document_page import list_of

PARAMETER = "page"
"""Of the query: number of a page of the table."""


def section_of(site: Site, archive: Archive, query: Mapping[str, str]) -> str:
    """Return the section; reads the database."""
    words, asked = site.interface.desk, query.get(PARAMETER, "")
    found = lately.page(archive, int(asked) if asked.isdecimal() and len(asked) < 10 else 1)
    if not found.entries:
        return section(words.lately, f"<p>{escape(words.lately_none)}</p>", "lately")
    heads = (words.document, words.list, words.published, words.state)
    shown = table(words.lately, heads, [_row(site, entry) for entry in found.entries])
    return section(words.lately, shown + pager(site, DESK, {}, PARAMETER, found.number, found.pages), "lately")


def _row(site: Site, entry: Entry) -> tuple[str, ...]:
    address = localized(f"{DESK}/documents/{entry.document.id}", site.language)
    link = f'<a href="{address}">{escape(entry.document.shown_name)}</a>'
    list_title = escape(list_of(site, entry.document.category)[0])
    return link, list_title, moment(site, entry.document.published_at), state(site, entry.state)


def state(site: Site, value: State) -> str:
    """Return the state of a document as a label."""
    words = {
        State.PUBLIC: site.interface.desk.public,
        State.REPLACED: site.interface.desk.replaced,
        State.WITHDRAWN: site.interface.desk.withdrawn,
    }[value]
    return f'<span class="desk__state desk__state--{value}">{escape(words)}</span>'
