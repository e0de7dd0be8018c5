"""The pages of people: signing in, the own account, the directory."""

import re
from html import escape, unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from people_site import SESSION, Browser, people_app, shown
from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.people import Role, persons, sessions
from starbond_site.web.people import shared
from tests.unit.authenticator import Authenticator
from tests.unit.documents.publishing import rows
from tests.unit.signing_in import Somebody, somebody

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
WORDS = content.read("en").interface
ERRORS = content.read("en").errors


def _invited(archive: Archive, language: Language = "en") -> str:
    _, token = persons.invite(archive, COMMAND_LINE, "Karim <b>Uddin</b>", "karim@example.com", [Role.PREPARE])
    return f"{localized('/desk/invitation', language)}?token={token}"


def _options(link: str) -> str:
    return link.replace("?", "/options?")


@LANGUAGE
def test_link_registers_a_passkey_and_signs_in(archive: Archive, app: Starlette, language: Language) -> None:
    browser, link, site = Browser(app), _invited(archive, language), content.read(language)

    page = browser.get(link)
    assert page.status == 200
    assert escape(site.interface.sign_in.welcome.format(name="Karim <b>Uddin</b>")) in page.text
    assert "<b>" not in page.text
    assert page.headers["referrer-policy"] == "same-origin"
    accepted = browser.register(link, _options(link), Authenticator())

    assert (accepted.status, accepted.headers["location"]) == (303, localized("/desk/account", language))
    account = browser.get(localized("/desk/account", language))
    assert account.status == 200
    assert "karim@example.com" in account.text
    assert site.interface.account.second in shown(account)
    again = Browser(app).get(link)
    assert (again.status, site.errors.invitation_invalid in shown(again)) == (410, True)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(archive: Archive, app: Starlette) -> None:
    browser, link = Browser(app), _invited(archive)

    asked = browser.post(_options(link))
    accepted = browser.post(link, {"credential": Authenticator().register(asked.text)})

    for line in (*asked.cookies, *accepted.cookies):
        name, _, rest = line.partition("=")
        assert name.startswith("__Host-starbond-")
        for part in ("HttpOnly", "Secure", "SameSite=strict", "Path=/"):
            assert part in rest
        assert "Domain" not in rest


@LANGUAGE
def test_signing_in_leads_back_to_where_it_was_asked_for(app: Starlette, admin: Somebody, language: Language) -> None:
    browser, page = Browser(app), localized("/UploadFiles", language)

    asked = browser.get(f"{localized('/desk/sign-in', language)}?next={page}")
    assert f'name="next" value="{page}"' in asked.text
    assert browser.sign_in(admin.device, page).headers["location"] == page
    # Whoever is signed in is not asked again.
    assert browser.get("/desk/sign-in").headers["location"] == "/desk"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.test/",
        "//evil.test",
        "/\\evil.test",
        "/desk/../x",
        "/desk//evil",
        "/contact",
        "/desk\n",
        "/bn/bn/desk",
    ],
)
def test_signing_in_leads_nowhere_else(app: Starlette, admin: Somebody, elsewhere: str) -> None:
    browser = Browser(app)

    assert 'name="next" value=""' in browser.get(f"/desk/sign-in?next={elsewhere}").text
    assert browser.sign_in(admin.device, elsewhere).headers["location"] == "/desk"


def test_whoever_may_not_prepare_begins_with_the_account(archive: Archive, app: Starlette) -> None:
    approver = somebody(archive, "Karim Uddin", [Role.APPROVE])

    assert Browser(app).sign_in(approver.device).headers["location"] == "/desk/account"


def test_refused_passkey_is_said_and_audited(archive: Archive, app: Starlette, admin: Somebody) -> None:
    admin.device.is_verifying = False
    browser = Browser(app)

    answer = browser.sign_in(admin.device, "/desk")

    assert (answer.status, ERRORS.passkey_refused in shown(answer)) == (403, True)
    assert 'name="next" value="/desk"' in answer.text
    assert SESSION not in browser.cookies
    (line,) = rows(archive, "SELECT address, action, outcome, detail FROM audit ORDER BY id DESC LIMIT 1")
    assert line[:3] == ("192.0.2.9", "sign in", "passkey_refused")
    assert "rahima@example.com" in str(line[3])


def test_refusals_fill_no_audit(archive: Archive, app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "AUDITED", 3)
    del app
    browser = Browser(people_app(archive, Path("none")))

    for _ in range(5):
        assert browser.post("/desk/sign-in").status == 403

    assert rows(archive, "SELECT count(*) FROM audit") == [(3,)]


def test_questions_for_challenges_are_limited(
    archive: Archive, admin: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "QUESTIONS", 3)
    browser = Browser(people_app(archive, tmp_path))
    browser.post("/desk/sign-in/options")
    # Signing in forgets what was asked before: an office shares one address.
    assert browser.sign_in(admin.device).status == 303

    answers = [browser.post("/desk/sign-in/options") for _ in range(4)]

    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert "min." in answers[-1].text
    assert int(answers[-1].headers["retry-after"]) > 0
    assert rows(archive, "SELECT count(*) FROM passkey_challenge") == [(5 - 1,)]


def test_sign_out_ends_the_session_everywhere_it_was_copied_to(browser: Browser, archive: Archive) -> None:
    copied = browser.cookies[SESSION]

    left = browser.post("/desk/sign-out", {"next": "/UploadFiles"})

    assert (left.status, left.headers["location"]) == (303, "/UploadFiles")
    assert SESSION not in browser.cookies
    assert sessions.holder(archive, copied) is None
    assert rows(archive, "SELECT person, action FROM audit ORDER BY id DESC LIMIT 1") == [("Rahima Khatun", "sign out")]
    assert browser.post("/desk/sign-out").headers["location"] == "/desk/sign-in"


@LANGUAGE
def test_own_passkeys_and_sessions(browser: Browser, admin: Somebody, language: Language) -> None:
    path, words = localized("/desk/account", language), content.read(language).interface.account
    other = admin.sign_in()
    added = browser.register(f"{path}/passkeys", f"{path}/passkeys/options", Authenticator())
    assert added.headers["location"] == f"{path}?done=add"
    page = browser.get(f"{path}?done=add")
    assert words.done_add in shown(page)
    assert words.second not in shown(page)
    first, second = re.findall(r'number" value="(\d+)"><button class="button" name="deed" value="remove"', page.text)

    assert browser.post(path, {"deed": "rename", "number": second, "name": "<i>Key"}).status == 303
    assert 'value="&lt;i&gt;Key"' in browser.get(path).text
    assert words.this_browser in shown(page)
    assert browser.post(path, {"deed": "others"}).headers["location"] == f"{path}?done=others"
    assert sessions.holder(admin.archive, other) is None
    assert browser.get(path).status == 200

    assert browser.post(path, {"deed": "remove", "number": second}).status == 303
    refused = browser.post(path, {"deed": "remove", "number": first})
    assert (refused.status, content.read(language).errors.last_passkey in shown(refused)) == (422, True)


def test_one_other_session_is_ended(browser: Browser, admin: Somebody) -> None:
    other = admin.sign_in()
    page = browser.get("/desk/account").text
    (number,) = re.findall(r'number" value="(\d+)"><button class="button" name="deed" value="end"', page)

    browser.post("/desk/account", {"deed": "end", "number": number})

    assert sessions.holder(admin.archive, other) is None
    assert browser.get("/desk/account").status == 200


@pytest.mark.parametrize(
    "fields", [{}, {"deed": "others' --"}, {"deed": "remove", "number": "9" * 30}, {"deed": "end"}]
)
def test_malformed_forms_change_nothing(browser: Browser, archive: Archive, fields: dict[str, str]) -> None:
    before = rows(archive, "SELECT * FROM passkey"), rows(archive, "SELECT id FROM person_session")

    assert browser.post("/desk/account", fields).status in (303, 422)
    assert browser.post("/desk/people", fields).status in (303, 422)

    assert (rows(archive, "SELECT * FROM passkey"), rows(archive, "SELECT id FROM person_session")) == before


@LANGUAGE
def test_administrator_invites_and_sees_the_link_once(browser: Browser, archive: Archive, language: Language) -> None:
    path, words = localized("/desk/people", language), content.read(language).interface.access
    fields = {"deed": "invite", "name": "Karim Uddin", "email": "karim@example.com", "role-approve": "on"}

    answer = browser.post(path, fields)

    assert answer.status == 200
    assert words.link_heading.format(name="Karim Uddin") in shown(answer)
    link = urlsplit(unescape(re.findall(r'readonly value="([^"]+)"', answer.text)[0]))
    assert link.path == localized("/desk/invitation", language)
    token = parse_qs(link.query)["token"][0]
    assert token not in browser.get(path).text
    assert Browser(browser.app).get(f"{link.path}?{link.query}").status == 200
    (entry,) = [entry for entry in persons.everyone(archive) if entry.email == "karim@example.com"]
    assert entry.roles == {Role.APPROVE}
    assert rows(archive, "SELECT person FROM audit WHERE action = 'invite person' ORDER BY id DESC LIMIT 1") == [
        ("Rahima Khatun",)
    ]


def test_what_was_typed_stays_where_it_has_to_be_corrected(browser: Browser) -> None:
    answer = browser.post("/desk/people", {"deed": "invite", "name": 'K"', "email": "no", "role-approve": "on"})

    assert (answer.status, ERRORS.email_invalid in shown(answer)) == (422, True)
    assert 'value="K&quot;"' in answer.text
    assert 'name="role-approve" checked' in answer.text
    answer = browser.post("/desk/people", {"deed": "invite", "name": "K", "email": "k@example.com"})
    assert (answer.status, ERRORS.roles_missing in shown(answer)) == (422, True)
    answer = browser.post(
        "/desk/people", {"deed": "invite", "name": "R", "email": "rahima@example.com", "role-approve": "on"}
    )
    assert (answer.status, "rahima@example.com" in shown(answer)) == (422, True)


def test_administrator_changes_others(browser: Browser, archive: Archive) -> None:
    other = somebody(archive, "Karim Uddin", [Role.PREPARE])
    about = {"number": str(other.id)}

    assert browser.post("/desk/people", {"deed": "roles", **about, "role-approve": "on"}).status == 303
    holder = sessions.holder(archive, other.session)
    assert holder
    assert holder.roles == {Role.APPROVE}
    assert browser.post("/desk/people", {"deed": "roles", **about}).status == 422
    assert browser.post("/desk/people", {"deed": "end", **about}).headers["location"] == "/desk/people?done=end"
    assert sessions.holder(archive, other.session) is None
    assert WORDS.access.done_end in shown(browser.get("/desk/people?done=end"))
    browser.post("/desk/people", {"deed": "disable", **about})
    assert WORDS.access.state_off in shown(browser.get("/desk/people"))
    browser.post("/desk/people", {"deed": "enable", **about})
    recovered = browser.post("/desk/people", {"deed": "recover", **about})
    assert "/desk/invitation?token=" in recovered.text
    assert not persons.find(archive, other.person.email).disabled_at


@pytest.mark.parametrize("deed", ["disable", "recover"])
def test_administrator_cannot_lock_themselves_out(browser: Browser, admin: Somebody, deed: str) -> None:
    page = browser.get("/desk/people").text
    answer = browser.post("/desk/people", {"deed": deed, "number": str(admin.id)})

    assert f'value="{deed}"' not in page
    assert (answer.status, ERRORS.own_person in shown(answer)) == (422, True)
    answer = browser.post("/desk/people", {"deed": "roles", "number": str(admin.id), "role-prepare": "on"})
    assert (answer.status, ERRORS.last_administrator in shown(answer)) == (422, True)
    assert browser.get("/desk/people").status == 200


def test_invitation_of_another_person_is_not_registered_by_a_session(browser: Browser, archive: Archive) -> None:
    link = _invited(archive)
    options = browser.post("/desk/account/passkeys/options").text

    answer = browser.post(link, {"credential": Authenticator().register(options)})

    assert (answer.status, ERRORS.passkey_refused in shown(answer)) == (403, True)
    assert browser.get(link).status == 200


@pytest.mark.parametrize(
    "path",
    ["/desk/account", "/desk/people", "/desk/sign-in", "/desk/invitation?token=x", "/desk/sign-in/company/answer"],
)
def test_database_that_does_not_answer_is_said(browser: Browser, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    def fail(_: object) -> None:
        raise OperationalError(str(_), {}, Exception(str(_)))

    monkeypatch.setattr(database, "reading", fail)
    monkeypatch.setattr(database, "writing", fail)

    answer = browser.get(path)

    assert (answer.status, ERRORS.people_unavailable in shown(answer)) == (503, True)
    assert browser.post("/desk/sign-in/options").status == 503


def test_desk_says_who_is_signed_in(browser: Browser) -> None:
    text = shown(browser.get("/desk"))

    assert WORDS.account.signed_in.format(name="Rahima Khatun", email="rahima@example.com") in text
    assert WORDS.account.people_link in text


def test_script_comes_from_this_site_and_is_asked_for_anew(browser: Browser) -> None:
    answer = browser.get("/desk/passkeys.js")

    assert answer.headers["content-type"].startswith("text/javascript")
    assert "navigator.credentials" in answer.text
    assert '<script src="/desk/passkeys.js" defer>' in Browser(browser.app).get("/desk/sign-in").text
