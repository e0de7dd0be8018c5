"""Versions of lists, nodes and the log of changes, each raised in the transaction of every change."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import update
from sqlmodel import Session, col, select

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import ListVersion
from starbond_site.documents.refusals import Refusal


@contextmanager
def changing(archive: Archive, *names: str, seen: int | None = None) -> Iterator[Session]:
    """Provide the session of a transaction that raises versions first, and announce its commit.

    The locks of the versions keep two changes at once from missing each other; those named here are taken in one order.
    Refusal as in `raise_version`; ``seen`` is given with one name only, as each list counts for itself.
    """
    with database.writing(archive.engine) as session:
        for name in sorted(names):
            raise_version(session, name, seen)
        yield session
    for name in sorted(names):
        archive.announce(name)


def raise_version(session: Session, name: str, seen: int | None = None) -> int:
    """Raise a version within a transaction and return it; its row stays locked until the transaction ends.

    Args:
        seen: version that the form was opened with; None where it does not say.

    Raises:
        Refusal: changed_meanwhile: it was raised since, so that the transaction ends without a change.
    """
    raised = update(ListVersion).where(col(ListVersion.name) == name).values(version=col(ListVersion.version) + 1)
    session.execute(raised)
    version = version_of(session, name)
    if seen is not None and version > seen + 1:
        raise Refusal("changed_meanwhile")
    return version


def read(archive: Archive, name: str) -> int:
    return archive.read(lambda session: version_of(session, name))


def lock(session: Session, name: str) -> None:
    """Keep other changes of a list or node waiting until the transaction ends, without raising its version."""
    session.exec(select(ListVersion).where(ListVersion.name == name).with_for_update()).one()


def version_of(session: Session, name: str) -> int:
    return session.exec(select(ListVersion.version).where(ListVersion.name == name)).one()
