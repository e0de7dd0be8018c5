"""What people do with a sealed filing."""

import hashlib

import pytest

from starbond_site.documents import refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import filings
from starbond_site.documents.sealed.release import release
from starbond_site.documents.sealed.sealing import COMMAND_LINE
from tests.unit.documents.publishing import outcome, rows
from tests.unit.documents.sealed_filings import NOBODY, RUNA, SHILA, TOMAL, in_seconds, seal


def test_nobody_approves_their_own(strict: Archive):
    for author, editor, approver in (
        (RUNA, None, RUNA), (RUNA, TOMAL, TOMAL), (RUNA, TOMAL, RUNA), (RUNA, None, NOBODY), (NOBODY, None, NOBODY),
        (COMMAND_LINE, None, COMMAND_LINE),
    ):  # fmt: skip
        filing = seal(strict, person=author)
        if editor:
            filing = filings.reschedule(strict, filing.id or 0, editor, in_seconds(600))
        approved = outcome(filings.approve, strict, filing.id or 0, approver, filing.version)
        assert approved == refusals.OwnApproval, (author, editor, approver)
    assert all(filing.waits_for_approval for filing in filings.waiting(strict))


def test_another_moment_voids_the_approval(strict: Archive):
    filing = seal(strict)
    number = filing.id or 0
    filings.approve(strict, number, TOMAL, filing.version)
    filings.make_preview(strict, number, RUNA)
    assert not filings.waiting(strict)[0].waits_for_approval, "a secret address does not void it"
    filings.reschedule(strict, number, SHILA, in_seconds(600))
    assert filings.waiting(strict)[0].waits_for_approval
    changed = outcome(filings.approve, strict, number, TOMAL, filing.version)
    assert changed == refusals.ChangedMeanwhile, "since it was seen"
    filing = filings.waiting(strict)[0]
    filings.approve(strict, number, TOMAL, filing.version)
    filings.release_now(strict, number, RUNA)
    assert filings.waiting(strict)[0].waits_for_approval
    assert release(strict, number) is None


def test_cancelling_removes_the_bytes_and_keeps_the_record(archive: Archive):
    number = seal(archive).id or 0
    with pytest.raises(refusals.ReasonMissing):
        filings.cancel(archive, number, TOMAL, " \n ")
    assert len(list(archive.storage.list())) == 1
    filings.cancel(archive, number, TOMAL, "The board decides\nagain.")
    assert list(archive.storage.list()) == []
    assert filings.waiting(archive) == []
    (ended,) = filings.ended(archive)
    assert (ended.state, ended.cancel_reason, ended.editor) == ("cancelled", "The board decides again.", "Tomal Das")
    assert release(archive, number) is None


def test_what_is_not_sealed_is_not_changed(archive: Archive):
    cancelled, released = seal(archive).id or 0, seal(archive).id or 0
    filings.cancel(archive, cancelled, RUNA, "No.")
    filings.release_now(archive, released, RUNA)
    assert release(archive, released)
    for number in (cancelled, released, 99):
        outcomes = [
            outcome(filings.approve, archive, number, TOMAL, 1),
            outcome(filings.reschedule, archive, number, RUNA, in_seconds(60)),
            outcome(filings.cancel, archive, number, RUNA, "No."),
            outcome(filings.release_now, archive, number, RUNA),
            outcome(filings.make_preview, archive, number, RUNA),
        ]
        assert outcomes == [refusals.NotSealed] * 5, number
    assert len(list(archive.storage.list())) == 1


def test_only_the_hash_of_a_secret_address_is_kept(archive: Archive):
    number = seal(archive).id or 0
    first, second = (filings.make_preview(archive, number, RUNA) for _ in range(2))
    assert len(second) == 43
    found = filings.previewed(archive, second)
    assert found
    assert found.id == number
    for strange in (first, "", "x" * 43, second[:-1], "\udcff"):
        assert filings.previewed(archive, strange) is None
    everything = str(rows(archive, "SELECT * FROM sealed")) + str(rows(archive, "SELECT * FROM audit"))
    assert second not in everything
    assert hashlib.sha256(second.encode()).hexdigest() in everything
    filings.cancel(archive, number, RUNA, "No.")
    assert filings.previewed(archive, second) is None


def test_every_change_is_audited_with_its_person(archive: Archive):
    number = seal(archive).id or 0
    filings.reschedule(archive, number, TOMAL, in_seconds(600))
    filings.approve(archive, number, SHILA, 2)
    filings.cancel(archive, number, RUNA, "Not yet.")
    assert rows(archive, "SELECT action, person, subject, outcome FROM audit ORDER BY id") == [
        ("seal", "Runa Akter", "sealed/1", "done"),
        ("reschedule", "Tomal Das", "sealed/1", "done"),
        ("approve", "Shila Roy", "sealed/1", "done"),
        ("cancel", "Runa Akter", "sealed/1", "done"),
    ]
