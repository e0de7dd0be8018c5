"""Challenges for authenticators and the company's sign-in: kept for minutes, bound to one browser, used once.

So any worker and instance can check an answer, and no answer is accepted twice, in another browser or for another
purpose.
"""

from datetime import timedelta
from typing import TypeVar

from sqlalchemy import delete
from sqlmodel import col
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, generate_challenge

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.secret_tokens import hashed, new_token
from starbond_site.features.people.records import BrowserQuestion, PasskeyChallenge
from starbond_site.shared import local_time

LIFETIME = timedelta(minutes=5)
"""Of a challenge: people look for their telephone, or plug a key in."""
SIGN_IN = "sign in"
Row = TypeVar("Row", bound=BrowserQuestion)


def for_invitation(token: str) -> str:
    """Return the purpose of a passkey that a link adds."""
    return f"invitation {hashed(token)}"


def for_person(number: int) -> str:
    """Return the purpose of a further passkey of somebody who is signed in."""
    return f"person {number}"


def make(archive: Archive, purpose: str) -> tuple[bytes, str]:
    """Return a challenge, and the value of the cookie of the browser that may answer it; blocks."""
    challenge = generate_challenge()
    row = PasskeyChallenge(challenge=bytes_to_base64url(challenge), purpose=purpose)
    return challenge, keep(archive, row, LIFETIME)


def take(archive: Archive, token: str, purpose: str) -> bytes:
    """Return the challenge of a browser, which nobody can take again; blocks.

    Raises:
        Refusal: passkey_refused: it has none, or one that is too old or for another purpose.
    """
    row = take_row(archive, PasskeyChallenge, token)
    if row is None or row.purpose != purpose:
        raise Refusal("passkey_refused", detail="no challenge waits for this answer")
    return base64url_to_bytes(row.challenge)


def keep(archive: Archive, row: BrowserQuestion, lifetime: timedelta) -> str:
    """Keep what a browser has to answer, and return the value of its cookie; blocks."""
    token, now, table = new_token(), local_time.now(), type(row)
    row.hash, row.ends_at = hashed(token), now + lifetime
    with database.writing(archive.engine) as session:
        session.connection().execute(delete(table).where(col(table.ends_at) < now))
        session.add(row)
    return token


def take_row(archive: Archive, table: type[Row], token: str) -> Row | None:
    """Return the row of a browser, which nobody can take again; None where there is none any more. Blocks."""
    with database.writing(archive.engine) as session:
        row = session.get(table, hashed(token), with_for_update=True)
        if row:
            session.delete(row)
    return row if row and row.ends_at >= local_time.now() else None
