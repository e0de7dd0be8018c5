"""Topics: the parts of a page that change when something is published, each with a version.

The name of a topic is also the mark of the element that shows it (``data-live``).
"""

from starbond_site import features
from starbond_site.documents.public_view import FILINGS
from starbond_site.documents.snapshot import Snapshot
from starbond_site.shared import local_time
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
