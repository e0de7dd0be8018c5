"""An auditor's afternoon: what the operator changes in secret is found over HTTP alone, by a client of the auditor."""

import ast
import hashlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from factories import PDF, store_document
from sqlmodel import col, select
from test_verification_routes import served
from whole_site import Site

from starbond_site.documents import changes, checkpoints, corrections, database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document, LogEntry
from tests import auditor
from tests.unit.documents.publishing import PUBLIC_URL, WHO, archive_in, change, execute, existing

FILINGS = 200
FORGED = PDF + b"another report"
OTHER = hashlib.sha256(FORGED).hexdigest()


@pytest.fixture(scope="module")
def afternoon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what the auditor kept after twenty filings, and a site with 180 more, and with corrections.

    They are stored without the look at their files, which takes longer than everything else here.
    """
    folder = tmp_path_factory.mktemp("afternoon")
    with archive_in(folder / "data", url=PUBLIC_URL) as archive:
        for last in range(20, FILINGS + 1, 20):
            filed = [store_document(archive, data=PDF + bytes([number])) for number in range(last - 19, last + 1)]
            with database.writing(archive.engine) as session:
                for document in filed:
                    changes.record(session, "published", document.id)
            corrections.replace(archive, last - 1, last, WHO)
            corrections.withdraw(archive, last - 5, WHO)
            corrections.retitle(archive, last - 7, f"Title {last}", WHO)
            if last == 20:
                assert checkpoints.sign_due(archive)
                with served(Site(archive)) as url:
                    auditor.keep(url, folder / "kept")
        corrections.restore(archive, 95, WHO)
        assert checkpoints.sign_due(archive)
    return folder


@pytest.fixture
def operated(afternoon: Path, tmp_path: Path) -> Iterator[Archive]:
    """Give a copy of the site, whose operator may do anything."""
    shutil.copytree(afternoon, tmp_path, dirs_exist_ok=True)
    with archive_in(tmp_path / "data", url=PUBLIC_URL) as archive:
        yield archive


def sign_anew(archive: Archive) -> None:
    """Let the operator forget what was signed, and sign what is there."""
    execute(archive, "DELETE FROM log_checkpoint")
    (archive.settings.data_dir / "log.checkpoint").unlink()
    assert checkpoints.sign_due(archive)


def entry_of(archive: Archive, document: int) -> LogEntry:
    """Return the newest entry of a document."""
    newest = select(LogEntry).where(LogEntry.document_id == document).order_by(col(LogEntry.number).desc()).limit(1)
    return archive.read(lambda session: session.exec(newest).one())


def exchange_the_file(archive: Archive, number: int) -> None:
    document = archive.read(lambda session: session.get_one(Document, number))
    existing(archive.storage.path(document.key)).write_bytes(FORGED)


def change_rows_and_a_file(archive: Archive) -> list[str]:
    change(archive, Document, 60, sha256="f" * 64)
    execute(archive, "UPDATE document SET published_at = datetime(published_at, '-1 day') WHERE id = 61")
    execute(archive, "UPDATE document SET withdrawn_at = NULL WHERE id = 75")
    exchange_the_file(archive, 62)
    entries = {number: entry_of(archive, number).number for number in (60, 61, 62, 75)}
    return [
        f"Altered: the record of document 60 has another SHA-256 than entry {entries[60]} says.",
        f"Altered: the record of document 61 has another time than entry {entries[61]} says.",
        f"Exchanged: the file of document 62 is not the one of entry {entries[62]}.",
        f"Altered: the record of document 75 has another withdrawal than entry {entries[75]} says.",
    ]


def leave_an_entry_out(archive: Archive) -> list[str]:
    """Take out the entry of document 130, which no kept checkpoint covers, and number and sign the others anew."""
    left_out = entry_of(archive, 130)
    execute(archive, "DELETE FROM log_entry WHERE document_id = 130")
    smaller = "(SELECT count(*) FROM log_entry AS other WHERE other.number < log_entry.number)"
    execute(archive, f"UPDATE log_entry SET number = {smaller}")  # noqa: S608  words of this test
    sign_anew(archive)
    return [f"Left out: change {left_out.change} (published, document 130) has no entry."]


def rewrite_the_past(archive: Archive) -> list[str]:
    """Exchange a file with its record and its entry, and sign the log anew."""
    exchange_the_file(archive, 5)
    entry, document = entry_of(archive, 5), archive.read(lambda session: session.get_one(Document, 5))
    change(archive, LogEntry, entry.number, leaf=entry.leaf.replace(document.sha256, OTHER))
    change(archive, Document, 5, sha256=OTHER)
    sign_anew(archive)
    return ["Another past: the first 23 entries are not those of the checkpoint that I kept."]


@pytest.mark.parametrize("cheat", [change_rows_and_a_file, leave_an_entry_out, rewrite_the_past])
def test_whoever_cheats_is_found_by_the_auditor_and_nothing_else_is(
    operated: Archive, tmp_path: Path, cheat: Callable[[Archive], list[str]]
) -> None:
    said = cheat(operated)
    with served(Site(operated)) as url:
        assert set(auditor.check(url, tmp_path / "kept")) == set(said)


def test_one_reader_who_was_shown_another_tree_sees_it_later(operated: Archive, tmp_path: Path) -> None:
    with served(Site(operated)) as url:
        execute(operated, "UPDATE log_entry SET leaf = replace(leaf, '\"AllNotice\"', '\"AGM\"') WHERE number = 9")
        sign_anew(operated)
        auditor.keep(url, tmp_path / "kept")
        execute(operated, "UPDATE log_entry SET leaf = replace(leaf, '\"AGM\"', '\"AllNotice\"') WHERE number = 9")
        sign_anew(operated)
        (said,) = auditor.check(url, tmp_path / "kept")
    assert said.startswith("Another past: the first "), said


def test_the_client_of_the_auditor_needs_no_code_of_the_site() -> None:
    tree = ast.parse(Path(auditor.__file__).read_text("utf-8"))
    named = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    named |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in named} - sys.stdlib_module_names == {"cryptography"}
