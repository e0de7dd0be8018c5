"""The tables of named people. Only hashes of tokens are stored: the database reveals no working link or session."""

import secrets
from datetime import datetime
from typing import TypeVar

from sqlalchemy import BigInteger, ColumnElement, UniqueConstraint
from sqlmodel import Field, Session, select

from starbond_site.content.addresses import DEFAULT
from starbond_site.documents.records import NumberedRecord, Record
from starbond_site.documents.secret_tokens import new_token
from starbond_site.shared import local_time
from starbond_site.shared.roles import Role

NAME_CHARACTERS = 100
AGENT_CHARACTERS = 100
NEXT_CHARACTERS = 200


class Person(NumberedRecord, table=True):
    """Somebody who was invited; disabled and never deleted, since sealed documents and the audit name them."""

    name: str = Field(max_length=NAME_CHARACTERS)
    email: str = Field(max_length=320, unique=True)
    """In lower case."""
    roles: str = Field(max_length=100)
    """Values of `Role`, sorted, with a blank between them."""
    handle: str = Field(max_length=64, unique=True)
    """Random; authenticators keep it as the user handle (WebAuthn Level 3, section 14.6.1: nothing personal)."""
    created_at: datetime
    disabled_at: datetime | None = None
    enrolled_at: datetime | None = None
    """When the last link was used: all passkeys are of that moment or later."""
    enrolled_by: int | None = None
    """Who made that link (`archive.Actor.person_id`)."""

    @property
    def role_set(self) -> frozenset[Role]:
        return frozenset(Role(role) for role in self.roles.split())


class Passkey(NumberedRecord, table=True):
    """A public key of a person, whose private key an authenticator keeps."""

    person_id: int = Field(foreign_key="person.id", index=True)
    credential: str = Field(max_length=1400, unique=True)
    """Credential id, at most 1,023 bytes, in base64url."""
    public_key: str = Field(max_length=2000)
    """COSE key (RFC 9052) in base64url."""
    sign_count: int = Field(sa_type=BigInteger)
    """How often it was used, as the authenticator says; 0 for those that do not count."""
    transports: str = Field(max_length=100)
    """How browsers reach the authenticator, such as ``internal hybrid``."""
    name: str = Field(max_length=NAME_CHARACTERS)
    """Given by the person; empty until then."""
    domain: str = Field(default="", max_length=255, sa_column_kwargs={"server_default": ""})
    """To which it belongs (`passkeys.RelyingParty.id`); empty for one that was used before this was kept."""
    created_at: datetime
    used_at: datetime | None = None


class PersonSession(NumberedRecord, table=True):
    """A browser in which a person is signed in; the row is deleted when the session is ended."""

    hash: str = Field(max_length=64, unique=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    passkey_id: int | None = Field(default=None, foreign_key="passkey.id")
    """With which it began: the session ends when the passkey is removed. None for a company account."""
    created_at: datetime
    seen_at: datetime
    ends_at: datetime
    address: str = Field(max_length=64)
    agent: str = Field(max_length=AGENT_CHARACTERS)
    """Browser and system in few words, for the list of sessions."""


class Invitation(Record, table=True):
    """A link with which a person adds a passkey without one; the row is deleted when it is used."""

    hash: str = Field(max_length=64, primary_key=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    created_at: datetime
    ends_at: datetime
    made_by: int | None = None
    """Who made the link (`archive.Actor.person_id`)."""


class BrowserQuestion(Record):
    """What one browser has to answer (`challenges.keep`)."""

    hash: str = Field(default="", max_length=64, primary_key=True)
    """Of the random value that the browser has as a cookie: the answer has to come from the same browser."""
    ends_at: datetime = local_time.FIRST


class PasskeyChallenge(BrowserQuestion, table=True):
    """A challenge that an authenticator has to sign; its row is deleted with the first answer, so it works once."""

    challenge: str = Field(max_length=100)
    """In base64url."""
    purpose: str = Field(max_length=100)


class CompanyAccount(NumberedRecord, table=True):
    """An account of the company's sign-in with which a person has signed in: from then on it alone is theirs."""

    __table_args__ = (
        UniqueConstraint("issuer", "subject"),
        UniqueConstraint("person_id", "issuer"),
        {"sqlite_autoincrement": True},
    )

    person_id: int = Field(foreign_key="person.id")
    issuer: str = Field(max_length=500)
    subject: str = Field(max_length=255)
    """Names the account at its issuer, for ever (OpenID Connect Core 1.0, section 2)."""
    created_at: datetime
    used_at: datetime


class CompanySignIn(BrowserQuestion, table=True):
    """A browser that went to the company's sign-in; the first answer deletes the row, so that none works twice."""

    state: str = Field(default_factory=new_token, max_length=64)
    nonce: str = Field(default_factory=new_token, max_length=64)
    verifier: str = Field(default_factory=lambda: secrets.token_urlsafe(48), max_length=128)
    """PKCE's code verifier (RFC 7636, section 4.1): without its 64 characters the code is worth nothing."""
    next_page: str = Field(default="", max_length=NEXT_CHARACTERS)
    language: str = Field(default=DEFAULT, max_length=8)


Own = TypeVar("Own", Passkey, Invitation, CompanyAccount)


def with_person(session: Session, table: type[Own], *chosen: ColumnElement[bool]) -> tuple[Own, Person] | None:
    """Return something that is a person's, and the person, locked; None where there is no such thing any more.

    Whoever recovers or disables the person locks them first, and then removes what is theirs: it is read behind the
    same lock.
    """
    number = session.exec(select(table.person_id).where(*chosen)).first()
    person = session.get(Person, number or 0, with_for_update=True)
    found = session.exec(select(table).where(*chosen)).first()
    return (found, person) if found and person else None
