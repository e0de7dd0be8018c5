"""People: invited, signed in with a passkey or a company account, publishing by name, recovered, and signed out."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page, expect
from sqlalchemy import text

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.documents import database
from tests.browser.filing import PATIENCE, UPLOADS, choose, form_of, paper, published_name, submit
from tests.browser.languages import LANGUAGES, SITES
from tests.browser.test_accessibility import violations
from tests.serving import Server, serving
from tests.unit import fake_issuer
from tests.unit.fake_issuer import Issuer

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A virtual authenticator of Chromium: a device that always confirms."""


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    """Serve a company's sign-in: at 127.0.0.1, so that browsers take it for another site than localhost."""
    with fake_issuer.listening() as made:
        yield made


@pytest.fixture(scope="module")
def named(site: Server, issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site on which people sign in."""
    del site
    settings = {
        "STARBOND_UPLOADS": "people",
        "STARBOND_OIDC_ISSUER": issuer.url,
        "STARBOND_OIDC_CLIENT_ID": fake_issuer.CLIENT,
        "STARBOND_OIDC_CLIENT_SECRET": fake_issuer.SECRET,
    }
    with serving(tmp_path_factory.mktemp("named"), **settings) as server:
        yield server


class Person:
    """Somebody with a browser and a device."""

    def __init__(self, context: BrowserContext, name: str) -> None:
        """Open the browser; the device is not there yet."""
        self.page: Page = context.new_page()
        self.name = name
        self.email = f"{name.split(maxsplit=1)[0].lower()}@example.com"
        self.problems: list[str] = []
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        self._devices: CDPSession = context.new_cdp_session(self.page)
        self._devices.send("WebAuthn.enable")

    def take_device(self, **changes: object) -> str:
        """Take a device into the hand, and return its id."""
        options: Any = {**DEVICE, **changes}
        return self._devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def lose_device(self, device: str) -> None:
        """Have it no longer."""
        self._devices.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})

    def accept(self, link: str, words: Site) -> None:
        """Open the link, and register a passkey."""
        self.page.goto(link.replace("/desk/", localized("/desk/", words.language)))
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(self.name)
        self.page.get_by_role("button", name=words.interface.sign_in.register_button).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(words.interface.account.title)

    def sign_in(self, words: Site) -> None:
        """Press the button of the page that asks for it."""
        self.page.get_by_role("button", name=words.interface.sign_in.button).click()


@pytest.fixture
def person(visitor: Callable[..., BrowserContext], named: Server) -> Callable[[str], Person]:
    """Return what makes a person."""
    return lambda name: Person(visitor(base_url=named.url), name)


def invite(server: Server, person: Person, *roles: str) -> str:
    """Invite at the command line, and return the link."""
    chosen = [word for role in roles for word in ("--role", role)]
    return server.admin("people", "invite", person.name, person.email, *chosen).split()[-1]


def audit(server: Server, person: str) -> list[tuple[str, str]]:
    """Return what the audit says of somebody: action and outcome."""
    engine = database.create(f"sqlite:///{server.data / 'starbond.db'}")
    with engine.connect() as connection:
        found = connection.execute(
            text("SELECT action, outcome FROM audit WHERE person = :p ORDER BY id"), {"p": person}
        )
        lines = [(action, outcome) for action, outcome in found]
    engine.dispose()
    return lines


@LANGUAGES
def test_invited_person_publishes_under_her_name(person: Callable[[str], Person], named: Server, words: Site) -> None:
    rahima = person(f"Rahima{words.language} Khatun")
    rahima.take_device()
    page, label = rahima.page, words.interface
    rahima.accept(invite(named, rahima, "prepare"), words)
    page.get_by_role("button", name=label.account.sign_out).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(label.sign_in.title)

    # The upload page asks to sign in, and comes back.
    page.goto(localized(UPLOADS, words.language))
    shut = page.get_by_role("region", name=label.desk.sign_in_heading)
    expect(shut).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name=label.upload.submit, exact=True)).to_have_count(0)
    shut.get_by_role("link", name=label.desk.sign_in).click()
    rahima.sign_in(words)
    expect(page.get_by_text(label.upload.signed_in.format(name=rahima.name))).to_be_visible(timeout=PATIENCE)

    form, given = form_of(page, words, "AllNotice"), paper(f"By name {words.language}.pdf")
    choose(form, given)
    submit(form, label.upload.submit)
    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
    assert audit(named, rahima.name) == [
        ("accept invitation", "done"),
        ("sign out", "done"),
        ("sign in", "done"),
        ("publish", "done"),
    ]

    page.get_by_role("button", name=label.account.sign_out).click()
    expect(shut).to_be_visible(timeout=PATIENCE)
    assert page.url == named.url + localized(UPLOADS, words.language)
    assert rahima.problems == []


@LANGUAGES
def test_company_account_opens_the_upload_page(
    person: Callable[[str], Person], named: Server, issuer: Issuer, words: Site
) -> None:
    farida = person(f"Farida{words.language} Yasmin")
    page, label = farida.page, words.interface
    issuer.email, issuer.subject = farida.email, farida.email
    button = page.get_by_role("button", name=label.sign_in.company_button)

    def go_there() -> None:
        button.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Company")

    page.goto(localized("/desk/sign-in", words.language) + "?next=" + localized(UPLOADS, words.language))
    go_there()
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("alert").filter(has_text=words.errors.company_cancelled)).to_be_visible()
    go_there()
    page.get_by_role("link", name="I am the person").click()
    expect(page.get_by_role("alert").filter(has_text=words.errors.company_not_invited)).to_be_visible()
    invite(named, farida, "prepare")
    go_there()
    page.get_by_role("link", name="I am the person").click()

    # Where she wanted to go, with a session that no other site can send.
    expect(page.get_by_text(label.upload.signed_in.format(name=farida.name))).to_be_visible(timeout=PATIENCE)
    assert page.url == named.url + localized(UPLOADS, words.language)
    assert [(cookie.get("name"), cookie.get("sameSite")) for cookie in page.context.cookies(named.url)] == [
        ("starbond-session", "Strict")
    ]
    page.goto(localized("/desk/account", words.language))
    expect(page.get_by_role("table", name=label.account.sessions)).to_contain_text(label.account.by_company)
    assert audit(named, farida.name) == [("connect account", "done"), ("sign in", "done")]
    assert [problem for problem in farida.problems if "403" not in problem] == []


@LANGUAGES
def test_second_passkey_opens_what_the_first_did(person: Callable[[str], Person], named: Server, words: Site) -> None:
    karim = person(f"Karim{words.language} Uddin")
    page, label = karim.page, words.interface.account
    first = karim.take_device()
    karim.accept(invite(named, karim, "prepare"), words)
    expect(page.get_by_text(label.second)).to_be_visible()

    # The same device is not registered twice.
    page.get_by_role("button", name=label.add).click()
    form = page.get_by_role("form", name=label.add)
    expect(form.get_by_role("alert")).to_have_text(words.interface.sign_in.known)
    karim.lose_device(first)
    karim.take_device(transport="usb")
    page.get_by_role("button", name=label.add).click()
    expect(page.get_by_role("status").filter(has_text=label.done_add)).to_be_visible()
    keys = page.get_by_role("table", name=label.passkeys)
    expect(keys.get_by_role("row")).to_have_count(3)
    keys.get_by_role("textbox").last.fill("Key ring")
    keys.get_by_role("button", name=label.save).last.click()
    expect(keys.get_by_role("textbox").last).to_have_value("Key ring")

    page.get_by_role("button", name=label.sign_out).click()
    karim.sign_in(words)
    expect(page.get_by_role("heading", level=1)).to_have_text(words.page("/desk").title)
    page.get_by_role("link", name=label.title).click()
    keys.get_by_role("button", name=label.remove).first.click()
    expect(page.get_by_role("status").filter(has_text=label.done_remove)).to_be_visible()
    keys.get_by_role("button", name=label.remove).click()
    expect(page.get_by_role("alert").filter(has_text=words.errors.last_passkey)).to_be_visible()
    assert karim.problems == [problem for problem in karim.problems if "422" in problem]


@LANGUAGES
def test_lost_passkeys_are_recovered_by_the_administrator(
    person: Callable[[str], Person], named: Server, words: Site
) -> None:
    delwar, selina = person(f"Delwar{words.language} Hossain"), person(f"Selina{words.language} Begum")
    lost = delwar.take_device()
    selina.take_device()
    delwar.accept(invite(named, delwar, "prepare"), words)
    selina.accept(invite(named, selina, "administer", "prepare"), words)
    page, label = selina.page, words.interface.access

    page.get_by_role("link", name=label.title).click()
    row = page.get_by_role("row").filter(has_text=delwar.email)
    row.get_by_text(label.recover, exact=True).click()
    row.get_by_role("button", name=label.recover_button).click()
    link = page.get_by_role("textbox", name=label.link, exact=True).input_value()

    # What is lost opens nothing any more; the link does.
    delwar.page.goto(localized("/desk/sign-in", words.language))
    delwar.sign_in(words)
    expect(delwar.page.get_by_role("alert").filter(has_text=words.errors.passkey_unknown)).to_be_visible()
    delwar.lose_device(lost)
    delwar.take_device()
    delwar.accept(link.replace("/bn/", "/"), words)
    delwar.page.goto(link)
    expect(delwar.page.get_by_role("alert").filter(has_text=words.errors.invitation_invalid)).to_be_visible()
    assert ("recover person", "done") in audit(named, selina.name)


def test_open_page_learns_that_its_session_was_ended(person: Callable[[str], Person], named: Server) -> None:
    (words, *_), nasrin = SITES, person("Nasrin Akter")
    nasrin.take_device()
    nasrin.accept(invite(named, nasrin, "prepare"), words)
    page = nasrin.page
    page.goto(UPLOADS)
    form, given = form_of(page, words, "BondIssue"), paper("Too late.pdf")
    expect(page.get_by_text(words.interface.upload.signed_in.format(name=nasrin.name))).to_be_visible(timeout=PATIENCE)
    choose(form, given)

    named.admin("people", "end-sessions", nasrin.email)
    submit(form, words.interface.upload.submit)

    expect(page.get_by_role("region", name=words.interface.desk.sign_in_heading)).to_be_visible(timeout=PATIENCE)
    assert published_name(given["name"]) not in json.dumps(page.request.get("/api/documents/BondIssue").json())


def test_whoever_may_not_publish_is_told_so(person: Callable[[str], Person], named: Server) -> None:
    (words, *_), approver = SITES, person("Shirin Sultana")
    approver.take_device()
    approver.accept(invite(named, approver, "approve"), words)

    approver.page.goto("/prospectus")

    region = approver.page.get_by_role("region", name=words.interface.desk.refused_heading)
    expect(region).to_contain_text(words.errors.role_missing, timeout=PATIENCE)
    expect(region).to_contain_text(approver.name)


@LANGUAGES
def test_browser_without_passkeys_is_told_so(
    person: Callable[[str], Person], visitor: Callable[..., BrowserContext], named: Server, words: Site
) -> None:
    without = person("Nobody")
    without.page.add_init_script("delete window.PublicKeyCredential")
    without.page.goto(localized("/desk/sign-in", words.language))
    without.sign_in(words)
    expect(without.page.get_by_role("alert").filter(has_text=words.interface.sign_in.unsupported)).to_be_visible()

    elsewhere = person("Nobody")
    elsewhere.page.goto(named.url.replace("localhost", "127.0.0.1") + localized("/desk/sign-in", words.language))
    elsewhere.sign_in(words)
    said = words.interface.sign_in.elsewhere.format(host="localhost")
    expect(elsewhere.page.get_by_role("alert").filter(has_text=said)).to_be_visible()

    no_script = visitor(base_url=named.url, java_script_enabled=False).new_page()
    no_script.goto(localized("/desk/sign-in", words.language))
    # A text inside noscript is found by no other way.
    expect(no_script.locator("noscript p").filter(has_text=words.interface.sign_in.no_script)).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/AllNotice"])
def test_public_pages_load_nothing_of_it(visitor: Callable[..., BrowserContext], named: Server, path: str) -> None:
    page, loaded = visitor(base_url=named.url).new_page(), list[str]()
    page.on("request", lambda request: loaded.append(request.url))

    page.goto(path, wait_until="networkidle")

    assert [address for address in loaded if "/desk" in address or "passkeys" in address] == []
    assert page.context.cookies() == []


def test_files_of_the_server_hold_no_working_link(person: Callable[[str], Person], named: Server) -> None:
    token = invite(named, person("Faruk Ahmed"), "prepare").partition("token=")[2]

    person("Nobody").page.goto(f"/desk/invitation?token={token}")

    kept = [named.log, *Path(named.data).glob("starbond.db*")]
    assert [file.name for file in kept if token.encode() in file.read_bytes()] == []


@LANGUAGES
@pytest.mark.parametrize("width", [390, 1440])
def test_pages_fit_and_have_no_violation(
    person: Callable[[str], Person], named: Server, words: Site, width: int
) -> None:
    tahmina = person(f"Tahmina{words.language}{width} Rahman")
    page, height = tahmina.page, 900
    page.set_viewport_size({"width": width, "height": height})
    tahmina.take_device()
    link = invite(named, tahmina, "administer", "prepare")
    found: dict[str, list[str]] = {}

    def check(name: str) -> None:
        if shots := os.environ.get("SCREENSHOTS"):
            page.screenshot(path=f"{shots}/{name}-{words.language}-{width}.png", full_page=True)
        problems = violations(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            problems.append("wider than the window")
        found.update({name: problems} if problems else {})

    page.goto(link.replace("/desk/", localized("/desk/", words.language)))
    check("invitation")
    tahmina.accept(link, words)
    check("account")
    page.goto(localized("/desk/people", words.language))
    form = page.get_by_role("form", name=words.interface.access.invite)
    form.get_by_label(words.interface.access.name, exact=True).fill(f"Rokeya{words.language}{width} Sultana")
    form.get_by_label(words.interface.access.email).fill(f"rokeya{words.language}{width}@example.com")
    form.get_by_role("button", name=words.interface.access.invite_button).click()
    expect(page.get_by_role("textbox", name=words.interface.access.link, exact=True)).to_be_visible()
    check("people")
    page.goto(localized("/UploadFiles", words.language))
    expect(page.get_by_text(words.interface.upload.signed_in.format(name=tahmina.name))).to_be_visible(timeout=PATIENCE)
    check("upload")
    page.goto(localized("/desk/account", words.language))
    page.get_by_role("button", name=words.interface.account.sign_out).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words.interface.sign_in.title)
    check("sign-in")

    assert found == {}
    assert tahmina.problems == []
