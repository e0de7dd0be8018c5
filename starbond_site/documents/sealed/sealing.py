"""Seals a file: checked as every publication, stored, and recorded (`storing`). All calls block."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlmodel import Session, col, select

from starbond_site import local_time
from starbond_site.categories import Category
from starbond_site.documents import audit, refusals, storing, versions
from starbond_site.documents import publish as publication
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.correcting import refuse_same_bytes
from starbond_site.documents.sealed import commitment, moments
from starbond_site.documents.sealed.records import SEALED, Sealed, subject
from starbond_site.documents.upload import Upload

OBJECTS = "sealed"
"""Begins the keys of objects, which name no list."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who seals, changes or approves."""

    actor: Actor
    """For the audit; it has the name."""
    id: int | None = None
    """None where nobody is named; `ADMINISTRATOR` for the command line."""

    @property
    def name(self) -> str:
        """Name of the person; that of the command line where it is one."""
        return self.actor.person or (self.actor.address if self.id == ADMINISTRATOR else "")


ADMINISTRATOR = 0
"""In place of the id of a person, which begin with 1."""
COMMAND_LINE = Person(audit.COMMAND_LINE, ADMINISTRATOR)


class SealedUpload(Upload):
    """A file that arrives to be sealed. The audit gets neither its name nor its list."""

    action = "seal"

    def __init__(
        self,
        archive: Archive,
        category: str,
        name: str,
        moment: datetime,
        person: Person,
        expected: int | None = None,
        *,
        title: str = "",
    ) -> None:
        """Begin; see `Upload`.

        Args:
            archive: where it is to be sealed.
            category: a `Category`; any other word is refused.
            name: the file's name as its author has it.
            moment: of the release.
            person: who seals.
            expected: announced size in bytes.
            title: as somebody typed it, in place of the file's name; empty for none.

        Raises:
            refusals.Refusal: nothing was written.

        """
        self._moment = moment
        self._person = person
        with audit.recording_refusals(archive, person.actor, self.action, subject(None)):
            moments.ahead(moment)
        super().__init__(archive, category, name, person.actor, expected, title=title)

    def seal(self) -> Sealed:
        """Seal what arrived, and end the upload.

        Raises:
            refusals.OutcomeUnknown: the database did not confirm, and does not say whether the file is sealed.
            refusals.Refusal: nothing was sealed.

        """
        with self._complete():
            return _seal(
                self.archive,
                self._category,
                self._path,
                name=self.name,
                title=self._title,
                size=self.size,
                sha256=self._digest.hexdigest(),
                moment=self._moment,
                person=self._person,
                is_abandoned=lambda: self._is_abandoned,
            )

    def _audited(self, category: str, name: str) -> str:
        """Return the subject of refusals: what was not sealed has no number."""
        return subject(None)


def _seal(
    archive: Archive,
    category: Category,
    path: Path,
    *,
    name: str,
    title: str,
    size: int,
    sha256: str,
    moment: datetime,
    person: Person,
    is_abandoned: Callable[[], bool],
) -> Sealed:
    """Check, store and record a file that arrived completely."""
    media_type = publication.check_file(archive, category, path, name=name, size=size, sha256=sha256)
    salt = commitment.fresh_salt()
    filing = Sealed(
        category=category.value,
        name=name,
        title=title,
        media_type=media_type,
        size=size,
        sha256=sha256,
        key=storages.fresh_key(OBJECTS),
        release_at=moment,
        sealed_at=local_time.now(),
        author=person.name,
        author_id=person.id,
        editor=person.name,
        editor_id=person.id,
        needs_approval=archive.settings.two_person_release,
        salt=salt,
        commitment=commitment.of_file(salt, path),
    )

    def find(session: Session) -> Sealed | None:
        return session.exec(select(Sealed).where(col(Sealed.key) == filing.key)).first()

    return storing.store(
        archive,
        filing,
        path,
        is_abandoned=is_abandoned,
        write=lambda session: _write(session, filing, person),
        find=find,
    )


def _write(session: Session, filing: Sealed, person: Person) -> Sealed:
    """Write the record and the entry of the audit together."""
    # Publications and sealings of one list pass one at a time.
    versions.lock(session, filing.category)
    moments.ahead(filing.release_at)
    refuse_same_bytes(session, Category(filing.category), filing.sha256)
    same = select(Sealed.id).where(
        Sealed.state == SEALED, Sealed.category == filing.category, Sealed.sha256 == filing.sha256
    )
    if number := session.exec(same).first():
        raise refusals.AlreadySealed(number=number)
    session.add(filing)
    session.flush()
    audit.add(session, person.actor, "seal", subject(filing.id), audit.DONE, moments.written(filing.release_at))
    return filing
