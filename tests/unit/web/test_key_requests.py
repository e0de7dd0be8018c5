"""The upload key is asked for once per browser session."""

import pytest
from asgi_client import Answer
from whole_site import FORM, KEY, PEER, Site

from starbond_site import content
from starbond_site.content.addresses import UPLOAD_KEY
from starbond_site.documents.archive import Archive
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web import upload_key
from starbond_site.web.rights import ATTEMPTS, SLOW_SECONDS, Rights
from tests.unit.documents.publishing import rows

FOREIGN = {"origin": "https://evil.org"}


def keyed(archive: Archive, policy: UploadPolicy = UploadPolicy.KEY) -> Site:
    return Site(archive, policy, is_built=False)


def enter(site: Site, page: str = "/UploadFiles", key: str = KEY, **headers: str) -> Answer:
    return site.post(UPLOAD_KEY, {"key": key, "next": page}, **headers)


def send(site: Site, body: bytes, kind: str = "application/json", *, is_cut: bool = False) -> Answer:
    return site.send("POST", UPLOAD_KEY, {"content-type": kind}, pieces=[body], is_cut=is_cut)


@pytest.mark.parametrize(
    "page", ["/UploadFiles", "/prospectus", "https://evil.org", "//evil.org", "/other", "", "/uploadfiles"]
)
def test_a_form_comes_back_to_its_page_with_a_session_and_to_no_other(archive: Archive, page: str):
    site = keyed(archive)
    browser = site.browser()
    answer = enter(browser, page)
    right = page if page in ("/UploadFiles", "/prospectus") else "/UploadFiles"
    assert (answer.status, answer.headers["location"]) == (303, right)
    assert site.rights.sessions.is_valid(browser.cookies[site.rights.cookie])


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(archive: Archive):
    site = keyed(archive)
    given = enter(site).headers["set-cookie"].lower()
    assert [part in given for part in ("httponly", "samesite=strict", "secure", "path=/")] == [True] * 4
    assert [part in given for part in ("max-age", "expires", "domain")] == [False] * 3
    tried = [enter(site, key="wrong", **FOREIGN) for _ in range(ATTEMPTS)][-1]
    assert tried.headers["location"] == "/UploadFiles?refused=foreign_origin"
    assert (tried.cookies, site.rights.attempts.take(PEER)) == ([], 0), "nor do they count"
    assert (site.send("DELETE", UPLOAD_KEY, FOREIGN).status, len(site.cookies)) == (403, 1)
    ended = site.send("DELETE", UPLOAD_KEY)
    assert (ended.status, site.cookies, "path=/" in ended.headers["set-cookie"].lower()) == (204, {}, True)
    plain = Site(archive, Rights(UploadPolicy.KEY, KEY, public_url="http://localhost:3000"))
    assert "Secure" not in enter(plain, origin="http://www.example.com").headers["set-cookie"]


def test_a_wrong_key_comes_back_with_the_reason_and_slowly(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """And only so many at once: held answers must not fill the memory of the server."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(upload_key.asyncio, "sleep", sleep)
    site = keyed(archive)
    wrong = [enter(site, "/prospectus", "wrong") for _ in range(ATTEMPTS)]
    assert {answer.headers["location"] for answer in wrong} == {"/prospectus?refused=key_wrong"}
    assert (rows(archive, "SELECT DISTINCT outcome FROM audit"), waited) == ([("key_wrong",)], [])
    answer = enter(site, key="wrong")
    assert answer.headers["location"] == "/UploadFiles?refused=too_many_attempts&minutes=15"
    assert (answer.cookies, waited) == ([], [SLOW_SECONDS])
    assert (len(enter(site).cookies), waited) == (1, [SLOW_SECONDS])
    monkeypatch.setattr(upload_key, "HELD", 0)
    full, sentences = keyed(archive), content.read(content.LANGUAGES[0]).errors
    wrong = [send(full, b'{"key": "wrong"}') for _ in range(ATTEMPTS + 1)]
    assert [answer.status for answer in wrong[-2:]] == [403, 429]
    assert [answer.json["detail"] for answer in wrong[-2:]] == [
        sentences.key_wrong, sentences.say("too_many_attempts", minutes=15)
    ]  # fmt: skip
    assert 0 < int(wrong[-1].headers["retry-after"]) <= 15 * 60 + 1
    assert waited == [SLOW_SECONDS]


@pytest.mark.parametrize("kind", ["application/json", FORM, "multipart/form-data"])
@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b'{"key": 5}', b'{"key": ["x"]}', b"{", b"\xff", b'{"key": "\\ud800"}', b"key=x"]
)
def test_whatever_else_is_sent_opens_nothing(archive: Archive, kind: str, body: bytes):
    answer = send(keyed(archive), body, kind)
    assert (answer.status, answer.json["error"] in ("key_missing", "key_wrong")) == (403, True)
    assert answer.cookies == []


def test_a_form_that_breaks_off_opens_nothing(archive: Archive):
    left = send(keyed(archive), b"key=", FORM, is_cut=True)
    assert (left.status, left.cookies) == (400, [])


@pytest.mark.parametrize(
    ("policy", "status"), [(UploadPolicy.CLOSED, 403), (UploadPolicy.LOCAL, 403), (UploadPolicy.OPEN, 200)]
)
def test_a_site_without_a_key_has_no_session_of_one(archive: Archive, policy: UploadPolicy, status: int):
    answer = send(keyed(archive, policy), b'{"key": ""}')
    assert (answer.status, answer.cookies) == (status, [])
