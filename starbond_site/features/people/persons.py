"""Operations of the administrator on people: invite, list, give roles, disable, recover.

Whoever calls has decided that the actor may: the pages by role, the command line by being the command line. Behind
the lock it is decided again: an administrator whom another one has just recovered changes nothing any more.

All changes of people, and all sign-ins, lock in one order: people by their ids, then what is theirs. Whatever raises a
`Refusal` has written nothing: there is such a person already or no such person, no role, nobody else who administers
(last_administrator), or the actor would lock themselves out (own_person).
"""

import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete
from sqlmodel import Session, col, select

from starbond_site.documents import audit, database
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.audit import DONE
from starbond_site.documents.refusals import Refusal
from starbond_site.features.people import invitations, passkeys, sessions
from starbond_site.features.people.records import CompanyAccount, Invitation, Passkey, Person, PersonSession
from starbond_site.mail import submissions
from starbond_site.shared import local_time
from starbond_site.shared.roles import Role, excluding

_LETTERS = str.maketrans(
    "абвгеһіјӏкмнорԛѕтуѵԝхԁαβγεζηικμνορτυχωıl1|0০৪",
    "abbrehijikmhopqstyvwxdabyeznikmvoptuxwiiiioo8",
)


@dataclass(frozen=True, kw_only=True)
class ListedPerson:
    """A person as the list shows them."""

    person: Person
    passkeys: int
    other_passkeys: int
    """Of them those that belong to another domain, and sign nobody in here."""
    has_account: bool
    """Whether they have signed in with a company account."""
    sessions: int
    invited_until: datetime | None
    """Until when a link waits for them; None where none does."""
    enrolled_by: str
    """Who made the link with which they added their passkeys; empty for the command line."""


def approvers(session: Session) -> list[str]:
    """Return the mail addresses of everybody who may approve where two persons are asked for."""
    people = session.exec(select(Person).where(col(Person.disabled_at).is_(None)).order_by(col(Person.id))).all()
    return [person.email for person in people if Role.APPROVE in excluding(person.role_set)]


@database.once_more
def invite(
    archive: Archive, actor: Actor, name: str, email: str, roles: Iterable[Role], *, may_look_alike: bool = False
) -> tuple[Person, str]:
    """Add a person, and return them with the token of their link; blocks.

    Args:
        email: their address, which tells people apart.
        may_look_alike: whether it was asked that the name looks like another's.

    Raises:
        submissions.InvalidForm: name or address have to be corrected.
        Refusal: name_similar: the name looks like that of another person; to be asked.
    """
    form = submissions.validate(submissions.PersonForm, {"name": name, "email": email})
    address, chosen = form.email.lower(), _written(archive, roles)
    with database.writing(archive.engine) as session:
        for known in _locked(session, actor):
            if known.email == address:
                raise Refusal("person_known", email=address)
            if known.name.casefold() == form.name.casefold():
                raise Refusal("name_known", name=known.name)
            if not may_look_alike and _skeleton(known.name) == _skeleton(form.name):
                raise Refusal("name_similar", name=known.name, field="name")
        handle = secrets.token_urlsafe(32)
        person = Person(name=form.name, email=address, roles=chosen, handle=handle, created_at=local_time.now())
        session.add(person)
        session.flush()
        audit.add(session, actor, "invite person", address, DONE, f"{person.name}: {chosen}")
        return person, invitations.create(session, person, actor)


def everyone(archive: Archive) -> Sequence[ListedPerson]:
    """Return all people, by name; blocks."""
    now = local_time.now()
    with database.reading(archive.engine) as session:
        people = session.exec(select(Person).order_by(col(Person.name), col(Person.id))).all()
        keys = session.exec(select(Passkey.person_id)).all()
        other = col(Passkey.domain).not_in(passkeys.relying_party(archive.settings).domains)
        foreign = session.exec(select(Passkey.person_id).where(other)).all()
        with_account = set(session.exec(select(CompanyAccount.person_id)).all())
        waiting = dict(
            session.exec(select(Invitation.person_id, Invitation.ends_at).where(col(Invitation.ends_at) > now)).all()
        )
        names = {person.id: person.name for person in people}
        return [
            ListedPerson(
                person=person,
                passkeys=keys.count(person.id),
                other_passkeys=foreign.count(person.id),
                has_account=person.id in with_account,
                sessions=len(sessions.of_person(session, person.id)),
                invited_until=waiting.get(person.id),
                enrolled_by=names.get(person.enrolled_by or 0, ""),
            )
            for person in people
        ]


def find(archive: Archive, email: str) -> Person:
    """Return the person with an address; blocks.

    Raises:
        Refusal: person_unknown: there is none.
    """
    wanted = select(Person).where(col(Person.email) == email.strip().lower())
    person = archive.read(lambda session: session.exec(wanted).first())
    if person is None:
        raise Refusal("person_unknown", email=email)
    return person


@database.once_more
def change_roles(archive: Archive, actor: Actor, number: int, roles: Iterable[Role]) -> Person:
    """Give a person other roles, which count from the next request on; blocks."""
    chosen = _written(archive, roles)
    with _changing(archive, actor, number) as (session, people, person):
        if Role.ADMINISTER not in chosen.split():
            _keep_administrator(archive, session, people, person)
        if person.roles != chosen:
            audit.add(session, actor, "change roles", person.email, DONE, f"{person.roles} -> {chosen}")
            person.roles = chosen
        return person


@database.once_more
def disable(archive: Archive, actor: Actor, number: int) -> Person:
    """End a person's rights, sessions and links at once; what they did stays theirs. Blocks."""
    _refuse_own(actor, number)
    with _changing(archive, actor, number) as (session, people, person):
        _keep_administrator(archive, session, people, person)
        if not person.disabled_at:
            person.disabled_at = local_time.now()
            audit.add(session, actor, "disable person", person.email, DONE)
            session.connection().execute(delete(Invitation).where(col(Invitation.person_id) == number))
            sessions.end(session, actor, person)
        return person


@database.once_more
def enable(archive: Archive, actor: Actor, number: int) -> Person:
    """Give a disabled person their rights back: their passkeys work again. Blocks."""
    with _changing(archive, actor, number) as (session, _, person):
        if person.disabled_at:
            person.disabled_at = None
            audit.add(session, actor, "enable person", person.email, DONE)
        return person


@database.once_more
def recover(archive: Archive, actor: Actor, number: int) -> tuple[Person, str]:
    """Return the token of a new link for somebody who lost all passkeys, or never used the first link; blocks.

    Earlier passkeys, sessions and links stop working at once: whoever has the lost device cannot use it. A company
    account is forgotten, so that another one of the same address can take its place.

    Raises:
        Refusal: person_disabled: enable them first.
    """
    _refuse_own(actor, number)
    with _changing(archive, actor, number) as (session, _, person):
        if person.disabled_at:
            raise Refusal("person_disabled", email=person.email)
        audit.add(session, actor, "recover person", person.email, DONE)
        sessions.end(session, actor, person)
        for table in (PersonSession, Passkey, CompanyAccount):
            session.execute(delete(table).where(col(table.person_id) == number))
        return person, invitations.create(session, person, actor)


@database.once_more
def end_sessions(archive: Archive, actor: Actor, number: int) -> int:
    """End all sessions of a person, and return how many there were; blocks."""
    with _changing(archive, actor, number) as (session, _, person):
        return sessions.end(session, actor, person)


def _written(archive: Archive, roles: Iterable[Role]) -> str:
    """Return roles as a record holds them.

    Raises:
        Refusal: roles_exclude: there are several, and sealed filings need two persons.
        Refusal: roles_missing: there are none.
    """
    chosen = sorted(set(roles))
    if not chosen:
        raise Refusal("roles_missing", field="roles")
    if len(chosen) > 1 and archive.settings.two_person_release:
        raise Refusal("roles_exclude", field="roles")
    return " ".join(chosen)


def _refuse_own(actor: Actor, number: int) -> None:
    if number == actor.person_id:
        raise Refusal("own_person")


@contextmanager
def _changing(archive: Archive, actor: Actor, number: int) -> Iterator[tuple[Session, Sequence[Person], Person]]:
    """Provide a transaction, all people and one of them: two administrators at once go one after the other.

    Raises:
        Refusal: person_unknown: there is nobody with this id.
    """
    with database.writing(archive.engine) as session:
        people = _locked(session, actor)
        for person in people:
            if person.id == number:
                yield session, people, person
                return
        raise Refusal("person_unknown", email=str(number))


def _locked(session: Session, actor: Actor) -> Sequence[Person]:
    """Return all people, locked until the end of the transaction.

    Raises:
        Refusal: role_missing: the actor does not administer any more.
        Refusal: sign_in_missing: the actor's sessions have ended.
    """
    # Whoever waits for the locks reads only then, and sees also those who were added meanwhile.
    session.exec(select(Person.id).order_by(col(Person.id)).with_for_update()).all()
    people = session.exec(select(Person).order_by(col(Person.id))).all()
    for person in people:
        if person.id == actor.person_id:
            if not sessions.of_person(session, person.id):
                raise Refusal("sign_in_missing")
            if Role.ADMINISTER not in person.role_set:
                raise Refusal("role_missing")
    return people


def _keep_administrator(archive: Archive, session: Session, people: Sequence[Person], person: Person) -> None:
    """Refuse to take the last administrator away.

    Somebody who has not used the link yet does not count, unless the person has no passkey either. Who has only a
    company account does not count beside a passkey, which needs no other service. Passkeys of another domain and
    accounts of another issuer sign nobody in here.

    Raises:
        Refusal: last_administrator: nobody else who can sign in administers.
    """
    administrators = [one for one in people if not one.disabled_at and Role.ADMINISTER in one.role_set]
    if person not in administrators:
        return
    of_domain = col(Passkey.domain).in_(passkeys.relying_party(archive.settings).domains)
    able = set(session.exec(select(Passkey.person_id).where(of_domain)).all())
    if person.id not in able:
        of_issuer = col(CompanyAccount.issuer) == archive.settings.oidc_issuer
        able |= set(session.exec(select(CompanyAccount.person_id).where(of_issuer)).all())
    others = [one for one in administrators if one != person and (one.id in able or person.id not in able)]
    if not others:
        raise Refusal("last_administrator")


def _skeleton(name: str) -> str:
    """Return the skeleton of a name, equal for two that look alike, whom the audit could not tell apart.

    A small part of the confusables of Unicode (UTS #39): letters of Cyrillic and Greek that look like Latin ones,
    digits that look like letters, marks, and what two letters make together. Whoever invites is asked: too much does
    no harm. Marks that are letters of their own, as in Bangla, are no accents.
    """
    signs = unicodedata.normalize("NFKD", name.casefold()).translate(_LETTERS)
    kinds = ((sign, unicodedata.category(sign)[0]) for sign in signs)
    letters = (sign for sign, kind in kinds if kind in "LN" or (kind == "M" and not unicodedata.combining(sign)))
    return "".join(letters).replace("rn", "m").replace("vv", "w")
