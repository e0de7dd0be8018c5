"""The pages of people: signing in, the own account, the directory."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import escape, unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from whole_site import PEER, Site, visible

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES, Language, localized
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.features.people import persons, sessions, shared
from starbond_site.shared.roles import Role
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web.rights import Rights, session_cookie
from tests.unit import javascript
from tests.unit.authenticator import Authenticator
from tests.unit.documents.publishing import existing, rows
from tests.unit.signing_in import Somebody, somebody

pytestmark = pytest.mark.features("people")

PEOPLE = UploadPolicy.PEOPLE
SESSION = session_cookie(is_secure=True)
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
WORDS = content.read("en").interface
ERRORS = content.read("en").errors


@LANGUAGE
def test_link_registers_a_passkey_and_signs_in(archive: Archive, language: Language) -> None:
    _, token = persons.invite(archive, COMMAND_LINE, "Karim <b>Uddin</b>", "karim@example.com", [Role.PREPARE])
    path = localized("/desk/invitation", language)
    browser, link, site = Site(archive, PEOPLE), f"{path}?token={token}", content.read(language)
    page = browser.get(link)
    assert page.status == 200
    assert escape(site.interface.sign_in.welcome.format(name="Karim <b>Uddin</b>")) in page.text
    assert ("<b>" in page.text, page.headers["referrer-policy"]) == (False, "strict-origin")
    asked = browser.post(f"{path}/options?token={token}")
    accepted = browser.post(link, {"credential": Authenticator().register(asked.text)})
    assert (accepted.status, accepted.headers["location"]) == (303, localized("/desk/account", language))
    for line in (*asked.cookies, *accepted.cookies):
        assert (line.startswith("__Host-starbond-"), "Domain" in line) == (True, False)
        assert [part for part in ("HttpOnly", "Secure", "SameSite=strict", "Path=/") if part not in line] == []
    account = browser.get(localized("/desk/account", language))
    assert (account.status, "karim@example.com" in account.text) == (200, True)
    assert site.interface.account.second in visible(account)
    again = Site(archive, PEOPLE).get(link)
    assert (again.status, site.errors.invitation_invalid in visible(again)) == (410, True)


IN_APP = (
    "Mozilla/5.0 (Linux; Android 15; SM-A165F; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]",
    "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "WhatsApp/2.25.20 A",
)
BROWSERS = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
)


@LANGUAGE
def test_invitation_that_is_opened_inside_an_app_leads_to_the_browser(archive: Archive, language: Language) -> None:
    _, token = persons.invite(archive, COMMAND_LINE, "Karim Uddin", "karim@example.com", [Role.PREPARE])
    said = content.read(language).interface.sign_in.in_app
    link = f"{localized('/desk/invitation', language)}?token={token}"
    browser = Site(archive, PEOPLE)
    pages = [browser.send("GET", link, {"user-agent": agent}) for agent in (*IN_APP, *BROWSERS)]
    assert [said in visible(page) for page in pages] == [True] * len(IN_APP) + [False] * len(BROWSERS)


@LANGUAGE
def test_signing_in_leads_back_to_where_it_was_asked_for(archive: Archive, admin: Somebody, language: Language) -> None:
    browser, page = Site(archive, PEOPLE), localized("/UploadFiles", language)
    assert f'name="next" value="{page}"' in browser.get(f"{localized('/desk/sign-in', language)}?next={page}").text
    assert browser.sign_in(admin.device, page).headers["location"] == page
    # Whoever is signed in is not asked again.
    assert browser.get("/desk/sign-in").headers["location"] == "/desk"
    menu, _, _ = browser.get(localized("/desk", language)).text.partition("</nav>")
    for shown in ("Rahima Khatun", *(f'"{localized(path, language)}"' for path in ("/desk/people", "/desk/sign-out"))):
        assert shown in menu


@pytest.mark.parametrize("elsewhere", [
    "https://evil.test/", "//evil.test", "/\\evil.test", "/desk/../x", "/desk//evil", "/contact", "/desk\n",
    "/bn/bn/desk",
])  # fmt: skip
def test_signing_in_leads_to_the_desk_alone(archive: Archive, admin: Somebody, elsewhere: str) -> None:
    site = Site(archive, PEOPLE)
    assert 'name="next" value=""' in site.get(f"/desk/sign-in?next={elsewhere}").text
    assert site.sign_in(admin.device, elsewhere).headers["location"] == "/desk"


def test_whoever_may_not_prepare_comes_to_the_account(archive: Archive, admin: Somebody) -> None:
    approver = somebody(archive, "Karim Uddin", [Role.APPROVE])
    site = Site(archive, PEOPLE)
    assert site.sign_in(approver.device).headers["location"] == "/desk/account", "who may not prepare"
    assert 'href="/desk/people"' not in site.get("/desk/account").text


def test_whoever_is_switched_off_is_told_so_and_kept_out(archive: Archive, admin: Somebody) -> None:
    other = somebody(archive, "Karim Uddin")
    persons.disable(archive, COMMAND_LINE, other.id)
    answer = Site(archive, PEOPLE).sign_in(other.device)
    said = ERRORS.say("person_disabled", email="karim@example.com")
    assert (answer.status, said in visible(answer)) == (403, True)


def test_refused_passkey_is_said_and_audited(archive: Archive, admin: Somebody, monkeypatch: pytest.MonkeyPatch):
    admin.device.is_verifying = False
    browser = Site(archive, PEOPLE)
    answer = browser.sign_in(admin.device, "/desk")
    assert (answer.status, ERRORS.passkey_refused in visible(answer)) == (403, True)
    assert ('name="next" value="/desk"' in answer.text, SESSION in browser.cookies) == (True, False)
    (line,) = rows(archive, "SELECT address, action, outcome, detail FROM audit ORDER BY id DESC LIMIT 1")
    assert line[:3] == (PEER, "sign in", "passkey_refused")
    assert "rahima@example.com" in str(line[3])
    monkeypatch.setattr("starbond_site.web.rights.RECORDED", 3)
    browser, before = Site(archive, PEOPLE), len(rows(archive, "SELECT id FROM audit"))
    assert {browser.post("/desk/sign-in").status for _ in range(5)} == {403}
    assert len(rows(archive, "SELECT id FROM audit")) == before + 3, "refusals fill no audit"
    assert browser.post("/desk/documents/1/withdraw").status == 401
    assert len(rows(archive, "SELECT id FROM audit")) == before + 4, "refusals of one kind hide none of another"
    script = browser.get("/desk/passkeys.js")
    assert (script.headers["content-type"][:15], "navigator.credentials" in script.text) == ("text/javascript", True)
    assert '<script src="/desk/passkeys.js" defer>' in browser.get("/desk/sign-in").text


def test_refused_new_passkeys_fill_no_audit(browser: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("starbond_site.web.rights.RECORDED", 3)
    assert {browser.post("/desk/account/passkeys", {"credential": "{}"}).status for _ in range(5)} == {422}
    assert rows(archive, "SELECT outcome FROM audit WHERE action = 'add passkey'") == [("passkey_refused",)] * 3


def test_only_what_a_person_typed_is_shown_to_be_copied(archive: Archive, admin: Somebody) -> None:
    site, sent = Site(archive, PEOPLE), {"operation": "rename", "number": "5", "credential": "{}"}
    assert 'id="typed"' not in site.post("/desk/account", sent).text
    assert 'id="typed" readonly>\nMy key</textarea>' in site.post("/desk/account", {**sent, "name": "My key"}).text


def test_questions_for_challenges_are_limited(archive: Archive, admin: Somebody, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shared, "QUESTIONS", 3)
    browser = Site(archive, PEOPLE)
    browser.post("/desk/sign-in/options")
    # Signing in forgets what was asked before: an office shares one address.
    assert browser.sign_in(admin.device).status == 303
    answers = [browser.post("/desk/sign-in/options") for _ in range(4)]
    assert ([answer.status for answer in answers], "min." in answers[-1].text) == ([200, 200, 200, 429], True)
    assert int(answers[-1].headers["retry-after"]) > 0
    assert rows(archive, "SELECT count(*) FROM passkey_challenge") == [(5 - 1,)]


def test_sign_out_ends_the_session_everywhere_it_was_copied_to(browser: Site, archive: Archive) -> None:
    copied = browser.cookies[SESSION]
    left = browser.post("/desk/sign-out", {"next": "/UploadFiles"})
    assert (left.status, left.headers["location"], SESSION in browser.cookies) == (303, "/UploadFiles", False)
    assert sessions.principal(archive, copied) is None
    assert rows(archive, "SELECT person, action FROM audit ORDER BY id DESC LIMIT 1") == [("Rahima Khatun", "sign out")]
    assert browser.post("/desk/sign-out").headers["location"] == "/desk/sign-in"


def test_who_is_disabled_after_the_check_changes_nothing(archive: Archive, admin: Somebody) -> None:
    """Another administrator is faster: the change itself asks once more whether its author may."""
    other, found = somebody(archive, "Karim Uddin"), sessions.principal(archive, admin.session)
    rights = Rights(PEOPLE, public_url=archive.settings.public_url, people=lambda _: found)
    persons.disable(archive, COMMAND_LINE, admin.id)
    assert Site(archive, rights).post("/desk/people", {"operation": "disable", "number": str(other.id)}).status == 401
    assert [entry.person.id for entry in persons.everyone(archive) if entry.person.disabled_at] == [admin.id]


@LANGUAGE
def test_own_sessions_end_one_by_one_and_together(browser: Site, admin: Somebody, language: Language) -> None:
    path, words = localized("/desk/account", language), content.read(language).interface.account
    other, third = admin.sign_in(), admin.sign_in()
    ends = re.findall(
        r'number" value="(\d+)"><button class="button" name="operation" value="end"', browser.get(path).text
    )
    browser.post(path, {"operation": "end", "number": max(ends, key=int)})
    assert [bool(sessions.principal(admin.archive, session)) for session in (other, third)] == [True, False]
    assert words.this_browser in visible(browser.get(path))
    assert browser.post(path, {"operation": "others"}).headers["location"] == f"{path}?done=others"
    assert sessions.principal(admin.archive, other) is None


@LANGUAGE
def test_own_passkeys_are_added_renamed_and_removed_but_the_last(
    browser: Site, admin: Somebody, language: Language
) -> None:
    path, words = localized("/desk/account", language), content.read(language).interface.account
    added = browser.register(f"{path}/passkeys", f"{path}/passkeys/options", Authenticator())
    assert added.headers["location"] == f"{path}?done=add"
    page = browser.get(f"{path}?done=add")
    assert (words.done["add"] in visible(page), words.second in visible(page)) == (True, False)
    first, second = re.findall(
        r'number" value="(\d+)"><button class="button" name="operation" value="remove"', page.text
    )
    assert browser.post(path, {"operation": "rename", "number": second, "name": "<i>Key"}).status == 303
    assert 'value="&lt;i&gt;Key"' in browser.get(path).text
    (credential,) = rows(admin.archive, "SELECT credential FROM passkey ORDER BY id")[-1]
    signalled = f'data-removed="{credential}" data-host="'
    assert signalled not in browser.get(f"{path}?removed={credential}").text, "one that signs in stays where it is"
    gone = browser.post(path, {"operation": "remove", "number": second}).headers["location"]
    assert (gone, signalled in browser.get(gone).text) == (f"{path}?done=remove&removed={credential}", True)
    refused = browser.post(path, {"operation": "remove", "number": first})
    assert (refused.status, content.read(language).errors.last_passkey in visible(refused)) == (422, True)


def test_a_passkey_that_was_removed_is_named_to_what_keeps_it(browser: Site) -> None:
    tell = """(() => {
        const told = [], dataset = { removed: "a key", host: "example.com" };
        globalThis.window = { PublicKeyCredential: { signalUnknownCredential: async (one) => told.push(one) } };
        globalThis.document = { querySelector: () => ({ dataset }), addEventListener: () => {} };
        eval(given);
        return told;
    })()"""
    assert javascript.run("digits.jsx", tell, browser.get("/desk/passkeys.js").text) == [
        {"rpId": "example.com", "credentialId": "a key"}
    ]


@pytest.mark.parametrize(
    "fields", [{}, {"operation": "others' --"}, {"operation": "remove", "number": "9" * 30}, {"operation": "end"}]
)
def test_malformed_forms_change_nothing(browser: Site, archive: Archive, fields: dict[str, str]) -> None:
    before = rows(archive, "SELECT * FROM passkey"), rows(archive, "SELECT id FROM person_session")
    for path in ("/desk/account", "/desk/people"):
        assert browser.post(path, fields).status in (303, 422)
    assert (rows(archive, "SELECT * FROM passkey"), rows(archive, "SELECT id FROM person_session")) == before


@LANGUAGE
def test_administrator_invites_and_sees_the_link_once(browser: Site, archive: Archive, language: Language) -> None:
    path, words = localized("/desk/people", language), content.read(language).interface.access
    fields = {"operation": "invite", "name": "Karim  Uddin ", "email": "Karim@Example.COM", "role-approve": "on"}
    page = browser.get(path).text
    assert all(f'name="{name}"' in page for name in fields)
    assert '<button class="button button--primary" name="operation" value="invite">' in page
    answer = browser.post(path, fields)
    assert (answer.status, words.link_heading.format(name="Karim Uddin") in visible(answer)) == (200, True)
    link = urlsplit(unescape(re.findall(r'readonly value="([^"]+)"', answer.text)[0]))
    assert link.path == localized("/desk/invitation", language)
    token = parse_qs(link.query)["token"][0]
    assert token not in browser.get(path).text
    assert token not in str(rows(archive, "SELECT * FROM invitation")), "the database has no working link"
    assert browser.browser().get(f"{link.path}?{link.query}").status == 200
    (entry,) = [entry for entry in persons.everyone(archive) if entry.person.email == "karim@example.com"]
    assert (entry.person.name, entry.person.roles, entry.person.disabled_at) == ("Karim Uddin", Role.APPROVE, None)
    assert (entry.passkeys, entry.sessions) == (0, 0)
    assert entry.invited_until
    audited = "SELECT person, subject, outcome, detail FROM audit WHERE action = 'invite person' ORDER BY id DESC"
    assert rows(archive, audited)[0] == ("Rahima Khatun", "karim@example.com", "done", "Karim Uddin: approve")


def test_what_was_typed_stays_where_it_has_to_be_corrected(browser: Site) -> None:
    typed = {"operation": "invite", "role-approve": "on"}
    answer = browser.post("/desk/people", {**typed, "name": 'K"', "email": "no"})
    assert (answer.status, ERRORS.email_invalid in visible(answer)) == (422, True)
    assert ('value="K&#34;"' in answer.text, 'name="role-approve" checked' in answer.text) == (True, True)
    answer = browser.post("/desk/people", {"operation": "invite", "name": "K", "email": "k@example.com"})
    assert (answer.status, ERRORS.roles_missing in visible(answer)) == (422, True)
    answer = browser.post("/desk/people", {**typed, "name": "R", "email": "rahima@example.com"})
    assert (answer.status, "rahima@example.com" in visible(answer)) == (422, True)


def test_name_that_looks_like_anothers_is_taken_when_it_is_sent_again(browser: Site) -> None:
    fields = {"operation": "invite", "name": "Rahirna Khatun", "email": "r@example.com", "role-approve": "on"}
    answer = browser.post("/desk/people", fields)
    asked = ERRORS.say("name_similar", name="Rahima Khatun")
    assert (answer.status, asked in visible(answer), 'name="asked"' in answer.text) == (422, True, True)
    assert browser.post("/desk/people", {**fields, "asked": fields["name"]}).status == 200


def test_related_addresses_may_use_the_passkeys(archive: Archive) -> None:
    settings = archive.settings.model_copy(update={"passkey_origins": "https://a.example https://b.example"})
    site = Site(replace(archive, settings=settings), PEOPLE)
    assert json.loads(site.get("/.well-known/webauthn").text) == {
        "origins": ["https://www.example.com", "https://a.example", "https://b.example"]
    }


def test_administrator_changes_others(browser: Site, archive: Archive) -> None:
    other = somebody(archive, "Karim Uddin", [Role.PREPARE])
    about = {"number": str(other.id)}
    assert browser.post("/desk/people", {"operation": "roles", **about, "role-approve": "on"}).status == 303
    holder = existing(sessions.principal(archive, other.session))
    assert (holder.roles, browser.post("/desk/people", {"operation": "roles", **about}).status) == ({Role.APPROVE}, 422)
    changed = rows(archive, "SELECT detail FROM audit WHERE action = 'change roles' AND outcome = 'done'")
    assert changed == [("prepare -> approve",)]
    assert browser.post("/desk/people", {"operation": "end", **about}).headers["location"] == "/desk/people?done=end"
    assert sessions.principal(archive, other.session) is None
    assert WORDS.access.done["end"] in visible(browser.get("/desk/people?done=end"))
    browser.post("/desk/people", {"operation": "disable", **about})
    assert WORDS.access.state_off in visible(browser.get("/desk/people"))
    browser.post("/desk/people", {"operation": "enable", **about})
    assert "/desk/invitation?token=" in browser.post("/desk/people", {"operation": "recover", **about}).text
    assert not persons.find(archive, other.person.email).disabled_at


def test_the_page_says_by_whose_link_somebody_came_in(browser: Site, archive: Archive, admin: Somebody) -> None:
    other, said = somebody(archive, "Karim Uddin", [Role.PREPARE]), WORDS.access.state_added.partition("{name}")[0]
    assert said not in visible(browser.get("/desk/people")), "the command line has no name"
    link = browser.post("/desk/people", {"operation": "recover", "number": str(other.id)}).text
    other.accept(existing(re.search(r"token=([\w-]+)", link))[1])
    assert visible(browser.get("/desk/people")).count(f"{said}{admin.person.name}") == 1


def test_administrator_cannot_lock_themselves_out(browser: Site, admin: Somebody) -> None:
    page, about = browser.get("/desk/people").text, {"number": str(admin.id)}
    for operation, code in (("disable", "own_person"), ("recover", "own_person"), ("roles", "last_administrator")):
        answer = browser.post("/desk/people", {"operation": operation, **about, "role-prepare": "on"})
        assert (answer.status, ERRORS.say(code) in visible(answer)) == (422, True), operation
        assert operation == "roles" or f'value="{operation}"' not in page
    assert browser.get("/desk/people").status == 200


def test_database_that_does_not_answer_is_said(browser: Site, take_away: Callable[..., None]) -> None:
    take_away()
    for path in ("account", "people", "sign-in", "invitation?token=x", "sign-in/company/answer"):
        answer = browser.get(f"/desk/{path}")
        assert (answer.status, ERRORS.people_unavailable in visible(answer)) == (503, True), path
    assert browser.post("/desk/sign-in/options").status == 503
