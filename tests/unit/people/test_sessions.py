"""Sessions: found by their token, ended by time and by people."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy.exc import OperationalError

from starbond_site import local_time
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.people import Role, passkeys, persons, sessions
from starbond_site.people.agents import short_name
from starbond_site.people.records import PersonSession
from tests.unit.documents.publishing import rows
from tests.unit.signing_in import ADDRESS, Somebody, somebody


@pytest.fixture
def who(archive: Archive) -> Somebody:
    """Return somebody who is signed in."""
    return somebody(archive, roles=[Role.PREPARE])


def _later(monkeypatch: pytest.MonkeyPatch, **after: float) -> datetime:
    moment = local_time.now() + timedelta(**after)
    monkeypatch.setattr(local_time, "now", lambda: moment)
    return moment


def test_token_names_its_person(archive: Archive, who: Somebody) -> None:
    holder = sessions.holder(archive, who.session)

    assert holder
    assert (holder.person_id, holder.name, holder.email) == (who.id, "Rahima Khatun", "rahima@example.com")
    assert holder.roles == {Role.PREPARE}
    assert who.session not in str(rows(archive, "SELECT * FROM person_session")), "the database has no working session"


@pytest.mark.parametrize("token", ["", "x", "\ud800", "0" * 10_000])
def test_other_tokens_name_nobody(archive: Archive, who: Somebody, token: str) -> None:
    assert sessions.holder(archive, who.session + token if token == "x" else token) is None


def test_session_ends_after_an_hour_without_use(
    archive: Archive, who: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    _later(monkeypatch, minutes=59)
    assert sessions.holder(archive, who.session)
    _later(monkeypatch, minutes=59)
    assert sessions.holder(archive, who.session, is_used=False)

    _later(monkeypatch, minutes=2)
    assert sessions.holder(archive, who.session) is None


def test_session_ends_after_twelve_hours_in_use(
    archive: Archive, who: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(12):
        assert sessions.holder(archive, who.session)
        _later(monkeypatch, minutes=59.9)
    assert sessions.holder(archive, who.session)
    _later(monkeypatch, minutes=5)
    assert sessions.holder(archive, who.session) is None

    who.sign_in()
    assert len(rows(archive, "SELECT id FROM person_session")) == 1, "what has ended is deleted"


def test_sign_out_ends_this_session_alone(archive: Archive, who: Somebody) -> None:
    first, second = who.session, who.sign_in()

    sessions.sign_out(archive, first, COMMAND_LINE)

    assert sessions.holder(archive, first) is None
    assert sessions.holder(archive, second)


def test_all_other_sessions_end(archive: Archive, who: Somebody) -> None:
    other = somebody(archive, "Karim Uddin")
    before = [who.session, who.sign_in()]
    kept = who.sign_in()

    assert sessions.end_others(archive, COMMAND_LINE, who.id, kept) == 2

    assert [sessions.holder(archive, token) for token in before] == [None, None]
    assert sessions.holder(archive, kept)
    assert sessions.holder(archive, other.session)


def test_one_session_ends_and_never_that_of_another(archive: Archive, who: Somebody) -> None:
    other = somebody(archive, "Karim Uddin")
    theirs, own = sessions.number_of(archive, other.session), sessions.number_of(archive, who.session)
    assert theirs
    assert own

    sessions.end_one(archive, COMMAND_LINE, who.id, theirs)
    assert sessions.holder(archive, other.session)
    sessions.end_one(archive, COMMAND_LINE, who.id, own)
    assert sessions.holder(archive, who.session) is None


def test_administrator_ends_all_sessions_of_a_person(archive: Archive, who: Somebody) -> None:
    who.sign_in()

    assert persons.end_sessions(archive, COMMAND_LINE, who.id) == 2

    assert sessions.holder(archive, who.session) is None
    assert not sessions.everyone(archive)


def test_list_says_where_a_session_is(archive: Archive, who: Somebody) -> None:
    with database.reading(archive.engine) as session:
        (found,) = sessions.of_person(session, who.id)
    assert isinstance(found, PersonSession)
    assert (found.address, found.agent) == (ADDRESS, "Chrome, Linux")


def test_database_that_does_not_answer_is_no_answer(
    archive: Archive, who: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise OperationalError(str(_), {}, Exception(str(_)))

    monkeypatch.setattr(database, "reading", fail)

    with pytest.raises(sessions.PeopleUnavailableError):
        sessions.holder(archive, who.session)


def test_use_is_stored_once_a_minute(archive: Archive, who: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = rows(archive, "SELECT seen_at FROM person_session")

    _later(monkeypatch, seconds=50)
    sessions.holder(archive, who.session)
    assert rows(archive, "SELECT seen_at FROM person_session") == seen

    _later(monkeypatch, seconds=20)
    sessions.holder(archive, who.session)
    assert rows(archive, "SELECT seen_at FROM person_session") != seen


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Windows"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Safari/537.36 Edg/140",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 (KHTML) Version/19 Safari/604",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML) Chrome/140 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        ("curl/8", ""),
    ],
)
def test_agents_have_short_names(agent: str, name: str) -> None:
    assert short_name(agent) == name


def test_removed_passkey_ends_what_it_began(archive: Archive, who: Somebody) -> None:
    from tests.unit.authenticator import Authenticator
    from tests.unit.people.test_passkeys import add_device

    old, device = who.session, Authenticator()
    add_device(who, device)
    who.device = device
    new = who.sign_in()

    with database.reading(archive.engine) as session:
        first, _ = passkeys.of_person(session, who.id)
    passkeys.remove(archive, COMMAND_LINE, who.id, first.id or 0)

    assert sessions.holder(archive, old) is None
    assert sessions.holder(archive, new)
