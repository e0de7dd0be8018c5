"""Alert subscriptions: stored, confirmed by a mailed link, changed and ended by links that never expire.

The newsletter is one of the choices, which has a form of its own in the footer, and a link that ends it alone.
Known and unknown addresses are answered alike, so that nobody learns who subscribed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from email import message_from_bytes, policy
from itertools import groupby

from sqlalchemy import ColumnElement, Update, case, delete, exists, func, or_, true, update
from sqlmodel import Session, col, select

from starbond_site import content
from starbond_site.content import Language, Site
from starbond_site.content.addresses import DEFAULT
from starbond_site.documents import changes, database
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.features.alerts.links import CODE_CHARACTERS, CONFIRMATION, Links, delete_old, new, owner_of
from starbond_site.features.alerts.records import AlertChoice, AlertMail, AlertSubscriber, AlertToken
from starbond_site.mail import Mailer, outbox, submissions
from starbond_site.mail.outbox import OutgoingMail
from starbond_site.mail.smtp import is_unknown_mailbox
from starbond_site.mail.submissions import FORM, AlertForm, AlertPreferences, FormOutcome, InvalidForm
from starbond_site.shared import local_time
from starbond_site.shared.categories import NEWSLETTER
from starbond_site.shared.limits import Limit

SUBSCRIPTIONS = 30
"""Per network address and time; a mobile provider gives one address to many people."""
SUBSCRIPTION_SECONDS = 3600
MAILS = 3
MAIL_SECONDS = 24 * 3600
"""Answers to a request mailed to one recipient and day, so that nobody can fill a mailbox from here."""
MAX_REFUSALS = 2
"""Refusals in a row, for want of a mailbox, that suspend an address (`count_refusal`)."""
MAX_LOCKED = 10_000
"""Subscribers that one `AlertService.delete_old` looks at."""
RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to")
"""Headers in which mail servers write the recipient of a bounce (VERP), the most reliable first."""
IS_ASKED = col(AlertChoice.since_change).is_(None)
"""The condition for what was asked for and is not confirmed."""
IS_WITHOUT_CHOICE = ~exists().where(col(AlertChoice.subscriber_id) == col(AlertSubscriber.id))
WITHOUT_CHOICE = delete(AlertSubscriber).where(IS_WITHOUT_CHOICE)
_CODE = re.compile(rf"\+([0-9a-f]{{{CODE_CHARACTERS}}})@")


class AlertService:
    """Stores the subscribers."""

    def __init__(self, archive: Archive, mailer: Mailer, limit: Limit | None = None) -> None:
        self.archive = archive
        self.mailer = mailer
        self.links = Links(archive)
        self._limit = limit or Limit(SUBSCRIPTIONS, SUBSCRIPTION_SECONDS, name="alert subscriptions")
        self._mails = Limit(MAILS, MAIL_SECONDS, name="alert mails")

    @property
    def is_available(self) -> bool:
        return self.mailer.is_configured

    def subscribe(
        self, fields: Mapping[str, object], address: str, language: Language = DEFAULT, *, is_newsletter: bool = False
    ) -> FormOutcome:
        """Take an email address and the lists that it wants to hear of; blocks.

        Args:
            fields: ``email``, ``consent``, one `field_name` for each list that is ticked, and `submissions.HONEYPOT`.
            is_newsletter: whether it is the form of the newsletter, which ticks nothing. Without a mail server that is
                stored, and nobody is asked to confirm it.

        Returns:
            Accepted, whether the email address was new or not; or what to correct.
        """
        if not self.is_available and not is_newsletter:
            return FormOutcome(problems={FORM: Refusal("alerts_unavailable")})
        if submissions.is_from_program(fields):
            return FormOutcome()
        outcome = submissions.receive(
            AlertForm,
            {**fields, "lists": [NEWSLETTER] if is_newsletter else ticked(fields)},
            self._limit,
            address,
            lambda form: self._store(form.email.lower(), form.lists, language),
        )
        self.mailer.queued.set()
        return outcome

    def confirm(self, token: str, lists: Sequence[str] = ()) -> bool:
        """Confirm what was asked for by the token of a link; blocks. Returns whether it is known and not too old.

        What was published before is no news.

        Args:
            lists: that the link names; those of earlier mails name none, and confirm everything.
        """
        with database.writing(self.archive.engine) as session:
            subscriber = owner_of(session, token, "confirm")
            if subscriber is None:
                return False
            newest = changes.newest(session)
            if not subscriber.is_served:
                subscriber.confirmed_at, subscriber.suspended_at, subscriber.refusals = local_time.now(), None, 0
                subscriber.queued_change = newest
            subscriber.consent_at = subscriber.requested_at
            asked = update(AlertChoice).where(_of(subscriber.id), IS_ASKED)
            asked = asked.where(col(AlertChoice.category).in_(lists)) if lists else asked
            session.connection().execute(asked.values(since_change=newest))
            return True

    def preferences(self, token: str) -> frozenset[str] | None:
        """Return what a subscriber chose, by the token of a mail; None where nobody has it. Blocks."""
        with database.reading(self.archive.engine) as session:
            subscriber = owner_of(session, token, is_locked=False)
            return subscriber and frozenset(
                _chosen(subscriber, session.exec(select(AlertChoice).where(_of(subscriber.id))))
            )

    def save(self, token: str, fields: Mapping[str, object]) -> FormOutcome | None:
        """Store what a subscriber chooses now; None where nobody has the token. Blocks.

        Of a list that is added, only what is published from now on is mailed.
        """
        try:
            form = submissions.validate(AlertPreferences, {"lists": ticked(fields)})
        except InvalidForm as invalid:
            return FormOutcome(problems=invalid.problems)
        with database.writing(self.archive.engine) as session:
            subscriber = owner_of(session, token)
            if subscriber is None:
                return None
            newest = changes.newest(session) if subscriber.confirmed_at else None
            own = _of(subscriber.id)
            known = set(session.exec(select(AlertChoice.category).where(own, ~IS_ASKED)))
            left = or_(col(AlertChoice.category).not_in(form.lists), IS_ASKED)
            session.connection().execute(delete(AlertChoice).where(own, left))
            for category in sorted(set(form.lists) - known):
                session.add(AlertChoice(subscriber_id=subscriber.id, category=category, since_change=newest))
        return FormOutcome()

    def unsubscribe(self, token: str, lists: Sequence[str] = ()) -> bool:
        """End some choices of a subscriber, or all; who has none left is deleted. Blocks.

        Returns:
            Whether somebody has the token.
        """
        with database.writing(self.archive.engine) as session:
            if owner := owner_of(session, token):
                left = col(AlertChoice.category).in_(lists) if lists else true()
                session.connection().execute(delete(AlertChoice).where(_of(owner.id), left))
                session.connection().execute(WITHOUT_CHOICE.where(col(AlertSubscriber.id) == owner.id))
        return owner is not None

    def remove(self, email: str) -> bool:
        """Delete a subscriber by address, for the operator; blocks. Returns whether there was one to delete."""
        gone = delete(AlertSubscriber).where(col(AlertSubscriber.email) == email.strip().lower())
        with database.writing(self.archive.engine) as session:
            return bool(session.connection().execute(gone).rowcount)

    def subscribers(self) -> Sequence[tuple[AlertSubscriber, Sequence[str]]]:
        """Return all subscribers with what they chose, by address; blocks."""
        with database.reading(self.archive.engine) as session:
            known = session.exec(select(AlertSubscriber).order_by(col(AlertSubscriber.email))).all()
            every = sorted(session.exec(select(AlertChoice)), key=lambda choice: choice.subscriber_id)
        of_each = {number: list(own) for number, own in groupby(every, lambda choice: choice.subscriber_id)}
        return [(one, _chosen(one, of_each.get(one.id, ()))) for one in known]

    def newsletter_readers(self) -> Sequence[tuple[AlertSubscriber, bool, str]]:
        """Return who asked for the newsletter, whether it may be mailed to them, and a new link that ends it; blocks.

        Whoever mails the newsletter puts the link into each mail: the forms promise one in every mail.
        """
        chosen = select(AlertSubscriber, AlertChoice.since_change).join(AlertChoice)
        with database.writing(self.archive.engine) as session:
            return [
                (
                    reader,
                    reader.is_served and since is not None,
                    self.links.address("newsletter", reader, new(session, reader, "manage")),
                )
                for reader, since in session.exec(chosen.where(AlertChoice.category == NEWSLETTER)).all()
            ]

    def counts(self) -> Mapping[str, int]:
        """Return the numbers of confirmed and unconfirmed addresses, and of confirmed ones by list; blocks."""
        counted = Counter(dict.fromkeys(("confirmed", "unconfirmed", "suspended", *choices(content.read())), 0))
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
        """Delete what nobody confirmed in time, its links, and mails that were dropped; blocks.

        Who asked for the newsletter waits for a mail server that can ask for a confirmation. Whoever changes choices at
        this moment is left for the next time.
        """
        old = select(AlertSubscriber.id).where(AlertSubscriber.requested_at < local_time.now() - CONFIRMATION)
        of_old = IS_ASKED, col(AlertChoice.category) != NEWSLETTER, col(AlertChoice.subscriber_id).in_(old)
        is_over = col(AlertSubscriber.id).in_(select(AlertChoice.subscriber_id).where(*of_old)) | IS_WITHOUT_CHOICE
        over = select(AlertSubscriber.id).where(is_over).order_by(col(AlertSubscriber.id)).limit(MAX_LOCKED)
        is_queued = exists().where(col(OutgoingMail.kind) == "alert", col(OutgoingMail.record_id) == col(AlertMail.id))
        with database.writing(self.archive.engine) as session:
            delete_old(session)
            locked = session.exec(over.with_for_update(skip_locked=True)).all()
            for gone in (
                delete(AlertChoice).where(*of_old, col(AlertChoice.subscriber_id).in_(locked)),
                WITHOUT_CHOICE.where(col(AlertSubscriber.id).in_(locked)),
                delete(AlertMail).where(~is_queued),
            ):
                session.connection().execute(gone)

    def _store(self, email: str, lists: Sequence[str], language: Language) -> None:
        """Store an address and what it asks for, and queue the mail that asks to confirm it.

        For a known address the same is written as for a new one, so that the time of the answer tells nothing.
        """
        is_mailed = self.mailer.is_configured and not self._mails.take(email)
        with database.writing(self.archive.engine) as session:
            number = _stored(session, email, language)
            asked = database.insert(session, AlertChoice).values(
                [{"subscriber_id": number, "category": one, "since_change": None} for one in lists]
            )
            session.connection().execute(asked.on_conflict_do_nothing())
            if is_mailed:
                outbox.add(session, "alert-request", number, self.mailer.new_message_id())


def _stored(session: Session, email: str, language: Language) -> int:
    """Store an address, and return its id; until it is confirmed, the language of its last request counts."""
    now, known = local_time.now(), AlertSubscriber
    is_served = col(known.confirmed_at).is_not(None) & col(known.suspended_at).is_(None)
    row = {"email": email, "language": language, "requested_at": now, "consent_at": now, "queued_change": 0}
    again = {"requested_at": now, "language": case((is_served, known.language), else_=language)}
    stored = database.insert(session, known).values(row).on_conflict_do_update(index_elements=["email"], set_=again)
    return session.connection().execute(stored.returning(col(known.id))).scalar_one()


def _of(number: int) -> ColumnElement[bool]:
    """Return the condition for the choices of a subscriber."""
    return col(AlertChoice.subscriber_id) == number


def _chosen(subscriber: AlertSubscriber, own: Iterable[AlertChoice]) -> list[str]:
    """Return what a subscriber chose; what others may have asked for counts before the address is confirmed alone."""
    return [each.category for each in own if each.since_change is not None or not subscriber.confirmed_at]


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


def choices(site: Site) -> dict[str, str]:
    """Return titles of what can be chosen, by id: the newsletter, and the lists."""
    return {NEWSLETTER: site.interface.footer.newsletter_heading, **site.topics}


def ticked(fields: Mapping[str, object]) -> list[str]:
    """Return what a form ticks; unknown names are ignored."""
    return [topic for topic in choices(content.read()) if fields.get(field_name(topic)) in (True, "on", "true", "1")]


def _code_in(content: bytes) -> str:
    """Return the code in a bounce that reports an unknown mailbox; empty for any other mail, which anybody can send."""
    mail = message_from_bytes(content, policy=policy.compat32)
    # The parts of a delivery status are heads without a body (RFC 3464, section 2.1).
    status = [str(part.get("status", "")).strip() for part in mail.walk()]
    if not any(map(is_unknown_mailbox, status)):
        return ""
    found = (_CODE.search(str(value)) for name in RECIPIENTS for value in mail.get_all(name, []))
    return next((match[1] for match in found if match), "")
