"""What journeys of publishing do again and again."""

import secrets
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import FilePayload, Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.documents import names
from tests.unit.documents import samples

UPLOADS = "/UploadFiles"
LIVE = 2_000
"""A published document is on every open page within this time (milliseconds)."""
PATIENCE = 30_000
"""For results: a busy machine takes its time to inspect a file."""


def paper(name: str) -> FilePayload:
    """Return a real PDF that nobody has published before."""
    return FilePayload(name=name, mimeType="application/pdf", buffer=samples.pdf(secrets.token_hex(16)))


def published_name(name: str) -> str:
    """Return the name under which a file stands in its list when it is published today."""
    return names.file_name(name, datetime.now(ZoneInfo("Asia/Dhaka")).date())


def open_forms(page: Page, site: Site, path: str = UPLOADS) -> None:
    """Open an upload page and wait until the server has said who may publish."""
    page.goto(localized(path, site.language))
    words = site.interface.upload
    expect(page.get_by_text(words.local_note).or_(page.get_by_text(words.key_accepted))).to_be_visible(timeout=PATIENCE)


def form_of(page: Page, site: Site, category: str) -> Locator:
    """Return the form of a list, by its name."""
    return page.get_by_role("form", name=site.category(category).form, exact=True)


def choose(form: Locator, *files: FilePayload) -> None:
    """Choose files as the browser's picker does."""
    form.locator("input[type=file]").set_input_files(list(files))


def submit(form: Locator, button: str) -> None:
    """Press the button."""
    form.get_by_role("button", name=button, exact=True).click()


def send_file(page: Page, site: Site, category: str, *files: FilePayload) -> Locator:
    """Open the upload page, choose files for a list and press its button; return the form."""
    open_forms(page, site)
    form = form_of(page, site, category)
    choose(form, *files)
    submit(form, site.interface.upload.submit)
    return form


def documents(page: Page, category: str) -> list[dict[str, Any]]:
    """Return what the site says is published."""
    return page.request.get(f"/api/documents/{category}").json()["documents"]
