"""Passkeys: registered by a link or by their owner, and signed in with (WebAuthn Level 3; the library ``webauthn``).

A passkey is discoverable, so that nobody types an address to sign in, and its authenticator verifies the person by
fingerprint, face or PIN: something that they have, and something that they are or know. What a browser answers is
untrusted, and parsed by a library: whatever goes wrong in it is a refusal, which has written nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import webauthn
from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    RegistrationCredential,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from starbond_site import content
from starbond_site.documents import audit, database
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.audit import DONE
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.secret_tokens import hashed
from starbond_site.features.people import challenges, invitations, sessions
from starbond_site.features.people.records import NAME_CHARACTERS, Passkey, Person, PersonSession, with_person
from starbond_site.features.people.sessions import Browser, short_name
from starbond_site.shared import local_time
from starbond_site.shared.settings import Settings, UploadPolicy
from starbond_site.web.rights import origin

MAX_PASSKEYS = 20
"""Passkeys of a person: nobody has more devices, and nobody fills the table."""
ID_BYTES = 1023
TIMEOUT_MS = 5 * 60 * 1000


@dataclass(frozen=True)
class RelyingParty:
    """The site, as authenticators know it (WebAuthn Level 3, section 4)."""

    id: str
    """Its host, or the domain that is set for it."""
    origin: str
    name: str

    @property
    def domains(self) -> tuple[str, ...]:
        """Values of `Passkey.domain` with which somebody can sign in here."""
        return "", self.id


def relying_party(settings: Settings) -> RelyingParty:
    """Return the relying party of the passkeys of this site: they work at its address, and at others of the domain."""
    domain = settings.passkey_domain or urlsplit(settings.public_url).hostname or ""
    return RelyingParty(domain, origin(settings.public_url), content.read().company.name)


def registration_options(archive: Archive, person: Person, purpose: str) -> tuple[str, str]:
    """Return the options of ``navigator.credentials.create`` as JSON, and the value of the cookie; blocks."""
    site = relying_party(archive.settings)
    known = archive.read(lambda session: of_person(session, person.id))
    challenge, cookie = challenges.make(archive, purpose)
    options = webauthn.generate_registration_options(
        rp_id=site.id,
        rp_name=site.name,
        user_name=person.email,
        user_display_name=person.name,
        user_id=base64url_to_bytes(person.handle),
        challenge=challenge,
        timeout=TIMEOUT_MS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.credential)) for passkey in known
        ],
    )
    return webauthn.options_to_json(options), cookie


def authentication_options(archive: Archive) -> tuple[str, str]:
    """Return the options of ``navigator.credentials.get`` as JSON, and the value of the cookie; blocks."""
    challenge, cookie = challenges.make(archive, challenges.SIGN_IN)
    options = webauthn.generate_authentication_options(
        rp_id=relying_party(archive.settings).id,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return webauthn.options_to_json(options), cookie


def accept(archive: Archive, browser: Browser, token: str, credential: str) -> str:
    """Register a passkey by a link, and return the token of a session; blocks."""
    verified = _registered(archive, browser, challenges.for_invitation(token), credential)
    with _writing_once(archive) as session:
        person = invitations.use(session, token)
        actor = Actor(browser.address, UploadPolicy.PEOPLE, person.name)
        passkey = _add(session, person, verified)
        audit.add(session, actor, "accept invitation", person.email, DONE, passkey.name)
        return sessions.begin(session, person, passkey, browser)


def add(archive: Archive, actor: Actor, browser: Browser, number: int, credential: str) -> None:
    """Register a further passkey of somebody who is signed in; blocks."""
    verified = _registered(archive, browser, challenges.for_person(number), credential)
    with _writing_once(archive) as session:
        person = session.get_one(Person, number, with_for_update=True)
        if hashed(browser.session) not in [one.hash for one in sessions.of_person(session, number)]:
            raise Refusal("sign_in_missing")
        passkey = _add(session, person, verified)
        audit.add(session, actor, "add passkey", person.email, DONE, passkey.name)


def sign_in(archive: Archive, browser: Browser, credential: str) -> tuple[str, Person]:
    """Check an answer, and return the token of a session with its person; blocks.

    Raises:
        Refusal: nobody is signed in; its detail says more, for the audit.
    """
    challenge = challenges.take(archive, browser.cookie, challenges.SIGN_IN)
    try:
        answer = parse_authentication_credential_json(credential)
        _refuse_unusual(answer)
    except Exception as error:
        raise Refusal("passkey_refused", detail=f"unreadable: {error}") from error
    return _begin(archive, browser, challenge, answer)


@database.once_more
def _begin(
    archive: Archive, browser: Browser, challenge: bytes, answer: AuthenticationCredential
) -> tuple[str, Person]:
    """Begin a session for the right answer to a challenge."""
    with database.writing(archive.engine) as session:
        found = with_person(session, Passkey, col(Passkey.credential) == bytes_to_base64url(answer.raw_id))
        if found is None:
            raise Refusal("passkey_unknown")
        passkey, person = found
        passkey.sign_count = _checked(archive, challenge, answer, passkey, person)
        if person.disabled_at:
            raise Refusal("person_disabled", email=person.email, detail=person.email)
        passkey.used_at, passkey.domain = local_time.now(), relying_party(archive.settings).id
        actor = Actor(browser.address, UploadPolicy.PEOPLE, person.name)
        audit.add(session, actor, "sign in", person.email, DONE, passkey.name)
        return sessions.begin(session, person, passkey, browser), person


def of_person(session: Session, number: int) -> Sequence[Passkey]:
    """Return the passkeys of a person, the oldest first."""
    return session.exec(select(Passkey).where(col(Passkey.person_id) == number).order_by(col(Passkey.id))).all()


def own(archive: Archive, number: int) -> tuple[Sequence[Passkey], Sequence[PersonSession]]:
    return archive.read(lambda session: (of_person(session, number), sessions.of_person(session, number)))


def rename(archive: Archive, actor: Actor, person: int, number: int, name: str) -> None:
    """Give one of a person's own passkeys a name; one that is empty changes nothing. Blocks."""
    name = " ".join("".join(c if c.isprintable() else " " for c in name).split())[:NAME_CHARACTERS]
    with database.writing(archive.engine) as session:
        _, passkey, owner = _own(session, person, number)
        if name and name != passkey.name:
            audit.add(session, actor, "rename passkey", owner.email, DONE, f"{passkey.name} -> {name}")
            passkey.name = name


def remove(archive: Archive, actor: Actor, person: int, number: int) -> str:
    """Remove one of a person's own passkeys, end the sessions that it began, and return its credential; blocks.

    Raises:
        Refusal: last_passkey: they have no other that signs them in here.
    """
    with database.writing(archive.engine) as session:
        known, passkey, owner = _own(session, person, number)
        domains = relying_party(archive.settings).domains
        if [passkey] == ([each for each in known if each.domain in domains] or known):
            raise Refusal("last_passkey")
        session.execute(delete(PersonSession).where(col(PersonSession.passkey_id) == number))
        session.delete(passkey)
        audit.add(session, actor, "remove passkey", owner.email, DONE, passkey.name)
    return passkey.credential


@contextmanager
def _writing_once(archive: Archive) -> Iterator[Session]:
    """Provide a transaction; a credential that is registered already, here or by another person, is refused."""
    try:
        with database.writing(archive.engine) as session:
            yield session
    except IntegrityError as error:
        raise Refusal("passkey_refused", detail="this passkey is registered already") from error


def _own(session: Session, person: int, number: int) -> tuple[Sequence[Passkey], Passkey, Person]:
    """Return a person's passkeys, one of them and the person, locked against another change at the same time."""
    owner = session.get_one(Person, person, with_for_update=True)
    known = of_person(session, person)
    for passkey in known:
        if passkey.id == number:
            return known, passkey, owner
    raise Refusal("passkey_unknown")


def _registered(archive: Archive, browser: Browser, purpose: str, credential: str) -> dict[str, Any]:
    """Return what the record of a new passkey says beside person and moment, once its answer is verified."""
    site, challenge = relying_party(archive.settings), challenges.take(archive, browser.cookie, purpose)
    try:
        answer = parse_registration_credential_json(credential)
        _refuse_unusual(answer)
        verified = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except Exception as error:
        raise Refusal("passkey_refused", detail=str(error)) from error
    return {
        "credential": bytes_to_base64url(verified.credential_id),
        "public_key": bytes_to_base64url(verified.credential_public_key),
        "sign_count": verified.sign_count,
        "transports": " ".join(sorted({transport.value for transport in answer.response.transports or ()})),
        "name": short_name(browser.agent),
        "domain": site.id,
    }


def _refuse_unusual(answer: RegistrationCredential | AuthenticationCredential) -> None:
    """Refuse what the library accepts and no page of this site asks for.

    That is an answer given within a page of another site, and an id that is too long (WebAuthn Level 3, sections 5.8.1
    and 5.1).
    """
    if parse_client_data_json(answer.response.client_data_json).cross_origin or len(answer.raw_id) > ID_BYTES:
        raise ValueError("within another site, or an id that is too long")


def _add(session: Session, person: Person, verified: Mapping[str, Any]) -> Passkey:
    """Store a verified passkey."""
    if len(of_person(session, person.id)) >= MAX_PASSKEYS:
        raise Refusal("passkey_refused", detail=f"more than {MAX_PASSKEYS} passkeys")
    passkey = Passkey(person_id=person.id, created_at=local_time.now(), **verified)
    session.add(passkey)
    session.flush()
    return passkey


def _checked(
    archive: Archive, challenge: bytes, answer: AuthenticationCredential, passkey: Passkey, person: Person
) -> int:
    """Return the new counter of a passkey, once its answer is verified."""
    site = relying_party(archive.settings)
    # Without a list of allowed credentials the answer has to name its owner (WebAuthn Level 3, section 7.2, step 6).
    if answer.response.user_handle != base64url_to_bytes(person.handle):
        raise Refusal("passkey_refused", detail=f"{person.email}: another user handle")
    try:
        verified = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except Exception as error:
        raise Refusal("passkey_refused", detail=f"{person.email}: {error}") from error
    return verified.new_sign_count
