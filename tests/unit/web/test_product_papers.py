"""Products side by side within the built page, and the addresses of data sheets."""

from collections.abc import Mapping

from asgi_client import Answer, ask
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.content.addresses import data_sheet
from starbond_site.presentation.products.comparison import ComparedProducts, comparison
from starbond_site.web import data_sheets
from starbond_site.web.encoding import TextResponse
from starbond_site.web.fields import MAX_QUERY_BYTES
from starbond_site.web.pages_with_a_query import compare_routes

PAGE = (
    '<head><link rel="alternate" href="http://localhost/bn/compare"></head><a href="/compare">en</a>'
    '<a href="/bn/compare">bn</a><div class="compare" data-live="comparison"><div>as built</div></div>'
)
SITES = [content.read(language) for language in content.LANGUAGES]
QUERY = "product=super-glue&product=pur-adhesive&product="


def ask_page(query: str, path: str = "/compare/", *, built: bool = True) -> Answer:
    async def page(_path: str, _query: Mapping[str, str]) -> TextResponse | None:
        return TextResponse(PAGE.encode(), "text/html") if built else None

    return ask(Starlette(routes=compare_routes(page)), path, query=query)


def test_the_page_shows_what_the_address_names_and_the_language_switch_keeps_the_choice() -> None:
    """Addresses of the page's own language and those of the head stay as they are."""
    for site in SITES:
        answer = ask_page(QUERY, site.address("/compare/"))
        assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
        assert comparison(site, ComparedProducts.of(site, ["super-glue", "pur-adhesive"])) in answer.text
        assert "as built" not in answer.text
    text = ask_page(QUERY + "&product=unknown").text
    assert '<a href="/bn/compare?product=super-glue&amp;product=pur-adhesive">bn</a>' in text
    assert ('<a href="/compare">en</a>' in text, 'href="http://localhost/bn/compare"' in text) == (True, True)
    assert '<a href="/compare?product=super-glue">en</a>' in ask_page("product=super-glue", "/bn/compare/").text


def test_every_product_has_a_sheet_and_other_queries_change_nothing() -> None:
    long = "x=" + "y" * MAX_QUERY_BYTES + "&" + QUERY
    for query in ("", "product=", "a=b", long):
        assert ask_page(query).text == PAGE, query[:20]
    # Without a build the answer is a plain page: in development the pages are Vite's.
    answer = ask_page(QUERY, built=False)
    assert answer.status == 200
    assert comparison(SITES[0], ComparedProducts.of(SITES[0], ["super-glue", "pur-adhesive"])) in answer.text
    app = Starlette(routes=data_sheets.routes())
    assert data_sheets.paths() == [data_sheet(product.path) for product in SITES[0].products]
    paths = ["/NoSuchProduct/sheet/", "/bn/sheet/", "/bn/NoSuchProduct/sheet/", "/about/sheet/"]
    assert {ask(app, path).status for path in paths} == {404}
    for site, product in [(each, product) for each in SITES for product in each.products]:
        answer = ask(app, site.address(data_sheet(product.path)) + "/")
        assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert f'<html lang="{site.language}"' in answer.text
        assert (f"<h1>{product.name}</h1>" in answer.text, "etag" in answer.headers) == (True, True)
