"""Contact messages: what is accepted, what has to be corrected, and that none is lost."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from mail_server import MailServer
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import select

from starbond_site import content
from starbond_site.documents import database, records
from starbond_site.documents.archive import Archive
from starbond_site.letters.contact import KEPT, MESSAGES, Contact
from starbond_site.letters.fields import FORM
from starbond_site.letters.post import Post
from starbond_site.letters.records import ContactMessage
from starbond_site.limits import Limit

LETTER = {
    "name": "Rahima Akter",
    "email": "Rahima@Example.com",
    "phone": "+880 1711-000000",
    "message": "Which glue do you advise for teak?",
    "consent": True,
    "website": "",
}
VISITOR = "203.0.113.9"


def stored(archive: Archive) -> list[ContactMessage]:
    with database.reading(archive.engine) as session:
        return list(session.exec(select(ContactMessage)))


def test_a_message_is_stored_with_its_consent_and_gets_a_number(archive: Archive, no_post: Post):
    before = records.now()
    outcome = Contact(archive, no_post).send(LETTER, VISITOR, "bn")
    (letter,) = stored(archive)
    assert outcome.accepted
    assert outcome.reference == letter.reference
    assert (letter.name, letter.email, letter.phone) == ("Rahima Akter", "Rahima@example.com", "+880 1711-000000")
    assert (letter.message, letter.language, letter.mailed_at) == (LETTER["message"], "bn", None)
    assert before <= letter.consent_at <= records.now()


WRONG = {
    "no name": ({"name": " \t "}, "name", "name_missing", {}),
    "a name without end": ({"name": "x" * 101}, "name", "name_long", {"limit": 100}),
    "no email": ({"email": ""}, "email", "email_missing", {}),
    "an email without domain": ({"email": "rahima"}, "email", "email_invalid", {}),
    "an email without dot": ({"email": "rahima@example"}, "email", "email_invalid", {}),
    "two emails": ({"email": "a@example.com,b@example.com"}, "email", "email_invalid", {}),
    "an email with a header": ({"email": "a@example.com\nBcc: b@example.com"}, "email", "email_invalid", {}),
    "an email with a name": ({"email": "Rahima <a@example.com>"}, "email", "email_invalid", {}),
    "no phone": ({"phone": ""}, "phone", "phone_missing", {}),
    "words for a phone": ({"phone": "call me"}, "phone", "phone_invalid", {}),
    "a short phone": ({"phone": "12345"}, "phone", "phone_invalid", {}),
    "a long phone": ({"phone": "1" * 16}, "phone", "phone_invalid", {}),
    "signs for a phone": ({"phone": "------"}, "phone", "phone_invalid", {}),
    "no message": ({"message": "\n\n"}, "message", "message_missing", {}),
    "nine characters": ({"message": "123456789"}, "message", "message_short", {"limit": 10}),
    "5,001 characters": ({"message": "x" * 5001}, "message", "message_long", {"limit": 5000}),
    "no consent": ({"consent": False}, "consent", "consent_missing", {}),
    "a consent that is none": ({"consent": "no"}, "consent", "consent_missing", {}),
    "a number for a name": ({"name": 5}, "name", "name_missing", {}),
    "a list for a message": ({"message": ["x" * 20]}, "message", "message_missing", {}),
}


@pytest.mark.parametrize("case", WRONG)
@pytest.mark.parametrize("language", ["en", "bn"])
def test_what_is_wrong_is_said_beside_its_field(archive: Archive, no_post: Post, case: str, language: content.Language):
    change, name, code, values = WRONG[case]
    outcome = Contact(archive, no_post).send(LETTER | change, VISITOR)
    assert not outcome.accepted
    assert outcome.reference == ""
    assert outcome.sentences(language) == {name: content.read(language).errors.say(code, **values)}
    assert stored(archive) == []


def test_everything_wrong_is_said_at_once(archive: Archive, no_post: Post):
    outcome = Contact(archive, no_post).send({}, VISITOR)
    assert set(outcome.problems) == {"name", "email", "phone", "message", "consent"}


@pytest.mark.parametrize(
    "change",
    [
        {"message": "1234567890"},
        {"message": "x" * 5000},
        {"message": "আমার একটি প্রশ্ন আছে।"},
        {"phone": "০১৭১১-০০০০০০"},
        {"phone": "(02) 955.12.34"},
        {"name": "x" * 100},
        {"email": "রহিমা@example.com"},
        {"consent": "on"},
    ],
)
def test_what_people_write_is_accepted(archive: Archive, no_post: Post, change: dict):
    assert Contact(archive, no_post).send(LETTER | change, VISITOR).accepted
    assert len(stored(archive)) == 1


def test_lines_stay_and_control_characters_go(archive: Archive, no_post: Post):
    Contact(archive, no_post).send(LETTER | {"message": "first\r\nsecond\x00\x1b[2J", "name": "A\nB\x00"}, VISITOR)
    (letter,) = stored(archive)
    assert letter.message == "first\nsecond  [2J"
    assert letter.name == "A B"


def test_half_a_character_is_replaced(archive: Archive, no_post: Post):
    assert Contact(archive, no_post).send(LETTER | {"name": "A \ud800"}, VISITOR).accepted
    assert stored(archive)[0].name == "A ?"


def test_a_program_is_thanked_and_forgotten(archive: Archive, no_post: Post):
    outcome = Contact(archive, no_post).send(LETTER | {"website": "https://spam.example"}, VISITOR)
    assert outcome.accepted
    assert outcome.reference
    assert stored(archive) == []


def test_a_button_pressed_twice_sends_once(archive: Archive, no_post: Post):
    contact = Contact(archive, no_post)
    assert contact.send(LETTER, VISITOR).reference == contact.send(LETTER, VISITOR).reference
    assert contact.send(LETTER | {"message": "Another question altogether"}, VISITOR).accepted
    assert len(stored(archive)) == 2


def test_messages_are_limited_per_address(archive: Archive, no_post: Post):
    contact = Contact(archive, no_post)
    for number in range(MESSAGES):
        assert contact.send(LETTER | {"message": f"Question number {number}"}, VISITOR).accepted
    refused = contact.send(LETTER | {"message": "One too many"}, VISITOR)
    assert refused.sentences("en") == {FORM: content.read("en").errors.say("rate_limited", minutes=60)}
    assert contact.send(LETTER | {"message": "From somewhere else"}, "198.51.100.7").accepted
    assert len(stored(archive)) == MESSAGES + 1


def test_mistakes_do_not_count_against_the_limit(archive: Archive, no_post: Post):
    contact = Contact(archive, no_post, Limit(1, 60))
    contact.send(LETTER | {"email": ""}, VISITOR)
    assert contact.send(LETTER, VISITOR).accepted


def test_a_database_that_is_down_is_told(archive: Archive, no_post: Post, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise SQLAlchemyError

    monkeypatch.setattr(database, "writing", fail)
    outcome = Contact(archive, no_post).send(LETTER, VISITOR)
    assert outcome.sentences("en") == {FORM: content.read("en").errors.not_stored}


def test_old_messages_are_deleted_as_promised(archive: Archive, no_post: Post):
    contact = Contact(archive, no_post)
    contact.send(LETTER, VISITOR)
    with database.writing(archive.engine) as session:
        old = session.exec(select(ContactMessage)).one()
        old.received_at -= KEPT + timedelta(days=1)
        session.add(old)
    contact.send(LETTER | {"message": "A newer question"}, VISITOR)
    assert [letter.message for letter in stored(archive)] == ["A newer question"]


def test_a_message_is_mailed_to_the_company(archive: Archive, post: Post, mail_server: MailServer):
    outcome = Contact(archive, post).send(LETTER | {"name": "রহিমা: Bcc"}, VISITOR)
    (mail,) = mail_server.mails
    assert (mail["To"], mail["Reply-To"]) == ("office@example.com", "Rahima@example.com")
    assert outcome.reference in mail["Subject"]
    assert "রহিমা" in mail["Subject"]
    for words in (LETTER["message"], LETTER["phone"], outcome.reference):
        assert str(words) in mail.get_content()
    assert stored(archive)[0].mailed_at


def test_what_could_not_be_mailed_waits_and_is_mailed_later(archive: Archive, post: Post, mail_server: MailServer):
    contact = Contact(archive, post)
    mail_server.refuses = True
    assert contact.send(LETTER, VISITOR).reference
    assert stored(archive)[0].mailed_at is None
    mail_server.refuses = False
    contact.send(LETTER | {"message": "And another question"}, VISITOR)
    assert len(mail_server.mails) == 2
    contact.mail_waiting()
    assert len(mail_server.mails) == 2, "nothing is mailed twice"


def test_two_workers_mail_a_message_once(archive: Archive, post: Post, mail_server: MailServer):
    first, second = Contact(archive, post), Contact(archive, post)
    first.send(LETTER, VISITOR)
    second._mail(1)
    assert len(mail_server.mails) == 1


def test_without_a_recipient_nothing_is_mailed(archive: Archive, mail_server: MailServer):
    Contact(archive, Post(mail_server.url, "site@example.com")).send(LETTER, VISITOR)
    assert mail_server.mails == []
    assert len(stored(archive)) == 1


ANYTHING = st.dictionaries(
    st.sampled_from([*LETTER, "other"]),
    st.one_of(st.text(), st.none(), st.integers(), st.lists(st.text()), st.booleans()),
)


@hypothesis_settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields=ANYTHING)
def test_whatever_a_client_sends_gets_an_answer(archive: Archive, no_post: Post, fields: dict):
    outcome = Contact(archive, no_post, Limit(10**6, 1)).send(fields, VISITOR)
    assert outcome.accepted or outcome.sentences("en")
