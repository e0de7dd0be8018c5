"""One person seals, another approves: the first cannot, and the filing waits for the second."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, expect

from starbond_site import local_time
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.filing import PATIENCE, documents, paper, published_name
from tests.browser.languages import LANGUAGES
from tests.browser.test_people import Person, invite
from tests.browser.test_sealed import LIST, SEALED, said, seal
from tests.serving import Server, serving


@pytest.fixture(scope="module")
def strict(site: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site that asks for two persons."""
    del site
    settings = {"STARBOND_UPLOADS": "people", "STARBOND_TWO_PERSON_RELEASE": "yes"}
    with serving(tmp_path_factory.mktemp("strict"), **settings) as server:
        yield server


@LANGUAGES
def test_another_person_approves(visitor: Callable[..., BrowserContext], strict: Server, words: Site) -> None:
    author, approver = (
        Person(visitor(base_url=strict.url), f"{name}{words.language} Rahman") for name in ("Nasrin", "Tanvir")
    )
    for person, roles in ((author, ("prepare", "approve")), (approver, ("approve",))):
        person.take_device()
        person.accept(invite(strict, person, *roles), words)
    sealed, given = words.interface.sealed, paper(f"Approved {words.language}.pdf")
    seal(author.page, words, local_time.now() + timedelta(hours=1), given)
    expect(said(author.page, sealed.done["sealed"])).to_be_visible(timeout=PATIENCE)
    expect(author.page.get_by_text(sealed.approval_missing)).to_be_visible()
    # The author may approve what others seal, and not this.
    expect(author.page.get_by_role("button", name=sealed.approve_button)).to_have_count(0)
    form = author.page.get_by_role("form", name=sealed.release_heading, exact=True)
    form.get_by_label(sealed.release_tick).check()
    form.get_by_role("button", name=sealed.release_button, exact=True).click()
    expect(said(author.page, sealed.done["waits"])).to_be_visible()

    page = approver.page
    page.goto(localized(SEALED, words.language))
    expect(page.get_by_role("form", name=sealed.form, exact=True)).to_have_count(0)
    page.get_by_role("link", name=given["name"]).click()
    page.get_by_role("button", name=sealed.approve_button).click()
    expect(said(page, sealed.done["released"])).to_be_visible()
    expect(page.get_by_text(approver.name)).to_be_visible()
    assert published_name(given["name"]) in [found["FileName"] for found in documents(page, LIST)]
    assert author.problems == approver.problems == []
