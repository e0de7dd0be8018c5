"""The newsletter's addresses: stored once, confirmed by a link, gone by another."""

import re
from datetime import timedelta
from email.message import EmailMessage

from sqlmodel import select

from starbond_site import content
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.features.alerts.links import CONFIRMATION
from starbond_site.features.alerts.newsletter import NewsletterService
from starbond_site.features.alerts.records import NewsletterSubscriber, NewsletterToken
from starbond_site.features.alerts.service import MAILS
from starbond_site.mail import Mailer
from tests.unit.alert_desk import VISITOR, token
from tests.unit.documents.publishing import PUBLIC_URL, records
from tests.unit.mail_server import MailServer, deliver

FORM_FIELDS = {"email": "Rahima@Example.com", "consent": True}


def links(mail: EmailMessage) -> list[str]:
    return re.findall(rf"{PUBLIC_URL}/newsletter/\S+", mail.get_content())


def test_the_mailed_links_confirm_and_unsubscribe(archive: Archive, mailer: Mailer, mail_server: MailServer):
    newsletter = NewsletterService(archive, mailer)
    newsletter.subscribe(FORM_FIELDS | {"email": "karim@example.com"}, VISITOR, "bn")
    deliver(archive, mailer)
    assert newsletter.links.delete_owner(token(links(mail_server.mails[0])[1]))
    bangla, words = mail_server.mails.pop(), content.read("bn")
    assert bangla["Subject"] == words.interface.mail.newsletter_subject.format(company=words.company.name)
    assert [link.endswith("&language=bn") for link in links(bangla)] == [True, True]
    newsletter.subscribe(FORM_FIELDS, VISITOR)
    deliver(archive, mailer)
    (mail,) = mail_server.mails
    confirm, unsubscribe = links(mail)
    assert (mail["To"], mail["List-Unsubscribe"]) == ("rahima@example.com", f"<{unsubscribe}>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert not newsletter.confirm(token(unsubscribe)), "each link does one thing"
    assert newsletter.confirm(token(confirm))
    assert records(archive, NewsletterSubscriber)[0].confirmed_at
    assert not newsletter.links.delete_owner(token(confirm))
    assert newsletter.links.delete_owner(token(unsubscribe))
    assert records(archive, NewsletterSubscriber) == []


def test_nobodys_mailbox_is_filled(archive: Archive, mailer: Mailer, mail_server: MailServer):
    """And a confirmed address is not asked again."""
    newsletter = NewsletterService(archive, mailer)
    for _ in range(MAILS + 2):
        newsletter.subscribe(FORM_FIELDS, VISITOR)
        deliver(archive, mailer)
    assert len(mail_server.mails) == MAILS
    newsletter = NewsletterService(archive, mailer)
    newsletter.confirm(token(links(mail_server.mails[0])[0]))
    assert newsletter.subscribe(FORM_FIELDS, VISITOR).accepted
    deliver(archive, mailer)
    assert len(mail_server.mails) == MAILS
    assert newsletter.links.delete_owner(token(links(mail_server.mails[0])[1])), "older links go on"


def test_a_confirmation_grows_old(archive: Archive, mailer: Mailer, mail_server: MailServer):
    newsletter = NewsletterService(archive, mailer)
    newsletter.subscribe(FORM_FIELDS, VISITOR)
    deliver(archive, mailer)
    newsletter.housekeeping()
    with database.writing(archive.engine) as session:
        for row in session.exec(select(NewsletterToken)):
            row.created_at -= CONFIRMATION + timedelta(minutes=1)
    confirm, unsubscribe = (token(link) for link in links(mail_server.mails[0]))
    assert not newsletter.confirm(confirm)
    newsletter.housekeeping()
    assert [row.purpose for row in records(archive, NewsletterToken)] == ["unsubscribe"]
    assert newsletter.links.delete_owner(unsubscribe), "whoever wants to leave always can"
