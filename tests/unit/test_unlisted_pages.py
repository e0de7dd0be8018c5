"""Search engines must not index the upload pages, and not the frame of the pages of documents by itself."""

from starbond_site import content
from starbond_site.content.addresses import DESK, DOCUMENT_FRAME, UNSEARCHED, UPLOAD_PAGES
from starbond_site.pages import all_pages, styleguide


def test_pages_that_are_not_indexed_are_the_upload_pages_and_the_frames() -> None:
    hidden = {page.path for page in all_pages(content.read("en")) if not page.indexed}
    assert hidden - {styleguide.PATH} == {DOCUMENT_FRAME, DESK, *UPLOAD_PAGES}


def test_unsearched_pages_exist() -> None:
    assert {page.path for page in content.read("en").pages} >= UNSEARCHED
