"""What search engines are told about pages (JSON-LD)."""

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content.addresses import DESK, DOCUMENT_FRAME, OPTIONAL, UNSEARCHED, UPLOAD_PAGES
from starbond_site.pages import about, all_pages, contact, head, home, product, structured, styleguide
from starbond_site.pages.page import Page
from starbond_site.settings import settings

SITES = [content.read("en"), content.read("bn")]
PRODUCTS = [(site, item) for site in SITES for item in site.products]


def test_a_product_has_its_brand_and_the_way_to_it_and_no_invented_offer():
    for site, item in PRODUCTS:
        data, way = structured.product(site, item)
        assert (data["@type"], data["name"]) == ("Product", item.name), item.id
        assert data["brand"] == {"@type": "Brand", "name": site.brand(item.brand).name}, item.id
        assert not data.keys() & {"offers", "aggregateRating", "review"}, item.id
        assert way["@type"] == "BreadcrumbList", item.id
        steps = way["itemListElement"]
        assert [step["position"] for step in steps] == [1, 2, 3], item.id
        assert [step["name"] for step in steps][1:] == [site.brand(item.brand).name, item.name], item.id
        assert steps[-1]["item"] == settings().public_url + localized(item.path, site.language), item.id
        (page,) = [page for page in product.pages(site) if page.path == item.path]
        assert list(page.structured_data) == [data, way], site.language


def test_pages_about_the_company_say_who_it_is():
    site = SITES[0]

    def told(page: Page) -> str:
        return "".join(map(str, head.meta(site, page)))

    pages = {page.path: page for module in (home, about, contact, product) for page in module.pages(site)}
    for path in head.ABOUT_THE_COMPANY:
        assert site.company.legal_name in told(pages[path])
    assert site.company.legal_name not in told(pages[site.products[0].path])


def test_pages_that_are_not_indexed_are_the_upload_pages_and_the_frames() -> None:
    site = SITES[0]
    hidden = {page.path for page in all_pages(site) if not page.indexed}
    assert hidden - {styleguide.PATH} == {DOCUMENT_FRAME, DESK, *UPLOAD_PAGES} & {*site.paths}
    assert {page.path for page in site.pages} >= UNSEARCHED - {*OPTIONAL}
