"""The tables of named people. Only hashes of tokens are stored: the database reveals no working link or session."""

from datetime import datetime

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, UniqueConstraint
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, Record, UtcDateTime
from starbond_site.roles import Role

NAME_CHARACTERS = 100
AGENT_CHARACTERS = 100


class Person(NumberedRecord, table=True):
    """Somebody who was invited; disabled and never deleted, since sealed documents and the audit name them."""

    name: str = Field(sa_column=Column(String(NAME_CHARACTERS), nullable=False))
    email: str = Field(sa_column=Column(String(320), nullable=False, unique=True))
    """In lower case."""
    roles: str = Field(sa_column=Column(String(100), nullable=False))
    """Values of `Role`, sorted, with a blank between them."""
    handle: str = Field(sa_column=Column(String(64), nullable=False, unique=True))
    """Random; authenticators keep it as the user handle (WebAuthn Level 3, section 14.6.1: nothing personal)."""
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    disabled_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    enrolled_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """When the last link was used: all passkeys are of that moment or later."""
    enrolled_by: int | None = Field(default=None, sa_column=Column(Integer))
    """Who made that link (`audit.Actor.person_id`)."""

    @property
    def role_set(self) -> frozenset[Role]:
        return frozenset(Role(role) for role in self.roles.split())


class Passkey(NumberedRecord, table=True):
    """A public key of a person, whose private key an authenticator keeps."""

    person_id: int = Field(sa_column=Column(ForeignKey("person.id"), nullable=False, index=True))
    credential: str = Field(sa_column=Column(String(1400), nullable=False, unique=True))
    """Credential id, at most 1,023 bytes, in base64url."""
    public_key: str = Field(sa_column=Column(String(2000), nullable=False))
    """COSE key (RFC 9052) in base64url."""
    sign_count: int = Field(sa_column=Column(BigInteger, nullable=False))
    """How often it was used, as the authenticator says; 0 for those that do not count."""
    transports: str = Field(sa_column=Column(String(100), nullable=False))
    """How browsers reach the authenticator, such as ``internal hybrid``."""
    name: str = Field(sa_column=Column(String(NAME_CHARACTERS), nullable=False))
    """Given by the person; empty until then."""
    domain: str = Field(default="", sa_column=Column(String(255), nullable=False, server_default=""))
    """To which it belongs (`passkeys.RelyingParty.id`); empty for one that was used before this was kept."""
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    used_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))


class PersonSession(NumberedRecord, table=True):
    """A browser in which a person is signed in; the row is deleted when the session is ended."""

    hash: str = Field(sa_column=Column(String(64), nullable=False, unique=True))
    person_id: int = Field(sa_column=Column(ForeignKey("person.id"), nullable=False, index=True))
    passkey_id: int | None = Field(default=None, sa_column=Column(ForeignKey("passkey.id")))
    """With which it began: the session ends when the passkey is removed. None for a company account."""
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    seen_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    ends_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    address: str = Field(sa_column=Column(String(64), nullable=False))
    agent: str = Field(sa_column=Column(String(AGENT_CHARACTERS), nullable=False))
    """Browser and system in few words, for the list of sessions."""


class Invitation(Record, table=True):
    """A link with which a person adds a passkey without one; the row is deleted when it is used."""

    hash: str = Field(sa_column=Column(String(64), primary_key=True))
    person_id: int = Field(sa_column=Column(ForeignKey("person.id"), nullable=False, index=True))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    ends_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    made_by: int | None = Field(default=None, sa_column=Column(Integer))
    """Who made the link (`audit.Actor.person_id`)."""


class PasskeyChallenge(Record, table=True):
    """A challenge that an authenticator has to sign; its row is deleted with the first answer, so it works once."""

    hash: str = Field(sa_column=Column(String(64), primary_key=True))
    """Of the random value that the browser has as a cookie: the answer has to come from the same browser."""
    challenge: str = Field(sa_column=Column(String(100), nullable=False))
    """In base64url."""
    purpose: str = Field(sa_column=Column(String(100), nullable=False))
    ends_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class CompanyAccount(NumberedRecord, table=True):
    """An account of the company's sign-in with which a person has signed in: from then on it alone is theirs."""

    __table_args__ = (
        UniqueConstraint("issuer", "subject"),
        UniqueConstraint("person_id", "issuer"),
        {"sqlite_autoincrement": True},
    )

    person_id: int = Field(sa_column=Column(ForeignKey("person.id"), nullable=False))
    issuer: str = Field(sa_column=Column(String(500), nullable=False))
    subject: str = Field(sa_column=Column(String(255), nullable=False))
    """Names the account at its issuer, for ever (OpenID Connect Core 1.0, section 2)."""
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    used_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class CompanySignIn(Record, table=True):
    """A browser that went to the company's sign-in; the first answer deletes the row, so that none works twice."""

    hash: str = Field(sa_column=Column(String(64), primary_key=True))
    """Of the random value that the browser has as a cookie: the answer has to come from the same browser."""
    state: str = Field(sa_column=Column(String(64), nullable=False))
    nonce: str = Field(sa_column=Column(String(64), nullable=False))
    verifier: str = Field(sa_column=Column(String(128), nullable=False))
    """PKCE's code verifier (RFC 7636): without it the code is worth nothing."""
    next_page: str = Field(sa_column=Column(String(200), nullable=False))
    language: str = Field(sa_column=Column(String(8), nullable=False))
    ends_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
