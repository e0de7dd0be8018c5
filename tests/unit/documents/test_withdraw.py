"""Withdrawing with a reason, what comes back by it, and what the public is told of a document."""

import pytest

from starbond_site.documents import details, reading, refusals, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.reasons import MAX_REASON, cleaned
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, changes, current, details_of, listed, outcome, publish, rows


def prospectuses(archive: Archive, *names: str) -> list[int]:
    return [publish(archive, "Prospectus", f"{name}.pdf", samples.pdf(name)).id for name in names]


def test_withdrawing_hides_and_keeps(archive: Archive):
    first = publish(archive, "AllNotice", "First.pdf", samples.pdf("first")).id
    document = publish(archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"])
    assert withdraw(archive, document.id, WHO, "  Wrong\tfigures,\r\nsee the next one. ") == document
    assert listed(archive) == [first]
    assert reading.find(archive, document.id) is None
    assert len(list(archive.storage.list())) == 2
    withdrawn = details_of(archive, document.id).withdrawn
    assert withdrawn
    assert withdrawn.reason == "Wrong figures, see the next one."
    audited = rows(archive, "SELECT outcome, detail FROM audit WHERE action = 'withdraw'")
    assert audited == [("done", withdrawn.reason)]
    assert changes(archive) == [("withdrawn", document.id)]
    assert [outcome(withdraw, archive, number, WHO) for number in (document.id, 999)] == [
        refusals.AlreadyWithdrawn,
        refusals.DocumentUnknown,
    ]
    assert snapshot.versions(archive)["AllNotice"] == 3
    audited += [("already_withdrawn", ""), ("document_unknown", "")]
    assert rows(archive, "SELECT outcome, detail FROM audit WHERE action = 'withdraw'") == audited
    again = publish(archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"])
    assert again.id > document.id


def test_reason_has_no_control_characters():
    kept = {
        "": "",
        "a\0b\x1b[31mc\x7f": "a b [31mc",
        "পুরোনো\u200c সংখ্যা": "পুরোনো\u200c সংখ্যা",
        "\u202eevil\u2066\ufeff": "evil",
        "\ud800x\ue000": "x",
        " " * 600 + "x" * MAX_REASON: "x" * MAX_REASON,
    }
    assert {given: cleaned(given) for given in kept} == kept


def test_reason_that_is_too_long_withdraws_nothing(archive: Archive):
    number = publish(archive, "AllNotice", "One.pdf", samples.pdf("one")).id
    with pytest.raises(refusals.ReasonTooLong):
        withdraw(archive, number, WHO, "x" * (MAX_REASON + 1))
    assert details_of(archive, number).withdrawn is None
    assert changes(archive) == []


def test_withdrawing_the_newest_prospectus_brings_the_one_before_back(archive: Archive):
    first, second = prospectuses(archive, "One", "Two")
    before = snapshot.versions(archive)["Prospectus"]
    assert current(archive) == second
    assert withdraw(archive, second, WHO, "Wrong file")
    assert current(archive) == first
    assert snapshot.versions(archive)["Prospectus"] == before + 1
    assert changes(archive) == [("replaced", first), ("withdrawn", second), ("restored", first)]
    known = details_of(archive, first)
    assert rows(archive, "SELECT subject, detail FROM audit WHERE action = 'restore'") == [
        (f"Prospectus/{first}/{known.document.file_name}", f"withdrawn: {second}")
    ]
    assert (known.replaced_by, known.replaced_at) == (None, None)


def test_withdrawn_prospectus_does_not_come_back(archive: Archive):
    first, second, third = prospectuses(archive, "One", "Two", "Three")
    withdraw(archive, second, WHO)
    assert reading.find(archive, second) is None
    assert current(archive) == third
    withdraw(archive, third, WHO)
    assert current(archive) == first
    withdraw(archive, first, WHO)
    assert current(archive) is None
    assert [kind for kind, _ in changes(archive)].count("restored") == 1


def test_details_name_the_neighbours(archive: Archive):
    first, second, third = prospectuses(archive, "One", "Two", "Three")
    known = [details_of(archive, number) for number in (first, second, third)]
    assert [each.replaces.id if each.replaces else None for each in known] == [None, first, second]
    assert [each.replaced_by.id if each.replaced_by else None for each in known] == [second, third, None]
    assert known[1].as_record()["replaced_by"] == third
    assert details.read(archive, 999) is None


def test_public_documents_are_those_with_a_page_that_stays(archive: Archive):
    first, second = prospectuses(archive, "One", "Two")
    notice = publish(archive, "AllNotice", "Three.pdf", samples.pdf("three")).id
    withdraw(archive, notice, WHO)
    public = dict(details.public(archive, 10))
    assert list(public) == [second, first]
    assert public[first] == details_of(archive, first).replaced_at
    assert len(details.public(archive, 1)) == 1
