"""The table of docs/requirements.md, "Who may publish"."""

import time
from collections.abc import Callable

import pytest

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.settings import Settings, UploadPolicy
from starbond_site.web.rights import (
    ALL_ATTEMPTS,
    ALLOWED,
    ATTEMPTS,
    SESSION_SECONDS,
    SLOW_SECONDS,
    Decision,
    Rights,
)
from starbond_site.web.visitor import Visitor

KEY = "a key that nobody guesses"
HERE = Visitor(peer="127.0.0.1", address="127.0.0.1", headers={"host": "localhost:3000"})
THERE = Visitor(peer="203.0.113.9", address="203.0.113.9", headers={"host": "www.example.com"})


def with_key(clock: Callable[[], float] = time.time) -> Rights:
    return Rights(UploadPolicy.KEY, KEY, public_url="https://www.example.com", clock=clock)


def entered(rights: Rights, session: str) -> Visitor:
    headers = {"host": "www.example.com", "cookie": f"{rights.cookie}={session}"}
    return Visitor(peer="203.0.113.9", address="203.0.113.9", headers=headers)


@pytest.mark.parametrize(
    ("policy", "here", "there"),
    [
        (UploadPolicy.OPEN, "", ""),
        (UploadPolicy.LOCAL, "", "closed"),
        (UploadPolicy.CLOSED, "closed", "closed"),
        (UploadPolicy.KEY, "key_missing", "key_missing"),
    ],
)
def test_every_policy_here_and_there(policy: UploadPolicy, here: str, there: str):
    rights = Rights(policy, KEY if policy is UploadPolicy.KEY else "")
    assert rights.may_publish(HERE).code == here
    assert rights.may_publish(THERE).code == there


@pytest.mark.parametrize(
    ("settings", "policy"),
    [
        ({}, UploadPolicy.CLOSED),
        ({"uploads": "local"}, UploadPolicy.LOCAL),
        ({"uploads": "open"}, UploadPolicy.OPEN),
        ({"upload_key": KEY}, UploadPolicy.KEY),
        ({"url": "https://www.example.com"}, UploadPolicy.CLOSED),
        ({"url": "https://www.example.com", "upload_key": KEY}, UploadPolicy.KEY),
    ],
)
def test_settings_choose_the_policy_and_the_server_says_so(settings: dict, policy: UploadPolicy):
    rights = Rights.of_settings(Settings(**settings))
    assert rights.policy is policy
    assert rights.describe()
    assert KEY not in rights.describe()


@pytest.mark.parametrize(("key", "is_warned"), [("sesame", True), (KEY, False)])
def test_short_key_is_reported_at_the_start(key: str, is_warned: bool):
    assert ("guessed" in Rights(UploadPolicy.KEY, key).describe()) is is_warned


def test_what_the_server_says_at_start_differs():
    said = {Rights(policy, KEY if policy is UploadPolicy.KEY else "").describe() for policy in UploadPolicy}
    assert len(said) == len(UploadPolicy)


@pytest.mark.parametrize("setting", ["STARBOND_UPLOAD_KEY", "STARBOND_UPLOADS=open", "STARBOND_UPLOADS=local"])
def test_closed_says_how_to_open_it(setting: str):
    assert setting in Rights(UploadPolicy.CLOSED).describe()
    for language in LANGUAGES:
        assert setting in content.read(language).interface.upload.closed


def test_a_key_is_needed_for_a_key():
    with pytest.raises(ValueError, match="needs a key"):
        Rights(UploadPolicy.KEY, "")


def test_the_right_key_opens_a_session():
    rights = with_key()
    assert rights.enter(THERE, KEY).allowed
    assert rights.may_publish(entered(rights, rights.session())).allowed


def test_a_session_counts_for_every_worker_with_the_same_key_and_no_other():
    session = with_key().session()
    assert with_key().is_session(session)
    assert not Rights(UploadPolicy.KEY, KEY + "!", public_url="https://www.example.com").is_session(session)


def test_a_session_ends():
    now = 1_800_000_000.0
    rights = with_key(clock=lambda: now)
    session = rights.session()
    now += SESSION_SECONDS
    assert rights.is_session(session)
    now += 1
    assert not rights.is_session(session)


@pytest.mark.parametrize("session", ["", ".", "..", "1.2.3", "é.é.é", "1" * 5000, "9999999999.x.", "a.b.c.d"])
def test_invented_sessions_are_refused(session: str):
    assert not with_key().is_session(session)


def test_a_session_cannot_be_changed():
    rights = with_key()
    nonce, issued, signature = rights.session().split(".")
    assert rights.is_session(f"{nonce}.{issued}.{signature}")
    assert not rights.is_session(f"{nonce}.{issued}A.{signature}")
    assert not rights.is_session(f"{nonce}x.{issued}.{signature}")
    assert not rights.is_session(f"{nonce}.{issued}.{signature[:-1]}")


def test_without_a_key_no_session_counts():
    assert not Rights(UploadPolicy.CLOSED).is_session(with_key().session())


@pytest.mark.parametrize("wrong", ["", "x", KEY + " ", KEY.upper(), "\ud800", "০১"])
def test_wrong_keys_are_refused(wrong: str):
    assert with_key().enter(THERE, wrong).code == ("key_wrong" if wrong else "key_missing")


def test_wrong_keys_of_one_address_are_limited_and_the_right_one_never():
    """Behind one proxy or in one office, strangers and the secretary may share an address."""
    rights = with_key()
    for _ in range(ATTEMPTS):
        assert rights.enter(THERE, "wrong") == Decision("key_wrong")
    refused = rights.enter(THERE, "wrong")
    assert (refused.code, refused.values, refused.delay) == ("too_many_attempts", {"minutes": 15}, SLOW_SECONDS)
    assert refused.seconds > 0
    assert rights.enter(THERE, KEY) == ALLOWED
    assert rights.enter(HERE, KEY) == ALLOWED


def test_wrong_keys_of_many_addresses_are_answered_slowly():
    """One guess per address passes every limit per address."""
    rights = with_key()
    for number in range(ALL_ATTEMPTS):
        assert rights.enter(Visitor(address=f"10.0.{number}.1"), "wrong") == Decision("key_wrong")
    assert rights.enter(Visitor(address="10.1.1.1"), "wrong") == Decision("key_wrong", delay=SLOW_SECONDS)
    assert rights.enter(Visitor(address="10.1.1.1"), KEY) == ALLOWED


def test_empty_key_counts_as_no_attempt():
    rights = with_key()
    for _ in range(ATTEMPTS + 1):
        assert rights.enter(THERE, "").code == "key_missing"


def test_the_right_key_clears_earlier_mistakes():
    rights = with_key()
    for _ in range(3):
        for _ in range(ATTEMPTS - 1):
            rights.enter(THERE, "wrong")
        assert rights.enter(THERE, KEY).allowed


@pytest.mark.parametrize("policy", [UploadPolicy.LOCAL, UploadPolicy.CLOSED])
def test_no_key_opens_what_has_none(policy: UploadPolicy):
    assert Rights(policy).enter(THERE, "").code == "closed"


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("https://www.example.com", True),
        ("https://www.example.com:443", True),
        ("HTTPS://WWW.EXAMPLE.COM", True),
        ("https://other.example.com", False),
        ("https://www.example.com.evil.org", False),
        ("https://www.example.com:444", False),
        ("http://127.0.0.1:3000", False),
        ("null", False),
        ("", False),
        ("http://[", False),
        ("https://www.example.com@evil.org", False),
    ],
)
def test_only_our_own_origin_counts(origin: str, own: bool):
    visitor = Visitor(headers={"host": "www.example.com", "origin": origin})
    assert with_key().is_own_page(visitor) is own


def test_reached_by_another_name_the_page_is_still_our_own():
    visitor = Visitor(headers={"host": "127.0.0.1:3000", "origin": "http://127.0.0.1:3000"})
    assert Rights(UploadPolicy.LOCAL, public_url="http://localhost:3000").is_own_page(visitor)


@pytest.mark.parametrize(
    ("site", "own"), [("same-origin", True), ("none", True), ("same-site", False), ("cross-site", False)]
)
def test_without_an_origin_the_browser_says_where_the_page_is_from(site: str, own: bool):
    assert with_key().is_own_page(Visitor(headers={"sec-fetch-site": site})) is own


def test_over_https_the_cookie_is_bound_to_the_host():
    assert with_key().cookie.startswith("__Host-")
    assert not Rights(UploadPolicy.KEY, KEY, public_url="http://localhost:3000").cookie.startswith("__")
