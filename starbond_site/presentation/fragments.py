"""The current HTML of each topic, for pages as they are requested and for pages that are open.

The newest state of every topic is written once per version and language, from the snapshot; older pages of a list and
search results are read from the database.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from heapq import merge
from itertools import islice
from math import ceil

from starbond_site import content, threads
from starbond_site.categories import LISTS
from starbond_site.content import Language, Site
from starbond_site.documents import reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import FILINGS, ROWS, Page
from starbond_site.documents.selection import KINDS, WHOLE, selected
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation import markup
from starbond_site.presentation.topics import LATEST, LATEST_CATEGORY, SHARED, TABLES, version, version_of

MAX_PAGE_DIGITS = 6
"""Longer page numbers are cut; the last page is returned for a number that is too high."""


@dataclass(frozen=True)
class Fragment:
    """Finished, escaped HTML for a marked element, and the version of what it shows."""

    html: str
    version: int = 0


class Fragments:
    """Writes fragments and keeps the newest of each topic and language."""

    def __init__(self, archive: Callable[[], Archive], snapshot: Callable[[], Snapshot]) -> None:
        """Take the site's archive, for older pages and searches, and its current snapshot."""
        self._archive = archive
        self._snapshot = snapshot
        self._newest: dict[tuple[str, Language], Fragment] = {}

    async def of(self, topic: str, language: Language, query: Mapping[str, str]) -> Fragment:
        """Return the fragment that a page shows.

        Args:
            topic: one of `topics.TOPICS`.
            language: of the page.
            query: of the page's address: ``list`` names the list that it concerns, ``page`` an older page of it, and
                `selection.selected` reads the rest. On the page of all filings ``list`` selects one of them.

        """
        number = query.get("page", "1")[:MAX_PAGE_DIGITS]
        selection = selected(query) if topic == FILINGS else replace(selected(query), category="")
        concerns = topic == FILINGS or (topic in LISTS and query.get("list") == topic)
        if not concerns or (selection == WHOLE and number in ("", "1")):
            return self.newest(topic, language)
        page = await threads.READS.run(
            reading.page, self._archive(), topic, int(number) if number.isdecimal() else 1, selection
        )
        whole = first_page(self._snapshot(), topic)
        page = replace(page, years=whole.years, kinds=whole.kinds, newest_id=whole.newest_id)
        return Fragment(markup.document_list(content.read(language), page), version_of(topic, page.version))

    def newest(self, topic: str, language: Language) -> Fragment:
        """Return the newest state of a topic: for a list its first page."""
        snapshot = self._snapshot()
        current = version(snapshot, topic)
        kept = self._newest.get((topic, language))
        if kept is None or kept.version != current:
            html = _write(content.read(language), snapshot, topic) if current else ""
            kept = self._newest[topic, language] = Fragment(html, current)
        return kept


def first_page(snapshot: Snapshot, topic: str) -> Page:
    """Return the first page of a list, or of all filings."""
    views = [snapshot.lists[category] for category in (LISTS if topic == FILINGS else [topic])]
    documents = merge(*(view.documents for view in views), key=lambda document: document.order, reverse=True)
    total = sum(view.total for view in views)
    return Page(
        topic,
        sum(view.version for view in views),
        WHOLE,
        1,
        max(1, ceil(total / ROWS)),
        total,
        tuple(islice(documents, ROWS)),
        years=tuple(sorted({year for view in views for year in view.years}, reverse=True)),
        kinds=tuple(kind for kind in KINDS if any(kind in view.kinds for view in views)),
        newest_id=max(view.newest_id for view in views),
    )


def _write(site: Site, snapshot: Snapshot, topic: str) -> str:
    if topic in TABLES:
        return markup.document_list(site, first_page(snapshot, topic))
    if topic == LATEST:
        documents = snapshot.lists[LATEST_CATEGORY].documents
        return markup.latest_filing(site, documents[0] if documents else None)
    return markup.shared_rows(site, snapshot) if topic == SHARED else markup.header_lines(site, snapshot)
