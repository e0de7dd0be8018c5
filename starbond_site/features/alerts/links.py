"""The links in the mails: random tokens, of which the database has hashes alone."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Literal
from urllib.parse import quote

from sqlalchemy import delete
from sqlmodel import Session, col

from starbond_site.content.addresses import DEFAULT
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.secret_tokens import hashed, new_token
from starbond_site.features.alerts.records import AlertSubscriber, AlertToken
from starbond_site.shared import local_time

CONFIRMATION = timedelta(days=7)
"""How long the link of a confirmation works."""
CODE_CHARACTERS = 32
"""Of the code of a subscriber in a bounce: the beginning of the hash of a token, which nobody guesses."""
MAX_KEPT = 50_000
"""Tokens that a process remembers, about 10 MB."""
LinkAction = Literal["confirm", "preferences", "unsubscribe", "newsletter"]
PATHS: Mapping[LinkAction, str] = {
    "confirm": "/alerts/confirm",
    "preferences": "/alerts/preferences",
    "unsubscribe": "/alerts/unsubscribe",
    "newsletter": "/newsletter/unsubscribe",
}
"""The last one ends the newsletter alone."""
Purpose = Literal["confirm", "manage"]


class Links:
    """Makes the links for subscribers, and finds whom one was mailed to.

    Each has one of two purposes: to confirm what was asked for, for a week, and to manage it, which never expires.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._kept: dict[int, str] = {}
        """By subscriber. A process mails one lasting token as long as it runs: each mail would add a row for ever."""

    def confirming(self, owner: AlertSubscriber, asked: Iterable[str]) -> str:
        """Return a new link that confirms what was asked for, and nothing that others ask for later; blocks."""
        with database.writing(self._archive.engine) as session:
            address = self.address("confirm", owner, new(session, owner, "confirm"))
        return address + "".join(f"&list={quote(each, safe='')}" for each in sorted(asked))

    def lasting(self, owner: AlertSubscriber) -> str:
        """Return a token for links that never expire; blocks."""
        if owner.id not in self._kept:
            with database.writing(self._archive.engine) as session:
                token = new(session, owner, "manage")
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[owner.id] = token
        return self._kept[owner.id]

    def address(self, action: LinkAction, owner: AlertSubscriber, token: str) -> str:
        suffix = f"&language={owner.language}" if owner.language != DEFAULT else ""
        return f"{self._archive.settings.public_url}{PATHS[action]}?token={token}{suffix}"


def owner_of(
    session: Session, token: str, purpose: Purpose = "manage", *, is_locked: bool = True
) -> AlertSubscriber | None:
    """Return the subscriber whom a token was mailed to, locked until the transaction ends; None if unknown or old.

    Whoever changes choices locks their subscriber first: two at once neither miss nor wait for each other for ever.
    """
    known = session.get(AlertToken, hashed(token))
    if known is None or known.purpose != purpose:
        return None
    if purpose == "confirm" and known.created_at < local_time.now() - CONFIRMATION:
        return None
    return session.get(AlertSubscriber, known.subscriber_id, with_for_update=is_locked)


def delete_old(session: Session) -> None:
    """Delete the hashes of expired confirmation links."""
    old = col(AlertToken.created_at) < local_time.now() - CONFIRMATION
    session.connection().execute(delete(AlertToken).where(col(AlertToken.purpose) == "confirm", old))


def new(session: Session, owner: AlertSubscriber, purpose: Purpose) -> str:
    """Return a new token, and store its hash."""
    token, now = new_token(), local_time.now()
    session.add(AlertToken(hash=hashed(token), subscriber_id=owner.id, purpose=purpose, created_at=now))
    return token
