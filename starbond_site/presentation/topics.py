"""Topics: the parts of a page that change when something is published, each with a version and its current HTML.

The name of a topic is also the mark of the element that shows it (``data-live``). Its newest state is written once per
version and language, from the snapshot; those of `REQUESTED` are read from the database first (`Fragments.prepare`).
Older pages of a list and search results are read for each request.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import merge
from itertools import islice
from math import ceil

from starbond_site import content, features
from starbond_site.content import Language, Site
from starbond_site.documents import public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.public_view import FILINGS, ROWS, ListPage
from starbond_site.documents.selection import KINDS, WHOLE, Selection, selected
from starbond_site.documents.snapshot import Snapshot
from starbond_site.presentation import markup
from starbond_site.presentation.controls import ALL_PAGES
from starbond_site.presentation.markup import investors
from starbond_site.presentation.spoken import spoken
from starbond_site.shared import local_time, threads
from starbond_site.shared.categories import (
    CALENDAR,
    DIVIDENDS,
    FIGURES,
    FILED,
    LISTS,
    MEETINGS,
    SHAREHOLDING,
    SHEETS,
    SINGLES,
    NodeName,
)

OF_FEATURES = {feature.topic: feature for feature in features.offered() if feature.topic}
"""Topics of features whose rows are in the snapshot, as far as the company has their pages."""
LATEST, SHARED, NODES = "latest", "shared", "nodes"
"""The latest filing on the home page, the rows of Shared Information, the lines above the header."""
INVESTORS, INVESTORS_ON_HOME = "investors", "investors-on-home"
"""What is newest for investors: results, filings, dates and what else features add; and the home page's part of it."""
REQUESTED = {feature.requested_topic: feature for feature in features.offered() if feature.requested_topic}
"""Likewise, which are read from the database when a page is requested."""
LATEST_CATEGORY = next((category.value for category in LISTS), "")
"""The list whose newest document is the latest filing: the first; empty without lists, which `content` refuses."""
TABLES = (*(category.value for category in LISTS), FILINGS)
"""Lists of documents: each list, and all filings."""
NAMED = (*TABLES, LATEST, SHARED, NODES, INVESTORS, INVESTORS_ON_HOME)
"""Topics whose versions every message of Nchan names; those of features stand only in that of their change."""
PUSHED = (*NAMED, *OF_FEATURES)
"""Topics whose changes are sent to open pages."""
TOPICS = (*PUSHED, *REQUESTED)
DAILY = (INVESTORS, INVESTORS_ON_HOME, CALENDAR, *REQUESTED)
"""Topics that also change from one day to the next: a date passes."""
SHEET_OF = "sheet-of-"
"""Begins the mark of what leads to the safety data sheet of a product, whose id follows: read when its page is."""
_OF_INVESTORS = (*(category.value for category in FILED), CALENDAR, FIGURES, MEETINGS, DIVIDENDS, SHAREHOLDING)
_SOURCES: dict[str, tuple[str, ...]] = {
    **{category.value: (category.value,) for category in LISTS},
    FILINGS: tuple(category.value for category in FILED),
    LATEST: (LATEST_CATEGORY,),
    SHARED: tuple(category.value for category in SINGLES),
    NODES: tuple(name.value for name in NodeName),
    **{topic: feature.sources for topic, feature in (REQUESTED | OF_FEATURES).items()},
    **dict.fromkeys((INVESTORS, INVESTORS_ON_HOME), _OF_INVESTORS),
}
"""By topic: what it shows of everything that has a version."""


def topics_of(changed: frozenset[str], old: Snapshot, new: Snapshot) -> list[str]:
    """Return the pushed topics that show any of the changed lists, single records and nodes.

    Features show rows alone, which few documents change: no open page is told where all are the same.
    """
    shown = [topic for topic in PUSHED if not changed.isdisjoint(_SOURCES[topic])]
    return [topic for topic in shown if topic not in OF_FEATURES or _has_other_rows(topic, old, new)]


def _has_other_rows(topic: str, old: Snapshot, new: Snapshot) -> bool:
    return any(old.rows(source) != new.rows(source) for source in (topic, *_SOURCES[topic]))


def version(snapshot: Snapshot, topic: str) -> int:
    """Return the version of a topic, which rises with every change; 0 while nothing has been read.

    Those of `DAILY` also rise with every day of the company, and that of meetings with every second: it counts down.
    """
    sources = SHEETS if topic.startswith(SHEET_OF) else _SOURCES[topic]
    found = len(sources) + sum(snapshot.version(name) for name in sources)
    if found and topic == MEETINGS:
        return found + int(local_time.now().timestamp())
    return found + local_time.today().toordinal() if found and topic in DAILY else found


def version_of(topic: str, versions: int) -> int:
    """Return the version of a topic from the sum of the versions of what it shows."""
    return len(_SOURCES[topic]) + versions


KEPT_WHOLE = 4
"""Lists on one page that are kept, in one selection and language each; up to 1 MB."""
MAX_PAGE_DIGITS = 6
"""Longer page numbers are cut; the last page is returned for a number that is too high."""


@dataclass(frozen=True)
class Fragment:
    """Finished, escaped HTML for a marked element, and the version of what it shows."""

    html: str
    version: int = 0
    is_kept: bool = False
    """Whether it is the same for others until the version rises, which makes what is written with it worth keeping."""


class Fragments:
    """Writes fragments and keeps the newest of each topic and language."""

    def __init__(self, archive: Callable[[], Archive], snapshot: Callable[[], Snapshot]) -> None:
        self._archive = archive
        self._snapshot = snapshot
        self._newest: dict[tuple[str, Language], Fragment] = {}
        self._whole = lru_cache(KEPT_WHOLE)(self._write_whole)
        self._writing = threading.Lock()

    async def prepare(self, topics: Iterable[str], language: Language) -> None:
        """Read what `newest` needs and the snapshot does not have."""
        for topic in REQUESTED.keys() & set(topics):
            current, kept = version(self._snapshot(), topic), self._newest.get((topic, language))
            if current and (kept is None or kept.version != current):
                html = await threads.READS.run(
                    REQUESTED[topic].hooks.requested, self._archive(), content.read(language)
                )
                self._newest[topic, language] = Fragment(spoken(language, html), current, is_kept=True)

    async def of(self, topic: str, language: Language, query: Mapping[str, str]) -> Fragment:
        """Return the fragment that a page shows.

        Args:
            query: of the page's address: ``list`` names the list that it concerns, ``page`` an older page of it
                (or ``all`` for one page with every row, as print needs it), and
                `selection.selected` reads the rest. On the page of all filings ``list`` selects one of them.
        """
        if feature := OF_FEATURES.get(topic):
            html = feature.hooks.selected(content.read(language), self._snapshot(), query)
            if html is not None:
                return Fragment(spoken(language, html), version(self._snapshot(), topic))
        number = query.get("page", "1")[:MAX_PAGE_DIGITS]
        selection = selected(query) if topic == FILINGS else replace(selected(query), category="")
        concerns = topic == FILINGS or (topic in LISTS and query.get("list") == topic)
        if not concerns or (selection == WHOLE and number in ("", "1")):
            await self.prepare([topic], language)
            return self.newest(topic, language)
        if number == ALL_PAGES:
            # Read and written by one thread at a time, and never by the event loop: nobody else waits.
            return await threads.TABLES.run(self._whole_kept, topic, language, selection)
        number = int(number) if number.isdecimal() else 1
        page = await threads.READS.run(public_view.page, self._archive(), topic, number, selection)
        return self._written(language, page)

    def _whole_kept(self, topic: str, language: Language, selection: Selection) -> Fragment:
        with self._writing:
            return self._whole(topic, language, selection, version(self._snapshot(), topic))

    def _write_whole(self, topic: str, language: Language, selection: Selection, _version: int) -> Fragment:
        """Return a list on one page; blocks. The version is that of the list, so that a newer one is written anew."""
        page = public_view.page(self._archive(), topic, selection=selection, rows=public_view.EVERY_ROW)
        return replace(self._written(language, page), is_kept=True)

    def _written(self, language: Language, page: ListPage) -> Fragment:
        whole = first_page(self._snapshot(), page.category)
        page = replace(page, years=whole.years, kinds=whole.kinds, newest_id=whole.newest_id)
        html = spoken(language, markup.document_list(content.read(language), page))
        return Fragment(html, version_of(page.category, page.version))

    def newest(self, topic: str, language: Language) -> Fragment:
        """Return the newest state of a topic: for a list its first page."""
        if topic in REQUESTED:
            return self._newest.get((topic, language), Fragment("", is_kept=True))
        snapshot = self._snapshot()
        current = version(snapshot, topic)
        kept = self._newest.get((topic, language))
        if kept is None or kept.version != current:
            html = spoken(language, _write(content.read(language), snapshot, topic)) if current else ""
            kept = self._newest[topic, language] = Fragment(html, current, is_kept=True)
        return kept


def first_page(snapshot: Snapshot, topic: str) -> ListPage:
    """Return the first page of a list, or of all filings."""
    if topic != FILINGS:
        return snapshot.lists[topic]
    views = [snapshot.lists[category] for category in FILED]
    documents = merge(*(view.documents for view in views), key=lambda document: document.order, reverse=True)
    total = sum(view.total for view in views)
    return ListPage(
        topic,
        sum(view.version for view in views),
        pages=max(1, ceil(total / ROWS)),
        total=total,
        documents=tuple(islice(documents, ROWS)),
        years=tuple(sorted({year for view in views for year in view.years}, reverse=True)),
        kinds=tuple(kind for kind in KINDS if any(kind in view.kinds for view in views)),
        newest_id=max(view.newest_id for view in views),
    )


def _write(site: Site, snapshot: Snapshot, topic: str) -> str:
    if topic in TABLES:
        return markup.document_list(site, first_page(snapshot, topic))
    if topic.startswith(SHEET_OF):
        return markup.sheet_link(site, snapshot, topic.removeprefix(SHEET_OF))
    if topic == LATEST:
        documents = snapshot.lists[LATEST_CATEGORY].documents
        return markup.latest_filing(site, documents[0] if documents else None)
    if topic in (INVESTORS, INVESTORS_ON_HOME):
        newest = first_page(snapshot, FILINGS).documents
        if topic == INVESTORS_ON_HOME:
            # The home page has it above, as the latest filing.
            newest = [one for one in newest if one not in snapshot.lists[LATEST_CATEGORY].documents[:1]]
        return investors(site, snapshot, newest, local_time.today(), is_whole=topic == INVESTORS)
    if topic in OF_FEATURES:
        return OF_FEATURES[topic].hooks.html(site, snapshot)
    return markup.shared_rows(site, snapshot) if topic == SHARED else markup.header_lines(site, snapshot)
