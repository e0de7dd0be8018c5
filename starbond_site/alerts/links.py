"""The links in the mails: random tokens, of which the database has hashes alone."""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Literal

from sqlmodel import Session

from starbond_site import local_time
from starbond_site.alerts.records import AlertSubscriber, AlertToken
from starbond_site.content.languages import DEFAULT
from starbond_site.documents import database
from starbond_site.documents.archive import Archive

CONFIRMATION = timedelta(days=7)
"""How long the link of a confirmation works."""
CODE_CHARACTERS = 32
MOST_KEPT = 50_000
"""Tokens that a process remembers, about 10 MB."""
Purpose = Literal["confirm", "manage"]
Action = Literal["confirm", "preferences", "unsubscribe"]
PATHS: Mapping[Action, str] = {
    "confirm": "/alerts/confirm",
    "preferences": "/alerts/preferences",
    "unsubscribe": "/alerts/unsubscribe",
}


class Links:
    """Makes links, and finds whom one was mailed to."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._managing: dict[int, str] = {}
        """By subscriber. A process mails one token as long as it runs, or each mail would add a row for ever."""

    def confirming(self, subscriber: AlertSubscriber) -> str:
        """Return a new link that confirms an address; blocks."""
        with database.writing(self._archive.engine) as session:
            return self._address("confirm", _new(session, subscriber.id or 0, "confirm"), subscriber.language)

    def managing(self, subscriber: AlertSubscriber) -> tuple[str, str]:
        """Return the links to preferences and to unsubscribe, which never expire; blocks."""
        number = subscriber.id or 0
        if number not in self._managing:
            with database.writing(self._archive.engine) as session:
                token = _new(session, number, "manage")
            if len(self._managing) >= MOST_KEPT:
                self._managing.clear()
            self._managing[number] = token
        token = self._managing[number]
        preferences, unsubscribe = (
            self._address(action, token, subscriber.language) for action in ("preferences", "unsubscribe")
        )
        return preferences, unsubscribe

    def code_of(self, subscriber: AlertSubscriber) -> str:
        """Return what tells whose mail comes back: the beginning of the hash of its token, which nobody guesses."""
        return _hash(self._managing[subscriber.id or 0])[:CODE_CHARACTERS]

    def _address(self, action: Action, token: str, language: str) -> str:
        suffix = f"&language={language}" if language != DEFAULT else ""
        return f"{self._archive.settings.public_url}{PATHS[action]}?token={token}{suffix}"


def subscriber_of(session: Session, token: str, purpose: Purpose) -> AlertSubscriber | None:
    """Return the subscriber whom a token was mailed to; None where it is unknown or too old."""
    known = session.get(AlertToken, _hash(token))
    if known is None or known.purpose != purpose:
        return None
    if purpose == "confirm" and known.created_at < local_time.now() - CONFIRMATION:
        return None
    return session.get(AlertSubscriber, known.subscriber_id)


def _new(session: Session, subscriber: int, purpose: Purpose) -> str:
    """Return a new token, and store its hash."""
    token = secrets.token_urlsafe(32)
    moment = local_time.now()
    session.add(AlertToken(hash=_hash(token), subscriber_id=subscriber, purpose=purpose, created_at=moment))
    return token


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
