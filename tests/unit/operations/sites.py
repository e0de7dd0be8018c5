"""Sites with everything that a backup or a move must keep."""

from sqlalchemy import select
from sqlmodel import Session, SQLModel

from starbond_site import local_time
from starbond_site.alerts.records import AlertChoice, AlertSubscriber, AlertToken, NewsletterSubscriber, NewsletterToken
from starbond_site.categories import NodeName
from starbond_site.contact.records import ContactMessage
from starbond_site.documents import database, nodes
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.corrections import withdraw
from starbond_site.people.records import (
    CompanyAccount,
    CompanySignIn,
    Invitation,
    Passkey,
    PasskeyChallenge,
    Person,
    PersonSession,
)
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish


def pdf(number: int) -> bytes:
    return samples.GOOD["report.pdf"] + b"%% %d\n" % number


def fill(archive: Archive, documents: int = 3) -> None:
    """Publish, withdraw and replace documents, set a node, and add a message, a subscriber and a mailed link."""
    for number in range(documents):
        publish(archive, "AllNotice", f"Notice {number} \N{BENGALI LETTER KA}.pdf", pdf(number))
    withdraw(archive, 1, COMMAND_LINE)
    for number in (100, 101):
        publish(archive, "Prospectus", f"Prospectus {number}.pdf", pdf(number))
    nodes.put(archive, NodeName.DIVIDEND, {"text": "Dividend: 12%", "url": "/AllNotice"}, COMMAND_LINE)
    moment = local_time.now()
    with database.writing(archive.engine) as session:
        session.add(
            ContactMessage(
                reference="R1", received_at=moment, name="A", email="a@example.com", phone="1", message="Words\n\u09a8",
                language="bn", consent_at=moment,
            )
        )  # fmt: skip
        kept, gone = (
            NewsletterSubscriber(email=email, language="en", subscribed_at=moment, consent_at=moment)
            for email in ("b@example.com", "c@example.com")
        )
        session.add(kept)
        session.add(gone)
        session.flush()
        assert kept.id
        reader = AlertSubscriber(email="d@example.com", language="bn", requested_at=moment, consent_at=moment)
        session.add(reader)
        session.flush()
        assert reader.id
        session.add(AlertChoice(subscriber_id=reader.id, category="AllNotice", since_change=1))
        session.add(AlertToken(hash="1" * 64, subscriber_id=reader.id, purpose="manage", created_at=moment))
        _add_people(session)
        session.add(NewsletterToken(hash="0" * 64, subscriber_id=kept.id, purpose="confirm", created_at=moment))
    with Session(archive.engine.execution_options(writes=True)) as session, session.begin():
        session.delete(session.get_one(NewsletterSubscriber, 2))


def _add_people(session: Session) -> None:
    """Add somebody with a passkey and a session, and somebody who has a link."""
    moment = local_time.now()
    people = [
        Person(name=name, email=f"{name}@example.com", roles="prepare", handle=name * 20, created_at=moment)
        for name in ("e", "f")
    ]
    session.add_all(people)
    session.flush()
    first, second = (person.id or 0 for person in people)
    key = Passkey(
        person_id=first,
        credential="c",
        public_key="k",
        sign_count=3_000_000_000,
        transports="usb",
        name="K",
        created_at=moment,
    )
    session.add(key)
    session.flush()
    session.add(
        PersonSession(
            hash="2" * 64, person_id=first, passkey_id=key.id, created_at=moment, seen_at=moment, ends_at=moment,
            address="192.0.2.1", agent="Firefox",
        )
    )  # fmt: skip
    session.add(Invitation(hash="3" * 64, person_id=second, created_at=moment, ends_at=moment))
    session.add(PasskeyChallenge(hash="4" * 64, challenge="c", purpose="sign in", ends_at=moment))
    session.add(
        CompanyAccount(
            person_id=second, issuer="https://login.example.com", subject="1", created_at=moment, used_at=moment
        )
    )
    session.add(
        CompanySignIn(hash="5" * 64, state="s", nonce="n", verifier="v", next_page="", language="bn", ends_at=moment)
    )


def facts(archive: Archive) -> dict[str, list[str]]:
    """Return every row that must be the same after a restore or a move."""
    with archive.engine.connect() as connection:
        tables = SQLModel.metadata.sorted_tables
        return {table.name: sorted(map(repr, connection.execute(select(table)))) for table in tables}
