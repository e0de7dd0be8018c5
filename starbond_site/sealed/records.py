"""The table of sealed filings. It is not that of documents, so that nothing that lists or counts those can find one."""

from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, text
from sqlmodel import Field

from starbond_site.documents.records import NumberedRecord, UtcDateTime

SEALED, RELEASED, CANCELLED = "sealed", "released", "cancelled"
_WAITS = text("state = 'sealed'")


class Sealed(NumberedRecord, table=True):
    """One filing that was sealed. Rows are never deleted; a document gets its id at the release."""

    __table_args__ = (
        Index("sealed_waiting", "release_at", sqlite_where=_WAITS, postgresql_where=_WAITS),
        {"sqlite_autoincrement": True},
    )

    state: str = Field(default=SEALED, sa_column=Column(String(10), nullable=False))
    """`SEALED`, `RELEASED` or `CANCELLED`."""
    version: int = Field(default=1, sa_column=Column(Integer, nullable=False))
    """Raised by every change, so that nobody approves another state than the one that was shown."""
    category: str = Field(sa_column=Column(String(40), nullable=False))
    name: str = Field(sa_column=Column(String(255), nullable=False))
    """As its author has it, without the date of the release."""
    title: str = Field(default="", sa_column=Column(String(200), nullable=False, server_default=""))
    """As somebody typed it; empty for none. It stays as it was sealed, so that an approval counts for it too."""
    media_type: str = Field(sa_column=Column(String(100), nullable=False))
    size: int = Field(sa_column=Column(BigInteger, nullable=False))
    sha256: str = Field(sa_column=Column(String(64), nullable=False))
    key: str = Field(sa_column=Column(String(100), nullable=False, unique=True))
    """Key of the file in the storage; the document keeps it."""
    release_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    sealed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    author: str = Field(default="", sa_column=Column(String(200), nullable=False))
    """Name of the person who sealed it; empty where nobody is named."""
    author_id: int | None = Field(default=None, sa_column=Column(Integer))
    editor: str = Field(default="", sa_column=Column(String(200), nullable=False))
    """Name of the person who changed it last."""
    editor_id: int | None = Field(default=None, sa_column=Column(Integer))
    needs_approval: bool = Field(default=False, sa_column=Column(Boolean, nullable=False))
    """Whether two persons were asked for when it was sealed."""
    approver: str = Field(default="", sa_column=Column(String(200), nullable=False))
    approver_id: int | None = Field(default=None, sa_column=Column(Integer))
    approved_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    """None until another person has approved the file and the release time as they are."""
    salt: str = Field(sa_column=Column(String(64), nullable=False))
    """See `sealing`."""
    commitment: str = Field(sa_column=Column(String(64), nullable=False))
    preview_hash: str | None = Field(default=None, sa_column=Column(String(64), unique=True))
    """SHA-256 of the text in the secret address; None where there is none."""
    problem: str = Field(default="", sa_column=Column(String(40), nullable=False))
    """Code of the refusal at the release time, such as that of bytes that were published meanwhile."""
    problem_values: dict[str, JsonValue] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Values of the sentence of that refusal."""
    released_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    document_id: int | None = Field(default=None, sa_column=Column(Integer, ForeignKey("document.id"), unique=True))
    cancelled_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    cancel_reason: str = Field(default="", sa_column=Column(String(500), nullable=False))

    @property
    def shown_name(self) -> str:
        return self.title or self.name

    @property
    def label(self) -> str:
        """How commands name it."""
        return f"sealed filing {self.id}"

    @property
    def waits_for_approval(self) -> bool:
        """Whether another person has to approve it before it goes out."""
        return self.needs_approval and self.approved_at is None


def subject(number: int | None) -> str:
    """Return how the audit names a filing before its release: by its number alone, if it has one."""
    return f"sealed/{number}" if number else "sealed"
