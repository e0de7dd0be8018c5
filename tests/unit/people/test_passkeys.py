"""Passkeys: registered and signed in with once per challenge; every answer that is not right is refused."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.features.people import challenges, passkeys, persons, sessions
from starbond_site.features.people.passkeys import Browser
from starbond_site.features.people.records import Passkey
from starbond_site.shared.roles import Role
from starbond_site.shared.settings import Settings
from tests.refused import refuses
from tests.unit.authenticator import Authenticator
from tests.unit.documents.publishing import outcome, pass_time, rows
from tests.unit.signing_in import ADDRESS, AGENT, Somebody, somebody


@pytest.fixture
def who(archive: Archive) -> Somebody:
    return somebody(archive)


def _browser(cookie: str) -> Browser:
    return Browser(address=ADDRESS, agent=AGENT, cookie=cookie)


def _keys(who: Somebody) -> list[Passkey]:
    return who.archive.read(lambda session: list(passkeys.of_person(session, who.id)))


def test_options_ask_for_a_discoverable_passkey_of_a_verified_person(archive: Archive, who: Somebody) -> None:
    options = json.loads(passkeys.registration_options(archive, who.person, "test")[0])
    assert options["rp"] == {"name": "Star Adhesives", "id": "www.example.com"}
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert (options["authenticatorSelection"]["userVerification"], options["attestation"]) == ("required", "none")
    assert options["excludeCredentials"][0]["id"] == _keys(who)[0].credential
    asked = json.loads(passkeys.authentication_options(archive)[0])
    assert (asked["rpId"], asked["userVerification"]) == ("www.example.com", "required")
    assert not asked.get("allowCredentials"), "nobody learns who has a passkey"


def test_accepted_link_signs_in_and_works_no_second_time(archive: Archive) -> None:
    person, token = persons.invite(archive, COMMAND_LINE, "A", "a@example.com", [Role.PREPARE])
    who = Somebody(archive, person)
    assert sessions.principal(archive, who.accept(token))
    assert outcome(who.accept, token, Authenticator()) == "invitation_invalid"
    (key,) = _keys(who)
    assert (key.name, key.transports, key.sign_count) == ("Chrome, Linux", "hybrid internal", 0)
    assert rows(archive, "SELECT person, action, subject, outcome FROM audit ORDER BY id DESC LIMIT 1") == [
        ("A", "accept invitation", "a@example.com", "done")
    ]


WRONG = {
    "origin": "https://www.example.com.evil.test", "is_verifying": False, "key": Authenticator().key, "handle": "AAAA",
    "count": -1,
}  # fmt: skip
"""Another site, no verification, another key or person, and a copy of the device that was made before."""
WITHIN_ANOTHER_SITE = {"crossOrigin": True}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_sign_nobody_in(archive: Archive, who: Somebody, name: str) -> None:
    who.sign_in()
    (key,) = _keys(who)
    assert (key.sign_count, key.used_at is None) == (1, False)
    before, who.device = (
        rows(archive, "SELECT count(*) FROM person_session"),
        replace(who.device, **{name: WRONG[name]}),
    )
    with refuses("passkey_refused") as refused:
        who.sign_in()
    assert refused.value.detail.startswith("rahima@example.com: ")
    assert rows(archive, "SELECT count(*) FROM person_session") == before


def test_an_answer_within_another_site_and_an_unknown_passkey_sign_nobody_in(who: Somebody) -> None:
    right = who.device
    who.device = replace(right, client=WITHIN_ANOTHER_SITE)
    assert outcome(who.sign_in) == "passkey_refused"
    who.device = Authenticator(handle=right.handle)
    assert outcome(who.sign_in) == "passkey_unknown"


def test_wrong_answers_register_nothing(archive: Archive) -> None:
    person, token = persons.invite(archive, COMMAND_LINE, "A", "a@example.com", [Role.PREPARE])
    who = Somebody(archive, person)
    wrong = {name: WRONG[name] for name in ("origin", "is_verifying")}
    for name, value in (wrong | {"client": WITHIN_ANOTHER_SITE, "credential": bytes(1024)}).items():
        assert outcome(who.accept, token, replace(Authenticator(), **{name: value})) == "passkey_refused"
    assert not _keys(who)
    who.accept(token, Authenticator())


def test_passkeys_of_a_domain_survive_a_move_within_it(archive: Archive, who: Somebody) -> None:
    domain = {"passkey_domain": "example.com"}
    archive = who.archive = replace(archive, settings=archive.settings.model_copy(update=domain))
    assert json.loads(passkeys.authentication_options(archive)[0])["rpId"] == "example.com"
    assert [entry.other_passkeys for entry in persons.everyone(archive)] == [1], "of www.example.com"
    # Nobody administers with what signs nobody in, and nobody removes the only passkey that does.
    other = somebody(archive, "Karim Uddin")
    assert outcome(persons.disable, archive, COMMAND_LINE, other.id) == "last_administrator"
    who.add_device()
    old, new = (key.id for key in _keys(who))
    assert outcome(passkeys.remove, archive, COMMAND_LINE, who.id, new) == "last_passkey"
    persons.disable(archive, COMMAND_LINE, other.id)
    passkeys.remove(archive, COMMAND_LINE, who.id, old)
    who.accept(persons.recover(archive, COMMAND_LINE, who.id)[1], Authenticator())
    moved = archive.settings.model_copy(update={"url": "https://site.example.com"})
    archive = who.archive = replace(archive, settings=moved)
    who.device.origin = "https://site.example.com"
    assert sessions.principal(archive, who.sign_in())
    assert {entry.other_passkeys for entry in persons.everyone(archive)} == {0}


def test_signing_in_ends_the_earlier_session_of_that_browser_alone(archive: Archive, who: Somebody) -> None:
    first, elsewhere = who.session, who.sign_in()
    options, cookie = passkeys.authentication_options(archive)
    passkeys.sign_in(archive, replace(_browser(cookie), session=first), who.device.sign(options))
    assert [bool(sessions.principal(archive, token)) for token in (first, elsewhere)] == [False, True]
    # A request that was under way when the session ended registers nothing: whoever has the lost device sent it.
    who.session = first
    assert outcome(who.add_device) == "sign_in_missing"


def test_answer_works_once_and_in_its_own_browser(archive: Archive, who: Somebody) -> None:
    options, cookie = passkeys.authentication_options(archive)
    answer = who.device.sign(options)
    with refuses("passkey_refused"):
        passkeys.sign_in(archive, _browser(passkeys.authentication_options(archive)[1]), answer)
    assert outcome(passkeys.sign_in, archive, _browser(""), answer) == "passkey_refused"
    assert passkeys.sign_in(archive, _browser(cookie), answer)[1].name == who.person.name
    assert outcome(passkeys.sign_in, archive, _browser(cookie), answer) == "passkey_refused"
    options, cookie = passkeys.authentication_options(archive)
    for wrong_first in ("{}", who.device.sign(options)):
        assert outcome(passkeys.sign_in, archive, _browser(cookie), wrong_first) == "passkey_refused"


def test_challenge_ends_after_five_minutes(archive: Archive, who: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    options, cookie = passkeys.authentication_options(archive)
    pass_time(monkeypatch, timedelta(minutes=6))
    assert outcome(passkeys.sign_in, archive, _browser(cookie), who.device.sign(options)) == "passkey_refused"
    passkeys.authentication_options(archive)
    passkeys.authentication_options(archive)
    assert rows(archive, "SELECT count(*) FROM passkey_challenge") == [(2,)]


def test_challenge_of_one_purpose_does_not_serve_another(archive: Archive, who: Somebody) -> None:
    other, token = persons.invite(archive, COMMAND_LINE, "A", "a@example.com", [Role.PREPARE])
    options, cookie = passkeys.registration_options(archive, who.person, challenges.for_person(who.id))
    with refuses("passkey_refused"):
        passkeys.accept(archive, _browser(cookie), token, Authenticator().register(options))
    options, cookie = passkeys.registration_options(archive, other, challenges.for_person(other.id))
    with refuses("passkey_refused"):
        passkeys.add(archive, COMMAND_LINE, _browser(cookie), who.id, Authenticator().register(options))


@pytest.mark.parametrize("credential", ["", "{}", "null", "[" * 4000, '{"id": 1}', "\x00", "é", "1" * 5000])
def test_nonsense_is_refused(archive: Archive, who: Somebody, credential: str) -> None:
    _, cookie = passkeys.authentication_options(archive)
    with pytest.raises(Refusal):
        passkeys.sign_in(archive, _browser(cookie), credential)
    _, cookie = passkeys.registration_options(archive, who.person, challenges.for_person(who.id))
    with pytest.raises(Refusal):
        passkeys.add(archive, COMMAND_LINE, _browser(cookie), who.id, credential)


def test_passkey_is_registered_once_and_their_number_limited(who: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    for other in (who, somebody(who.archive, "Karim Uddin")):
        assert outcome(other.add_device, who.device) == "passkey_refused"
    assert len(_keys(who)) == 1
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 2)
    who.add_device()
    assert outcome(who.add_device) == "passkey_refused"


def test_own_passkeys_are_renamed_and_removed_but_the_last(archive: Archive, who: Somebody) -> None:
    who.add_device()
    first, second = (key.id for key in _keys(who))
    passkeys.rename(archive, COMMAND_LINE, who.id, first, "  Telephone\x00\n ")
    passkeys.rename(archive, COMMAND_LINE, who.id, second, " ")
    assert [key.name for key in _keys(who)] == ["Telephone", "Chrome, Linux"]
    passkeys.remove(archive, COMMAND_LINE, who.id, first)
    assert outcome(passkeys.remove, archive, COMMAND_LINE, who.id, second) == "last_passkey"
    other = somebody(archive, "Karim Uddin")
    other.add_device()
    for unreachable in (first, _keys(other)[0].id):
        assert outcome(passkeys.remove, archive, COMMAND_LINE, who.id, unreachable) == "passkey_unknown"
        assert outcome(passkeys.rename, archive, COMMAND_LINE, who.id, unreachable, "Mine") == "passkey_unknown"


@pytest.mark.parametrize(("url", "host", "origin"), [
    ("https://www.example.com", "www.example.com", "https://www.example.com"),
    ("https://WWW.example.com:443", "www.example.com", "https://www.example.com"),
    ("https://www.example.com:8443", "www.example.com", "https://www.example.com:8443"),
    ("", "localhost", "http://localhost:3000"),
])  # fmt: skip
def test_passkeys_belong_to_the_public_address(url: str, host: str, origin: str) -> None:
    site = passkeys.relying_party(Settings(url=url))
    assert (site.id, site.origin) == (host, origin)
