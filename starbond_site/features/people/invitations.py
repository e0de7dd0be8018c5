"""Links with which a person adds a passkey: the first one, or another one after all were lost. Each works once."""

from datetime import timedelta
from urllib.parse import urlencode

from sqlalchemy import delete
from sqlmodel import Session, col, select

from starbond_site.content.addresses import DEFAULT, INVITATION, Language, localized
from starbond_site.documents import database
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.secret_tokens import hashed, new_token
from starbond_site.features.people.records import Invitation, Person
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
    with database.reading(archive.engine) as session:
        invitation = session.get(Invitation, hashed(token))
        person = session.get(Person, invitation.person_id) if invitation else None
        if invitation is None or person is None or person.disabled_at or invitation.ends_at < local_time.now():
            raise Refusal("invitation_invalid")
        return person


def use(session: Session, token: str) -> Person:
    """Return whom a link invites, in the transaction that uses it up.

    Raises:
        Refusal: invitation_invalid: it was used or replaced meanwhile, or is too old.
    """
    number = session.exec(select(Invitation.person_id).where(col(Invitation.hash) == hashed(token))).first()
    # The person is locked first, as by whoever recovers or disables them; the link is read behind the lock.
    person = session.get(Person, number or 0, with_for_update=True)
    invitation = session.get(Invitation, hashed(token))
    if person is None or invitation is None or person.disabled_at or invitation.ends_at < local_time.now():
        raise Refusal("invitation_invalid")
    person.enrolled_at, person.enrolled_by = local_time.now(), invitation.made_by
    session.delete(invitation)
    return person
