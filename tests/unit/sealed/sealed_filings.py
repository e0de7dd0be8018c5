"""Seals files for tests."""

import itertools
from datetime import UTC, datetime, timedelta

from starbond_site.documents.archive import Actor, Archive
from starbond_site.features.sealed import service
from starbond_site.features.sealed.records import Sealed
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import arrived

RUNA = Actor("192.0.2.1", "people", "Runa Akter", 1)
ENROLLED = datetime(2020, 1, 1, tzinfo=UTC)
TOMAL = Actor("192.0.2.2", "people", "Tomal Das", 2, ENROLLED)
SHILA = Actor("192.0.2.3", "people", "Shila Roy", 3, ENROLLED)
NOBODY = Actor("192.0.2.4", "key")
LIST = "PriceSensitiveInformation"
_texts = itertools.count(1)


def in_seconds(seconds: float) -> datetime:
    return local_time.now() + timedelta(seconds=seconds)


def seal(
    archive: Archive,
    moment: datetime | None = None,
    *,
    name: str = "Results.pdf",
    content: bytes = b"",
    category: str = LIST,
    person: Actor = RUNA,
    title: str = "",
) -> Sealed:
    """Seal bytes, by default different ones each time, until tomorrow."""
    content = content or samples.pdf(f"results {next(_texts)} {local_time.now().timestamp()}")
    moment = moment or in_seconds(86_400)
    with arrived(archive, content) as file:
        return service.seal(archive, category, name, file, moment, person, title=title)
