"""Document lists as CSV for spreadsheets, with guarded cells and absolute addresses."""

import io
from collections.abc import Iterable

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.documents.reading import Published
from starbond_site.presentation import spreadsheet

BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel does not read UTF-8."""


def write(site: Site, documents: Iterable[Published], address: str) -> str:
    """Return documents as CSV (RFC 4180) under names of columns in the language of the content.

    Days are written as in names, ``23-11-2026``; a document that was entered later has its own day and no time of day.
    """
    target = io.StringIO(newline="")
    target.write(BYTE_ORDER_MARK)
    spreadsheet.write(target, _columns(site), (_row(site, document, address) for document in documents))
    return target.getvalue()


def _columns(site: Site) -> tuple[str, ...]:
    words = site.interface.lists
    return (
        *(words.column_name, words.column_title, words.column_list, words.column_date, words.column_time),
        *(words.column_published, words.column_entered, words.column_size, words.column_sha256),
        *(words.column_page, words.column_file),
    )


def _row(site: Site, document: Published, address: str) -> dict[str, str | int]:
    published = local_time.in_local_time(document.published_at)
    cells = (
        document.file_name,
        document.title,
        site.title_of(document.category),
        f"{local_time.in_local_time(document.own_date):%d-%m-%Y}",
        "" if document.filed_at else f"{published:%H:%M:%S}",
        local_time.in_utc(document.published_at),
        f"{published:%d-%m-%Y}" if document.filed_at else "",
        document.size,
        document.sha256,
        address + localized(f"/documents/{document.id}", site.language),
        address + document.download_url,
    )
    return dict(zip(_columns(site), cells, strict=True))
