"""The links in the mails: random tokens, of which the database has hashes alone."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Generic, Literal, TypeVar

from sqlalchemy import delete
from sqlmodel import Session, col

from starbond_site.content.languages import DEFAULT
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.secret_tokens import hashed, new_token
from starbond_site.features.alerts.records import AlertSubscriber, AlertToken, NewsletterSubscriber, NewsletterToken
from starbond_site.shared import local_time

CONFIRMATION = timedelta(days=7)
"""How long the link of a confirmation works."""
CODE_CHARACTERS = 32
MAX_KEPT = 50_000
"""Tokens that a process remembers, about 10 MB."""
Action = Literal["confirm", "preferences", "unsubscribe"]
PATHS: Mapping[Action, str] = {
    "confirm": "/alerts/confirm",
    "preferences": "/alerts/preferences",
    "unsubscribe": "/alerts/unsubscribe",
}
NEWSLETTER_PATHS: Mapping[Action, str] = {
    "confirm": "/newsletter/confirm",
    "unsubscribe": "/newsletter/unsubscribe",
}
Owner = TypeVar("Owner", AlertSubscriber, NewsletterSubscriber)


class Links(Generic[Owner]):
    """Makes the links for subscribers of one kind, and finds whom one was mailed to.

    Each has two purposes: to confirm an address, for a week, and ``lasting``, which never expires.
    """

    def __init__(
        self,
        archive: Archive,
        owners: type[Owner],
        tokens: type[AlertToken] | type[NewsletterToken],
        paths: Mapping[Action, str],
        lasting: Literal["manage", "unsubscribe"],
    ) -> None:
        self._archive, self._owners, self._tokens, self._paths = archive, owners, tokens, paths
        self.purpose = lasting
        self._kept: dict[int, str] = {}
        """By subscriber. A process mails one lasting token as long as it runs: each mail would add a row for ever."""

    def confirming(self, owner: Owner) -> str:
        """Return a new link that confirms an address; blocks."""
        with database.writing(self._archive.engine) as session:
            return self._address("confirm", self._new(session, owner, "confirm"), owner.language)

    def lasting(self, owner: Owner, *actions: Action) -> tuple[str, ...]:
        """Return links that never expire; blocks."""
        number = owner.id
        if number not in self._kept:
            with database.writing(self._archive.engine) as session:
                token = self._new(session, owner, self.purpose)
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[number] = token
        return tuple(self._address(action, self._kept[number], owner.language) for action in actions)

    def unsubscribing(self, session: Session, owner: Owner) -> str:
        """Return a new link to unsubscribe within a transaction."""
        return self._address("unsubscribe", self._new(session, owner, self.purpose), owner.language)

    def code_of(self, owner: Owner) -> str:
        """Return the code of a subscriber in a bounce: the beginning of the hash of a token, which nobody guesses."""
        return hashed(self._kept[owner.id])[:CODE_CHARACTERS]

    def owner_of(self, session: Session, token: str, purpose: str = "") -> Owner | None:
        """Return the subscriber whom a token was mailed to; the lasting purpose by default. None if unknown or old."""
        known = session.get(self._tokens, hashed(token))
        if known is None or known.purpose != (purpose or self.purpose):
            return None
        if purpose == "confirm" and known.created_at < local_time.now() - CONFIRMATION:
            return None
        return session.get(self._owners, known.subscriber_id)

    def delete_owner(self, token: str) -> bool:
        """Delete the subscriber whom a lasting token was mailed to, and all that belongs to them; blocks.

        Returns:
            Whether there was one.
        """
        with database.writing(self._archive.engine) as session:
            owner = self.owner_of(session, token)
            if owner:
                session.delete(owner)
        return owner is not None

    def delete_old(self, session: Session) -> None:
        """Delete the hashes of expired confirmation links."""
        old = col(self._tokens.created_at) < local_time.now() - CONFIRMATION
        session.connection().execute(delete(self._tokens).where(col(self._tokens.purpose) == "confirm", old))

    def _new(self, session: Session, owner: Owner, purpose: str) -> str:
        """Return a new token, and store its hash."""
        token, now = new_token(), local_time.now()
        session.add(self._tokens(hash=hashed(token), subscriber_id=owner.id, purpose=purpose, created_at=now))
        return token

    def _address(self, action: Action, token: str, language: str) -> str:
        suffix = f"&language={language}" if language != DEFAULT else ""
        return f"{self._archive.settings.public_url}{self._paths[action]}?token={token}{suffix}"
