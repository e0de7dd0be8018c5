"""Creates many records without stored files, for measurements of lists."""

import hashlib
from datetime import timedelta
from pathlib import Path

from starbond_site.documents import archive as archives
from starbond_site.documents import database, names, records, versions
from starbond_site.shared import local_time
from starbond_site.shared.settings import Settings


def fill(data: Path, category: str, count: int, apart: timedelta = timedelta(), **settings: str) -> None:
    """Add records to a list.

    Args:
        data: the data folder of a site that is not running.
        category: the list.
        count: how many.
        apart: between two of them; the newest is of yesterday.
        settings: of the site, by their environment variables, where it has another database.
    """
    archive = archives.connect(Settings.model_validate({"data_dir": data} | settings))
    with database.writing(archive.engine) as session:
        session.add_all(record(category, number, number * apart) for number in range(count))
        versions.raise_version(session, category)
    archive.close()


def record(category: str, number: int, before: timedelta = timedelta()) -> records.Document:
    moment = local_time.now() - timedelta(days=1) - before
    shown = names.file_name(f"Report {number} of the board.pdf", local_time.local_date(moment))
    return records.Document(
        category=category,
        file_name=shown,
        search=names.searchable(shown),
        media_type="application/pdf",
        size=100_000 + number,
        sha256=hashlib.sha256(f"{category}/{number}".encode()).hexdigest(),
        key=f"{category}/none-{number}",
        published_at=moment,
    )
