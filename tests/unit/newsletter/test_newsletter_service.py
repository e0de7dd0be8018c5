"""The newsletter's addresses: stored once, confirmed by a link, gone by another."""

import re
from datetime import timedelta
from email.message import EmailMessage
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlmodel import select

from starbond_site import content
from starbond_site.content.models import Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.forms import FORM
from starbond_site.mail import Mailer
from starbond_site.newsletter.records import NewsletterToken, Subscriber
from starbond_site.newsletter.service import CONFIRMATION, MAILS, SUBSCRIPTIONS, NewsletterService
from tests.unit.documents.publishing import PUBLIC_URL
from tests.unit.mail_server import MailServer, deliver, make_due

FORM_FIELDS = {"email": "Rahima@Example.com", "consent": True}
VISITOR = "203.0.113.9"


def stored(archive: Archive) -> list[Subscriber]:
    with database.reading(archive.engine) as session:
        return list(session.exec(select(Subscriber)))


def token(link: str) -> str:
    return parse_qs(urlsplit(link).query)["token"][0]


def links(mail: EmailMessage) -> list[str]:
    return re.findall(rf"{PUBLIC_URL}/newsletter/\S+", mail.get_content())


def test_an_address_is_stored_once_and_a_second_sign_up_looks_the_same(archive: Archive, no_mailer: Mailer):
    newsletter = NewsletterService(archive, no_mailer)
    first = newsletter.subscribe(FORM_FIELDS, VISITOR)
    second = newsletter.subscribe(FORM_FIELDS | {"email": " rahima@EXAMPLE.com"}, VISITOR)
    assert first == second
    assert first.accepted
    (subscriber,) = stored(archive)
    assert subscriber.email == "rahima@example.com"
    assert subscriber.consent_at
    assert subscriber.confirmed_at is None


@pytest.mark.parametrize(
    ("change", "name", "code"),
    [
        ({"email": ""}, "email", "email_missing"),
        ({"email": "rahima@"}, "email", "email_invalid"),
        ({"email": None}, "email", "email_missing"),
        ({"consent": False}, "consent", "consent_missing"),
    ],
)
def test_what_is_wrong_is_said(archive: Archive, no_mailer: Mailer, change: dict, name: str, code: str):
    outcome = NewsletterService(archive, no_mailer).subscribe(FORM_FIELDS | change, VISITOR)
    assert outcome.sentences("en") == {name: content.read("en").errors.say(code)}
    assert stored(archive) == []


def test_a_program_is_thanked_and_forgotten(archive: Archive, no_mailer: Mailer):
    assert NewsletterService(archive, no_mailer).subscribe(FORM_FIELDS | {"website": "x"}, VISITOR).accepted
    assert stored(archive) == []


def test_sign_ups_are_limited_per_address(archive: Archive, no_mailer: Mailer):
    newsletter = NewsletterService(archive, no_mailer)
    for number in range(SUBSCRIPTIONS):
        assert newsletter.subscribe(FORM_FIELDS | {"email": f"a{number}@example.com"}, VISITOR).accepted
    assert newsletter.subscribe(FORM_FIELDS, VISITOR).problems[FORM].code == "rate_limited"


def test_the_mailed_links_confirm_and_unsubscribe(archive: Archive, mailer: Mailer, mail_server: MailServer):
    newsletter = NewsletterService(archive, mailer)
    newsletter.subscribe(FORM_FIELDS, VISITOR)
    deliver(archive, mailer)
    (mail,) = mail_server.mails
    confirm, unsubscribe = links(mail)
    assert mail["To"] == "rahima@example.com"
    assert mail["List-Unsubscribe"] == f"<{unsubscribe}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"

    assert not newsletter.confirm(token(unsubscribe)), "each link does one thing"
    assert newsletter.confirm(token(confirm))
    assert stored(archive)[0].confirmed_at
    assert not newsletter.unsubscribe(token(confirm))
    assert newsletter.unsubscribe(token(unsubscribe))
    assert stored(archive) == []
    assert not newsletter.unsubscribe(token(unsubscribe))
    assert not newsletter.confirm(token(confirm))


def test_no_token_can_be_read_from_the_database(archive: Archive, mailer: Mailer, mail_server: MailServer):
    NewsletterService(archive, mailer).subscribe(FORM_FIELDS, VISITOR)
    deliver(archive, mailer)
    tokens = {token(link) for link in links(mail_server.mails[0])}
    with database.reading(archive.engine) as session:
        kept = {row.hash for row in session.exec(select(NewsletterToken))}
    assert len(kept) == 2
    assert not kept & tokens


def test_every_mail_has_links_of_its_own_and_the_older_ones_go_on(
    archive: Archive, mailer: Mailer, mail_server: MailServer
):
    newsletter = NewsletterService(archive, mailer)
    newsletter.subscribe(FORM_FIELDS, VISITOR)
    deliver(archive, mailer)
    newsletter.subscribe(FORM_FIELDS, VISITOR)
    deliver(archive, mailer)
    first, second = (links(mail) for mail in mail_server.mails)
    assert first != second
    assert newsletter.unsubscribe(token(first[1]))


def test_nobodys_mailbox_is_filled(archive: Archive, mailer: Mailer, mail_server: MailServer):
    newsletter = NewsletterService(archive, mailer)
    for _ in range(MAILS + 2):
        newsletter.subscribe(FORM_FIELDS, VISITOR)
        deliver(archive, mailer)
    assert len(mail_server.mails) == MAILS


def test_a_confirmed_address_is_not_asked_again(archive: Archive, mailer: Mailer, mail_server: MailServer):
    newsletter = NewsletterService(archive, mailer)
    newsletter.subscribe(FORM_FIELDS, VISITOR)
    deliver(archive, mailer)
    newsletter.confirm(token(links(mail_server.mails[0])[0]))
    assert newsletter.subscribe(FORM_FIELDS, VISITOR).accepted
    deliver(archive, mailer)
    assert len(mail_server.mails) == 1


def test_a_confirmation_grows_old(archive: Archive, mailer: Mailer, mail_server: MailServer):
    newsletter = NewsletterService(archive, mailer)
    newsletter.subscribe(FORM_FIELDS, VISITOR)
    deliver(archive, mailer)
    with database.writing(archive.engine) as session:
        for row in session.exec(select(NewsletterToken)):
            row.created_at -= CONFIRMATION + timedelta(minutes=1)
            session.add(row)
    confirm, unsubscribe = (token(link) for link in links(mail_server.mails[0]))
    assert not newsletter.confirm(confirm)
    assert newsletter.unsubscribe(unsubscribe), "whoever wants to leave always can"


def test_a_mail_that_fails_loses_nothing(archive: Archive, mailer: Mailer, mail_server: MailServer):
    mail_server.refuses = True
    assert NewsletterService(archive, mailer).subscribe(FORM_FIELDS, VISITOR).accepted
    deliver(archive, mailer)
    assert len(stored(archive)) == 1
    mail_server.refuses = False
    make_due(archive)
    deliver(archive, mailer)
    confirm, _ = links(mail_server.mails[0])
    assert NewsletterService(archive, mailer).confirm(token(confirm))


def test_someone_who_has_left_is_not_written_to(archive: Archive, mailer: Mailer, mail_server: MailServer):
    newsletter = NewsletterService(archive, mailer)
    newsletter.subscribe(FORM_FIELDS, VISITOR)
    newsletter.unsubscribe(token(newsletter.link(1, "unsubscribe")))
    deliver(archive, mailer)
    assert mail_server.asked == []


def test_the_one_click_header_is_a_plain_link_that_works(archive: Archive, mailer: Mailer, mail_server: MailServer):
    newsletter = NewsletterService(archive, mailer)
    newsletter.subscribe(FORM_FIELDS, VISITOR, "bn")
    deliver(archive, mailer)
    (line,) = [line for line in mail_server.raw[0].decode("ascii").splitlines() if line.startswith("List-Unsubscribe:")]
    link = line.removeprefix("List-Unsubscribe: <").removesuffix(">")
    assert link.startswith(f"{PUBLIC_URL}/newsletter/unsubscribe?token=")
    assert newsletter.unsubscribe(token(link))


def test_expired_links_are_deleted_but_those_to_unsubscribe(archive: Archive, no_mailer: Mailer):
    newsletter = NewsletterService(archive, no_mailer)
    newsletter.subscribe(FORM_FIELDS, VISITOR)
    links = {purpose: newsletter.link(1, purpose) for purpose in ("confirm", "unsubscribe")}
    newsletter.delete_old()
    with database.writing(archive.engine) as session:
        assert len(session.exec(select(NewsletterToken)).all()) == 2
        for row in session.exec(select(NewsletterToken)):
            row.created_at -= CONFIRMATION + timedelta(minutes=1)
            session.add(row)
    newsletter.delete_old()
    with database.reading(archive.engine) as session:
        assert [row.purpose for row in session.exec(select(NewsletterToken))] == ["unsubscribe"]
    assert newsletter.unsubscribe(token(links["unsubscribe"]))


def test_the_mail_is_in_the_language_of_the_page(archive: Archive, mailer: Mailer, mail_server: MailServer):
    NewsletterService(archive, mailer).subscribe(FORM_FIELDS, VISITOR, "bn")
    deliver(archive, mailer)
    (mail,) = mail_server.mails
    company = content.read("bn").company.name
    assert mail["Subject"] == content.read("bn").interface.mail.newsletter_subject.format(company=company)
    assert all("language=bn" in link for link in links(mail))


@pytest.mark.parametrize("invented", ["", "x", "é", "\ud800", "x" * 10_000])
def test_invented_links_do_nothing(archive: Archive, no_mailer: Mailer, invented: str):
    newsletter = NewsletterService(archive, no_mailer)
    assert not newsletter.confirm(invented)
    assert not newsletter.unsubscribe(invented)


def test_every_subscriber_gets_a_link_to_unsubscribe(archive: Archive, no_mailer: Mailer):
    newsletter = NewsletterService(archive, no_mailer)
    subscribers: dict[Language, str] = {"en": "a@example.com", "bn": "b@example.com"}
    for language, email in subscribers.items():
        newsletter.subscribe(FORM_FIELDS | {"email": email}, VISITOR, language)
    links = newsletter.unsubscribe_links()
    assert set(links) == {1, 2}
    assert links[2].endswith("&language=bn")
    assert newsletter.unsubscribe(token(links[2]))
    assert [subscriber.email for subscriber in stored(archive)] == ["a@example.com"]
