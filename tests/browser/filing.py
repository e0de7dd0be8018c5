"""What journeys of publishing do again and again."""

import secrets
import time
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

import httpx2
from playwright.sync_api import FilePayload, Locator, Page, expect

from starbond_site.content import Site
from starbond_site.documents import names
from starbond_site.documents.public_view import ROWS
from tests.serving import Server
from tests.unit.documents import samples

UPLOADS = "/UploadFiles"
LIVE = 2_000
PATIENCE = 30_000
"""For results: a busy machine takes its time to inspect a file."""
LONG = "AllNotice"
"""Of the site with long lists: a list of three pages."""
TOTAL = 2 * ROWS + 18
OLD = [
    (LONG, "Notice of 2007", "2007-03-12"),
    (LONG, "Notice of 2019", "2019-07-01"),
    ("PriceSensitiveInformation", "Terms of the bond", "2019-07-02"),
]


def paper(name: str) -> FilePayload:
    """Return a real PDF that nobody has published before."""
    return FilePayload(name=name, mimeType="application/pdf", buffer=samples.pdf(secrets.token_hex(16)))


def publish(server: Server, category: str, name: str, *more: str) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder, f"{name}.pdf")
        file.write_bytes(samples.pdf(secrets.token_hex(16)))
        return server.admin("documents", "publish", category, str(file), *more).partition("id ")[2].partition(",")[0]


def wait_until_listed(server: Server, category: str, name: str) -> None:
    address, end = f"{server.url}/{category}?list={category}&sort=oldest", time.monotonic() + PATIENCE / 1000
    while name not in httpx2.get(address).text:
        assert time.monotonic() < end, f"{name} is not in {address}"


def problems_of(page: Page) -> list[str]:
    """Return what the console complains of from now on."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def settled(page: Page, path: str) -> Page:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    return page


def published_name(name: str) -> str:
    return names.file_name(name, datetime.now(ZoneInfo("Asia/Dhaka")).date())


def open_forms(page: Page, site: Site, path: str = UPLOADS) -> None:
    """Open an upload page and wait until the server has said who may publish."""
    page.goto(site.address(path))
    words = site.interface.upload
    note = page.get_by_text(words.local_note).or_(page.get_by_text(words.key_accepted))
    expect(note.filter(visible=True)).to_be_visible(timeout=PATIENCE)


def form_of(page: Page, site: Site, category: str) -> Locator:
    return page.get_by_role("form", name=site.category(category).form, exact=True)


def choose(form: Locator, *files: FilePayload | Path) -> None:
    form.locator("input[type=file]").set_input_files(list(files))  # type: ignore[arg-type]


def submit(form: Locator, button: str) -> None:
    # By the keyboard: the preview of a file may push the button away between the moment a click is aimed and its end.
    form.get_by_role("button", name=button, exact=True).press("Enter")


def send_file(page: Page, site: Site, category: str, *files: FilePayload | Path) -> Locator:
    open_forms(page, site)
    form = form_of(page, site, category)
    choose(form, *files)
    submit(form, site.interface.upload.submit)
    return form


def documents(page: Page, category: str) -> list[dict[str, Any]]:
    return page.request.get(f"/api/documents/{category}").json()["documents"]
