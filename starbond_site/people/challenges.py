"""What an authenticator is asked to sign: kept in the database for five minutes, bound to one browser, taken once.

So any worker and instance can check an answer, and none works twice, in another browser or for another purpose.
"""

from datetime import timedelta

from sqlalchemy import delete
from sqlmodel import col
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, generate_challenge

from starbond_site import local_time
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.secret_tokens import hashed, new_token
from starbond_site.people.records import PasskeyChallenge

LASTS = timedelta(minutes=5)
"""People look for their telephone, or plug a key in."""
SIGN_IN = "sign in"


def for_invitation(token: str) -> str:
    """Return the purpose of a passkey that a link adds."""
    return f"invitation {hashed(token)}"


def for_person(number: int) -> str:
    """Return the purpose of a further passkey of somebody who is signed in."""
    return f"person {number}"


def make(archive: Archive, purpose: str) -> tuple[bytes, str]:
    """Return a challenge, and the value of the cookie of the browser that may answer it; blocks."""
    challenge, token, now = generate_challenge(), new_token(), local_time.now()
    row = PasskeyChallenge(
        hash=hashed(token), challenge=bytes_to_base64url(challenge), purpose=purpose, ends_at=now + LASTS
    )
    with database.writing(archive.engine) as session:
        session.connection().execute(delete(PasskeyChallenge).where(col(PasskeyChallenge.ends_at) < now))
        session.add(row)
    return challenge, token


def take(archive: Archive, token: str, purpose: str) -> bytes:
    """Return the challenge of a browser, which nobody can take again; blocks.

    Raises:
        Refusal: passkey_refused: it has none, or one that is too old or for another purpose.
    """
    with database.writing(archive.engine) as session:
        row = session.get(PasskeyChallenge, hashed(token), with_for_update=True)
        if row:
            session.delete(row)
    if row is None or row.purpose != purpose or row.ends_at < local_time.now():
        raise Refusal("passkey_refused", detail="no challenge waits for this answer")
    return base64url_to_bytes(row.challenge)
