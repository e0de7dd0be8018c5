"""Alert subscriptions: stored, confirmed by a mailed link, changed and ended by links that never expire.

Known and unknown addresses are answered alike, so that nobody learns who subscribed.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from email import message_from_bytes, policy

from sqlalchemy import Update, case, delete, exists, func, insert, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from starbond_site import content
from starbond_site.content.languages import DEFAULT, Language
from starbond_site.documents import changes, database
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.features.alerts.links import CODE_CHARACTERS, CONFIRMATION, PATHS, Links
from starbond_site.features.alerts.records import AlertChoice, AlertMail, AlertSubscriber, AlertToken
from starbond_site.mail import Mailer, forms, outbox
from starbond_site.mail.forms import FORM, AlertForm, AlertPreferences, InvalidForm, Outcome
from starbond_site.mail.outbox import OutgoingMail
from starbond_site.mail.smtp import is_unknown_mailbox
from starbond_site.shared import local_time, logs
from starbond_site.shared.limits import Limit

SUBSCRIPTIONS = 30
"""Per network address and time; a mobile provider gives one address to many people."""
SUBSCRIPTION_SECONDS = 3600
MAILS = 3
MAIL_SECONDS = 24 * 3600
"""Answers to a request mailed to one recipient and day, so that nobody can fill a mailbox from here."""
MAX_REFUSALS = 2
"""Refusals in a row, for want of a mailbox, that suspend an address (`count_refusal`)."""
RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to")
"""Headers in which mail servers write the recipient of a bounce (VERP), the most reliable first."""
_CODE = re.compile(rf"\+([0-9a-f]{{{CODE_CHARACTERS}}})@")
_log = logs.get_logger(__name__)


class AlertService:
    """Stores the subscribers."""

    def __init__(self, archive: Archive, mailer: Mailer, limit: Limit | None = None) -> None:
        self.archive = archive
        self.mailer = mailer
        self.links = Links(archive, AlertSubscriber, AlertToken, PATHS, "manage")
        self._limit = limit or Limit(SUBSCRIPTIONS, SUBSCRIPTION_SECONDS, name="alert subscriptions")
        self._mails = Limit(MAILS, MAIL_SECONDS, name="alert mails")

    @property
    def is_available(self) -> bool:
        return self.mailer.is_configured

    def subscribe(self, fields: Mapping[str, object], address: str, language: Language = DEFAULT) -> Outcome:
        """Take an email address and the lists that it wants to hear of; blocks.

        Args:
            fields: ``email``, ``consent``, one `field_name` for each list that is ticked, and `forms.HONEYPOT`.

        Returns:
            Accepted, whether the email address was new or not; or what to correct.
        """
        if not self.is_available:
            return Outcome(problems={FORM: Refusal("alerts_unavailable")})
        if forms.is_from_program(fields):
            return Outcome()
        outcome = forms.receive(
            AlertForm,
            {**fields, "lists": ticked(fields)},
            self._limit,
            address,
            lambda form: self._store(form.email.lower(), form.lists, language),
        )
        self.mailer.queued.set()
        return outcome

    def confirm(self, token: str) -> bool:
        """Confirm a subscription by the token of its link; blocks. Returns whether the token is known and not too old.

        What was published before is no news.
        """
        with database.writing(self.archive.engine) as session:
            subscriber = self.links.owner_of(session, token, "confirm")
            if subscriber is None:
                return False
            if not subscriber.is_served:
                subscriber.confirmed_at, subscriber.suspended_at, subscriber.refusals = local_time.now(), None, 0
                subscriber.queued_change = changes.newest(session)
            return True

    def preferences(self, token: str) -> frozenset[str] | None:
        """Return the lists that a subscriber chose, by the token of a mail; None where nobody has it. Blocks."""
        with database.reading(self.archive.engine) as session:
            subscriber = self.links.owner_of(session, token)
            if subscriber is None:
                return None
            chosen = select(AlertChoice.category).where(col(AlertChoice.subscriber_id) == subscriber.id)
            return frozenset(session.exec(chosen))

    def save(self, token: str, fields: Mapping[str, object]) -> Outcome | None:
        """Store what a subscriber chooses now; None where nobody has the token. Blocks.

        Of a list that is added, only what is published from now on is mailed.
        """
        try:
            form = forms.validate(AlertPreferences, {"lists": ticked(fields)})
        except InvalidForm as invalid:
            return Outcome(problems=invalid.problems)
        with database.writing(self.archive.engine) as session:
            subscriber = self.links.owner_of(session, token)
            if subscriber is None:
                return None
            own, newest = col(AlertChoice.subscriber_id) == subscriber.id, changes.newest(session)
            known = set(session.exec(select(AlertChoice.category).where(own)))
            session.connection().execute(delete(AlertChoice).where(own, col(AlertChoice.category).not_in(form.lists)))
            for category in sorted(set(form.lists) - known):
                session.add(AlertChoice(subscriber_id=subscriber.id, category=category, since_change=newest))
        return Outcome()

    def remove(self, email: str) -> bool:
        """Delete a subscriber by address, for the operator; blocks. Returns whether there was one to delete."""
        gone = delete(AlertSubscriber).where(col(AlertSubscriber.email) == email.strip().lower())
        with database.writing(self.archive.engine) as session:
            return bool(session.connection().execute(gone).rowcount)

    def subscribers(self) -> Sequence[tuple[AlertSubscriber, Sequence[str]]]:
        """Return all subscribers with their lists, by address; blocks."""
        with database.reading(self.archive.engine) as session:
            known = session.exec(select(AlertSubscriber).order_by(col(AlertSubscriber.email))).all()
            chosen = session.exec(select(AlertChoice)).all()
        return [(one, [row.category for row in chosen if row.subscriber_id == one.id]) for one in known]

    def counts(self) -> Mapping[str, int]:
        """Return the numbers of confirmed and unconfirmed addresses, and of confirmed ones by list; blocks."""
        counted = Counter(dict.fromkeys(("confirmed", "unconfirmed", "suspended", *content.read().topics), 0))
        for subscriber, categories in self.subscribers():
            state = (
                "suspended" if subscriber.suspended_at else "confirmed" if subscriber.confirmed_at else "unconfirmed"
            )
            counted[state] += 1
            counted.update(categories if subscriber.is_served else ())
        return counted

    def record_bounce(self, content: bytes) -> bool:
        """Count a bounce that reports an unknown mailbox; return whether it was for one of our mails.

        Blocks.
        """
        code = _code_in(content)
        with database.writing(self.archive.engine) as session:
            token = (
                session.exec(select(AlertToken).where(col(AlertToken.hash).startswith(code))).first() if code else None
            )
            if token is not None:
                count_refusal(session, token.subscriber_id)
        return token is not None

    def resume(self, since: date) -> int:
        """End the suspensions that began on a day or after it; return their number. Blocks."""
        first, suspended_at = local_time.start_of(since), col(AlertSubscriber.suspended_at)
        ended = update(AlertSubscriber).where(suspended_at >= first).values(suspended_at=None, refusals=0)
        with database.writing(self.archive.engine) as session:
            return session.connection().execute(ended).rowcount

    def delete_old(self) -> None:
        """Delete addresses that nobody confirmed in time, their links, and mails that were dropped; blocks."""
        old = local_time.now() - CONFIRMATION
        subscriber = col(AlertSubscriber.confirmed_at).is_(None)
        is_queued = exists().where(col(OutgoingMail.kind) == "alert", col(OutgoingMail.record_id) == col(AlertMail.id))
        with database.writing(self.archive.engine) as session:
            self.links.delete_old(session)
            unconfirmed = delete(AlertSubscriber).where(subscriber, col(AlertSubscriber.requested_at) < old)
            session.connection().execute(unconfirmed)
            session.connection().execute(delete(AlertMail).where(~is_queued))

    def _store(self, email: str, lists: Sequence[str], language: Language) -> None:
        """Store an address, and queue the mail that asks to confirm it; a confirmed one keeps what it has.

        For a known address the same is written as for a new one, so that the time of the answer tells nothing.
        """
        is_mailed = not self._mails.take(email)
        try:
            with database.writing(self.archive.engine) as session:
                number, is_confirmed = _stored(session, email, language)
                own = col(AlertChoice.subscriber_id) == number
                kept = session.exec(select(AlertChoice.category, AlertChoice.since_change).where(own)).all()
                chosen = kept if is_confirmed else [(category, 0) for category in lists]
                session.connection().execute(delete(AlertChoice).where(own))
                rows = [{"subscriber_id": number, "category": one, "since_change": since} for one, since in chosen]
                session.connection().execute(insert(AlertChoice), rows)
                if is_mailed:
                    outbox.add(session, "alert-request", number, self.mailer.new_message_id())
        except IntegrityError:
            _log.info("subscribed_twice_at_once")


def _stored(session: Session, email: str, language: Language) -> tuple[int, bool]:
    """Store an address; until it is confirmed, its last request counts. Return its id, and whether it is confirmed."""
    now, subscriber = local_time.now(), AlertSubscriber
    row = {"language": language, "requested_at": now, "consent_at": now}
    is_confirmed = col(subscriber.confirmed_at).is_not(None) & col(subscriber.suspended_at).is_(None)
    values = {name: case((is_confirmed, getattr(subscriber, name)), else_=value) for name, value in row.items()}
    stored = database.insert(session, subscriber).values(email=email, queued_change=0, **row)
    stored = stored.on_conflict_do_update(index_elements=["email"], set_=values)
    number, confirmed_at = (
        session.connection().execute(stored.returning(col(subscriber.id), col(subscriber.confirmed_at))).one()
    )
    return number, confirmed_at is not None


def count_refusal(session: Session, number: int, change: int = 0) -> bool:
    """Count a mail for which there is no mailbox; return whether it is given up.

    The first refusal may be a slip of the server. The same mail is given up when it is refused on another day; the mail
    of another filing, on another day, suspends the address.

    Args:
        change: number of the last change that the mail told of; 0 for one that came back.
    """
    subscriber, now = session.get(AlertSubscriber, number, with_for_update=True), local_time.now()
    if subscriber is None or subscriber.suspended_at:
        return True
    counted = subscriber.refused_at if subscriber.refusals else None
    if counted and local_time.local_date(counted) == local_time.local_date(now):
        return False
    if counted and change and change == subscriber.refused_change:
        return True
    subscriber.refusals += 1
    subscriber.refused_at, subscriber.refused_change = now, change
    if subscriber.refusals >= MAX_REFUSALS:
        subscriber.suspended_at = now
    return subscriber.suspended_at is not None


def reset_refusals(number: int) -> Update:
    """Return the statement that forgets refusals of an address whose server took a mail."""
    of_one = col(AlertSubscriber.id) == number, col(AlertSubscriber.refusals) > 0
    return update(AlertSubscriber).where(*of_one).values(refusals=0)


def suspended(archive: Archive) -> int:
    of_all = select(func.count()).where(col(AlertSubscriber.suspended_at).is_not(None))
    return archive.read(lambda session: session.exec(of_all).one())


def field_name(topic: str) -> str:
    return f"list-{topic}"


def ticked(fields: Mapping[str, object]) -> list[str]:
    """Return the lists that a form ticks; unknown ones are ignored."""
    return [topic for topic in content.read().topics if fields.get(field_name(topic)) in (True, "on", "true", "1")]


def _code_in(content: bytes) -> str:
    """Return the code in a bounce that reports an unknown mailbox; empty for any other mail, which anybody can send."""
    mail = message_from_bytes(content, policy=policy.compat32)
    # The parts of a delivery status are heads without a body (RFC 3464, section 2.1).
    status = [str(part.get("status", "")).strip() for part in mail.walk()]
    if not any(map(is_unknown_mailbox, status)):
        return ""
    found = (_CODE.search(str(value)) for name in RECIPIENTS for value in mail.get_all(name, []))
    return next((match[1] for match in found if match), "")
