"""Texts for programs that read: ``/llms.txt`` (https://llmstxt.org), and Markdown at the address of a page and ``.md``.

``/.well-known/security.txt`` (RFC 9116) says whom to tell of a vulnerability.

The index, products and documents have one in every language, and so has the page of results, which its feature adds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import DOCUMENT_FRAME, FILINGS, RESULTS_PAGE, language_of_path, localized
from starbond_site.content.models import Product
from starbond_site.documents import document_record
from starbond_site.documents.archive import Archive
from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.records import Document, PageText
from starbond_site.presentation import atom
from starbond_site.presentation.products.facts import rows
from starbond_site.shared import local_time, threads
from starbond_site.shared.local_time import in_utc
from starbond_site.shared.settings import settings
from starbond_site.web.encoding import TextResponse
from starbond_site.web.services import Current

INDEX = "/llms.txt"
END = ".md"
NEWEST = 20
"""Documents that the index names."""
SECURITY = "/.well-known/security.txt"
VALID = timedelta(days=180)
"""Of `SECURITY`: less than a year, as section 2.5.5 recommends."""


def routes(archive: Callable[[], Archive], current: Current) -> list[Route]:
    async def index(language: Language, _request: Request) -> ASGIApp:
        known = (each for view in (await current()).lists.values() for each in view.documents if not each.replaced_by)
        newest = sorted(known, key=lambda each: each.id, reverse=True)[:NEWEST]
        return answer("".join(_index(content.read(language), newest)))

    async def product(language: Language, path: str, _request: Request) -> ASGIApp:
        site = content.read(language)
        return answer("".join(_product(site, site.product(path))))

    async def document(request: Request) -> ASGIApp:
        """Answer with the text of a document, below what is known of it; that alone where it was withdrawn (410)."""
        number = request.path_params["number"]
        details, pages = await threads.READS.run(_read, archive(), number)
        if details is None:
            return JSONResponse({"error": "unknown_document"}, 404)
        language = language_of_path(request.url.path)
        text = "".join(_document(content.read(language), details, pages))
        page = f"{settings().public_url}{localized(details.document.page, language)}"
        headers = {"Link": f'<{page}>; rel="canonical"'}
        if details.document.is_withdrawn or details.replaced_by:
            headers["X-Robots-Tag"] = "noindex"
        return answer(text, 410 if details.document.is_withdrawn else 200, headers)

    of_products = [
        Route(localized(each.path, language) + END, partial(product, language, each.path))
        for language in LANGUAGES
        for each in content.read(language).products
    ]
    frames = [localized(DOCUMENT_FRAME, language) for language in LANGUAGES]
    return [
        Route(SECURITY, _security),
        *(Route(localized(INDEX, language), partial(index, language)) for language in LANGUAGES),
        *of_products,
        *(Route(f"{frame}/{{number:document}}{END}", document) for frame in frames),
    ]


async def _security(_request: Request) -> PlainTextResponse:
    home = settings().public_url
    midnight = local_time.now().replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: mailto:{content.read().company.email}",
        f"Contact: {home}/contact",
        f"Expires: {in_utc(midnight + VALID)}",
        f"Preferred-Languages: {', '.join(LANGUAGES)}",
        f"Canonical: {home}{SECURITY}",
    ]
    return PlainTextResponse("\n".join(lines) + "\n")


def answer(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> TextResponse:
    return TextResponse(text.encode(), "text/markdown; charset=utf-8", headers, status)


def link(text: str, address: str) -> str:
    """Return a link to an address of the site; no text ends it."""
    plain = text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return f"[{plain}]({settings().public_url}{address})"


def _read(archive: Archive, number: int) -> tuple[DocumentDetails | None, list[PageText]]:
    details = document_record.read(archive, number)
    is_shown = details is not None and not details.document.is_withdrawn
    return details, document_record.texts(archive, number) if is_shown else []


def _index(site: Site, newest: Iterable[Document]) -> Iterator[str]:
    """Yield the index; the standard has one file, that of the first language, and the others stand beside it."""

    def own(text: str, path: str, end: str = "") -> str:
        return link(text, site.address(path) + end)

    yield f"# {site.company.name}\n\n> {site.company.tagline}\n"
    yield f"\n## {site.page('/Products').title}\n\n"
    yield from (f"- {own(each.name, each.path, END)}: {each.description}\n" for each in site.products)
    yield f"\n## {site.page(FILINGS).title}\n\n"
    if site.has(RESULTS_PAGE):
        yield f"- {own(site.page(RESULTS_PAGE).title, RESULTS_PAGE, END)}\n"
    yield from (f"- {own(each.shown_name, each.page, END)}\n" for each in newest)
    yield "\n## API\n\n"
    yield from (f"- {link(path, path)}\n" for path in (atom.address("all", site.language), "/api/changes"))
    yield "\n## Optional\n\n"
    yield from (f"- {own(page.title, page.path)}: {page.lead}\n" for page in site.written)


def _product(site: Site, product: Product) -> Iterator[str]:
    words = site.interface.product
    yield f"# {product.name}\n\n{product.summary}\n\n{product.description}\n"
    yield f"\n## {words.uses}\n\n{product.uses}\n"
    facts = [f"{row.label}: {'; '.join(row.texts)}" for row in rows(site, product) if row.texts]
    numbered = [f"{place}. {step.text}" for place, step in enumerate(product.steps, 1)]
    yield from _lines(words.steps, numbered, "")
    yield from _lines(words.characteristics, product.characteristics)
    yield from _lines(site.interface.sheet.facts, facts)
    yield from _lines(words.sizes_heading, (size.label for size in product.sizes))
    yield from _lines(words.caution, product.cautions)
    yield f"\n{link(product.name, site.address(product.path))}\n"


def _lines(heading: str, lines: Iterable[str], mark: str = "- ") -> Iterator[str]:
    if found := list(lines):
        yield f"\n## {heading}\n\n" + "".join(f"{mark}{line}\n" for line in found)


def _document(site: Site, details: DocumentDetails, pages: Iterable[PageText]) -> Iterator[str]:
    words, document, newer = site.interface.document_page, details.document, details.replaced_by
    yield f"# {document.shown_name}\n\n"
    facts = {
        words.list: site.title_of(document.category),
        words.published: in_utc(document.published_at),
        site.interface.evidence.state: site.interface.verify.states[document.state],
        words.sha256: document.sha256,
        words.address: link(details.document.page, site.address(details.document.page)),
        words.replaced_by: newer and link(newer.shown_name, site.address(newer.page) + END),
    }
    yield from (f"- {label}: {value}\n" for label, value in facts.items() if value)
    for page in pages:
        number = site.interface.search.page.format(number=site.digits(page.page))
        yield f"\n## {page.label or number}\n\n{page.text.strip()}\n"
