"""Tells everybody who may approve that a filing waits for an approval, and that it has one: nobody approves unseen.

The mail names the filing by its number alone, as the audit does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage

from starbond_site import content, features
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.features.sealed.desk_pages import PATH
from starbond_site.features.sealed.records import CANCELLED, Sealed
from starbond_site.mail import Mailer
from starbond_site.mail.delivery import Source
from starbond_site.mail.smtp import with_ascii_domain
from starbond_site.shared.local_time import typed


@dataclass(frozen=True)
class ApprovalMails(Source):
    """Of one site, about the filings of one state."""

    archive: Archive
    mailer: Mailer
    state: str
    """``waits`` for an approval, or ``approved``."""

    def compose(self, record_id: int) -> EmailMessage | None:
        """Return the mail; None of a filing that is cancelled, or in the other state now. Blocks.

        That one was approved is told also after its release: a mail server that was away hides no approval.
        """
        with database.reading(self.archive.engine) as session:
            filing = session.get(Sealed, record_id)
            known = [address for hooks in features.hooks() for address in hooks.approvers(session)]
        if filing is None or filing.state == CANCELLED or not known:
            return None
        if filing.waits_for_approval != (self.state == "waits"):
            return None
        words = content.read().interface.sealed.mails
        values = {
            "number": filing.id,
            "author": filing.editor or filing.author,
            "approver": filing.approver,
            "moment": typed(filing.release_at),
            "url": f"{self.archive.settings.public_url}{PATH}/{filing.id}",
        }
        subject, body = (words[part].format(**values) for part in (self.state, f"{self.state}_body"))
        return self.mailer.compose(", ".join(map(with_ascii_domain, known)), subject, body)

    def record_refused(self, _session: object, _record_id: int) -> bool:
        """Go on trying: they are the company's own mailboxes."""
        return False


def sources(archive: Archive, mailer: Mailer) -> Mapping[str, Source]:
    return {
        "approval": ApprovalMails(archive, mailer, "waits"),
        "approved": ApprovalMails(archive, mailer, "approved"),
    }
