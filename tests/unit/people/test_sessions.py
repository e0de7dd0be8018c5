"""Sessions: found by their token, ended by time and by people."""

from datetime import timedelta

import pytest

from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.secret_tokens import hashed
from starbond_site.features.people import passkeys, persons, sessions
from starbond_site.features.people.sessions import short_name
from starbond_site.shared.roles import Role
from tests.unit.documents.publishing import existing, pass_time, rows
from tests.unit.signing_in import ADDRESS, Somebody, somebody


@pytest.fixture
def who(archive: Archive) -> Somebody:
    return somebody(archive, roles=[Role.PREPARE])


def test_token_names_its_person(archive: Archive, who: Somebody) -> None:
    holder = existing(sessions.principal(archive, who.session))
    assert (holder.person_id, holder.name, holder.email) == (who.id, "Rahima Khatun", "rahima@example.com")
    assert holder.roles == {Role.PREPARE}
    assert who.session not in str(rows(archive, "SELECT * FROM person_session")), "the database has no working session"
    for token in ("", who.session + "x", "\ud800", "0" * 10_000):
        assert sessions.principal(archive, token) is None
    (found,) = archive.read(lambda session: [*sessions.of_person(session, who.id)])
    assert (found.address, found.agent) == (ADDRESS, "Chrome, Linux")


def test_agents_have_short_names() -> None:
    webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"
    names = {
        "(Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox, Windows",
        f"(Windows NT 10.0) {webkit} Chrome/140 Safari/537.36 Edg/140": "Edge, Windows",
        f"(iPhone; CPU iPhone OS 19_0 like Mac OS X) {webkit} Version/19 Safari/604": "Safari, iPhone",
        f"(Linux; Android 16) {webkit} Chrome/140 Mobile Safari/537.36": "Chrome, Android",
        "": "",
    }
    assert {agent: short_name(f"Mozilla/5.0 {agent}") for agent in names} == names


def test_session_ends_after_an_hour_without_use(archive: Archive, who: Somebody, monkeypatch: pytest.MonkeyPatch):
    begun = rows(archive, "SELECT seen_at FROM person_session")
    pass_time(monkeypatch, timedelta(seconds=50))
    assert sessions.principal(archive, who.session)
    assert rows(archive, "SELECT seen_at FROM person_session") == begun, "stored once a minute"
    pass_time(monkeypatch, timedelta(minutes=58))
    assert sessions.principal(archive, who.session)
    pass_time(monkeypatch, timedelta(minutes=59))
    assert sessions.principal(archive, who.session, is_used=False)
    pass_time(monkeypatch, timedelta(minutes=2))
    assert sessions.principal(archive, who.session) is None


def test_session_ends_after_twelve_hours_in_use(archive: Archive, who: Somebody, monkeypatch: pytest.MonkeyPatch):
    for _ in range(12):
        assert sessions.principal(archive, who.session)
        pass_time(monkeypatch, timedelta(minutes=59.9))
    assert sessions.principal(archive, who.session)
    pass_time(monkeypatch, timedelta(minutes=5))
    assert sessions.principal(archive, who.session) is None
    who.sign_in()
    assert len(rows(archive, "SELECT id FROM person_session")) == 1, "what has ended is deleted"


def test_own_sessions_are_ended_and_never_those_of_others(archive: Archive, who: Somebody) -> None:
    other, own = somebody(archive, "Karim Uddin"), [who.session, *(who.sign_in() for _ in range(4))]

    def left() -> list[str]:
        return [token for token in own if sessions.principal(archive, token)]

    sessions.sign_out(archive, own[0], COMMAND_LINE)
    assert left() == own[1:]
    for token in (other.session, own[1]):
        sessions.end_own(archive, COMMAND_LINE, who.id, lambda one, token=token: one.hash == hashed(token))
    assert left() == own[2:]
    assert sessions.end_own(archive, COMMAND_LINE, who.id, lambda one: one.hash != hashed(own[4])) == 2
    assert left() == own[4:]
    assert persons.end_sessions(archive, COMMAND_LINE, who.id) == 1
    assert (left(), len(sessions.everyone(archive))) == ([], 1)
    assert sessions.principal(archive, other.session)


def test_removed_passkey_ends_what_it_began(archive: Archive, who: Somebody) -> None:
    old, who.device = who.session, who.add_device()
    new = who.sign_in()
    first, _ = archive.read(lambda session: [*passkeys.of_person(session, who.id)])
    passkeys.remove(archive, COMMAND_LINE, who.id, first.id)
    assert sessions.principal(archive, old) is None
    assert sessions.principal(archive, new)
