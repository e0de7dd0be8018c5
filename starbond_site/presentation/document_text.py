"""The HTML of a document read as text: page by page, with an anchor for each, for screen readers and small devices."""

from collections.abc import Iterable
from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits
from starbond_site.documents.details import Details
from starbond_site.documents.looking.text import language_of
from starbond_site.documents.text_records import PageText
from starbond_site.presentation.document_page import DocumentPage


def document_text(site: Site, details: Details, pages: Iterable[PageText]) -> DocumentPage:
    """Return the text of a public document."""
    words, document = site.interface.document_page, details.document
    name = document.shown_name
    own = localized(details.address, site.language)
    note = words.text_note.format(name=name)
    download = (
        f'<a href="{escape(document.download_url)}" target="_blank" rel="noopener">{escape(document.file_name)}</a>'
    )
    sections = "".join(_section(site, details, page) for page in pages)
    return DocumentPage(
        title=f"{words.text_title.format(name=name)} | {site.company.name}",
        description=note,
        trail=f'<p><a href="{own}">{escape(name)}</a></p>',
        heading=words.text_title.format(name=name),
        body=f'<p role="note">{escape(note)} {download}</p><div class="prose">{sections}</div>',
    )


def _section(site: Site, details: Details, page: PageText) -> str:
    """Return a page, or a part with its heading; the language of its letters is that of screen readers."""
    number = site.interface.search.page.format(number=digits(page.page, site.interface.dates))
    heading = page.label or (number if details.pages else "")
    language = language_of(page.text)
    spoken = f' lang="{language}"' if language and language != site.language else ""
    lines = "<br>".join(escape(line) for line in page.text.splitlines())
    titled = f"<h2>{escape(heading)}</h2>" if heading else ""
    return f'<section id="page-{page.page}">{titled}<p{spoken}>{lines}</p></section>'
