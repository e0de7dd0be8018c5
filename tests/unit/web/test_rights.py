"""The table of docs/requirements.md, "Who may publish"."""

from datetime import timedelta

import pytest

from starbond_site.documents import archive as archives
from starbond_site.documents.archive import Archive
from starbond_site.shared.roles import Role
from starbond_site.shared.settings import Settings, UploadPolicy
from starbond_site.web.rights import (
    ALL_ATTEMPTS,
    ATTEMPTS,
    SESSION_SECONDS,
    SLOW_SECONDS,
    KeySessions,
    Rights,
    denial,
    session_cookie,
)
from starbond_site.web.visitor import Visitor
from tests.unit.documents.publishing import DOWN, pass_time, raising
from tests.unit.signing_in import somebody

KEY = "a key that nobody guesses"
URL = "https://www.example.com"
HERE = Visitor(peer="127.0.0.1", address="127.0.0.1", headers={"host": "localhost:3000"})
THERE = Visitor(peer="203.0.113.9", address="203.0.113.9", headers={"host": "www.example.com"})


def with_key() -> Rights:
    return Rights(UploadPolicy.KEY, KEY, public_url=URL)


def said(rights: Rights, visitor: Visitor, key: str = "wrong") -> tuple[str, float] | None:
    """Return why a key is refused, and how late."""
    denied = rights.enter(visitor, key)
    return denied and (denied.code, denied.delay)


@pytest.mark.features("people")
def test_settings_choose_the_policy_and_the_server_says_so():
    given = [{}, {"uploads": "local"}, {"uploads": "open"}, {"url": URL, "upload_key": KEY}, {"uploads": "people"}]
    found = [Rights.of_settings(Settings(**settings)) for settings in given]
    assert len({rights.describe() for rights in found}) == len(UploadPolicy)
    assert not any(KEY in rights.describe() for rights in found)
    assert "guessed" in Rights(UploadPolicy.KEY, "sesame").describe()
    assert "guessed" not in Rights(UploadPolicy.KEY, KEY).describe()
    with pytest.raises(ValueError, match="needs a key"):
        Rights(UploadPolicy.KEY, "")
    said = Rights(UploadPolicy.CLOSED).describe()
    assert all(name in said for name in ("STARBOND_UPLOAD_KEY", "STARBOND_UPLOADS=open", "STARBOND_UPLOADS=local"))


def test_a_session_ends(monkeypatch: pytest.MonkeyPatch):
    now, rights = 1_800_000_000.0, with_key()
    monkeypatch.setattr(KeySessions, "get_timestamp", lambda _sessions: int(now))
    session = rights.sessions.make()
    now += SESSION_SECONDS
    assert rights.sessions.is_valid(session)
    now += 1
    assert not rights.sessions.is_valid(session)
    # Nor does a clock that is set back end one, or that of another worker which is behind.
    session = rights.sessions.make()
    for seconds in (1, 3600):
        now -= seconds
        assert rights.sessions.is_valid(session)
    monkeypatch.undo()
    session, rights = with_key().sessions.make(), with_key()
    assert rights.sessions.is_valid(session), "it counts for every worker with the same key"
    for other in (Rights(UploadPolicy.KEY, KEY + "!", public_url=URL), Rights(UploadPolicy.CLOSED)):
        assert not other.sessions.is_valid(session)
    nonce, issued, signature = session.split(".")
    changed = [f"{nonce}.{issued}A.{signature}", f"{nonce}x.{issued}.{signature}", f"{nonce}.{issued}.{signature[:-1]}"]
    invented = ["", ".", "..", "1.2.3", "é.é.é", "1" * 5000, "9999999999.x.", "a.b.c.d"]
    assert [session for session in changed + invented if rights.sessions.is_valid(session)] == []


def test_wrong_keys_of_one_address_are_limited_and_the_right_one_never():
    """Behind one proxy or in one office, strangers and the secretary may share an address."""
    wrong = ["x", KEY + " ", KEY.upper(), "\ud800", "০১"]
    assert {said(with_key(), THERE, key) for key in wrong} == {("key_wrong", 0)}
    rights = with_key()
    for _ in range(ATTEMPTS):
        assert said(rights, THERE) == ("key_wrong", 0)
    refused = rights.enter(THERE, "wrong")
    assert refused
    assert (refused.code, refused.values, refused.delay) == ("too_many_attempts", {"minutes": 15}, SLOW_SECONDS)
    assert refused.seconds > 0
    assert (rights.enter(THERE, KEY), rights.enter(HERE, KEY)) == (None, None)
    # One guess per address passes every limit per address.
    rights = with_key()
    for number in range(ALL_ATTEMPTS):
        assert said(rights, Visitor(address=f"10.0.{number}.1")) == ("key_wrong", 0)
    assert said(rights, Visitor(address="10.1.1.1")) == ("key_wrong", SLOW_SECONDS)
    assert rights.enter(Visitor(address="10.1.1.1"), KEY) is None


def test_empty_key_counts_as_no_attempt_and_the_right_one_clears_earlier_mistakes():
    rights = with_key()
    for _ in range(ATTEMPTS + 1):
        assert said(rights, THERE, "") == ("key_missing", 0)
    for _ in range(3):
        for _ in range(ATTEMPTS - 1):
            rights.enter(THERE, "wrong")
        assert rights.enter(THERE, KEY) is None
    for policy in (UploadPolicy.LOCAL, UploadPolicy.CLOSED):
        assert said(Rights(policy), THERE, "") == ("closed", 0)


def test_only_our_own_origin_counts():
    own = ["https://www.example.com", "https://www.example.com:443", "HTTPS://WWW.EXAMPLE.COM"]
    others = ["http://www.example.com", "https://other.example.com", "https://www.example.com.evil.org", "https://www.example.com:444",
              "http://127.0.0.1:3000", "null", "", "http://[", "https://www.example.com@evil.org"]  # fmt: skip
    headers = [{"host": "www.example.com", "origin": origin} for origin in own + others]
    assert [said["origin"] for said in headers if with_key().is_own_page(Visitor(headers=said))] == own
    visitor = Visitor(headers={"host": "127.0.0.1:3000", "origin": "http://127.0.0.1:3000"})
    assert Rights(UploadPolicy.LOCAL, public_url="http://localhost:3000").is_own_page(visitor), "by another name"
    # Without an origin the browser says where the page is from.
    sites = ["same-origin", "none", "same-site", "cross-site"]
    own = [site for site in sites if with_key().is_own_page(Visitor(headers={"sec-fetch-site": site}))]
    assert own == ["same-origin", "none"]
    foreign = {"host": "www.example.com", "origin": "https://www.example.com", "sec-fetch-site": "cross-site"}
    assert not with_key().is_own_page(Visitor(headers=foreign)), "whatever its origin says"
    assert with_key().cookie.startswith("__Host-")
    assert not Rights(UploadPolicy.KEY, KEY, public_url="http://localhost:3000").cookie.startswith("__")


@pytest.fixture
def rights(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Rights:
    monkeypatch.setattr(archives, "default", lambda: archive)
    return Rights.of_settings(Settings(url=archive.settings.public_url, uploads="people"))


def _visitor(session: str, **headers: str) -> Visitor:
    cookie = f"{session_cookie(is_secure=True)}={session}"
    return Visitor(peer="192.0.2.1", address="192.0.2.1", headers={"cookie": cookie, **headers})


@pytest.mark.features("people")
def test_each_role_allows_itself_alone(rights: Rights, archive: Archive) -> None:
    for role in Role:
        visitor = _visitor(somebody(archive, f"{role} Khatun", [role]).session)
        assert {asked for asked in Role if not denial(rights.principal(visitor), asked)} == {role}


@pytest.mark.features("people")
def test_open_page_keeps_no_session_alive_and_a_database_that_is_away_lets_nobody_in(
    rights: Rights, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = _visitor(somebody(archive).session, **{"sec-websocket-key": "x"})
    for minutes, allowed in ((40, True), (40, False)):
        pass_time(monkeypatch, timedelta(minutes=minutes))
        assert (not rights.principal(visitor).refusal) is allowed
    monkeypatch.setattr("starbond_site.web.rights.find_principal", raising(DOWN))
    assert rights.principal(_visitor("x")).refusal == "people_unavailable"
