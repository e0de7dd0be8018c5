"""Passkeys: registered and signed in with once per challenge; every answer that is not right is refused."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest

from starbond_site import local_time
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.refusals import Refusal
from starbond_site.people import challenges, passkeys, persons, sessions
from starbond_site.people.passkeys import Browser
from starbond_site.people.records import Passkey
from starbond_site.people.refusals import (
    InvitationInvalid,
    LastPasskey,
    PasskeyRefused,
    PasskeyUnknown,
)
from starbond_site.people.roles import Role
from starbond_site.settings import Settings
from tests.unit.authenticator import Authenticator
from tests.unit.documents.publishing import rows
from tests.unit.signing_in import ADDRESS, AGENT, Somebody, somebody


@pytest.fixture
def who(archive: Archive) -> Somebody:
    """Return somebody who is signed in."""
    return somebody(archive)


def add_device(who: Somebody, device: Authenticator) -> None:
    """Register a further passkey of somebody."""
    options, cookie = passkeys.registration_options(who.archive, who.person, challenges.for_person(who.id))
    passkeys.add(who.archive, COMMAND_LINE, _browser(cookie), who.id, device.register(options))


def _browser(cookie: str) -> Browser:
    return Browser(address=ADDRESS, agent=AGENT, cookie=cookie)


def _keys(who: Somebody) -> list[Passkey]:
    with database.reading(who.archive.engine) as session:
        return list(passkeys.of_person(session, who.id))


def test_options_ask_for_a_discoverable_passkey_of_a_verified_person(archive: Archive, who: Somebody) -> None:
    options = json.loads(passkeys.registration_options(archive, who.person, "test")[0])

    assert options["rp"] == {"name": "Star Adhesives", "id": "www.example.com"}
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["attestation"] == "none"
    assert options["excludeCredentials"][0]["id"] == _keys(who)[0].credential
    asked = json.loads(passkeys.authentication_options(archive)[0])
    assert (asked["rpId"], asked["userVerification"]) == ("www.example.com", "required")
    assert not asked.get("allowCredentials"), "nobody learns who has a passkey"


def test_accepted_link_signs_in_and_works_no_second_time(archive: Archive) -> None:
    person, token = persons.invite(archive, COMMAND_LINE, "A", "a@example.com", [Role.PREPARE])
    who = Somebody(archive, person)

    assert sessions.holder(archive, who.accept(token))

    with pytest.raises(InvitationInvalid):
        who.accept(token, Authenticator())
    (key,) = _keys(who)
    assert (key.name, key.transports, key.sign_count) == ("Chrome, Linux", "hybrid internal", 0)
    assert rows(archive, "SELECT person, action, subject, outcome FROM audit ORDER BY id DESC LIMIT 1") == [
        ("A", "accept invitation", "a@example.com", "done")
    ]


def test_sign_in_counts_and_is_audited(archive: Archive, who: Somebody) -> None:
    holder = sessions.holder(archive, who.sign_in())

    assert holder
    assert holder.name == who.person.name
    (key,) = _keys(who)
    assert key.sign_count == 1
    assert key.used_at
    assert rows(archive, 'SELECT address, "right", person, action FROM audit ORDER BY id DESC LIMIT 1') == [
        (ADDRESS, "people", "Rahima Khatun", "sign in")
    ]


def _of_another_site(device: Authenticator) -> None:
    device.origin = "https://www.example.com.evil.test"


def _without_verification(device: Authenticator) -> None:
    device.is_verifying = False


def _with_another_key(device: Authenticator) -> None:
    device.key = Authenticator().key


def _with_another_handle(device: Authenticator) -> None:
    device.handle = "AAAA"


def _copied_before(device: Authenticator) -> None:
    device.count = -1


@pytest.mark.parametrize(
    "change", [_of_another_site, _without_verification, _with_another_key, _with_another_handle, _copied_before]
)
def test_wrong_answers_sign_nobody_in(archive: Archive, who: Somebody, change: Callable[[Authenticator], None]) -> None:
    who.sign_in()
    before = rows(archive, "SELECT count(*) FROM person_session")
    change(who.device)

    with pytest.raises(PasskeyRefused) as refused:
        who.sign_in()

    assert refused.value.detail.startswith("rahima@example.com: ")
    assert rows(archive, "SELECT count(*) FROM person_session") == before


@pytest.mark.parametrize("change", [_of_another_site, _without_verification])
def test_wrong_answers_register_nothing(archive: Archive, change: Callable[[Authenticator], None]) -> None:
    person, token = persons.invite(archive, COMMAND_LINE, "A", "a@example.com", [Role.PREPARE])
    who = Somebody(archive, person)
    change(who.device)

    with pytest.raises(PasskeyRefused):
        who.accept(token)

    assert not _keys(who)
    who.accept(token, Authenticator())


def test_unknown_passkey_is_told_from_a_wrong_one(who: Somebody) -> None:
    who.device = Authenticator(handle=who.device.handle)

    with pytest.raises(PasskeyUnknown):
        who.sign_in()


def test_answer_works_once_and_in_its_own_browser(archive: Archive, who: Somebody) -> None:
    options, cookie = passkeys.authentication_options(archive)
    answer = who.device.sign(options)
    with pytest.raises(PasskeyRefused):
        passkeys.sign_in(archive, _browser(passkeys.authentication_options(archive)[1]), answer)
    with pytest.raises(PasskeyRefused):
        passkeys.sign_in(archive, _browser(""), answer)

    assert passkeys.sign_in(archive, _browser(cookie), answer)[1].name == who.person.name
    with pytest.raises(PasskeyRefused):
        passkeys.sign_in(archive, _browser(cookie), answer)


def test_challenge_is_used_up_by_a_wrong_answer(archive: Archive, who: Somebody) -> None:
    options, cookie = passkeys.authentication_options(archive)
    with pytest.raises(PasskeyRefused):
        passkeys.sign_in(archive, _browser(cookie), "{}")

    with pytest.raises(PasskeyRefused):
        passkeys.sign_in(archive, _browser(cookie), who.device.sign(options))


def test_challenge_ends_after_five_minutes(archive: Archive, who: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    options, cookie = passkeys.authentication_options(archive)
    later = local_time.now() + timedelta(minutes=6)
    monkeypatch.setattr(local_time, "now", lambda: later)

    with pytest.raises(PasskeyRefused):
        passkeys.sign_in(archive, _browser(cookie), who.device.sign(options))
    passkeys.authentication_options(archive)
    passkeys.authentication_options(archive)
    assert rows(archive, "SELECT count(*) FROM passkey_challenge") == [(2,)]


def test_challenge_of_one_purpose_does_not_serve_another(archive: Archive, who: Somebody) -> None:
    other, token = persons.invite(archive, COMMAND_LINE, "A", "a@example.com", [Role.PREPARE])
    options, cookie = passkeys.registration_options(archive, who.person, challenges.for_person(who.id))

    with pytest.raises(PasskeyRefused):
        passkeys.accept(archive, _browser(cookie), token, Authenticator().register(options))
    options, cookie = passkeys.registration_options(archive, other, challenges.for_person(other.id or 0))
    with pytest.raises(PasskeyRefused):
        passkeys.add(archive, COMMAND_LINE, _browser(cookie), who.id, Authenticator().register(options))


@pytest.mark.parametrize("credential", ["", "{}", "null", "[" * 4000, '{"id": 1}', "\x00", "é", "1" * 5000])
def test_nonsense_is_refused(archive: Archive, who: Somebody, credential: str) -> None:
    _, cookie = passkeys.authentication_options(archive)
    with pytest.raises(Refusal):
        passkeys.sign_in(archive, _browser(cookie), credential)
    _, cookie = passkeys.registration_options(archive, who.person, challenges.for_person(who.id))
    with pytest.raises(Refusal):
        passkeys.add(archive, COMMAND_LINE, _browser(cookie), who.id, credential)


def test_second_passkey_signs_in_too(who: Somebody) -> None:
    add_device(who, device := Authenticator())

    who.device = device
    assert sessions.holder(who.archive, who.sign_in())
    assert len(_keys(who)) == 2


def test_passkey_is_registered_once(archive: Archive, who: Somebody) -> None:
    with pytest.raises(PasskeyRefused):
        add_device(who, who.device)
    with pytest.raises(PasskeyRefused):
        add_device(somebody(archive, "Karim Uddin"), who.device)
    assert len(_keys(who)) == 1


def test_number_of_passkeys_is_limited(who: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "MOST", 2)
    add_device(who, Authenticator())

    with pytest.raises(PasskeyRefused):
        add_device(who, Authenticator())


def test_own_passkeys_are_renamed_and_removed_but_the_last(archive: Archive, who: Somebody) -> None:
    add_device(who, Authenticator())
    first, second = (key.id or 0 for key in _keys(who))

    passkeys.rename(archive, COMMAND_LINE, who.id, first, "  Telephone\x00\n ")
    passkeys.rename(archive, COMMAND_LINE, who.id, second, " ")
    assert [key.name for key in _keys(who)] == ["Telephone", "Chrome, Linux"]

    passkeys.remove(archive, COMMAND_LINE, who.id, first)
    with pytest.raises(LastPasskey):
        passkeys.remove(archive, COMMAND_LINE, who.id, second)
    with pytest.raises(PasskeyUnknown):
        passkeys.remove(archive, COMMAND_LINE, who.id, first)


def test_passkeys_of_others_are_out_of_reach(archive: Archive, who: Somebody) -> None:
    other = somebody(archive, "Karim Uddin")
    add_device(other, Authenticator())
    theirs = _keys(other)[0].id or 0

    with pytest.raises(PasskeyUnknown):
        passkeys.remove(archive, COMMAND_LINE, who.id, theirs)
    with pytest.raises(PasskeyUnknown):
        passkeys.rename(archive, COMMAND_LINE, who.id, theirs, "Mine")


@pytest.mark.parametrize(
    ("url", "host", "origin"),
    [
        ("https://www.example.com", "www.example.com", "https://www.example.com"),
        ("https://WWW.example.com:443", "www.example.com", "https://www.example.com"),
        ("https://www.example.com:8443", "www.example.com", "https://www.example.com:8443"),
        ("", "localhost", "http://localhost:3000"),
    ],
)
def test_passkeys_belong_to_the_public_address(url: str, host: str, origin: str) -> None:
    site = passkeys.relying_party(Settings(url=url))

    assert (site.id, site.origin) == (host, origin)
