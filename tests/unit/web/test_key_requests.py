"""The upload key is asked for once per browser session."""

from collections.abc import Mapping
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest
from asgi_client import Answer, ask
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.content.addresses import UPLOAD_KEY
from starbond_site.settings import UploadPolicy
from starbond_site.web import upload_key
from starbond_site.web.refusals import RefusalLog
from starbond_site.web.rights import ATTEMPTS, SLOW_SECONDS, Rights
from starbond_site.web.upload_key import UploadKeyEndpoint
from starbond_site.web.visitor import Visitor

KEY = "a key & that = nobody guesses"
SITE = "https://www.example.com"
HEADERS: Mapping[str, str] = {"host": "www.example.com", "origin": SITE}
FORM = "application/x-www-form-urlencoded"


class Log(RefusalLog):
    """Keeps codes."""

    def __init__(self) -> None:
        self.codes: list[str] = []

    async def record(self, visitor: Visitor, action: str, subject: str, code: str) -> None:
        self.codes.append(code)


class Endpoint:
    def __init__(self, policy: UploadPolicy = UploadPolicy.KEY, site: str = SITE) -> None:
        self.log = Log()
        self.rights = Rights(policy, KEY if policy is UploadPolicy.KEY else "", public_url=site)
        endpoint = UploadKeyEndpoint(self.rights, ["/UploadFiles", "/prospectus"], self.log)
        self.app = Starlette(routes=[endpoint.route])

    def post(self, body: bytes, kind: str = "application/json", headers: Mapping[str, str] | None = None) -> Answer:
        sent = {**HEADERS, "content-type": kind, **(headers or {})}
        return ask(self.app, UPLOAD_KEY, "POST", sent, peer="203.0.113.9", pieces=[body])

    def form(self, page: str = "/UploadFiles", key: str = KEY, headers: Mapping[str, str] | None = None) -> Answer:
        body = urlencode({"key": key, "next": page}).encode()
        return self.post(body, FORM, {"accept": "text/html,*/*;q=0.8", **(headers or {})})


def cookie(answer: Answer, rights: Rights) -> str:
    return SimpleCookie(answer.headers["set-cookie"])[rights.cookie].value


def test_a_form_comes_back_to_its_page_with_a_session_and_to_no_other():
    for page in ("/UploadFiles", "/prospectus", "https://evil.org", "//evil.org", "/other", "", "/uploadfiles"):
        endpoint = Endpoint()
        answer = endpoint.form(page)
        right = page if page in ("/UploadFiles", "/prospectus") else "/UploadFiles"
        assert (answer.status, answer.headers["location"]) == (303, right)
        visitor = Visitor(headers={"cookie": f"{endpoint.rights.cookie}={cookie(answer, endpoint.rights)}"})
        assert endpoint.rights.may_publish(visitor).allowed


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites():
    given = Endpoint().form().headers["set-cookie"].lower()
    assert [part in given for part in ("httponly", "samesite=strict", "secure", "path=/")] == [True] * 4
    assert [part in given for part in ("max-age", "expires", "domain")] == [False] * 3
    endpoint, foreign = Endpoint(), {"origin": "https://evil.org"}
    tried = endpoint.form(headers=foreign)
    assert tried.headers["location"] == "/UploadFiles?refused=foreign_origin"
    assert ("set-cookie" in tried.headers, endpoint.rights.attempts.take("203.0.113.9")) == (False, 0)
    kept = ask(endpoint.app, UPLOAD_KEY, "DELETE", {**HEADERS, **foreign})
    assert (kept.status, "set-cookie" in kept.headers) == (403, False)
    ended = ask(endpoint.app, UPLOAD_KEY, "DELETE", HEADERS)
    taken = SimpleCookie(ended.headers["set-cookie"])[endpoint.rights.cookie]
    assert (ended.status, taken.value, taken["max-age"], taken["path"]) == (204, "", "0", "/")
    plain = Endpoint(site="http://localhost:3000").form(headers={"origin": "http://www.example.com"})
    assert "Secure" not in plain.headers["set-cookie"]


def test_a_wrong_key_comes_back_with_the_reason_and_slowly_in_the_end(monkeypatch: pytest.MonkeyPatch):
    """And only so many at once: held answers must not fill the memory of the server."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(upload_key.asyncio, "sleep", sleep)
    endpoint = Endpoint()
    wrong = [endpoint.form("/prospectus", "wrong") for _ in range(ATTEMPTS)]
    assert {answer.headers["location"] for answer in wrong} == {"/prospectus?refused=key_wrong"}
    assert set(endpoint.log.codes) == {"key_wrong"}
    assert waited == []
    answer = endpoint.form(key="wrong")
    assert answer.headers["location"] == "/UploadFiles?refused=too_many_attempts&minutes=15"
    assert ("set-cookie" in answer.headers, waited) == (False, [SLOW_SECONDS])
    assert ("set-cookie" in endpoint.form().headers, waited) == (True, [SLOW_SECONDS])
    monkeypatch.setattr(upload_key, "HELD", 0)
    full, sentences = Endpoint(), content.read(content.LANGUAGES[0]).errors
    wrong = [full.post(b'{"key": "wrong"}') for _ in range(ATTEMPTS + 1)]
    assert [answer.status for answer in wrong[-2:]] == [403, 429]
    assert [answer.json["detail"] for answer in wrong[-2:]] == [
        sentences.key_wrong, sentences.say("too_many_attempts", minutes=15)
    ]  # fmt: skip
    assert 0 < int(wrong[-1].headers["retry-after"]) <= 15 * 60 + 1
    assert waited == [SLOW_SECONDS]


def test_whatever_else_is_sent_opens_nothing():
    bodies = [b"", b"[]", b"null", b'{"key": 5}', b'{"key": ["x"]}', b"{", b"\xff", b'{"key": "\\ud800"}', b"key=x"]
    for kind in ("application/json", FORM, "multipart/form-data"):
        for body in bodies:
            answer = Endpoint().post(body, kind)
            assert (answer.status, answer.json["error"] in ("key_missing", "key_wrong")) == (403, True), (kind, body)
            assert "set-cookie" not in answer.headers
    left = ask(Endpoint().app, UPLOAD_KEY, "POST", {**HEADERS, "content-type": FORM}, pieces=[b"key="], is_cut=True)
    assert (left.status, "set-cookie" in left.headers) == (400, False)
    for policy, status in ((UploadPolicy.CLOSED, 403), (UploadPolicy.LOCAL, 403), (UploadPolicy.OPEN, 200)):
        answer = Endpoint(policy).post(b'{"key": ""}')
        assert (answer.status, "set-cookie" in answer.headers) == (status, False)
