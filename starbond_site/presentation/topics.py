"""Topics: the parts of a page that change when something is published, each with a version.

The name of a topic is also the mark of the element that shows it (``data-live``).
"""

from starbond_site import local_time
from starbond_site.categories import LISTS, SINGLES, Category, NodeName
from starbond_site.documents.snapshot import Snapshot

LATEST, SHARED, NODES = "latest", "shared", "nodes"
"""The latest filing on the home page, the rows of Shared Information, the lines above the header."""
DISCLOSURES = "disclosures"
"""The duties to disclose, which are read from the database; they also change from one day to the next."""
LATEST_CATEGORY = Category.PRICE_SENSITIVE_INFORMATION
"""The list whose newest document is the latest filing."""
PUSHED = (*(category.value for category in LISTS), LATEST, SHARED, NODES)
"""Topics whose changes are sent to open pages."""
TOPICS = (*PUSHED, DISCLOSURES)
_SOURCES: dict[str, tuple[str, ...]] = {
    **{category.value: (category.value,) for category in LISTS},
    LATEST: (LATEST_CATEGORY.value,),
    SHARED: tuple(category.value for category in SINGLES),
    NODES: tuple(name.value for name in NodeName),
    DISCLOSURES: tuple(category.value for category in LISTS),
}
"""By topic: the lists, single records and nodes that it shows."""


def topics_of(changed: frozenset[str]) -> list[str]:
    """Return the pushed topics that show any of the changed lists, single records and nodes."""
    return [topic for topic in PUSHED if not changed.isdisjoint(_SOURCES[topic])]


def version(snapshot: Snapshot, topic: str) -> int:
    """Return the version of a topic, which rises with every change; 0 while nothing has been read."""
    total = sum(1 + snapshot.version(name) for name in _SOURCES[topic])
    if topic == DISCLOSURES and total:
        return total + local_time.local_date(local_time.now()).toordinal()
    return total
