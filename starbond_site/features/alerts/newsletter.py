"""Newsletter subscriptions: stored, confirmed by a mailed link, and ended by another link, which never expires.

A second subscription is answered exactly like the first, so that nobody learns who reads the newsletter.
"""

from collections.abc import Mapping
from email.message import EmailMessage

from sqlmodel import col, select

from starbond_site import content
from starbond_site.content.languages import DEFAULT, Language, as_language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.features.alerts.links import NEWSLETTER_PATHS, Links
from starbond_site.features.alerts.records import NewsletterSubscriber, NewsletterToken
from starbond_site.features.alerts.service import MAIL_SECONDS, MAILS, SUBSCRIPTION_SECONDS, SUBSCRIPTIONS
from starbond_site.mail import Mailer, forms, outbox
from starbond_site.mail.delivery import Source
from starbond_site.mail.forms import NewsletterForm, Outcome
from starbond_site.shared import local_time
from starbond_site.shared.limits import Limit


class NewsletterService(Source):
    """Stores the subscribers, and composes the mails with their links."""

    def __init__(self, archive: Archive, mailer: Mailer, limit: Limit | None = None) -> None:
        self.links = Links(archive, NewsletterSubscriber, NewsletterToken, NEWSLETTER_PATHS, "unsubscribe")
        self._archive = archive
        self._mailer = mailer
        self._limit = limit or Limit(SUBSCRIPTIONS, SUBSCRIPTION_SECONDS, name="newsletter subscriptions")
        self._mails = Limit(MAILS, MAIL_SECONDS, name="newsletter mails")

    def subscribe(self, fields: Mapping[str, object], address: str, language: Language = DEFAULT) -> Outcome:
        """Take an email address; blocks.

        Returns:
            Accepted, whether the email address was new or not; or what to correct.
        """
        if forms.is_from_program(fields):
            return Outcome()
        outcome = forms.receive(
            NewsletterForm, fields, self._limit, address, lambda form: self._store(form.email.lower(), language)
        )
        self._mailer.queued.set()
        return outcome

    def confirm(self, token: str) -> bool:
        """Confirm a subscription by its token; blocks. Returns whether the token is known and not too old."""
        with database.writing(self._archive.engine) as session:
            subscriber = self.links.owner_of(session, token, "confirm")
            if subscriber is None:
                return False
            subscriber.confirmed_at = subscriber.confirmed_at or local_time.now()
            return True

    def unsubscribe_links(self) -> dict[int, str]:
        """Return a new link to unsubscribe for every subscriber, by id; blocks.

        Whoever mails the newsletter puts it into each mail: the forms promise one in every mail.
        """
        with database.writing(self._archive.engine) as session:
            known = session.exec(select(NewsletterSubscriber)).all()
            return {owner.id: self.links.unsubscribing(session, owner) for owner in known}

    def compose(self, record_id: int) -> EmailMessage | None:
        """Return the mail that asks a subscriber to confirm; None where the address is confirmed or deleted. Blocks."""
        subscriber = self._archive.read(lambda session: session.get(NewsletterSubscriber, record_id))
        if subscriber is None or subscriber.confirmed_at:
            return None
        site = content.read(as_language(subscriber.language))
        confirm, (unsubscribe,) = self.links.confirming(subscriber), self.links.lasting(subscriber, "unsubscribe")
        words, company = site.interface.mail, site.company.name
        body = words.newsletter_body.format(company=company, confirm_link=confirm, unsubscribe_link=unsubscribe)
        made = self._mailer.compose(subscriber.email, words.newsletter_subject.format(company=company), body)
        return self._mailer.of_list(made, "newsletter", self._archive.settings.public_url, unsubscribe)

    def housekeeping(self) -> None:
        with database.writing(self._archive.engine) as session:
            self.links.delete_old(session)

    def _store(self, email: str, language: Language) -> None:
        """Store an email address once, and queue the mail that asks to confirm it.

        For a known address the same is written, and `compose` drops the mail for a confirmed one: the answer takes as
        long as for a new address.
        """
        now = local_time.now()
        is_mailed = self._mailer.is_configured and not self._mails.take(email)
        with database.writing(self._archive.engine) as session:
            row = {"email": email, "language": language, "subscribed_at": now, "consent_at": now}
            stored = database.insert(session, NewsletterSubscriber).values(row)
            stored = stored.on_conflict_do_update(index_elements=["email"], set_={"email": email})
            number = session.connection().scalar(stored.returning(col(NewsletterSubscriber.id))) or 0
            if is_mailed:
                outbox.add(session, "confirmation", number, self._mailer.new_message_id())
