"""The release of sealed filings: at the moment, once, whole or not at all."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

import pytest

from starbond_site.documents import publish as publication
from starbond_site.documents.archive import Archive
from starbond_site.documents.consistency import check
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.jobs import JobThread
from starbond_site.documents.refusals import Refusal
from starbond_site.features.evidence import pack
from starbond_site.features.sealed import release
from starbond_site.features.sealed import service as filings
from starbond_site.features.sealed.records import Sealed
from starbond_site.features.sealed.release import RETRY_SECONDS, SealedReleases
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import DOWN, archive_in, existing, pass_time, publish, rows
from tests.unit.sealed.sealed_filings import LIST, RUNA, TOMAL, in_seconds, seal

pytestmark = pytest.mark.features("sealed")

PDF = samples.pdf("results of the year")
SetClock = Callable[[datetime], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    return lambda moment: monkeypatch.setattr(local_time, "now", lambda: moment)


@pytest.fixture
def due(archive: Archive, set_clock: SetClock) -> Sealed:
    filing = seal(archive, in_seconds(60), content=PDF)
    set_clock(filing.release_at)
    return filing


def documents(archive: Archive) -> int:
    ((count,),) = rows(archive, "SELECT count(*) FROM document")
    return int(str(count))


def told(archive: Archive) -> list[str]:
    names: list[str] = []
    archive.listeners.append(names.append)
    return names


def test_public_at_its_moment_and_not_before(archive: Archive, set_clock: SetClock, due: Sealed):
    heard, moment, number = told(archive), due.release_at, due.id
    set_clock(moment - timedelta(microseconds=1))
    assert release.release(archive, number) is None
    assert heard == []
    set_clock(moment)
    document = existing(release.release(archive, number))
    assert (document.category, document.sha256, document.published_at) == (LIST, due.sha256, moment)
    assert document.file_name == f"Results -{local_time.local_date(moment):%d-%m-%Y}.pdf"
    assert heard == [LIST]
    assert release.release(archive, number) is release.release(archive, 7) is None
    found = existing(filings.find(archive, number))
    assert (found.state, found.document_id, found.released_at) == ("released", document.id, moment)
    assert release.lateness(found) == timedelta()
    assert rows(archive, "SELECT kind FROM change") == [("published",)]
    assert rows(archive, f"SELECT version FROM listversion WHERE name = '{LIST}'") == [(1,)]  # noqa: S608
    assert check(archive).documents == 1


def test_the_evidence_of_a_document_has_what_happened_while_it_was_sealed(archive: Archive):
    others = [seal(archive).id for _ in range(10)]
    number = seal(archive).id
    filings.reschedule(archive, others[0] or 0, TOMAL, in_seconds(900))
    filings.reschedule(archive, number, TOMAL, in_seconds(900))
    filings.release_now(archive, number, RUNA)
    found = pack.find(archive, existing(release.release(archive, number)).id)
    assert [line.action for line in found.audit] == ["seal", "reschedule", "release now", "publish", "release"]


@pytest.mark.usefixtures("due")
@pytest.mark.parametrize("fault", [DOWN, Refusal("database_unavailable"), OSError(), ValueError()], ids=repr)
def test_a_fault_between_claim_and_commit_leaves_it_sealed(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
):
    """What a killed process leaves: the transaction is undone as a whole. The log names the fault, no page hears."""
    write = publication.write_record

    def fails(*given: object) -> None:
        write(*given)  # pyright: ignore[reportArgumentType]
        raise fault

    monkeypatch.setattr(publication, "write_record", fails)
    releases, heard = SealedReleases(archive), told(archive)
    assert releases.step() == RETRY_SECONDS
    assert (documents(archive), heard, caplog.text.count("release_waits")) == (0, [], 1)
    assert archive.read(filings.waiting)[0].state == "sealed"
    monkeypatch.setattr(publication, "write_record", write)
    releases.step()
    assert documents(archive) == 1


@pytest.mark.parametrize("change", ["cancelled", "at another moment", "held"])
def test_a_filing_that_changes_between_reading_and_claiming_is_not_released_as_it_was(
    archive: Archive, due: Sealed, set_clock: SetClock, monkeypatch: pytest.MonkeyPatch, change: str
):
    find, later = release._find_object, due.release_at + timedelta(minutes=5)

    def meanwhile(*given: Any) -> None:  # noqa: ANN401
        find(*given)
        if change == "cancelled":
            filings.cancel(archive, due.id, TOMAL, "No.")
        elif change == "held":
            release._hold(archive, due, Refusal("already_published", name="Other.pdf"))
        else:
            filings.reschedule(archive, due.id, TOMAL, later)
            set_clock(later)

    monkeypatch.setattr(release, "_find_object", meanwhile)
    assert (release.release(archive, due.id), documents(archive)) == (None, 0)
    monkeypatch.setattr(release, "_find_object", find)
    SealedReleases(archive).step()
    released = later if change == "at another moment" else None
    assert (existing(filings.find(archive, due.id)).released_at, documents(archive)) == (released, bool(released))


def test_bytes_that_are_not_there_are_waited_for(archive: Archive, due: Sealed):
    path = existing(archive.storage.path(due.key))
    away = path.rename(path.with_name("away"))
    releases = SealedReleases(archive)
    assert releases.step() == RETRY_SECONDS
    assert documents(archive) == 0
    away.rename(path)
    releases.step()
    assert documents(archive) == 1


def test_without_its_approval_it_waits_and_then_goes_at_once(strict: Archive, set_clock: SetClock):
    filing, releases = seal(strict, in_seconds(60)), SealedReleases(strict)
    set_clock(filing.release_at + timedelta(seconds=90))
    releases.step()
    assert documents(strict) == 0
    filings.approve(strict, filing.id, TOMAL, filing.version)
    releases.step()
    assert documents(strict) == 1
    ((detail,),) = rows(strict, "SELECT detail FROM audit WHERE action = 'release'")
    assert "approved by Tomal Das" in str(detail)
    assert "late by 0:01:30" in str(detail)


def test_many_threads_release_once(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Several processes look at the same moment; here, several archives of one database."""
    moment = in_seconds(60)
    for category in ("AllNotice", LIST, "AnnualReport"):
        seal(archive, moment, category=category)
    with ExitStack() as stack:
        others = [stack.enter_context(archive_in(archive.settings.data_dir)) for _ in range(4)]
        heard = [threading.Event() for _ in others]
        for other, event in zip(others, heard, strict=True):
            other.listeners.append(lambda _name, event=event: event.set())
        pass_time(monkeypatch, moment - in_seconds(0.5))
        for other in others:
            thread = JobThread("releases", SealedReleases(other).step)
            thread.start()
            stack.callback(thread.stop)
        assert all(event.wait(30) for event in heard)
    assert archive.read(filings.waiting) == []
    assert rows(archive, "SELECT count(*), count(DISTINCT key) FROM document") == [(3, 3)]
    assert min((filing.released_at or moment) - moment for filing in filings.ended(archive)) >= timedelta()


def test_what_another_process_released_is_announced_here(archive: Archive, set_clock: SetClock):
    filing, cancelled, other = seal(archive, in_seconds(60)), seal(archive).id, SealedReleases(archive)
    other.step()
    filings.cancel(archive, cancelled, RUNA, "No.")
    set_clock(filing.release_at)
    assert release.release(archive, filing.id)
    heard = told(archive)
    for _ in range(2):
        other.step()
        assert heard == [LIST]


def test_published_meanwhile_is_refused_and_nothing_is_lost(archive: Archive, due: Sealed):
    other = publish(archive, LIST, "Other.pdf", PDF)
    assert SealedReleases(archive).step() > 0
    (held,) = archive.read(filings.waiting)
    assert (held.problem, held.problem_values) == ("already_published", {"name": other.file_name})
    assert not release.is_due(held, local_time.now())
    assert rows(archive, "SELECT outcome FROM audit WHERE action = 'release'") == [("already_published",)]
    assert documents(archive) == 1
    assert check(archive).leftover == []
    # Whoever withdraws the other one tries again.
    assert withdraw(archive, other.id, RUNA)
    assert SealedReleases(archive).step() > 0
    assert archive.read(filings.waiting)
    filings.release_now(archive, due.id, RUNA)
    assert release.release(archive, due.id)
