"""Links with which a person adds a passkey: the first one, or another one after all were lost. Each works once."""

from datetime import timedelta
from urllib.parse import urlencode

from sqlalchemy import delete
from sqlmodel import Session, col, select

from starbond_site.content.addresses import DEFAULT, INVITATION, Language, localized
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.secret_tokens import hashed, new_token
from starbond_site.features.people.records import Invitation, Person, with_person
from starbond_site.shared import local_time

LIFETIME = timedelta(days=3)


def link(archive: Archive, token: str, language: Language = DEFAULT) -> str:
    """Return the address that a person opens; the token is in the query, which the logs of proxies leave out."""
    return f"{archive.settings.public_url}{localized(INVITATION, language)}?{urlencode({'token': token})}"


def create(session: Session, person: Person, actor: Actor) -> str:
    """Return the token of a new invitation that somebody makes; earlier ones of the person no longer work."""
    now, token, own = local_time.now(), new_token(), {"person_id": person.id, "made_by": actor.person_id}
    session.connection().execute(delete(Invitation).where(col(Invitation.person_id) == person.id))
    session.add(Invitation(hash=hashed(token), created_at=now, ends_at=now + LIFETIME, **own))
    return token


def invited(archive: Archive, token: str) -> Person:
    """Return whom a link invites; blocks.

    Raises:
        Refusal: invitation_invalid: nobody any more.
    """
    wanted = select(Invitation, Person).join(Person).where(col(Invitation.hash) == hashed(token))
    return _valid(archive.read(lambda session: session.exec(wanted).first()))[1]


def use(session: Session, token: str) -> Person:
    """Return whom a link invites, in the transaction that uses it up.

    Raises:
        Refusal: invitation_invalid: it was used or replaced meanwhile, or is too old.
    """
    invitation, person = _valid(with_person(session, Invitation, col(Invitation.hash) == hashed(token)))
    person.enrolled_at, person.enrolled_by = local_time.now(), invitation.made_by
    session.delete(invitation)
    return person


def _valid(found: tuple[Invitation, Person] | None) -> tuple[Invitation, Person]:
    if found is None or found[1].disabled_at or found[0].ends_at < local_time.now():
        raise Refusal("invitation_invalid")
    return found
