"""People: invited, signed in with a passkey or a company account, publishing by name, recovered, and signed out."""

import contextlib
import secrets
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.shared import local_time
from tests.browser.axe import VIEWS, in_views
from tests.browser.conftest import Visitor
from tests.browser.filing import PATIENCE, UPLOADS, choose, documents, form_of, paper, published_name, submit
from tests.browser.languages import ENGLISH
from tests.browser.person import Person, audit, invite
from tests.serving import ROOT, Server

LIST = "BondIssue"
SEALED = "/desk/sealed"


@pytest.fixture
def person(visitor: Visitor, named: Server) -> Callable[[str], Person]:
    return lambda name: Person(visitor(base_url=named.url), f"{name} {secrets.token_hex(2)}")


def assert_kept_secret(server: Server, *secrets: str) -> None:
    """No file of the site holds a secret in clear, and nobody else may read what it writes."""
    written = dict[str, tuple[bytes, int]]()
    for file in (server.log, *server.data.rglob("*"), *(ROOT / ".states").rglob("*")):
        # What has arrived of a file may be removed meanwhile.
        with contextlib.suppress(FileNotFoundError, IsADirectoryError):
            written[str(file)] = file.read_bytes(), file.stat().st_mode
    found = {name for name, (content, _) in written.items() for one in secrets if one.encode() in content}
    assert (found, bool(secrets)) == (set(), True)
    assert [name for name, (_, mode) in written.items() if mode & 0o077 and name != str(server.log)] == []


def test_invited_person_publishes_under_her_name_until_her_sessions_are_ended(
    person: Callable[[str], Person], named: Server, words: Site
) -> None:
    rahima = person("Rahima Khatun")
    rahima.take_device()
    page, label, link = rahima.page, words.interface, invite(named, rahima, "prepare")
    found = dict[str, list[str]]()

    def look(name: str, seen: Page = page) -> None:
        found[name] = in_views(seen, *VIEWS[::3])

    page.goto(link.replace("/desk/", localized("/desk/", words.language)))
    look("invitation")
    rahima.accept(link, words)
    look("account")
    administrator = person("Nasrin Akter")
    administrator.take_device()
    administrator.accept(invite(named, administrator, "administer"), words)
    administrator.page.goto(localized("/desk/people", words.language))
    look("people", administrator.page)
    page.goto(localized("/desk/account", words.language))
    page.get_by_role("button", name=label.account.sign_out).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(label.sign_in.title)
    look("sign-in")
    # The upload page asks to sign in, and comes back.
    page.goto(localized(UPLOADS, words.language))
    shut = page.get_by_role("region", name=label.desk.sign_in_heading)
    expect(shut).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name=label.upload.submit, exact=True)).to_have_count(0)
    shut.get_by_role("link", name=label.desk.sign_in).click()
    rahima.sign_in(words)
    expect(page.get_by_text(label.upload.signed_in.format(name=rahima.name))).to_be_visible(timeout=PATIENCE)
    look("upload")
    assert [problems for problems in found.items() if problems[1]] == []
    form, given, late = form_of(page, words, "AllNotice"), paper("By name.pdf"), paper("Too late.pdf")
    choose(form, given)
    submit(form, label.upload.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
    assert_kept_secret(named, *(cookie.get("value", "") for cookie in page.context.cookies(named.url)))
    actions = ("accept invitation", "sign out", "sign in", "publish")
    assert audit(named, rahima.name) == [(action, "done") for action in actions]
    choose(form, late)
    looked_at = form.get_by_role("region", name=label.look_panel.heading)
    expect(looked_at).to_contain_text(late["name"].split(".")[0], timeout=PATIENCE)
    named.admin("people", "end-sessions", rahima.email)
    submit(form, label.upload.submit)
    expect(shut).to_be_visible(timeout=PATIENCE)
    assert page.url == named.url + localized(UPLOADS, words.language)
    assert published_name(late["name"]) not in str(documents(page, "AllNotice"))
    assert [problem for problem in rahima.problems if "status of 4" not in problem] == []
    assert_kept_secret(named, link.partition("token=")[2])


def test_second_passkey_opens_what_the_first_did_and_a_lost_one_nothing(
    person: Callable[[str], Person], named: Server, words: Site
) -> None:
    karim = person("Karim Uddin")
    page, label = karim.page, words.interface.account
    first = karim.take_device()
    karim.accept(invite(named, karim, "prepare"), words)
    expect(page.get_by_text(label.second)).to_be_visible()
    # The same device is not registered twice.
    page.get_by_role("button", name=label.add).click()
    form = page.get_by_role("form", name=label.add)
    expect(form.get_by_role("alert")).to_have_text(words.interface.sign_in.known)
    karim.lose_device(first)
    second = karim.take_device(transport="usb")
    page.get_by_role("button", name=label.add).click()
    expect(page.get_by_role("status").filter(has_text=label.done["add"])).to_be_visible()
    expect(page.get_by_role("table", name=label.passkeys).get_by_role("row")).to_have_count(3)
    page.get_by_role("button", name=label.sign_out).click()
    karim.sign_in(words)
    expect(page.get_by_role("heading", level=1)).to_have_text(words.page("/desk").title)
    # What an administrator recovers opens nothing any more; the link does.
    link = named.admin("people", "recover", karim.email).split()[-1]
    page.goto(localized("/desk/sign-in", words.language))
    karim.sign_in(words)
    expect(page.get_by_role("alert").filter(has_text=words.errors.passkey_unknown)).to_be_visible()
    karim.lose_device(second)
    karim.take_device()
    karim.accept(link, words)


def test_browser_without_passkeys_is_told_so(person: Callable[[str], Person], words: Site) -> None:
    without = person("Nobody")
    without.page.add_init_script("delete window.PublicKeyCredential")
    without.page.goto(localized("/desk/sign-in", words.language))
    without.sign_in(words)
    expect(without.page.get_by_role("alert").filter(has_text=words.interface.sign_in.unsupported)).to_be_visible()


def seal(page: Page, words: Site, moment: datetime, given: FilePayload) -> None:
    page.goto(localized(SEALED, words.language))
    form = page.get_by_role("form", name=words.interface.sealed.form, exact=True)
    form.get_by_label(words.interface.sealed.list, exact=True).select_option(LIST)
    form.get_by_label(words.interface.sealed.moment, exact=True).fill(local_time.typed(moment))
    form.get_by_label(words.interface.sealed.file, exact=True).set_input_files([given])
    form.get_by_role("button", name=words.interface.sealed.button, exact=True).click()


def said(page: Page, text: str) -> Locator:
    return page.get_by_role("status").filter(has_text=text)


def test_one_person_seals_and_another_approves(person: Callable[[str], Person], named: Server, words: Site) -> None:
    author, approver = person("Parvin Rahman"), person("Tanvir Rahman")
    for somebody, role in ((author, "prepare"), (approver, "approve")):
        somebody.take_device()
        somebody.accept(invite(named, somebody, role), words)
    # Registered before the sealing, and long enough before.
    with sqlite3.connect(named.data / "starbond.db") as database:
        database.execute("UPDATE passkey SET created_at = datetime(created_at, '-3 days')")
    sealed, given = words.interface.sealed, paper(f"Approved {words.language}.pdf")
    seal(author.page, words, local_time.now() + timedelta(hours=1), given)
    expect(said(author.page, sealed.done["sealed"])).to_be_visible(timeout=PATIENCE)
    expect(author.page.get_by_text(sealed.approval_missing)).to_be_visible()
    expect(author.page.get_by_role("button", name=sealed.approve_button)).to_have_count(0)
    author.page.locator("summary", has_text=sealed.release_heading).click()
    form = author.page.get_by_role("form", name=sealed.release_heading, exact=True)
    form.get_by_label(sealed.release_tick).check()
    form.get_by_role("button", name=sealed.release_button, exact=True).click()
    expect(said(author.page, sealed.done["waits"])).to_be_visible()
    typing = author.page.context.new_page()
    typing.goto(localized(SEALED, words.language))
    typing.get_by_label(words.interface.upload_form.title, exact=True).fill(given["name"])
    page = approver.page
    page.goto("/prospectus")
    region = page.get_by_role("region", name=ENGLISH.interface.desk.refused_heading)
    expect(region).to_contain_text(ENGLISH.errors.role_missing, timeout=PATIENCE)
    page.goto(localized(SEALED, words.language))
    expect(page.get_by_role("form", name=sealed.form, exact=True)).to_have_count(0)
    page.get_by_role("link", name=given["name"]).click()
    page.get_by_role("button", name=sealed.approve_button).click()
    expect(said(page, sealed.done["released"])).to_be_visible()
    expect(page.get_by_role("definition").filter(has_text=approver.name)).to_be_visible()
    assert published_name(given["name"]) in [found["FileName"] for found in documents(page, LIST)]
    # Pages of the desk hear of it like all others, and keep what was typed.
    expect(author.page.get_by_role("definition").filter(has_text=sealed.states["released"])).to_be_visible()
    expect(said(typing, words.interface.desk.changed)).to_be_visible()
    expect(typing.get_by_label(words.interface.upload_form.title, exact=True)).to_have_value(given["name"])
    assert author.problems == approver.problems == []
