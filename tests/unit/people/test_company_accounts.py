"""Whose company account it is: invited, connected at the first sign-in, and never taken over with a mail address."""

from dataclasses import replace
from typing import Any

from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.features.people import company, persons, sessions
from starbond_site.features.people.openid import Identity
from starbond_site.features.people.passkeys import Browser
from starbond_site.features.people.records import Person
from starbond_site.shared.roles import Role
from tests.unit.documents.publishing import at_once, existing, outcome, rows
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
    identity = Identity(issuer=issuer, subject=subject, email=email, is_verified=is_verified)
    return company.sign_in(archive, Browser(address=ADDRESS, agent=AGENT), identity)[0]


def invited(archive: Archive, name: str = "Rahima Khatun", *roles: Role) -> Person:
    email = f"{name.split(maxsplit=1)[0].lower()}@example.com"
    return persons.invite(archive, COMMAND_LINE, name, email, roles or [Role.PREPARE])[0]


def test_invited_person_comes_in_and_stays_whatever_the_mail_address_of_the_account(archive: Archive) -> None:
    person = invited(archive)
    invited(archive, "Karim Uddin")
    for email in ("Rahima@EXAMPLE.com", EMAIL, "new@example.com", "karim@example.com"):
        holder = existing(
            sessions.principal(archive, sign_in(archive, email=email, is_verified=email[0].lower() == "r"))
        )
        assert (holder.person_id, holder.roles) == (person.id, {Role.PREPARE}), email
        assert rows(archive, ACCOUNTS) == [(person.id, "https://login.example.com", "1001")]
    has_account = [(entry.person.name, entry.has_account) for entry in persons.everyone(archive)]
    assert has_account == [("Karim Uddin", False), ("Rahima Khatun", True)]
    assert outcome(sign_in, archive, subject="1002") == "company_other_account"
    assert rows(archive, ACCOUNTS) == [(person.id, "https://login.example.com", "1001")], "nothing is taken over"
    assert sessions.principal(archive, sign_in(archive, issuer="https://new.example.com"))
    assert len(rows(archive, ACCOUNTS)) == 2, "another issuer is another account"


def test_nobody_else_comes_in_and_nobody_is_added(archive: Archive) -> None:
    invited(archive)
    invited(archive, "Karim Uddin")
    before = rows(archive, "SELECT * FROM person")
    given: list[tuple[dict[str, Any], str]] = [
        ({"email": "delwar@example.com"}, "company_not_invited"),
        ({"email": "rahima@example.com "}, "company_not_invited"),
        # The Kelvin sign, which is a "k" in lower case.
        ({"email": "\N{KELVIN SIGN}arim@example.com"}, "company_not_invited"),
        ({"is_verified": False}, "company_mail_unverified"),
        ({"email": ""}, "company_mail_unverified"),
    ]
    for changes, refusal in given:
        assert outcome(sign_in, archive, **changes) == refusal
        assert rows(archive, "SELECT * FROM person") == before
        assert rows(archive, ACCOUNTS) == rows(archive, "SELECT id FROM person_session") == []


def test_switched_off_person_stays_out_and_recovery_forgets_the_account(archive: Archive) -> None:
    person = invited(archive)
    session = ""
    for _ in ("before the first time", "later"):
        persons.disable(archive, COMMAND_LINE, person.id)
        assert sessions.principal(archive, session) is None
        assert outcome(sign_in, archive) == "company_person_disabled"
        persons.enable(archive, COMMAND_LINE, person.id)
        session = sign_in(archive)
        assert sessions.principal(archive, session)
    persons.recover(archive, COMMAND_LINE, person.id)
    assert sessions.principal(archive, session) is None
    assert rows(archive, ACCOUNTS) == []
    assert sessions.principal(archive, sign_in(archive, subject="1002"))


def test_account_alone_does_not_replace_an_administrator_with_a_passkey(archive: Archive) -> None:
    """Passkeys need no other service."""
    admin = somebody(archive, "Karim Uddin", [Role.ADMINISTER])
    other = invited(archive, "Rahima Khatun", Role.ADMINISTER)
    sign_in(archive)
    assert outcome(persons.disable, archive, COMMAND_LINE, admin.id) == "last_administrator"
    persons.disable(archive, COMMAND_LINE, other.id)


def test_administrator_with_an_account_is_not_replaced_by_one_who_never_came(archive: Archive) -> None:
    admin = invited(archive, "Rahima Khatun", Role.ADMINISTER)
    invited(archive, "Karim Uddin", Role.ADMINISTER)
    here = {"oidc_issuer": "https://login.example.com"}
    archive = replace(archive, settings=archive.settings.model_copy(update=here))
    sign_in(archive)
    sign_in(archive, issuer="https://old.example.com", subject="1002", email="karim@example.com")
    assert outcome(persons.disable, archive, COMMAND_LINE, admin.id) == "last_administrator"
    sign_in(archive, subject="1002", email="karim@example.com")
    persons.disable(archive, COMMAND_LINE, admin.id)


def test_first_sign_ins_at_once_connect_one_account(archive: Archive) -> None:
    """Of one account both come in; of two accounts with the same address one does."""
    invited(archive)
    invited(archive, "Karim Uddin")
    given = [(EMAIL, "1"), (EMAIL, "1"), ("karim@example.com", "2"), ("karim@example.com", "3")]
    found = at_once(4, lambda number: bool(sign_in(archive, email=given[number][0], subject=given[number][1])))
    assert found[:2] == [True, True]
    assert sorted(map(str, found[2:])) == ["True", "company_other_account"]
    assert rows(archive, "SELECT count(*) FROM company_account") == [(2,)]
