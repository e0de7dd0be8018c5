"""The archive of one site: its settings, database and storage, and who wants to hear of changes; and who acts on it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Engine
from sqlmodel import Session

from starbond_site.documents import database
from starbond_site.documents.look import Looks
from starbond_site.documents.storage import Storage
from starbond_site.documents.storage.local import LocalStorage
from starbond_site.shared import logs
from starbond_site.shared.settings import Settings
from starbond_site.shared.settings import settings as read_settings

_log = logs.get_logger(__name__)
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and under which policy."""

    address: str
    """Network address, or ``command line``."""
    right: str
    """A value of `settings.UploadPolicy`, or ``administrator``."""
    person: str = ""
    """Name of the person who signed in; empty where nobody is named."""
    person_id: int | None = None
    """Of that person; None where nobody is named, 0 for the command line."""
    enrolled_at: datetime | None = None
    """When the passkey or company account came with which the person signed in."""

    @property
    def name(self) -> str:
        return self.person or (self.address if self.person_id == 0 else "")


INCOMING = "incoming"
"""Name of the folder of uploads in progress, beside the objects."""
COMMAND_LINE = Actor("command line", "administrator", person_id=0)
SCHEDULE = Actor("schedule", "schedule")
"""Acts at a time that was set before, such as that of a release."""


@dataclass(frozen=True)
class Archive:
    """Settings, database and storage of one site; every function of this package takes one."""

    settings: Settings
    engine: Engine
    storage: Storage
    listeners: list[Callable[[str], None]] = field(default_factory=list)
    """Told the name of each list or node after it changed here; called in any thread."""
    looks: Looks = field(default_factory=Looks)
    """At the files that arrived."""

    @property
    def incoming(self) -> Path:
        """The private folder of uploads in progress."""
        return self.settings.data_dir / INCOMING

    def read(self, query: Callable[[Session], Result]) -> Result:
        """Return the result of a query, in a transaction of its own; blocks."""
        with database.reading(self.engine) as session:
            return query(session)

    def announce(self, name: str) -> None:
        """Tell the listeners of a committed change; one that fails cannot undo it."""
        for listener in tuple(self.listeners):
            try:
                listener(name)
            except Exception:
                _log.exception("listener_failed", changed=name)

    def close(self) -> None:
        self.engine.dispose()


def connect(settings: Settings) -> Archive:
    """Open the archive that the settings describe, with its tables up to date.

    Raises:
        database.DatabaseProblem: its message is a sentence for the operator.
    """
    engine = database.create(settings.database_url)
    _refuse_lost_database(settings)
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        storage = connect_storage(settings)
    except OSError as error:
        message = f"The data folder cannot be used ({settings.data_dir}): {error.strerror}."
        raise database.DatabaseProblem(message) from error
    database.open_checked(engine)
    return Archive(settings, engine, storage)


def _refuse_lost_database(settings: Settings) -> None:
    """Refuse to begin an empty SQLite database beside published files: the old one was removed.

    Raises:
        database.DatabaseProblem: the database is missing.
    """
    objects = settings.data_dir / "objects"
    if settings.storage != "local" or settings.database_address or not any(objects.glob("*/*")):
        return
    file = settings.data_dir / "starbond.db"
    if not file.exists():
        message = (
            f"The database is missing ({file}), and {objects} holds published files. Restore a backup "
            "(docs/operating.md), or move the folder away to begin anew."
        )
        raise database.DatabaseProblem(message)


def connect_storage(settings: Settings) -> Storage:
    """Return the storage that the settings name; a folder is created."""
    if settings.storage == "local":
        storage = LocalStorage(settings.data_dir.absolute() / "objects")
        storage.create()
        return storage
    # Not at the top: a site that keeps its files in a folder has 7 MB less.
    from starbond_site.documents.storage.s3 import S3Storage

    return S3Storage.at(settings.storage)


@cache
def default() -> Archive:
    return connect(read_settings())
