"""Whose company account it is: invited, connected at the first sign-in, and never taken over with a mail address."""

import threading
from typing import Any

import pytest

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.refusals import Refusal
from starbond_site.people import Role, company, passkeys, persons, sessions
from starbond_site.people.openid_messages import Identity
from starbond_site.people.passkeys import Browser
from starbond_site.people.records import Person
from starbond_site.people.refusals import (
    CompanyMailUnverified,
    CompanyNotInvited,
    CompanyOtherAccount,
    CompanyPersonDisabled,
    LastAdministrator,
)
from tests.unit.documents.publishing import rows
from tests.unit.signing_in import ADDRESS, AGENT, somebody

EMAIL = "rahima@example.com"
ACCOUNTS = "SELECT person_id, issuer, subject FROM company_account"


def sign_in(
    archive: Archive,
    *,
    issuer: str = "https://login.example.com",
    subject: str = "1001",
    email: str = EMAIL,
    is_verified: bool = True,
) -> str:
    """Sign in as the provider says, which is Rahima, and return the session."""
    identity = Identity(issuer=issuer, subject=subject, email=email, is_verified=is_verified)
    return company.sign_in(archive, Browser(address=ADDRESS, agent=AGENT), identity)[0]


def invited(archive: Archive, name: str = "Rahima Khatun", *roles: Role) -> Person:
    """Invite somebody."""
    email = f"{name.split(maxsplit=1)[0].lower()}@example.com"
    return persons.invite(archive, COMMAND_LINE, name, email, roles or [Role.PREPARE])[0]


@pytest.mark.parametrize("email", [EMAIL, "Rahima@EXAMPLE.com"])
def test_invited_person_comes_in_with_the_roles_of_the_site(archive: Archive, email: str) -> None:
    person = invited(archive)

    holder = sessions.holder(archive, sign_in(archive, email=email))

    assert holder
    assert (holder.person_id, holder.roles) == (person.id, {Role.PREPARE})
    assert rows(archive, ACCOUNTS) == [(person.id, "https://login.example.com", "1001")]


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"email": "delwar@example.com"}, CompanyNotInvited),
        ({"email": "rahima@example.com "}, CompanyNotInvited),
        # The Kelvin sign, which is a "k" in lower case.
        ({"email": "\N{KELVIN SIGN}arim@example.com"}, CompanyNotInvited),
        ({"is_verified": False}, CompanyMailUnverified),
        ({"email": ""}, CompanyMailUnverified),
    ],
)
def test_nobody_else_comes_in_and_nobody_is_added(
    archive: Archive, changes: dict[str, Any], refusal: type[Refusal]
) -> None:
    invited(archive)
    invited(archive, "Karim Uddin")
    before = rows(archive, "SELECT * FROM person")

    with pytest.raises(refusal):
        sign_in(archive, **changes)

    assert rows(archive, "SELECT * FROM person") == before
    assert rows(archive, ACCOUNTS) == rows(archive, "SELECT id FROM person_session") == []


def test_mail_address_of_another_takes_nothing_over(archive: Archive) -> None:
    person = invited(archive)
    sign_in(archive)

    with pytest.raises(CompanyOtherAccount):
        sign_in(archive, subject="1002")

    assert rows(archive, ACCOUNTS) == [(person.id, "https://login.example.com", "1001")]


@pytest.mark.parametrize(
    "changes", [{"email": "new@example.com"}, {"email": "karim@example.com"}, {"is_verified": False}]
)
def test_account_stays_with_its_person_whatever_its_mail_address(archive: Archive, changes: dict[str, Any]) -> None:
    person = invited(archive)
    invited(archive, "Karim Uddin")
    sign_in(archive)

    holder = sessions.holder(archive, sign_in(archive, **changes))

    assert holder
    assert holder.person_id == person.id


def test_another_issuer_is_another_account(archive: Archive) -> None:
    person = invited(archive)
    sign_in(archive)
    assert sessions.holder(archive, sign_in(archive, issuer="https://new.example.com"))
    assert len(rows(archive, ACCOUNTS)) == 2

    with pytest.raises(CompanyNotInvited):
        sign_in(archive, issuer="https://third.example.com", email="x@example.com")
    assert person.id


@pytest.mark.parametrize("is_first", [True, False])
def test_switched_off_person_stays_out_until_switched_on(archive: Archive, is_first: bool) -> None:
    person = invited(archive)
    session = "" if is_first else sign_in(archive)

    persons.disable(archive, COMMAND_LINE, person.id or 0)

    assert sessions.holder(archive, session) is None
    with pytest.raises(CompanyPersonDisabled):
        sign_in(archive)
    persons.enable(archive, COMMAND_LINE, person.id or 0)
    assert sessions.holder(archive, sign_in(archive))


def test_recovery_ends_sessions_and_forgets_the_account(archive: Archive) -> None:
    person = invited(archive)
    session = sign_in(archive)

    persons.recover(archive, COMMAND_LINE, person.id or 0)

    assert sessions.holder(archive, session) is None
    assert rows(archive, ACCOUNTS) == []
    assert sessions.holder(archive, sign_in(archive, subject="1002"))


def test_sessions_are_listed_and_ended(archive: Archive) -> None:
    person = invited(archive)
    first, second = sign_in(archive), sign_in(archive)
    with database.reading(archive.engine) as session:
        assert [found.passkey_id for found in sessions.of_person(session, person.id or 0)] == [None, None]

    sessions.end_others(archive, COMMAND_LINE, person.id or 0, second)

    assert sessions.holder(archive, first) is None
    assert sessions.holder(archive, second)
    assert persons.end_sessions(archive, COMMAND_LINE, person.id or 0) == 1


def test_list_says_who_has_an_account(archive: Archive) -> None:
    invited(archive)
    invited(archive, "Karim Uddin")
    sign_in(archive)
    assert [(entry.name, entry.has_account) for entry in persons.everyone(archive)] == [
        ("Karim Uddin", False),
        ("Rahima Khatun", True),
    ]


def test_removing_a_passkey_leaves_the_sessions_of_the_account(archive: Archive) -> None:
    from tests.unit.authenticator import Authenticator
    from tests.unit.people.test_passkeys import add_device

    who = somebody(archive)
    add_device(who, Authenticator())
    session = sign_in(archive)
    with database.reading(archive.engine) as reading:
        number = passkeys.of_person(reading, who.id)[0].id or 0

    passkeys.remove(archive, COMMAND_LINE, who.id, number)

    assert sessions.holder(archive, session)


def test_account_alone_does_not_replace_an_administrator_with_a_passkey(archive: Archive) -> None:
    """Passkeys need no other service."""
    admin = somebody(archive, "Karim Uddin", [Role.ADMINISTER])
    other = invited(archive, "Rahima Khatun", Role.ADMINISTER)
    sign_in(archive)

    with pytest.raises(LastAdministrator):
        persons.disable(archive, COMMAND_LINE, admin.id)
    persons.disable(archive, COMMAND_LINE, other.id or 0)


def test_administrator_with_an_account_is_not_replaced_by_one_who_never_came(archive: Archive) -> None:
    admin = invited(archive, "Rahima Khatun", Role.ADMINISTER)
    invited(archive, "Karim Uddin", Role.ADMINISTER)
    sign_in(archive)

    with pytest.raises(LastAdministrator):
        persons.disable(archive, COMMAND_LINE, admin.id or 0)
    sign_in(archive, subject="1002", email="karim@example.com")
    persons.disable(archive, COMMAND_LINE, admin.id or 0)


def test_first_sign_ins_at_once_connect_one_account(archive: Archive) -> None:
    """Of one account both come in; of two accounts with the same address one does."""
    invited(archive)
    invited(archive, "Karim Uddin")
    start, outcomes = threading.Barrier(4), list[str]()

    def run(email: str, subject: str) -> None:
        start.wait()
        try:
            sign_in(archive, email=email, subject=subject)
            outcomes.append(f"{email[0]} in")
        except Refusal as refusal:
            outcomes.append(f"{email[0]} {refusal.code}")

    given = [(EMAIL, "1"), (EMAIL, "1"), ("karim@example.com", "2"), ("karim@example.com", "3")]
    threads = [threading.Thread(target=run, args=each) for each in given]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(outcomes) == ["k company_other_account", "k in", "r in", "r in"]
    assert rows(archive, "SELECT count(*) FROM company_account") == [(2,)]
