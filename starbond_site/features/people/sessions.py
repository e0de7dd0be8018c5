"""Sessions of people: begun by a passkey or a company account, found by a cookie, ended by time and in other ways.

A session ends after 12 hours, after an hour in which the browser asked for nothing, when its person signs out, ends it
from another browser or is disabled, when the passkey that began it is removed, and when the administrator ends it.
Roles are read with every request, so that a change of roles needs no end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from starbond_site.documents import audit, database
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.audit import DONE
from starbond_site.documents.secret_tokens import hashed, new_token
from starbond_site.features.people.records import AGENT_CHARACTERS, CompanyAccount, Passkey, Person, PersonSession
from starbond_site.shared import local_time, logs
from starbond_site.shared.roles import Principal, excluding

LIFETIME = timedelta(hours=12)
IDLE = timedelta(hours=1)
SEEN = timedelta(minutes=1)
"""How exactly it is stored when a session was last used: a write for every request would cost more than it tells."""
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrom": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
"""Several browsers also call themselves by the names of others: the first that is found counts."""
SYSTEMS = {
    "Windows": "Windows",
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
_log = logs.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Browser:
    """Who signs in: what the request says besides the answer of authenticator or provider."""

    address: str
    agent: str = ""
    """Header ``User-Agent``."""
    cookie: str = ""
    """Value of the cookie that `challenges.make` gave."""
    session: str = ""
    """Token of the session that the browser has, if any."""


def begin(session: Session, person: Person, passkey: Passkey | None, browser: Browser) -> str:
    """Return the token of a new session, in the transaction of the sign-in; the browser's earlier one ends."""
    now, token = local_time.now(), new_token()
    connection = session.connection()
    connection.execute(delete(PersonSession).where(_over(now) | (col(PersonSession.hash) == hashed(browser.session))))
    begun = PersonSession(
        hash=hashed(token),
        person_id=person.id,
        passkey_id=passkey.id if passkey else None,
        created_at=now,
        seen_at=now,
        ends_at=now + LIFETIME,
        address=browser.address[:64],
        agent=short_name(browser.agent),
    )
    session.add(begun)
    return token


def principal(archive: Archive, token: str, *, is_used: bool = True) -> Principal | None:
    """Return whose session a token is; None for one that has ended or never was. Blocks."""
    if not token:
        return None
    now = local_time.now()
    account = select(func.max(CompanyAccount.created_at)).where(col(CompanyAccount.person_id) == col(Person.id))
    came = func.coalesce(col(Passkey.created_at), account.scalar_subquery())
    own = select(PersonSession, Person, came).select_from(PersonSession).join(Person)
    own = own.outerjoin(Passkey, col(PersonSession.passkey_id) == col(Passkey.id)).where(
        col(PersonSession.hash) == hashed(token), ~_over(now)
    )
    known = archive.read(lambda session: session.exec(own).first())
    if known is None or known[1].disabled_at:
        return None
    found, person, enrolled_at = known
    if is_used and now - found.seen_at > SEEN:
        _see(archive, found.id, now)
    roles = excluding(person.role_set) if archive.settings.two_person_release else person.role_set
    return Principal(roles, person.id, person.name, person.email, enrolled_at)


def of_person(session: Session, person: int) -> Sequence[PersonSession]:
    """Return the sessions of a person that have not ended, the last used one first."""
    found = select(PersonSession).where(col(PersonSession.person_id) == person, ~_over(local_time.now()))
    return session.exec(found.order_by(col(PersonSession.seen_at).desc(), col(PersonSession.id).desc())).all()


def everyone(archive: Archive) -> Sequence[tuple[PersonSession, Person]]:
    """Return all sessions that have not ended, with their people; blocks."""
    found = select(PersonSession, Person).join(Person).where(~_over(local_time.now()))
    ordered = found.order_by(col(Person.email), col(PersonSession.seen_at).desc())
    return archive.read(lambda session: session.exec(ordered).all())


def sign_out(archive: Archive, token: str, actor: Actor) -> None:
    """End the session of a token, if it is one; blocks."""
    with database.writing(archive.engine) as session:
        found = session.exec(select(PersonSession).where(col(PersonSession.hash) == hashed(token))).first()
        if found is None:
            return
        person = session.get_one(Person, found.person_id)
        session.delete(found)
        audit.add(session, actor, "sign out", person.email, DONE)


def end_own(archive: Archive, actor: Actor, person: int, chosen: Callable[[PersonSession], bool]) -> int:
    """End the chosen sessions of a person, and return their number; blocks."""
    with database.writing(archive.engine) as session:
        return end(session, actor, session.get_one(Person, person), chosen)


def end(
    session: Session, actor: Actor, person: Person, chosen: Callable[[PersonSession], bool] = lambda _one: True
) -> int:
    """End all sessions of a person, or the chosen ones, within a transaction; return how many there were."""
    own = [one.id for one in of_person(session, person.id) if chosen(one)]
    ended = session.connection().execute(delete(PersonSession).where(col(PersonSession.id).in_(own))).rowcount
    if ended:
        audit.add(session, actor, "end sessions", person.email, DONE, str(ended))
    return ended


def _over(now: datetime) -> ColumnElement[bool]:
    """Return the condition for a session that time has ended."""
    return (col(PersonSession.ends_at) < now) | (col(PersonSession.seen_at) < now - IDLE)


def _see(archive: Archive, number: int, now: datetime) -> None:
    """Store when a session was last used; where that fails, it may only end earlier."""
    try:
        with database.writing(archive.engine) as session:
            session.connection().execute(
                update(PersonSession).where(col(PersonSession.id) == number).values(seen_at=now)
            )
    except SQLAlchemyError:
        _log.exception("session_use_not_stored")


def short_name(agent: str) -> str:
    """Return browser and system of a ``User-Agent``, such as ``Firefox, Windows``; empty where neither is known."""
    found = [next((name for sign, name in names.items() if sign in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name)[:AGENT_CHARACTERS]
