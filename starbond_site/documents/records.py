"""The tables of documents, their text and uploads, of nodes, versions and the audit."""

import re
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar
from urllib.parse import quote, urlsplit

from pydantic import JsonValue, PrivateAttr
from sqlalchemy import JSON, BigInteger, Column, Dialect, Index, String, Text, TextClause, event, text
from sqlalchemy.orm import reconstructor
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, Relationship, SQLModel, col, func

from starbond_site.content.addresses import Language
from starbond_site.documents import names
from starbond_site.shared import local_time
from starbond_site.shared.categories import SHEETS

SORTED = Text().with_variant(Text(collation="C"), "postgresql")
"""Compared byte by byte in both databases."""


class ExactDecimal(TypeDecorator[Decimal]):
    """A decimal number with every digit, stored as text, since SQLite has no type for it; empty where it is None."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str:
        """Write the number without an exponent."""
        return "" if value is None else f"{value:f}"

    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:
        return Decimal(value) if value else None


class Record(SQLModel):
    """A row of a table that is called by the name of its class, in lower case with underscores."""

    __tablename__: ClassVar[str]

    @classmethod
    def __pydantic_init_subclass__(cls, **options: object) -> None:
        super().__pydantic_init_subclass__(**options)
        name = cls.__dict__.get("__tablename__") or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls.__tablename__ = name  # pyright: ignore[reportIncompatibleVariableOverride]  a function in SQLModel


class NumberedRecord(Record):
    """A row with a number of its own, which is never given again."""

    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int = Field(default=None, primary_key=True)
    """None until the row is flushed, before which nobody asks for it."""


class ClaimedRecord(NumberedRecord):
    """A row of work that one worker at a time claims (`jobs.Queue`)."""

    due_at: datetime
    """When it may be claimed; a worker that claims it moves this to the end of its claim."""
    claims: int = 0
    """How often it was claimed; tells a claim from a later one."""


CURRENT = text("withdrawn_at IS NULL AND replaced_at IS NULL")
DATED = text("coalesce(filed_at, published_at)")
"""The own date of a document: see `OWN_DATE`."""


def _of_current(name: str, *columns: str | TextClause, is_unique: bool = False) -> Index:
    """Return an index over the documents that lists show."""
    return Index(name, *columns, unique=is_unique, sqlite_where=CURRENT, postgresql_where=CURRENT)


class StoredRecord(NumberedRecord):
    """A record that names an object of the storage."""

    category: str = Field(max_length=40)
    title: str = Field(default="", max_length=200, sa_column_kwargs={"server_default": ""})
    """As somebody typed it; empty where the name of the file says enough."""
    media_type: str = Field(max_length=100)
    size: int = Field(sa_type=BigInteger)
    sha256: str = Field(max_length=64)
    key: str = Field(max_length=100, unique=True)
    """Of the object."""

    @property
    def label(self) -> str:
        """How commands name it."""
        raise NotImplementedError


class DocumentState(StrEnum):
    """State of a document that was published, as the public sees it."""

    PUBLIC = "current"
    REPLACED = "replaced"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class OtherLanguage:
    """The same filing in the other language."""

    id: int
    language: Language
    shown_name: str
    """See `Document.shown_name`."""

    def as_record(self) -> dict[str, Any]:
        return {"id": self.id, "language": self.language, "page": f"/documents/{self.id}"}


@dataclass(frozen=True, slots=True)
class SafetySheet:
    """Product, language and version of a safety data sheet."""

    product: str
    """Id of a product."""
    language: str
    version: str
    """As its author counts."""


class Document(StoredRecord, table=True):
    """One published file. Rows are never deleted; ids are never reused."""

    __table_args__ = (
        # Concurrent uploads cannot publish the same bytes twice in a category.
        _of_current("document_once", "category", "sha256", is_unique=True),
        _of_current("document_newest", "category", "id"),
        # Whoever has a file asks by its bytes alone.
        Index("document_bytes", "sha256"),
        # The order of lists, of all filings, and the kinds of files in a list.
        _of_current("document_dated", "category", DATED, "id"),
        _of_current("document_dated_all", DATED, "id"),
        _of_current("document_typed", "category", "media_type"),
        # What a document replaced.
        Index("document_successor", "replaced_by"),
        {"sqlite_autoincrement": True},
    )

    file_name: str = Field(max_length=255)
    search: str = Field(default="", sa_type=Text)
    """Normalised title and name for searches; see `names.search_text`."""
    sort_key: str = Field(default="", sa_column=Column(SORTED, nullable=False, server_default=""))
    """The same for the order by name; see `names.sort_key`."""
    published_at: datetime
    withdrawn_at: datetime | None = None
    """Time of withdrawal; the record and the file are kept but no longer public."""
    withdrawn_reason: str = Field(default="", max_length=500, sa_column_kwargs={"server_default": ""})
    """For the public; empty where none was given."""
    replaced_at: datetime | None = None
    """Time at which a newer document replaced it; its address stays valid."""
    replaced_by: int | None = None
    """Id of the document that replaced it."""
    filed_at: datetime | None = None
    """Own date of a document that was entered here later; without one it is dated by its publication."""
    product: str = Field(default="", max_length=80, sa_column_kwargs={"server_default": ""})
    """Of a safety data sheet: id of its product, its language and its version; empty for every other document."""
    language: str = Field(default="", max_length=10, sa_column_kwargs={"server_default": ""})
    version: str = Field(default="", max_length=20, sa_column_kwargs={"server_default": ""})
    _pair: OtherLanguage | None = PrivateAttr(default=None)

    def __hash__(self) -> int:
        """Let sets compare records: those of different sessions are equal where all their fields are."""
        return hash(self.id)

    @property
    def shown_name(self) -> str:
        """Under which people read of it: its typed title, else the name of its file."""
        return self.title or self.file_name

    @property
    def state(self) -> DocumentState:
        if self.withdrawn_at:
            return DocumentState.WITHDRAWN
        return DocumentState.REPLACED if self.replaced_at else DocumentState.PUBLIC

    @property
    def is_public(self) -> bool:
        """Whether a list shows it; see `IS_PUBLIC`."""
        return self.state is DocumentState.PUBLIC

    @property
    def is_withdrawn(self) -> bool:
        """Whether the public may read its record alone."""
        return self.withdrawn_at is not None

    @property
    def pair(self) -> OtherLanguage | None:
        """Its version in the other language, while both are public; read by `public_view.shown` alone."""
        return None if self.is_withdrawn else self._pair

    @pair.setter
    def pair(self, other: OtherLanguage | None) -> None:
        self._pair = other

    @reconstructor
    def _begin(self) -> None:
        """Begin without a pair where the database gives the row, which pydantic does not know of."""
        self.pair = None

    @property
    def sheet(self) -> SafetySheet | None:
        """What a safety data sheet covers; None for every other document, also one that was moved elsewhere."""
        is_sheet = self.product and self.category in SHEETS
        return SafetySheet(self.product, self.language, self.version) if is_sheet else None

    @property
    def withdrawal_record(self) -> dict[str, Any] | None:
        """When it was withdrawn and why, as all JSON of this site has it; None for one that was not."""
        at = self.withdrawn_at
        return {"at": local_time.in_utc(at), "reason": self.withdrawn_reason} if at else None

    @property
    def own_date(self) -> datetime:
        """The moment by which lists are ordered; see `OWN_DATE`."""
        return self.filed_at or self.published_at

    @property
    def own_day(self) -> date:
        """The same, in the company's time."""
        return local_time.local_date(self.own_date)

    @property
    def order(self) -> tuple[datetime, int]:
        """Its place in a list: greater is newer."""
        return self.own_date, self.id

    @property
    def file_type(self) -> str:
        """As people call it: its extension, where it has one."""
        return self.file_name.rpartition(".")[2].upper() if "." in self.file_name else self.media_type

    @property
    def page(self) -> str:
        """Address of its own page."""
        return f"/documents/{self.id}"

    @property
    def download_url(self) -> str:
        return f"/files/{self.id}/{quote(self.file_name, safe='')}"

    @property
    def label(self) -> str:
        return f"{self.file_name} (id {self.id}, {self.category})"

    def as_record(self) -> dict[str, Any]:
        """Return the record as ``GET /api/documents/CATEGORY`` gives it.

        ``title``, as it was typed, ``pair`` and ``sheet`` are there only where there is one.
        """
        own = self.filed_at and local_time.in_local_time(self.filed_at)
        record: dict[str, Any] = {
            "id": self.id,
            "FileName": self.file_name,
            "DownloadUrl": None if self.is_withdrawn else self.download_url,
            "published_at": local_time.in_utc(self.published_at),
            "size": self.size,
            "sha256": self.sha256,
            # With the company's offset, which shows the day.
            "filed_at": own and own.isoformat(timespec="seconds"),
        }
        pair, sheet = self.pair and self.pair.as_record(), self.sheet and asdict(self.sheet)
        further = {"title": self.title, "pair": pair, "sheet": sheet}
        return record | {name: value for name, value in further.items() if value}


@event.listens_for(Document, "before_insert")
@event.listens_for(Document, "before_update")
def _sort(_mapper: object, _connection: object, document: Document) -> None:
    document.search = names.search_text(document.title, document.file_name)
    document.sort_key = names.sort_key(document.search)


IS_PUBLIC = (col(Document.withdrawn_at).is_(None), col(Document.replaced_at).is_(None))
"""Conditions for the documents that lists show: neither withdrawn nor replaced."""
OWN_DATE = func.coalesce(col(Document.filed_at), col(Document.published_at))
"""By which lists are ordered: the date of a document that was entered later, else the moment of its publication."""


class LanguagePair(Record, table=True):
    """Two documents that are one filing in English and in Bangla, each in one pair at most: see `language_pairs`."""

    english: int = Field(foreign_key="document.id", primary_key=True)
    bangla: int = Field(foreign_key="document.id", unique=True)


class Node(Record, table=True):
    """A free-form value that the header shows."""

    name: str = Field(max_length=40, primary_key=True)
    value: JsonValue = Field(default=None, sa_type=JSON, nullable=True)
    updated_at: datetime
    ends_at: datetime | None = None
    """When it is cleared by itself; None for never."""


class ListVersion(Record, table=True):
    """Version of a list or node, increased in the transaction of every change."""

    __tablename__ = "listversion"

    name: str = Field(max_length=40, primary_key=True)
    version: int = Field(sa_type=BigInteger)


class Audit(NumberedRecord, table=True):
    """Append-only audit log: a trigger rejects updates and deletions."""

    at: datetime = Field(index=True)
    address: str = Field(max_length=64)
    """Network address, or ``command line``."""
    right: str = Field(max_length=20)
    """Authorisation of the action: a value of `settings.UploadPolicy`, or ``administrator``."""
    person: str = Field(default="", max_length=200, sa_column_kwargs={"server_default": ""})
    """Name of the person who had signed in; empty where nobody is named."""
    action: str = Field(max_length=40)
    subject: str = Field(max_length=300)
    outcome: str = Field(max_length=40)
    """``done``, or the code of the refusal."""
    detail: str = Field(default="", max_length=500)


class Attempt(Record, table=True):
    """One attempt to upload, as its page names it, and what became of it; removed after `attempts.KEPT`."""

    __tablename__ = "upload_attempt"

    name: str = Field(max_length=64, primary_key=True)
    """Random text of the page."""
    at: datetime = Field(index=True)
    holder: str = Field(max_length=16)
    alive_until: datetime
    """These two are used by the release before alone, and go in two steps: a release without the fields gives both
    columns defaults, the release after it drops them."""
    outcome: str = Field(max_length=40)
    """``running``, ``published``, or the code of the refusal."""
    details: dict[str, JsonValue] = Field(default_factory=dict, sa_type=JSON)
    """Values of the sentence of a refusal."""
    document_id: int | None = Field(default=None, foreign_key="document.id")
    document: Document | None = Relationship(sa_relationship_kwargs={"lazy": "selectin"})


class Change(Record, table=True):
    """One change of what is public, numbered from 1 without gaps, in the order of the commits: see `changes`."""

    number: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: str = Field(max_length=20)
    """One of `changes.ChangeKind`."""
    document_id: int = Field(foreign_key="document.id", index=True)
    at: datetime


class Extraction(Record, table=True):
    """The result of reading a document after its publication: pages, text, and a picture of the first page."""

    document_id: int = Field(foreign_key="document.id", primary_key=True)
    state: str = Field(max_length=20)
    """``text``, ``scan`` (pages without text), ``unsupported`` (a type that is not read) or ``failed``."""
    pages: int | None = None
    picture_key: str | None = Field(default=None, max_length=100)
    """Key of the picture of the first page in the storage."""
    accessibility: str | None = Field(default=None, max_length=200)
    """Of a PDF: the codes of what screen readers miss, parted by blanks; None where nobody has looked yet."""
    at: datetime


class SigningKey(Record, table=True):
    """A key that signs receipts, or signed them: its public half stays listed, so that old receipts verify."""

    __tablename__ = "signingkey"

    id: str = Field(max_length=64, primary_key=True)
    """Thumbprint of the public key (RFC 7638)."""
    public: str = Field(max_length=64)
    """The 32 bytes of the public key in base64url, as a JWK has them (RFC 8037)."""
    private: str = Field(default="", max_length=64)
    """The private key likewise, while it signs; empty for one that is retired or stands in a file."""
    created_at: datetime
    """When this site first used it."""
    is_listed: bool = True
    """False for a key that got into other hands: nothing that it signed counts any more."""


class LogEntry(Record, table=True):
    """One entry of the public log, numbered from 0 without gaps, in the order of the commits: see `entries`."""

    number: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    leaf: str = Field(sa_type=Text)
    """What is hashed: canonical JSON."""
    change: int | None = Field(default=None, sa_type=BigInteger, unique=True)
    """Number of the change that it records; None for what is no change, such as a sealing."""
    document_id: int | None = Field(default=None, foreign_key="document.id", index=True)


class LogNode(Record, table=True):
    """The hash of one whole subtree of the public log, over 256 to the power of its level entries."""

    level: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """From 1."""
    number: int = Field(sa_type=BigInteger, primary_key=True, sa_column_kwargs={"autoincrement": False})
    hash: str = Field(max_length=64)


class LogCheckpoint(Record, table=True):
    """One signed head of the public log; all are kept."""

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    size: int = Field(sa_type=BigInteger, index=True)
    key_id: str = Field(max_length=64)
    """Of the `SigningKey` that signed it."""
    at: datetime
    note: str = Field(sa_type=Text)
    """As it was given out: https://c2sp.org/tlog-checkpoint."""


class LogWitness(ClaimedRecord, table=True):
    """Who is asked to confirm checkpoints of the public log, while a setting names it."""

    key: str = Field(max_length=500, unique=True)
    """Its public key, as the setting has it; of a time stamp authority its address."""
    failures: int = 0
    """Attempts in a row that it did not confirm."""
    problem: str = Field(default="", max_length=200)
    """What was wrong with the last one."""

    @property
    def name(self) -> str:
        return urlsplit(self.key).hostname or self.key.partition("+")[0]

    @property
    def is_authority(self) -> bool:
        return "://" in self.key


class LogConfirmation(Record, table=True):
    """What a witness said of a checkpoint."""

    checkpoint: int = Field(foreign_key="log_checkpoint.number", primary_key=True)
    witness_id: int = Field(foreign_key="log_witness.id", primary_key=True)
    at: datetime
    """By its clock."""
    said: str = Field(sa_type=Text)
    """Its line below the note (https://c2sp.org/tlog-cosignature); of an authority its answer (RFC 3161) in base64."""


class PageText(Record, table=True):
    """Text of one page of a document; pages without text have no row."""

    document_id: int = Field(foreign_key="document.id", primary_key=True)
    page: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """From 1."""
    label: str = Field(default="", max_length=120, sa_column_kwargs={"server_default": ""})
    """Its heading or sheet; empty where it is a numbered page."""
    text: str = Field(sa_type=Text)


class ExtractionClaim(Record, table=True):
    """A document that a worker is reading, or that is read again after a failure."""

    document_id: int = Field(foreign_key="document.id", primary_key=True)
    until: datetime
    """Nobody else reads it before."""
    attempts: int


class UnfinishedUpload(Record, table=True):
    """A file of which a part has arrived; its row is removed when it is published, refused, cancelled or too old."""

    token_hash: str = Field(max_length=64, primary_key=True)
    """SHA-256 of the token in its address; also the name of the file with what arrived."""
    holder: str = Field(max_length=80)
    """Who alone may continue it: a person or a session; empty where nobody is told apart."""
    network: str = Field(max_length=64, index=True)
    """Network address of whoever began it, under which unfinished uploads are counted."""
    name: str = Field(max_length=255)
    size: int = Field(sa_type=BigInteger)
    """Of the whole file, in bytes."""
    created_at: datetime
    ends_at: datetime = Field(index=True)
    """From then on it cannot be continued."""
    category: str = Field(default="", max_length=40)
    pair: int = 0
    title: str = Field(default="", max_length=200, sa_column_kwargs={"server_default": ""})
    """Used by the release before alone, which may still run beside this one: a later migration drops these three."""
