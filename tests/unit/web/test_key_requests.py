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


@pytest.mark.parametrize("page", ["/UploadFiles", "/prospectus"])
def test_a_form_comes_back_to_its_page_with_a_session(page: str):
    endpoint = Endpoint()
    answer = endpoint.form(page)
    assert (answer.status, answer.headers["location"]) == (303, page)
    visitor = Visitor(headers={"cookie": f"{endpoint.rights.cookie}={session(answer, endpoint.rights)}"})
    assert endpoint.rights.may_publish(visitor).allowed


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites():
    cookie = Endpoint().form().headers["set-cookie"]
    for attribute in ("HttpOnly", "SameSite=strict", "Secure", "Path=/"):
        assert attribute.lower() in cookie.lower()
    assert "max-age" not in cookie.lower()
    assert "expires" not in cookie.lower()
    assert "domain" not in cookie.lower()
    assert (
        "Secure"
        not in Endpoint(site="http://localhost:3000")
        .form(headers={"origin": "http://www.example.com"})
        .headers["set-cookie"]
    )


@pytest.mark.parametrize("page", ["https://evil.org", "//evil.org", "/other", "", "/uploadfiles"])
def test_nobody_is_led_elsewhere(page: str):
    assert Endpoint().form(page).headers["location"] == "/UploadFiles"


def test_a_wrong_key_comes_back_with_the_reason():
    endpoint = Endpoint()
    answer = endpoint.form("/prospectus", "wrong")
    assert (answer.status, answer.headers["location"]) == (303, "/prospectus?refused=key_wrong")
    assert "set-cookie" not in answer.headers
    assert [refused.decision.code for refused in endpoint.audited] == ["key_wrong"]


def test_too_many_attempts_come_back_with_the_time_to_wait():
    endpoint = Endpoint()
    for _ in range(ATTEMPTS):
        endpoint.form(key="wrong")
    answer = endpoint.form(key="wrong")
    assert answer.headers["location"] == "/UploadFiles?refused=too_many_attempts&minutes=15"
    assert "set-cookie" not in answer.headers
    assert "set-cookie" in endpoint.form().headers


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
    endpoint.form(key="wrong")
    assert waited == [SLOW_SECONDS]
    endpoint.form()
    assert waited == [SLOW_SECONDS]
    monkeypatch.setattr(upload_key, "HELD", 0)
    full = Endpoint()
    for _ in range(ATTEMPTS + 1):
        full.form(key="wrong")
    assert waited == [SLOW_SECONDS]


def test_json_is_answered_with_json():
    endpoint = Endpoint()
    answer = endpoint.post(json.dumps({"key": KEY}).encode())
    assert (answer.status, json.loads(answer.body)) == (200, {"entered": True})
    assert endpoint.rights.is_session(session(answer, endpoint.rights))
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'"key"',
        b'{"key": 5}',
        b'{"key": null}',
        b'{"key": ["x"]}',
        b"{",
        b"\xff",
        b'{"key": "\\ud800"}',
        b"key=x",
        b"x" * (BODY_BYTES + 1),
    ],
)
@pytest.mark.parametrize("kind", ["application/json", FORM, "text/plain", "multipart/form-data"])
def test_whatever_else_is_sent_opens_nothing(body: bytes, kind: str):
    answer = Endpoint().post(body, kind)
    assert answer.status == 403
    assert json.loads(answer.body)["error"] in ("key_missing", "key_wrong")
    assert "set-cookie" not in answer.headers


def test_more_than_a_key_is_not_read():
    assert "set-cookie" in Endpoint().post(json.dumps({"key": KEY, "more": ""}).encode()).headers
    answer = Endpoint().post(json.dumps({"key": KEY, "more": "x" * BODY_BYTES}).encode())
    assert json.loads(answer.body)["error"] == "key_missing"


def test_refusals_are_sentences_with_the_time_to_wait():
    endpoint = Endpoint()
    wrong = [endpoint.post(b'{"key": "wrong"}') for _ in range(ATTEMPTS)][-1]
    assert json.loads(wrong.body)["detail"] == content.read("en").errors.key_wrong
    answer = endpoint.post(b'{"key": "wrong"}')
    assert answer.status == 429
    assert json.loads(answer.body)["detail"] == content.read("en").errors.say("too_many_attempts", minutes=15)
    assert 0 < int(answer.headers["retry-after"]) <= 15 * 60 + 1


def test_a_foreign_page_cannot_try_keys():
    endpoint = Endpoint()
    answer = endpoint.form(headers={"origin": "https://evil.org"})
    assert answer.headers["location"] == "/UploadFiles?refused=foreign_origin"
    assert "set-cookie" not in answer.headers
    assert endpoint.rights.attempts.wait("203.0.113.9") == 0


@pytest.mark.parametrize("policy", [UploadPolicy.CLOSED, UploadPolicy.LOCAL])
def test_where_there_is_no_key_the_door_is_closed(policy: UploadPolicy):
    answer = Endpoint(policy).post(b'{"key": ""}')
    assert json.loads(answer.body)["error"] == "closed"
    assert "set-cookie" not in answer.headers


def test_a_session_is_taken_from_the_browser_by_our_own_page_alone():
    endpoint = Endpoint()
    answer = ask(endpoint.app, KEY_PATH, "DELETE", HEADERS, peer="203.0.113.9")
    assert answer.status == 204
    taken = SimpleCookie(answer.headers["set-cookie"])[endpoint.rights.cookie]
    assert (taken.value, taken["max-age"], taken["path"]) == ("", "0", "/")
    foreign = ask(endpoint.app, KEY_PATH, "DELETE", {**HEADERS, "origin": "https://evil.org"})
    assert foreign.status == 403
    assert "set-cookie" not in foreign.headers


@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_keys_are_only_posted(method: str):
    assert ask(Endpoint().app, KEY_PATH, method).status == 405
