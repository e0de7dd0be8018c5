"""How refusals are answered, and how many of them the audit records."""

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
    **dict.fromkeys(("key_wrong", "foreign_form"), 403),
    **dict.fromkeys(("too_many_attempts", "rate_limited"), 429),
    **dict.fromkeys(("not_stored", "alerts_unavailable"), 503),
}
"""Of HTTP, by the code of a decision or refusal."""
