"""Administrators, sign-ins and links at the same moment: nobody is locked out, and no lock is left."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, cycle, islice
from pathlib import Path

import pytest

from starbond_site.documents import database
from starbond_site.documents.archive import COMMAND_LINE, Actor, Archive
from starbond_site.features.people import persons
from starbond_site.features.people.records import Person
from starbond_site.shared.roles import Role
from starbond_site.shared.settings import UploadPolicy
from tests.conftest import THOROUGH
from tests.unit.authenticator import Authenticator
from tests.unit.documents.publishing import archive_in, at_once, rows
from tests.unit.signing_in import Somebody, somebody
from tests.unit.web import whole_site
from tests.unit.web.whole_site import Site

RACES = 1000 if THOROUGH else 30
ADMINISTERS, APPROVES = [Role.ADMINISTER], [Role.APPROVE]
TABLES = ("passkey_challenge", "person_session", "passkey", "invitation", "person")
URL = "https://www.example.com"
LINK, ADD = "/desk/invitation", "/desk/account/passkeys"
FORMS: list[dict[str, str]] = [
    *({"operation": action} for action in ("recover", "disable", "roles", "end")),
    {"operation": "invite", "name": "Same Name", "email": "same@example.com"},
]


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


def _requests(sites: Iterator[Site], one: Somebody, two: Somebody, token: str) -> list[Callable[[], object]]:
    """Return the same as requests of browsers, each at a worker of its own, which return a status."""

    def register(path: str, query: str, session: str = "") -> int:
        browser = next(sites).browser(session=session)
        asked = browser.post(f"{path}/options{query}")
        if asked.status >= 400:
            return asked.status
        return browser.post(path + query, {"credential": Authenticator().register(asked.text)}).status

    def change(who: Somebody, other: Somebody, fields: dict[str, str]) -> int:
        sent = {"number": str(other.id), "role-approve": "on", **fields}
        return next(sites).browser(session=who.session).post("/desk/people", sent).status

    actions: list[Callable[[], object]] = [
        lambda who=who: next(sites).browser().sign_in(who.device).status for who in (one, two)
    ]
    for who, other in ((one, two), (two, one)):
        actions += [partial(change, who, other, fields) for fields in FORMS]
        actions += [partial(register, LINK, f"?token={token}"), partial(register, ADD, "", who.session)]
    return actions


@pytest.mark.parametrize("is_by_request", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_whoever_is_faster_somebody_administers(archive: Archive, monkeypatch: pytest.MonkeyPatch, is_by_request: bool):
    # What a machine does beside is not what is asked here.
    monkeypatch.setattr(database, "WRITER_SECONDS", 60)
    workers = [Site(archive, UploadPolicy.PEOPLE) for _ in range(3 if is_by_request else 0)]
    answers = Counter[object]()
    every = [pair for count in (2, 3) for pair in combinations(range(16), count)]
    for number, chosen in enumerate(islice(cycle(every[:: 1 if THOROUGH else 23]), RACES)):
        # The limits of the site count addresses.
        monkeypatch.setattr(whole_site, "PEER", f"203.0.{number // 250}.{number % 250 + 1}")
        with database.writing(archive.engine) as session:
            for table in TABLES:
                session.connection().exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608
        one, two = (somebody(archive, name, ADMINISTERS) for name in ("Rahima Khatun", "Karim Uddin"))
        invited, link = persons.invite(archive, COMMAND_LINE, "Shila Roy", "shila@example.com", APPROVES)
        of_service = _actions(archive, one, two, invited, link)
        possible = _requests(iter(workers), one, two, link) if is_by_request else of_service
        actions = [possible[number] for number in chosen]
        told = at_once(len(actions), lambda number, actions=actions: (actions[number](), "done")[not is_by_request])
        able = [entry.person for entry in persons.everyone(archive) if entry.passkeys and not entry.person.disabled_at]
        assert any(Role.ADMINISTER in person.role_set for person in able), (chosen, told)
        assert not {"done", 200, 303}.isdisjoint(told), (chosen, told)
        assert 500 not in told, (chosen, told)
        answers.update(told)
        for entry in persons.everyone(archive):
            assert entry.passkeys or not entry.sessions, f"{chosen}: a session without its passkey"
    print(f"\n{archive.engine.dialect.name}: {RACES} races, {dict(answers)}")
    if archive.engine.dialect.name == "postgresql":
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%%'"
        assert rows(archive, waiting + " AND datname = current_database()") == [(0,)]
