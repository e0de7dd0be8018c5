"""Administrators, sign-ins and links at the same moment: nobody is locked out, and no lock is left."""

from collections.abc import Callable, Iterator
from itertools import combinations, cycle, islice
from pathlib import Path

import pytest

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE, Actor
from starbond_site.people import Role, persons
from starbond_site.people.records import Person
from tests.conftest import THOROUGH
from tests.unit.documents.publishing import archive_in, at_once, rows
from tests.unit.signing_in import Somebody, somebody

RACES = 1000 if THOROUGH else 30
ADMINISTERS, APPROVES = [Role.ADMINISTER], [Role.APPROVE]
TABLES = ("passkey_challenge", "person_session", "passkey", "invitation", "person")
URL = "https://www.example.com"


@pytest.fixture(params=("sqlite", "postgresql"))
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Archive]:
    address = request.getfixturevalue("address") if request.param == "postgresql" else ""
    with archive_in(tmp_path, database_address=address, url=URL) as made:
        yield made


def _actions(archive: Archive, one: Somebody, two: Somebody, invited: Person, link: str) -> list[Callable[[], object]]:
    """Return what people do at the same moment: the two administrators to each other, and everyone for themselves."""
    actions: list[Callable[[], object]] = [one.sign_in, two.sign_in]
    for who, other in ((one, two), (two, one)):
        actor = Actor("192.0.2.7", "people", who.person.name, who.id)
        actions += [
            lambda actor=actor, other=other: persons.recover(archive, actor, other.id),
            lambda actor=actor, other=other: persons.disable(archive, actor, other.id),
            lambda actor=actor, other=other: persons.change_roles(archive, actor, other.id, APPROVES),
            lambda actor=actor, other=other: persons.end_sessions(archive, actor, other.id),
            lambda actor=actor: persons.invite(archive, actor, "Same Name", "same@example.com", APPROVES),
            lambda: Somebody(archive, invited).accept(link),
            who.add_device,
        ]
    return actions


def test_whoever_is_faster_somebody_administers(archive: Archive) -> None:
    every = [pair for count in (2, 3) for pair in combinations(range(16), count)]
    for chosen in islice(cycle(every[:: 1 if THOROUGH else 23]), RACES):
        with database.writing(archive.engine) as session:
            for table in TABLES:
                session.connection().exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608
        one, two = (somebody(archive, name, ADMINISTERS) for name in ("Rahima Khatun", "Karim Uddin"))
        invited, link = persons.invite(archive, COMMAND_LINE, "Shila Roy", "shila@example.com", APPROVES)
        actions = [_actions(archive, one, two, invited, link)[number] for number in chosen]
        told = at_once(len(actions), lambda number, actions=actions: (actions[number](), "done")[1])
        able = [entry for entry in persons.everyone(archive) if Role.ADMINISTER in entry.roles and entry.passkeys]
        assert [entry for entry in able if not entry.is_disabled], (chosen, told)
        assert told.count("done") >= 1, (chosen, told)
        for entry in persons.everyone(archive):
            assert entry.passkeys or not entry.sessions, f"{chosen}: a session without its passkey"
    if archive.engine.dialect.name == "postgresql":
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%%'"
        assert rows(archive, waiting + " AND datname = current_database()") == [(0,)]
