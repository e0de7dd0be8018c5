"""Tells everybody who may approve that a filing waits for an approval, and that it has one: nobody approves unseen.

The mail names the filing by its number alone, as the audit does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage

from starbond_site import content, features
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.features.sealed.html import PATH
from starbond_site.features.sealed.records import SEALED, Sealed
from starbond_site.mail import Mailer
from starbond_site.mail.delivery import Source
from starbond_site.shared.local_time import typed


@dataclass(frozen=True)
class ApprovalMails(Source):
    """Of one site."""

    archive: Archive
    mailer: Mailer

    def compose(self, record_id: int) -> EmailMessage | None:
        """Return the mail as the filing is now; None of one that is out or cancelled. Blocks."""
        with database.reading(self.archive.engine) as session:
            filing = session.get(Sealed, record_id)
            known = [address for hooks in features.hooks() for address in hooks.approvers(session)]
        if filing is None or filing.state != SEALED or not known:
            return None
        words = content.read().interface.sealed.mails
        values = {
            "number": filing.id,
            "author": filing.editor or filing.author,
            "approver": filing.approver,
            "moment": typed(filing.release_at),
            "url": f"{self.archive.settings.public_url}{PATH}/{filing.id}",
        }
        state = "waits" if filing.waits_for_approval else "approved"
        return self.mailer.compose(
            ", ".join(known), words[state].format(**values), words[f"{state}_body"].format(**values)
        )

    def record_refused(self, _session: object, _record_id: int) -> bool:
        """Go on trying: they are the company's own mailboxes."""
        return False


def sources(archive: Archive, mailer: Mailer) -> Mapping[str, Source]:
    return {"approval": ApprovalMails(archive, mailer)}
