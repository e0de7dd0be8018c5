"""People: invited, signed in with a passkey or a company account, publishing by name, recovered, and signed out."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from starbond_site import local_time
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.axe import WIDTHS, violations
from tests.browser.conftest import Visitor
from tests.browser.filing import PATIENCE, UPLOADS, choose, documents, form_of, paper, published_name, submit
from tests.browser.languages import ENGLISH
from tests.browser.person import Person, audit, invite
from tests.browser.test_sealed import LIST, SEALED, said, seal
from tests.serving import Server, serving
from tests.unit import fake_issuer
from tests.unit.fake_issuer import Issuer


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    """Serve a company's sign-in: at 127.0.0.1, so that browsers take it for another site than localhost."""
    with fake_issuer.listening() as made:
        yield made


@pytest.fixture(scope="module")
def named(site: Server, issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site on which people sign in, and two of them release what is sealed."""
    del site
    settings = {
        "STARBOND_UPLOADS": "people",
        "STARBOND_TWO_PERSON_RELEASE": "yes",
        "STARBOND_OIDC_ISSUER": issuer.url,
        "STARBOND_OIDC_CLIENT_ID": fake_issuer.CLIENT,
        "STARBOND_OIDC_CLIENT_SECRET": fake_issuer.SECRET,
    }
    with serving(tmp_path_factory.mktemp("named"), **settings) as server:
        yield server


@pytest.fixture
def person(visitor: Visitor, named: Server) -> Callable[[str], Person]:
    """Return what makes a person."""
    return lambda name: Person(visitor(base_url=named.url), name)


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
    words, nasrin = ENGLISH, person("Nasrin Akter")
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
    words, approver = ENGLISH, person("Shirin Sultana")
    approver.take_device()
    approver.accept(invite(named, approver, "approve"), words)

    approver.page.goto("/prospectus")

    region = approver.page.get_by_role("region", name=words.interface.desk.refused_heading)
    expect(region).to_contain_text(words.errors.role_missing, timeout=PATIENCE)
    expect(region).to_contain_text(approver.name)


def test_browser_without_passkeys_is_told_so(
    person: Callable[[str], Person], visitor: Visitor, named: Server, words: Site
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


def test_public_pages_load_nothing_of_it(visitor: Visitor, named: Server) -> None:
    page, loaded = visitor(base_url=named.url).new_page(), list[str]()
    page.on("request", lambda request: loaded.append(request.url))
    for path in ("/", "/AllNotice"):
        page.goto(path, wait_until="networkidle")

    assert [address for address in loaded if "/desk" in address or "passkeys" in address] == []
    assert page.context.cookies() == []


def test_files_of_the_server_hold_no_working_link(person: Callable[[str], Person], named: Server) -> None:
    token = invite(named, person("Faruk Ahmed"), "prepare").partition("token=")[2]

    person("Nobody").page.goto(f"/desk/invitation?token={token}")

    kept = [named.log, *Path(named.data).glob("starbond.db*")]
    assert [file.name for file in kept if token.encode() in file.read_bytes()] == []


def test_pages_fit_and_have_no_violation(person: Callable[[str], Person], named: Server, words: Site) -> None:
    tahmina = person("Tahmina Rahman")
    page = tahmina.page
    tahmina.take_device()
    link = invite(named, tahmina, "administer", "prepare")
    found: list[str] = []

    def check(name: str) -> None:
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            found.extend(f"{name} {width}: {problem}" for problem in violations(page))
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found.append(f"{name} {width}: wider than the window")

    page.goto(link.replace("/desk/", localized("/desk/", words.language)))
    check("invitation")
    tahmina.accept(link, words)
    check("account")
    page.goto(localized("/desk/people", words.language))
    form = page.get_by_role("form", name=words.interface.access.invite)
    form.get_by_label(words.interface.access.name, exact=True).fill("Rokeya Sultana")
    form.get_by_label(words.interface.access.email).fill("rokeya@example.com")
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

    assert found == []
    assert tahmina.problems == []


def test_one_person_seals_and_another_approves(person: Callable[[str], Person], named: Server, words: Site) -> None:
    """The first cannot approve, and the filing waits for the second."""
    author, approver = person("Parvin Rahman"), person("Tanvir Rahman")
    for somebody, roles in ((author, ("prepare", "approve")), (approver, ("approve",))):
        somebody.take_device()
        somebody.accept(invite(named, somebody, *roles), words)
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
