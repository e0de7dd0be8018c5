"""Signing in with a company account: the way there and back, and every answer that does not fit."""

import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from asgi_client import Answer
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES, Language, localized
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.features.people import openid, persons, shared
from starbond_site.features.people.openid import ANSWER
from starbond_site.shared.roles import Role
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web.rights import session_cookie
from tests.unit import fake_issuer
from tests.unit.documents.publishing import pass_time, rows
from tests.unit.fake_issuer import CLIENT, Issuer
from tests.unit.signing_in import somebody

pytestmark = pytest.mark.features("people")

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
COOKIE = "__Host-starbond-company"
COMPANY = "/desk/sign-in/company"
SESSION = session_cookie(is_secure=True)


class CompanySite(Site):
    """A site that knows its company's sign-in, and one browser."""

    def __init__(self, archive: Archive, issuer: Issuer) -> None:
        super().__init__(archive, UploadPolicy.PEOPLE, issuer=issuer.url)
        self.issuer = issuer

    def leave(self, next_page: str = "", language: Language = "en") -> str:
        """Press the button, and return the address to which the page leads on."""
        answer = self.post(localized(COMPANY, language), {"next": next_page})
        assert answer.status == 200, visible(answer)
        return answer.headers["refresh"].removeprefix("0; url=")

    def arrive(self, query: str) -> Answer:
        return self.get(f"{ANSWER}?{query}")

    def come_in(self, next_page: str = "", language: Language = "en", **changes: str) -> Answer:
        """Go there and come back; changes come in place of the answer's parameters."""
        return self.arrive(self.issuer.authorize(self.leave(next_page, language), **changes))

    def is_signed_in(self) -> bool:
        return SESSION in self.cookies and self.get("/desk/account").status == 200

    def refused(self, answer: Answer, code: str, language: Language = "en") -> str:
        """Check that an answer leads to the sentence of a refusal, and return what the audit says of it."""
        assert answer.status == 303
        address = urlsplit(answer.headers["location"])
        assert (address.path, parse_qs(address.query)["refused"]) == (localized("/desk/sign-in", language), [code])
        assert (SESSION in self.cookies, COOKIE in self.cookies) == (False, False)
        page = self.get(answer.headers["location"])
        assert (page.status, getattr(content.read(language).errors, code) in visible(page)) == (403, True)
        person, action, outcome, detail = self.audit()[-1]
        assert (person, action, outcome) == ("", "sign in", code)
        return str(detail)

    def audit(self) -> list[tuple[object, ...]]:
        return rows(self.archive, "SELECT person, action, outcome, detail FROM audit ORDER BY id")


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    with fake_issuer.listening() as made:
        yield made


@pytest.fixture
def site(archive: Archive, issuer: Issuer) -> CompanySite:
    persons.invite(archive, COMMAND_LINE, "Rahima Khatun", "rahima@example.com", [Role.PREPARE])
    return CompanySite(archive, issuer)


@LANGUAGE
def test_company_account_signs_in(site: CompanySite, language: Language) -> None:
    words = content.read(language).interface
    page = site.get(f"{localized('/desk/sign-in', language)}?next=/UploadFiles")
    assert (words.sign_in.company_button in visible(page), site.issuer.asked) == (True, [])
    answer = site.come_in("/UploadFiles", language)
    assert (answer.status, answer.headers["refresh"]) == (200, "0; url=/UploadFiles")
    assert f'href="/UploadFiles">{words.sign_in.company_arrived_link}' in answer.text
    assert site.audit()[-2:] == [
        ("Rahima Khatun", "connect account", "done", f"{site.issuer.url} 1001"),
        ("Rahima Khatun", "sign in", "done", "company account"),
    ]
    account = visible(site.get(localized("/desk/account", language)))
    assert (words.account.by_company in account, "rahima@example.com" in account) == (True, True)
    assert rows(site.archive, "SELECT * FROM company_sign_in") == []
    admin = site.browser(session=somebody(site.archive, "Karim Uddin").session)
    assert visible(admin.get(localized("/desk/people", language))).count(words.access.state_company) == 1


def test_question_is_the_one_of_the_standard(site: CompanySite) -> None:
    first, second = (parse_qs(urlsplit(site.leave()).query) for _ in range(2))
    assert first["response_type"] == ["code"]
    assert first["redirect_uri"] == ["https://www.example.com/desk/sign-in/company/answer"]
    assert (first["client_id"], first["scope"]) == ([CLIENT], ["openid email"])
    assert first["code_challenge_method"] == ["S256"]
    for name in ("state", "nonce", "code_challenge"):
        assert first[name] != second[name]
        assert re.fullmatch(r"[\w-]{43}", first[name][0])


def test_its_cookie_opens_nothing_and_no_answer_is_kept(site: CompanySite) -> None:
    """The one that has to come back from another site is ``Lax``; the session is ``Strict``."""
    left = site.post(COMPANY)
    arrived = site.arrive(site.issuer.authorize(left.headers["refresh"].removeprefix("0; url=")))
    (way,) = left.cookies
    assert way.startswith(f"{COOKIE}=")
    for part in ("HttpOnly", "Secure", "SameSite=lax", "Path=/", "Max-Age=600"):
        assert part in way
    (session,) = (line for line in arrived.cookies if line.startswith(SESSION))
    for part in ("HttpOnly", "Secure", "SameSite=strict", "Path=/"):
        assert part in session
    assert "Max-Age" not in session
    for answer in (left, arrived):
        assert answer.headers["cache-control"] == "no-store, no-transform"
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_user_info_completes_a_short_id_token_and_keys_are_asked_for_when_they_are_needed(site: CompanySite) -> None:
    """The secret goes where it is wanted, and clocks may differ by a minute."""
    site.issuer.user_info = {"sub": "1001", "email": "Rahima@Example.com", "email_verified": True}
    site.issuer.metadata = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    site.issuer.claims = {"exp": int(time.time()) - 30}
    site.come_in()
    assert site.is_signed_in()
    site.come_in()
    paths = ("/.well-known/openid-configuration", "/keys", "/token")
    assert [site.issuer.asked.count(path) for path in paths] == [1, 1, 2]
    site.issuer.keys = ["second"]
    site.issuer.sign = lambda claims: fake_issuer.signed(claims, "second")
    site.cookies.clear()
    site.come_in()
    assert site.is_signed_in()
    assert site.issuer.asked.count("/keys") == 2


@pytest.mark.parametrize("answer", [{"message": "busy"}, {"keys": [{"kty": "RSA"}]}], ids=["no keys", "no key"])
def test_keys_that_cannot_be_read_are_asked_for_again(site: CompanySite, answer: dict[str, Any]) -> None:
    site.issuer.said = {"/keys": answer}
    site.refused(site.come_in(), "company_refused")
    site.issuer.said = {}
    site.come_in()
    assert site.is_signed_in()


def _elsewhere(site: CompanySite, *, has_left: bool) -> Answer:
    query = site.issuer.authorize(site.leave())
    site.cookies.clear()
    if has_left:
        site.leave()
    return site.arrive(query)


def _twice(site: CompanySite) -> Answer:
    address = site.leave()
    query, cookies = site.issuer.authorize(address), dict(site.cookies)
    site.arrive(query)
    site.cookies = cookies
    return site.arrive(site.issuer.authorize(address))


def _too_late(site: CompanySite) -> Answer:
    query = site.issuer.authorize(site.leave())
    with pytest.MonkeyPatch.context() as patch:
        pass_time(patch, timedelta(minutes=11))
        return site.arrive(query)


ANSWERS: dict[str, tuple[Callable[[CompanySite], Answer], str]] = {
    "without a cookie": (lambda site: _elsewhere(site, has_left=False), "no sign-in waits"),
    "in another browser": (lambda site: _elsewhere(site, has_left=True), "another state"),
    "twice": (_twice, "no sign-in waits"),
    "too late": (_too_late, "no sign-in waits"),
    "without a state": (lambda site: site.come_in(state=""), "another state"),
    "with another state": (lambda site: site.come_in(state="ক"), "another state"),
    "without a code": (lambda site: site.come_in(code=""), "without a code"),
    "with a code of nobody": (lambda site: site.come_in(code="x"), "invalid_grant"),
    "of another issuer": (lambda site: site.come_in(iss="https://evil.test"), "another issuer: https://evil.test"),
    "without an issuer": (lambda site: site.come_in(iss=""), "another issuer: "),
    "with an error": (lambda site: site.come_in(error="invalid_scope"), "invalid_scope"),
}


def test_answer_that_does_not_fit(site: CompanySite) -> None:
    for case, (answer, reason) in ANSWERS.items():
        site.cookies.clear()
        asked = site.issuer.asked.count("/token")
        assert reason in site.refused(answer(site), "company_refused"), case
        assert reason != "another state" or site.issuer.asked.count("/token") == asked, "no code is redeemed"


TOKENS: dict[str, tuple[dict[str, Any], str]] = {
    "nonce": ({"claims": {"nonce": "another"}}, "Invalid claim: 'nonce'"),
    "no nonce": ({"claims": {"nonce": None}}, "Missing claim: 'nonce'"),
    "audience": ({"claims": {"aud": "another"}}, "'aud'"),
    "audiences": ({"claims": {"aud": [CLIENT, "another"], "azp": CLIENT}}, "also meant for others"),
    "authorized party": ({"claims": {"azp": "another"}}, "'azp'"),
    "issuer": ({"claims": {"iss": "https://evil.test"}}, "'iss'"),
    "expired": ({"claims": {"exp": 1_700_000_000}}, "expired"),
    "no end": ({"claims": {"exp": None}}, "'exp'"),
    "from the future": ({"claims": {"iat": 4_000_000_000}}, "in the future"),
    "no subject": ({"claims": {"sub": None}}, "'sub'"),
    "empty subject": ({"claims": {"sub": ""}}, "no usable subject"),
    "number as subject": ({"claims": {"sub": 1001}}, "'sub'"),
    "long subject": ({"claims": {"sub": "x" * 256}}, "no usable subject"),
    "access token of another": ({"claims": {"at_hash": "AAAA"}}, "'at_hash'"),
    "alg none": ({"sign": fake_issuer.unsigned}, "'none' is not allowed"),
    "HS256 with the public key": ({"sign": fake_issuer.signed_with_the_public_key}, "'HS256' is not allowed"),
    "unknown key": ({"sign": lambda claims: fake_issuer.signed(claims, "second")}, "No key for kid"),
    "wrong signature": ({"sign": lambda claims: fake_issuer.signed(claims)[:-8] + "AAAAAAAA"}, "bad_signature"),
    "no token": ({"sign": lambda _: ""}, "decode_error"),
    "user info of another": ({"user_info": {"sub": "1002", "email_verified": True}}, "another subject"),
}


def test_token_that_does_not_fit(site: CompanySite) -> None:
    right = dict(vars(site.issuer))
    for case, (changes, reason) in TOKENS.items():
        vars(site.issuer).update(right | changes)
        assert reason in site.refused(site.come_in(), "company_refused"), case
    assert rows(site.archive, "SELECT * FROM company_account") == []


@LANGUAGE
@pytest.mark.parametrize("error", ["access_denied", "login_required"])
def test_cancelled_there(site: CompanySite, language: Language, error: str) -> None:
    answer = site.come_in("/UploadFiles", language, error=error, code="")
    site.refused(answer, "company_cancelled", language)
    assert 'name="next" value="/UploadFiles"' in site.get(answer.headers["location"]).text


def test_provider_that_is_down_on_the_way_there(archive: Archive, issuer: Issuer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(openid, "SECONDS", 0.5)
    right = dict(vars(issuer))
    for changes in ({"statuses": {"/.well-known/openid-configuration": 500}}, {"is_stalling": True}, {"port": 9}):
        vars(issuer).update(right | changes)
        answer = CompanySite(archive, issuer).post(f"/bn{COMPANY}", {"next": "/UploadFiles"})
        assert (answer.status, content.read("bn").errors.company_unreachable in visible(answer)) == (403, True)
        assert ('name="next" value="/UploadFiles"' in answer.text, answer.cookies) == (True, [])
        assert rows(archive, "SELECT action, outcome FROM audit")[-1] == ("sign in", "company_unreachable")
    vars(issuer).update(right)


def test_provider_that_is_down_on_the_way_back_or_wrong(site: CompanySite, archive: Archive, issuer: Issuer) -> None:
    site.issuer.user_info = {}
    for path in ("/token", "/keys", "/me"):
        site.issuer.statuses = {path: 503}
        site.refused(site.come_in(), "company_unreachable")
    site.issuer.statuses = {}
    for issuer.metadata in (
        {"issuer": "https://evil.test"}, {"token_endpoint": "http://login.example.com/token"},
        {"authorization_endpoint": "javascript:alert(1)"}, {"jwks_uri": None},
    ):  # fmt: skip
        answer = CompanySite(archive, issuer).post(COMPANY)
        assert (answer.status, content.read("en").errors.company_refused in visible(answer)) == (403, True)


def test_beginnings_are_limited(archive: Archive, issuer: Issuer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "QUESTIONS", 2)
    site = CompanySite(archive, issuer)
    site.leave()
    site.leave()
    answer = site.post(COMPANY)
    assert (answer.status, "retry-after" in answer.headers) == (429, True)
    assert rows(archive, "SELECT count(*) FROM company_sign_in") == [(2,)]


def test_addresses_exist_only_with_the_settings(site: CompanySite, archive: Archive) -> None:
    for code in ("malformed", "person_disabled", "<b>", ""):
        page = site.get(f"/desk/sign-in?refused={code}")
        assert (page.status, "desk__note--wrong" in page.text) == (200, False), code
    browser = Site(archive, UploadPolicy.PEOPLE)
    assert browser.get(ANSWER).status == 404
    assert {browser.post(localized(COMPANY, language)).status for language in LANGUAGES} == {404}
    assert content.read("en").interface.sign_in.company_button not in visible(browser.get("/desk/sign-in"))
