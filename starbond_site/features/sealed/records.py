"""The table of sealed filings. It is not that of documents, so that nothing that lists or counts those can find one."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, text
from sqlmodel import Field

from starbond_site.documents.records import StoredRecord

SEALED, RELEASED, CANCELLED = "sealed", "released", "cancelled"
_WAITS = text("state = 'sealed'")


class Sealed(StoredRecord, table=True):
    """One filing that was sealed. Rows are never deleted; a document gets its id at the release."""

    __table_args__ = (
        Index("sealed_waiting", "release_at", sqlite_where=_WAITS, postgresql_where=_WAITS),
        {"sqlite_autoincrement": True},
    )

    state: str = Field(default=SEALED, max_length=10)
    """`SEALED`, `RELEASED` or `CANCELLED`."""
    version: int = 1
    """Raised by every change, so that nobody approves another state than the one that was shown."""
    name: str = Field(max_length=255)
    """As its author has it, without the date of the release; name and title stay as they were sealed, so that an
    approval counts for them too."""
    release_at: datetime
    sealed_at: datetime
    author: str = Field(default="", max_length=200)
    """Name of the person who sealed it; empty where nobody is named."""
    author_id: int | None = None
    editor: str = Field(default="", max_length=200)
    """Name of the person who changed it last."""
    editor_id: int | None = None
    needs_approval: bool = False
    """Whether two persons were asked for when it was sealed."""
    approver: str = Field(default="", max_length=200)
    approver_id: int | None = None
    approved_at: datetime | None = None
    """None until another person has approved the file and the release time as they are."""
    salt: str = Field(max_length=64)
    """See `service`."""
    commitment: str = Field(max_length=64)
    preview_hash: str | None = Field(default=None, max_length=64, unique=True)
    """SHA-256 of the text in the secret address; None where there is none."""
    problem: str = Field(default="", max_length=40)
    """Code of the refusal at the release time, such as that of bytes that were published meanwhile."""
    problem_values: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    """Values of the sentence of that refusal."""
    released_at: datetime | None = None
    document_id: int | None = Field(default=None, foreign_key="document.id", unique=True)
    cancelled_at: datetime | None = None
    cancel_reason: str = Field(default="", max_length=500)

    @property
    def shown_name(self) -> str:
        return self.title or self.name

    @property
    def label(self) -> str:
        return f"sealed filing {self.id}"

    @property
    def waits_for_approval(self) -> bool:
        """Whether another person has to approve it before it goes out."""
        return self.needs_approval and self.approved_at is None


def subject(number: int | None) -> str:
    """Return how the audit names a filing before its release: by its number alone, if it has one."""
    return f"sealed/{number}" if number else "sealed"
