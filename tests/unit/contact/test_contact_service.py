"""Contact messages: what is accepted, what has to be corrected, and that none is lost."""

from datetime import timedelta

from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from starbond_site import content
from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer, waiting
from starbond_site.mail.contact import MAILED_WITHIN, MESSAGES, RETENTION, ContactMessage, ContactService
from starbond_site.mail.delivery import MAX_REFUSALS
from starbond_site.mail.outbox import FIRST_PAUSE, LONGEST_PAUSE
from starbond_site.mail.submissions import FORM
from starbond_site.shared import local_time
from starbond_site.shared.limits import Limit
from tests.unit.documents.publishing import change, execute, records
from tests.unit.mail_server import MailServer, deliver

MESSAGE = {
    "name": "Rahima Akter", "email": "Rahima@Example.com", "phone": "+880 1711-000000",
    "message": "Which glue do you advise for teak?", "consent": True, "website": "",
}  # fmt: skip
VISITOR = "203.0.113.9"


WRONG = {
    "no name": ({"name": " \t "}, "name", "name_missing", {}),
    "a name without end": ({"name": "x" * 101}, "name", "name_long", {"limit": 100}),
    "no email": ({"email": ""}, "email", "email_missing", {}),
    "an email without domain": ({"email": "rahima"}, "email", "email_invalid", {}),
    "two emails": ({"email": "a@example.com,b@example.com"}, "email", "email_invalid", {}),
    "an email with a header": ({"email": "a@example.com\nBcc: b@example.com"}, "email", "email_invalid", {}),
    "no phone": ({"phone": ""}, "phone", "phone_missing", {}),
    "words for a phone": ({"phone": "call me"}, "phone", "phone_invalid", {}),
    "a short phone": ({"phone": "12345"}, "phone", "phone_invalid", {}),
    "a long phone": ({"phone": "1" * 16}, "phone", "phone_invalid", {}),
    "no message": ({"message": "\n\n"}, "message", "message_missing", {}),
    "nine characters": ({"message": "123456789"}, "message", "message_short", {"limit": 10}),
    "5,001 characters": ({"message": "x" * 5001}, "message", "message_long", {"limit": 5000}),
    "no consent": ({"consent": False}, "consent", "consent_missing", {}),
    "a consent that is none": ({"consent": "no"}, "consent", "consent_missing", {}),
    "a number for a name": ({"name": 5}, "name", "name_missing", {}),
    "a list for a message": ({"message": ["x" * 20]}, "message", "message_missing", {}),
}


def test_what_is_wrong_is_said_beside_its_field(archive: Archive, no_mailer: Mailer):
    contact = ContactService(archive, no_mailer, Limit(1, 60))
    for case, (wrong, name, code, values) in WRONG.items():
        outcome = contact.send(MESSAGE | wrong, VISITOR)
        assert (outcome.accepted, outcome.reference) == (False, ""), case
        for language in content.LANGUAGES:
            assert outcome.sentences(language) == {name: content.read(language).errors.say(code, **values)}
    assert set(contact.send({}, VISITOR).problems) == {"name", "email", "phone", "message", "consent"}
    assert records(archive, ContactMessage) == []
    assert contact.send(MESSAGE, VISITOR).accepted, "mistakes do not count against the limit"


def test_what_people_write_is_accepted(archive: Archive, no_mailer: Mailer):
    contact = ContactService(archive, no_mailer, Limit(99, 60))
    given = (
        {"message": "1234567890"}, {"message": "x" * 5000}, {"message": "আমার একটি প্রশ্ন আছে।"},
        {"phone": "০১৭১১-০০০০০০"}, {"phone": "(02) 955.12.34"}, {"name": "x" * 100}, {"email": "রহিমা@example.com"},
        {"consent": "on"}, {"message": "first\r\nsecond\x00\x1b[2J", "name": "A\nB\x00"}, {"name": "A \ud800"},
    )  # fmt: skip
    for number, fields in enumerate(given):
        assert contact.send({**MESSAGE, "message": f"Message number {number}", **fields}, VISITOR).accepted, fields
    messages = records(archive, ContactMessage)
    assert len(messages) == len(given)
    assert (messages[-2].message, messages[-2].name) == ("first\nsecond  [2J", "A B"), "control characters go"
    assert messages[-1].name == "A ?", "half a character is replaced"


def test_a_program_is_thanked_and_forgotten(archive: Archive, no_mailer: Mailer):
    outcome = ContactService(archive, no_mailer).send(MESSAGE | {"website": "https://spam.example"}, VISITOR)
    assert outcome.accepted
    assert outcome.reference
    assert records(archive, ContactMessage) == []


def test_a_button_pressed_twice_sends_once(archive: Archive, no_mailer: Mailer):
    contact = ContactService(archive, no_mailer)
    assert contact.send(MESSAGE, VISITOR).reference == contact.send(MESSAGE, VISITOR).reference
    assert contact.send(MESSAGE | {"message": "Another question altogether"}, VISITOR).accepted
    assert len(records(archive, ContactMessage)) == 2


def test_messages_are_limited_per_address(archive: Archive, no_mailer: Mailer):
    contact = ContactService(archive, no_mailer)
    for number in range(MESSAGES):
        assert contact.send(MESSAGE | {"message": f"Question number {number}"}, VISITOR).accepted
    refused = contact.send(MESSAGE | {"message": "One too many"}, VISITOR)
    assert refused.sentences("en") == {FORM: content.read("en").errors.say("rate_limited", minutes=60)}
    assert contact.send(MESSAGE | {"message": "From somewhere else"}, "198.51.100.7").accepted
    assert len(records(archive, ContactMessage)) == MESSAGES + 1


def test_old_messages_are_deleted_as_promised(archive: Archive, no_mailer: Mailer):
    contact = ContactService(archive, no_mailer)
    contact.send(MESSAGE, VISITOR)
    change(archive, ContactMessage, 1, received_at=local_time.now() - RETENTION - timedelta(days=1))
    contact.send(MESSAGE | {"message": "A newer question"}, VISITOR)
    contact.housekeeping()
    assert [message.message for message in records(archive, ContactMessage)] == ["A newer question"]


def test_a_message_is_mailed_to_the_company(archive: Archive, mailer: Mailer, mail_server: MailServer):
    odd = "=?utf-8?q?x=0d=0aBcc=3a_y=40example.com?="
    assert not ContactService(archive, mailer).send(MESSAGE | {"email": f"{odd}@example.com"}, VISITOR).accepted
    outcome = ContactService(archive, mailer).send(MESSAGE | {"name": f"রহিমা: {odd}"}, VISITOR)
    assert mailer.queued.is_set(), "the thread that sends does not wait for its next poll"
    deliver(archive, mailer)
    (mail,) = mail_server.mails
    assert (mail["To"], mail["Reply-To"]) == ("office@example.com", "Rahima@example.com")
    assert outcome.reference in mail["Subject"]
    assert ("রহিমা" in mail["Subject"], "Bcc" in mail) == (True, False), "no field writes a header"
    for words in (MESSAGE["message"], MESSAGE["phone"], outcome.reference):
        assert str(words) in mail.get_content()
    assert records(archive, ContactMessage)[0].mailed_at


def test_a_deleted_message_is_not_mailed(archive: Archive, mailer: Mailer, mail_server: MailServer):
    ContactService(archive, mailer).send(MESSAGE, VISITOR)
    execute(archive, "DELETE FROM contact_message")
    deliver(archive, mailer)
    assert mail_server.asked == []
    assert waiting(archive.engine).count == 0


def test_recent_messages_are_queued_when_a_server_is_set(
    archive: Archive, no_mailer: Mailer, mailer: Mailer, mail_server: MailServer
):
    for number in range(2):
        ContactService(archive, no_mailer).send(MESSAGE | {"message": f"Question number {number}"}, VISITOR)
    assert waiting(archive.engine).count == 0
    change(archive, ContactMessage, 1, received_at=local_time.now() - MAILED_WITHIN)
    contact = ContactService(archive, mailer)
    for _ in range(2):
        contact.housekeeping()
        assert waiting(archive.engine).count == 1
    deliver(archive, mailer)
    contact.housekeeping()
    deliver(archive, mailer)
    (mail,) = mail_server.mails
    assert "Question number 1" in mail.get_content()
    pauses = [min(FIRST_PAUSE * 4**number, LONGEST_PAUSE) for number in range(MAX_REFUSALS - 1)]
    assert sum(pauses, timedelta()) > MAILED_WITHIN, "a mail that was given up is not queued again"


ANYTHING = st.dictionaries(
    st.sampled_from([*MESSAGE, "other"]),
    st.one_of(st.text(), st.none(), st.integers(), st.lists(st.text()), st.booleans()),
)


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields=ANYTHING)
def test_whatever_a_client_sends_gets_an_answer(archive: Archive, no_mailer: Mailer, fields: dict):
    outcome = ContactService(archive, no_mailer, Limit(10**6, 1)).send(fields, VISITOR)
    assert outcome.accepted or outcome.sentences("en")
