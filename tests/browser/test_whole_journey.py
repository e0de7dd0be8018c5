"""A document on the set-up of a company with several machines; the other journeys use that of ``make run``.

PostgreSQL, Redis, an S3 storage, and two instances of two workers each behind nginx with the shipped configuration:
what is published through one of the four workers must reach visitors of all.
"""

from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.filing import PATIENCE, UPLOADS, choose, documents, form_of, paper, published_name, submit
from tests.browser.languages import ENGLISH
from tests.faults import stack
from tests.serving import build

LIVE = 10_000
"""Milliseconds until a row must be there: a machine that runs all this at once is slow. Benchmarks measure the time."""
KEPT_SECONDS = 10
"""Longest time until a withdrawn file must be gone from every cache; nginx asks again after one to two seconds."""
READERS = 3
"""Nginx gives connections to both instances in turn, so that several readers are on both."""
LIST = "PriceSensitiveInformation"


@pytest.mark.full_build
def test_document_and_header_line_from_publication_to_withdrawal(
    visitor: Visitor, tmp_path_factory: pytest.TempPathFactory
) -> None:
    build()
    with stack.running(tmp_path_factory.mktemp("journey")) as running:

        def opened(path: str) -> Page:
            page = visitor(base_url=running.url, ignore_https_errors=True).new_page()
            with page.expect_websocket():
                page.goto(path)
            page.wait_for_load_state("networkidle")
            return page

        readers, home, secretary = [opened(f"/{LIST}") for _ in range(READERS)], opened("/bn"), opened(UPLOADS)
        upload, given = ENGLISH.interface.upload, paper("Notice of the meeting.pdf")
        prompt = secretary.get_by_role("form", name=upload.key_heading)
        prompt.get_by_label(upload.key_label).fill(stack.KEY)
        submit(prompt, upload.key_button)
        expect(secretary.get_by_text(upload.key_accepted)).to_be_visible(timeout=PATIENCE)
        form, name = form_of(secretary, ENGLISH, LIST), published_name(given["name"])
        choose(form, given)
        submit(form, upload.submit)
        expect(form.get_by_role("status")).to_contain_text(name, timeout=PATIENCE)

        rows = [reader.get_by_role("row").filter(has_text=name) for reader in readers]
        for row in rows:
            expect(row).to_be_visible(timeout=LIVE)
        expect(home.get_by_role("main")).to_contain_text(name, timeout=LIVE)
        address = rows[0].get_by_role("link").last.get_attribute("href") or ""
        for reader in (readers[0], home):
            assert reader.request.get(address).body() == given["buffer"]
            part = reader.request.get(address, headers={"Range": "bytes=0-3"})
            assert (part.status, part.body()) == (206, given["buffer"][:4])
        admin = running.instances[0].admin
        admin("nodes", "set", "Dividend", '{"text": "Dividend of the year"}')
        for reader in readers:
            expect(reader.get_by_text("Dividend of the year")).to_be_visible(timeout=LIVE)

        admin("documents", "withdraw", address.split("/")[2])
        for row in rows:
            expect(row).to_have_count(0, timeout=LIVE)
        end = monotonic() + KEPT_SECONDS
        while home.request.get(address).status != 410 or name in str(documents(home, LIST)):
            assert monotonic() < end
            home.wait_for_timeout(250)
        assert name not in home.request.get(f"/{LIST}").text()
