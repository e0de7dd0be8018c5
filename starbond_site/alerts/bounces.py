"""Mails that come back later (RFC 3464): whose they are, by the address to which they were sent (VERP)."""

import re
from email import message_from_bytes, policy

from starbond_site.alerts.links import CODE_CHARACTERS
from starbond_site.mail.smtp import is_unknown_mailbox

RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "to")
"""Where mail servers write the address, the surest first."""
_CODE = re.compile(rf"\+([0-9a-f]{{{CODE_CHARACTERS}}})@")


def code_in(content: bytes) -> str:
    """Return the code of a mail whose mailbox does not exist; empty for any other mail, which anybody can send."""
    mail = message_from_bytes(content, policy=policy.compat32)
    # The parts of a delivery status are heads without a body (RFC 3464, section 2.1).
    status = [str(part.get("status", "")).strip() for part in mail.walk()]
    if not any(map(is_unknown_mailbox, status)):
        return ""
    found = (_CODE.search(str(value)) for name in RECIPIENTS for value in mail.get_all(name, []))
    return next((match[1] for match in found if match), "")
