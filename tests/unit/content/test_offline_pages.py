"""Which pages work without a connection."""

from starbond_site import content
from starbond_site.content.addresses import DESK, DOCUMENT_FRAME, UPLOAD_PAGES
from starbond_site.content.offline import UNTOUCHED, investor_pages, kept_pages, other_pages

SITES = [content.read(language) for language in content.LANGUAGES]
SHOWS_DOCUMENTS = ("/filings", "/SharedInformation", "/calendar", "/figures", "/disclosures", "/alerts")


def test_no_page_for_investors_is_kept() -> None:
    for site in SITES:
        documents = {*(page.path for page in site.investors.pages), *SHOWS_DOCUMENTS}
        assert set(investor_pages(site)) == documents
        assert not set(kept_pages(site)) & {*documents, "/verify", DESK, DOCUMENT_FRAME, *UPLOAD_PAGES}


def test_every_page_is_of_one_kind() -> None:
    for site in SITES:
        kinds = [*kept_pages(site), *investor_pages(site), *other_pages(site), *UNTOUCHED & {*site.paths}]
        assert sorted(kinds) == sorted(site.paths)
