"""Rights of people who sign in: by session and role, for requests and for websockets."""

from datetime import timedelta

import pytest

from starbond_site import local_time
from starbond_site.documents import archive as archives
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.people import Role, persons, sessions
from starbond_site.people.sessions import PeopleUnavailableError
from starbond_site.settings import Settings, UploadPolicy
from starbond_site.web.rights import Rights, session_cookie
from starbond_site.web.visitor import Visitor
from tests.unit.signing_in import somebody

ENDINGS = {
    "signs out": lambda who: sessions.sign_out(who.archive, who.session, COMMAND_LINE),
    "from another browser": lambda who: sessions.end_others(who.archive, COMMAND_LINE, who.id, "another"),
    "is disabled": lambda who: persons.disable(who.archive, COMMAND_LINE, who.id),
    "is recovered": lambda who: persons.recover(who.archive, COMMAND_LINE, who.id),
    "by the administrator": lambda who: persons.end_sessions(who.archive, COMMAND_LINE, who.id),
}


@pytest.fixture
def rights(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Rights:
    monkeypatch.setattr(archives, "default", lambda: archive)
    return Rights.of_settings(Settings(url=archive.settings.public_url, uploads="people"))


def _visitor(session: str, **headers: str) -> Visitor:
    cookie = f"{session_cookie(is_secure=True)}={session}"
    return Visitor(peer="192.0.2.1", address="192.0.2.1", headers={"cookie": cookie, **headers})


def test_each_role_allows_itself_alone(rights: Rights, archive: Archive) -> None:
    for role in Role:
        visitor = _visitor(somebody(archive, f"{role} Khatun", [role]).session)
        assert {asked for asked in Role if rights.may(visitor, asked).allowed} == {role}
        assert rights.may_publish(visitor).code == ("" if role is Role.PREPARE else "role_missing")


def test_nobody_may_anything_without_a_session(rights: Rights, archive: Archive) -> None:
    somebody(archive, "Karim Uddin")
    for number, (name, end) in enumerate(ENDINGS.items()):
        who = somebody(archive, f"Person{number} Khatun")
        visitor = _visitor(who.session)
        assert rights.may_publish(visitor).allowed, name
        assert rights.actor(visitor).person == who.person.name
        end(who)
        for stranger in (visitor, _visitor(""), Visitor(peer="127.0.0.1", address="127.0.0.1")):
            assert rights.may_publish(stranger).code == "sign_in_missing", name
            assert (rights.holder(stranger), rights.actor(stranger).person) == (None, "")


def test_open_page_keeps_no_session_alive(rights: Rights, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = _visitor(somebody(archive).session, **{"sec-websocket-key": "x"})
    for minutes, allowed in ((40, True), (40, False)):
        later = local_time.now() + timedelta(minutes=minutes)
        monkeypatch.setattr(local_time, "now", lambda later=later: later)
        assert rights.may_publish(visitor).allowed is allowed


def test_database_that_does_not_answer_lets_nobody_in(rights: Rights, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise PeopleUnavailableError

    monkeypatch.setattr(sessions, "holder", fail)
    assert rights.may_publish(_visitor("x")).code == "people_unavailable"
    assert rights.holder(_visitor("x")) is None


def test_people_sign_in_where_browsers_offer_passkeys_and_take_precedence_over_a_key() -> None:
    given = Settings.model_validate({"uploads": "people", "upload_key": "a key that nobody guesses"})
    assert given.upload_policy is UploadPolicy.PEOPLE
    assert (session_cookie(is_secure=True), session_cookie(is_secure=False)) == (
        "__Host-starbond-session", "starbond-session",
    )  # fmt: skip
    for url in ("", "https://www.example.com", "http://localhost:8080", "http://site.localhost"):
        assert Settings(url=url, uploads="people").upload_policy is UploadPolicy.PEOPLE
    for url in ("http://www.example.com", "https://203.0.113.9", "http://127.0.0.1:3000", "http://[::1]"):
        with pytest.raises(ValueError, match="browsers offer passkeys nowhere else"):
            Settings(url=url, uploads="people")
