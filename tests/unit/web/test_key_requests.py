"""The upload key is asked for once per browser session."""

import json
from collections.abc import Mapping
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest
from asgi_client import Answer, ask
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.settings import UploadPolicy
from starbond_site.web import upload_key
from starbond_site.web.fields import BODY_BYTES
from starbond_site.web.guard import RefusedRequest
from starbond_site.web.rights import ATTEMPTS, SLOW_SECONDS, Rights
from starbond_site.web.upload_key import KEY_PATH, UploadKeyEndpoint
from starbond_site.web.visitor import Visitor

KEY = "a key & that = nobody guesses"
SITE = "https://www.example.com"
HEADERS: Mapping[str, str] = {"host": "www.example.com", "origin": SITE}
FORM = "application/x-www-form-urlencoded"


class Endpoint:
    """The endpoint, and what it recorded in the audit."""

    def __init__(self, policy: UploadPolicy = UploadPolicy.KEY, site: str = SITE) -> None:
        """Put the endpoint into an app."""
        self.audited: list[RefusedRequest] = []
        self.rights = Rights(policy, KEY if policy is UploadPolicy.KEY else "", public_url=site)
        endpoint = UploadKeyEndpoint(self.rights, ["/UploadFiles", "/prospectus"], audit=self._note)
        self.app = Starlette(routes=[endpoint.route])

    async def _note(self, refused: RefusedRequest) -> None:
        self.audited.append(refused)

    def post(self, body: bytes, kind: str = "application/json", headers: Mapping[str, str] | None = None) -> Answer:
        """Send a key."""
        return ask(
            self.app,
            KEY_PATH,
            "POST",
            {**HEADERS, "content-type": kind, **(headers or {})},
            peer="203.0.113.9",
            pieces=[body],
        )

    def form(self, page: str = "/UploadFiles", key: str = KEY, headers: Mapping[str, str] | None = None) -> Answer:
        """Send a native form, as a browser does."""
        body = urlencode({"key": key, "next": page}).encode()
        return self.post(body, FORM, {"accept": "text/html,*/*;q=0.8", **(headers or {})})


def session(answer: Answer, rights: Rights) -> str:
    return SimpleCookie(answer.headers["set-cookie"])[rights.cookie].value


def test_a_form_comes_back_to_its_page_with_a_session_and_to_no_other():
    for page in ("/UploadFiles", "/prospectus", "https://evil.org", "//evil.org", "/other", "", "/uploadfiles"):
        endpoint = Endpoint()
        answer = endpoint.form(page)
        right = page if page in ("/UploadFiles", "/prospectus") else "/UploadFiles"
        assert (answer.status, answer.headers["location"]) == (303, right)
        visitor = Visitor(headers={"cookie": f"{endpoint.rights.cookie}={session(answer, endpoint.rights)}"})
        assert endpoint.rights.may_publish(visitor).allowed


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites():
    cookie = Endpoint().form().headers["set-cookie"]
    for attribute in ("HttpOnly", "SameSite=strict", "Secure", "Path=/"):
        assert attribute.lower() in cookie.lower()
    assert ("max-age" in cookie.lower(), "expires" in cookie.lower()) == (False, False)
    assert "domain" not in cookie.lower()
    plain = Endpoint(site="http://localhost:3000").form(headers={"origin": "http://www.example.com"})
    assert "Secure" not in plain.headers["set-cookie"]


def test_a_wrong_key_comes_back_with_the_reason():
    endpoint = Endpoint()
    answer = endpoint.form("/prospectus", "wrong")
    assert (answer.status, answer.headers["location"]) == (303, "/prospectus?refused=key_wrong")
    assert "set-cookie" not in answer.headers
    assert [refused.decision.code for refused in endpoint.audited] == ["key_wrong"]


def test_only_wrong_keys_are_answered_slowly(monkeypatch: pytest.MonkeyPatch):
    """And only so many at once: held answers must not fill the memory of the server."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(upload_key.asyncio, "sleep", sleep)
    endpoint = Endpoint()
    for _ in range(ATTEMPTS):
        endpoint.form(key="wrong")
    assert waited == []
    answer = endpoint.form(key="wrong")
    assert answer.headers["location"] == "/UploadFiles?refused=too_many_attempts&minutes=15"
    assert ("set-cookie" in answer.headers, waited) == (False, [SLOW_SECONDS])
    assert ("set-cookie" in endpoint.form().headers, waited) == (True, [SLOW_SECONDS])
    monkeypatch.setattr(upload_key, "HELD", 0)
    full = Endpoint()
    for _ in range(ATTEMPTS + 1):
        full.form(key="wrong")
    assert waited == [SLOW_SECONDS]


def test_json_is_answered_with_json():
    endpoint = Endpoint()
    answer = endpoint.post(json.dumps({"key": KEY}).encode())
    assert (answer.status, answer.json) == (200, {"entered": True})
    assert endpoint.rights.is_session(session(answer, endpoint.rights))
    assert answer.headers["cache-control"] == "no-store"


def test_whatever_else_is_sent_opens_nothing():
    bodies = [b"", b"{}", b"[]", b"null", b'"key"', b'{"key": 5}', b'{"key": null}', b'{"key": ["x"]}', b"{", b"\xff",
              b'{"key": "\\ud800"}', b"key=x", b"x" * (BODY_BYTES + 1)]  # fmt: skip
    for kind in ("application/json", FORM, "text/plain", "multipart/form-data"):
        for body in bodies:
            answer = Endpoint().post(body, kind)
            assert (answer.status, answer.json["error"] in ("key_missing", "key_wrong")) == (403, True), (kind, body)
            assert "set-cookie" not in answer.headers


def test_more_than_a_key_is_not_read():
    assert "set-cookie" in Endpoint().post(json.dumps({"key": KEY, "more": ""}).encode()).headers
    answer = Endpoint().post(json.dumps({"key": KEY, "more": "x" * BODY_BYTES}).encode())
    assert answer.json["error"] == "key_missing"


def test_refusals_are_sentences_with_the_time_to_wait(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(upload_key.asyncio, "sleep", _no_sleep)
    endpoint = Endpoint()
    wrong = [endpoint.post(b'{"key": "wrong"}') for _ in range(ATTEMPTS)][-1]
    assert wrong.json["detail"] == content.read("en").errors.key_wrong
    answer = endpoint.post(b'{"key": "wrong"}')
    assert answer.status == 429
    assert answer.json["detail"] == content.read("en").errors.say("too_many_attempts", minutes=15)
    assert 0 < int(answer.headers["retry-after"]) <= 15 * 60 + 1


async def _no_sleep(_seconds: float) -> None:
    """Wait for nothing."""


def test_a_foreign_page_cannot_try_keys():
    endpoint = Endpoint()
    answer = endpoint.form(headers={"origin": "https://evil.org"})
    assert answer.headers["location"] == "/UploadFiles?refused=foreign_origin"
    assert ("set-cookie" in answer.headers, endpoint.rights.attempts.wait("203.0.113.9")) == (False, 0)


def test_whoever_goes_away_gets_no_session():
    answer = ask(Endpoint().app, KEY_PATH, "POST", {**HEADERS, "content-type": FORM}, pieces=[b"key="], is_cut=True)
    assert (answer.status, "set-cookie" in answer.headers) == (400, False)


def test_where_there_is_no_key_no_session_is_given():
    for policy, status in ((UploadPolicy.CLOSED, 403), (UploadPolicy.LOCAL, 403), (UploadPolicy.OPEN, 200)):
        answer = Endpoint(policy).post(b'{"key": ""}')
        assert (answer.status, "set-cookie" in answer.headers) == (status, False)


def test_a_session_is_taken_from_the_browser_by_our_own_page_alone():
    endpoint = Endpoint()
    answer = ask(endpoint.app, KEY_PATH, "DELETE", HEADERS, peer="203.0.113.9")
    assert answer.status == 204
    taken = SimpleCookie(answer.headers["set-cookie"])[endpoint.rights.cookie]
    assert (taken.value, taken["max-age"], taken["path"]) == ("", "0", "/")
    foreign = ask(endpoint.app, KEY_PATH, "DELETE", {**HEADERS, "origin": "https://evil.org"})
    assert (foreign.status, "set-cookie" in foreign.headers) == (403, False)
