"""How the ways in for files answer what they refuse, and how many refusals the audit records."""

import re

LENGTH = re.compile(r"[0-9]{1,15}")
AUDITED = 60
AUDIT_SECONDS = 10 * 60
"""Refusals recorded per address and time: enough to see an attack, too few to fill the disk."""
STATUS = {
    "closed": 403,
    "sign_in_missing": 401,
    "role_missing": 403,
    "people_unavailable": 503,
    "key_missing": 401,
    "foreign_origin": 403,
    "too_many_uploads": 429,
    "too_large": 413,
    "malformed": 400,
    "interrupted": 400,
}
"""Of HTTP, by the code of a decision or refusal."""
