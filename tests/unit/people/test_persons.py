"""Who is invited, changed, disabled and recovered, and that somebody always administers."""

from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError

from starbond_site.documents import database
from starbond_site.documents.archive import COMMAND_LINE, Actor, Archive
from starbond_site.features.people import invitations, persons, sessions
from starbond_site.mail.submissions import InvalidForm
from starbond_site.shared.roles import Role
from tests.refused import refuses
from tests.unit.documents.publishing import execute, existing, outcome, pass_time, rows
from tests.unit.signing_in import somebody

PREPARES = [Role.PREPARE]


@pytest.mark.parametrize(("name", "email", "wrong"), [
    ("", "a@example.com", {"name"}), ("A", "no address", {"email"}), ("x" * 101, "", {"name", "email"})
])  # fmt: skip
def test_nobody_is_invited_without_a_name_or_an_address(
    archive: Archive, name: str, email: str, wrong: set[str]
) -> None:
    with pytest.raises(InvalidForm) as invalid:
        persons.invite(archive, COMMAND_LINE, name, email, PREPARES)
    assert set(invalid.value.problems) == wrong


def test_nobody_is_invited_twice_or_without_a_role(archive: Archive) -> None:
    persons.invite(archive, COMMAND_LINE, "A", "a@example.com", PREPARES)
    assert outcome(persons.invite, archive, COMMAND_LINE, "B", "A@example.com", PREPARES) == "person_known"
    assert outcome(persons.invite, archive, COMMAND_LINE, "a", "b@example.com", PREPARES) == "name_known"
    assert outcome(persons.invite, archive, COMMAND_LINE, "C", "c@example.com", []) == "roles_missing"
    assert rows(archive, "SELECT count(*) FROM person") == [(1,)]
    for deed in (persons.disable, persons.recover):
        assert outcome(deed, archive, COMMAND_LINE, 99) == "person_unknown"
    assert outcome(persons.find, archive, "nobody@example.com") == "person_unknown"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("\uff32\uff41\uff48\uff49\uff4d\uff41", "Rahima"),
        ("Ra\u200bhi\u2060ma\ufeff \u202eK", "Rahima K"),
        ("Ra\u200d\u3164him\ufe0fa", "Rahima"),
        ("র\u200d\u09cdযাব", "র\u200d\u09cdযাব"),
    ],
)
def test_names_are_what_is_seen(archive: Archive, typed: str, stored: str) -> None:
    assert persons.invite(archive, COMMAND_LINE, typed, "a@example.com", PREPARES)[0].name == stored


def test_name_that_looks_like_anothers_is_asked_about(archive: Archive) -> None:
    persons.invite(archive, COMMAND_LINE, "Karim Olsen", "a@example.com", PREPARES)
    for number, name in enumerate(("\u041aarim Olsen", "Karim 0lsen", "Karím Olsen", "Karirn Olsen", "KarlmOlsen")):
        assert outcome(persons.invite, archive, COMMAND_LINE, name, f"{number}@example.com", PREPARES) == "name_similar"
        persons.invite(archive, COMMAND_LINE, name, f"{number}@example.com", PREPARES, may_look_alike=True)
    persons.invite(archive, COMMAND_LINE, "Karim Hossain", "b@example.com", PREPARES)


def test_with_two_person_release_each_person_has_one_role(strict: Archive) -> None:
    with refuses("roles_exclude"):
        persons.invite(strict, COMMAND_LINE, "A", "a@example.com", [Role.PREPARE, Role.ADMINISTER])
    who = somebody(strict, roles=[Role.ADMINISTER])
    with refuses("roles_exclude"):
        persons.change_roles(strict, COMMAND_LINE, who.id, [Role.APPROVE, Role.ADMINISTER])
    # They had several before two persons were asked for: one counts.
    execute(strict, "UPDATE person SET roles = 'administer approve prepare'")
    assert existing(sessions.principal(strict, who.session)).roles == {Role.ADMINISTER}


def test_link_ends_after_three_days(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = persons.invite(archive, COMMAND_LINE, "A", "a@example.com", PREPARES)
    pass_time(monkeypatch, timedelta(days=3, minutes=1))
    assert outcome(invitations.invited, archive, token) == "invitation_invalid"


def test_recovered_person_has_nothing_but_a_new_link(archive: Archive) -> None:
    lost = somebody(archive)
    somebody(archive, "Karim Uddin")
    person, token = persons.recover(archive, COMMAND_LINE, lost.id)
    assert sessions.principal(archive, lost.session) is None
    assert outcome(lost.sign_in) == "passkey_unknown"
    assert invitations.invited(archive, token).id == person.id == lost.id
    _, newer = persons.recover(archive, COMMAND_LINE, lost.id)
    assert outcome(invitations.invited, archive, token) == "invitation_invalid"
    assert sessions.principal(archive, lost.accept(newer))


def test_disabled_person_is_out_at_once_and_back_when_enabled(archive: Archive) -> None:
    leaving, _ = somebody(archive, roles=PREPARES), somebody(archive, "Karim Uddin")
    _, token = persons.recover(archive, COMMAND_LINE, leaving.id)
    persons.disable(archive, COMMAND_LINE, leaving.id)
    assert outcome(invitations.invited, archive, token) == "invitation_invalid"
    assert outcome(persons.recover, archive, COMMAND_LINE, leaving.id) == "person_disabled"
    persons.enable(archive, COMMAND_LINE, leaving.id)
    _, token = persons.recover(archive, COMMAND_LINE, leaving.id)
    leaving.accept(token)
    persons.disable(archive, COMMAND_LINE, leaving.id)
    assert sessions.principal(archive, leaving.session) is None
    assert outcome(leaving.sign_in) == "person_disabled"
    persons.enable(archive, COMMAND_LINE, leaving.id)
    assert sessions.principal(archive, leaving.sign_in())


def test_the_last_administrator_stays(archive: Archive) -> None:
    first = somebody(archive)
    somebody(archive, "Karim Uddin", PREPARES)
    # Somebody who has not opened the link yet could not help anybody.
    persons.invite(archive, COMMAND_LINE, "C", "c@example.com", [Role.ADMINISTER])
    assert outcome(persons.change_roles, archive, COMMAND_LINE, first.id, PREPARES) == "last_administrator"
    assert outcome(persons.disable, archive, COMMAND_LINE, first.id) == "last_administrator"
    assert Role.ADMINISTER in existing(sessions.principal(archive, first.session)).roles
    somebody(archive, "Delwar Hossain")
    persons.change_roles(archive, COMMAND_LINE, first.id, PREPARES)


def test_whoever_was_recovered_or_lost_the_role_meanwhile_changes_nobody(archive: Archive) -> None:
    """They had passed the question for their right; two who recover each other would leave none."""
    first, second = somebody(archive), somebody(archive, "Karim Uddin")
    actor = Actor("192.0.2.7", "people", "Karim Uddin", second.id)
    persons.change_roles(archive, COMMAND_LINE, second.id, PREPARES)
    assert outcome(persons.disable, archive, actor, first.id) == "role_missing"
    persons.recover(archive, COMMAND_LINE, second.id)
    for deed in (persons.recover, persons.disable, persons.enable, persons.end_sessions):
        assert outcome(deed, archive, actor, first.id) == "sign_in_missing"
    assert outcome(persons.invite, archive, actor, "A", "a@example.com", PREPARES) == "sign_in_missing"
    assert sessions.principal(archive, first.session)


def test_transaction_that_met_a_deadlock_is_done_once_more() -> None:
    met: list[str] = []

    @database.once_more
    def work(*states: str) -> None:
        if states[len(met) :]:
            fault = Exception()
            fault.sqlstate = states[len(met)]  # pyright: ignore[reportAttributeAccessIssue]  as psycopg's have it
            met.append(fault.sqlstate)  # pyright: ignore[reportAttributeAccessIssue]
            raise OperationalError(None, {}, fault)

    work("40P01")
    for states, times in ((("40P01", "40P01"), 2), (("55P03",), 1)):
        met.clear()
        with pytest.raises(OperationalError):
            work(*states)
        assert len(met) == times
