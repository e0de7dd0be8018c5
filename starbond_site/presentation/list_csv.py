"""Document lists as CSV for spreadsheets, with guarded cells and absolute addresses."""

from collections.abc import Iterable, Sequence

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.documents.reading import Published
from starbond_site.presentation import spreadsheet
from starbond_site.presentation.spreadsheet import BYTE_ORDER_MARK


def write(site: Site, documents: Iterable[Published], address: str) -> str:
    """Return documents as CSV under names of columns in the language of the content.

    Days are written as in names, ``23-11-2026``; a document that was entered later has its own day and no time of day.
    """
    rows = (_row(site, document, address) for document in documents)
    return BYTE_ORDER_MARK + spreadsheet.text(site.interface.lists.columns.values(), rows)


def _row(site: Site, document: Published, address: str) -> Sequence[str | int]:
    published = local_time.in_local_time(document.published_at)
    return (
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
