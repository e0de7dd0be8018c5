"""Withdrawing with a reason, what comes back by it, and what the public is told of a document."""

import pytest

from starbond_site.documents import details, nodes, refusals, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.details import Details
from starbond_site.documents.withdraw import MAX_REASON, cleaned, withdraw
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows


def prospectuses(archive: Archive, *names: str) -> list[int]:
    """Publish one after the other and return their ids."""
    return [publish(archive, "Prospectus", f"{name}.pdf", samples.pdf(name)).id for name in names]


def found(archive: Archive, number: int) -> Details:
    """Return a document that is there."""
    known = details.read(archive, number)
    assert known
    return known


def current(archive: Archive) -> str:
    """Return the name of the prospectus that the site shows; empty for none."""
    value = nodes.values(archive)["Prospectus"]
    return str(value["DownloadUrl"]).rpartition("/")[2].partition("%")[0] if isinstance(value, dict) else ""


def changes(archive: Archive) -> list[tuple[object, ...]]:
    """Return the log without the publications."""
    return rows(archive, "SELECT kind, document_id FROM change WHERE kind <> 'published' ORDER BY number")


def test_withdrawal_names_moment_and_reason(archive: Archive):
    number = publish(archive, "AllNotice", "One.pdf", samples.pdf("one")).id
    withdraw(archive, number, WHO, "  Wrong\tfigures,\r\nsee the next one. ")
    withdrawn = found(archive, number).withdrawn
    assert withdrawn
    assert withdrawn.reason == "Wrong figures, see the next one."
    assert rows(archive, "SELECT outcome, detail FROM audit WHERE action = 'withdraw'") == [("done", withdrawn.reason)]
    assert changes(archive) == [("withdrawn", number)]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", ""),
        ("a\0b\x1b[31mc\x7f", "a b [31mc"),
        ("পুরোনো\u200c সংখ্যা", "পুরোনো\u200c সংখ্যা"),
        ("\u202eevil\u2066\ufeff", "evil"),
        ("\ud800x\ue000", "x"),
        (" " * 600 + "x" * MAX_REASON, "x" * MAX_REASON),
    ],
)
def test_reason_has_no_control_characters(given: str, kept: str):
    assert cleaned(given) == kept


def test_reason_that_is_too_long_withdraws_nothing(archive: Archive):
    number = publish(archive, "AllNotice", "One.pdf", samples.pdf("one")).id
    with pytest.raises(refusals.ReasonTooLong):
        withdraw(archive, number, WHO, "x" * (MAX_REASON + 1))
    assert found(archive, number).withdrawn is None
    assert changes(archive) == []


def test_withdrawing_the_newest_prospectus_brings_the_one_before_back(archive: Archive):
    first, second = prospectuses(archive, "One", "Two")
    before = snapshot.versions(archive)["Prospectus"]
    assert current(archive) == "Two"
    assert withdraw(archive, second, WHO, "Wrong file")
    assert current(archive) == "One"
    assert snapshot.versions(archive)["Prospectus"] == before + 1
    assert changes(archive) == [("replaced", first), ("withdrawn", second), ("restored", first)]
    assert rows(archive, "SELECT subject, detail FROM audit WHERE action = 'restore'") == [
        (f"Prospectus/{first}/{found(archive, first).document.file_name}", f"withdrawn: {second}")
    ]
    assert (found(archive, first).replaced_by, found(archive, first).replaced_at) == (None, None)


def test_withdrawn_prospectus_does_not_come_back(archive: Archive):
    first, second, third = prospectuses(archive, "One", "Two", "Three")
    withdraw(archive, second, WHO)
    assert current(archive) == "Three"
    withdraw(archive, third, WHO)
    assert current(archive) == "One"
    withdraw(archive, first, WHO)
    assert current(archive) == ""
    assert [kind for kind, _ in changes(archive)].count("restored") == 1


def test_same_file_may_come_back(archive: Archive):
    """Its record and that of the withdrawn one are never current together."""
    first, second = prospectuses(archive, "One", "Two")
    third = publish(archive, "Prospectus", "One again.pdf", samples.pdf("One")).id
    withdraw(archive, third, WHO)
    withdraw(archive, second, WHO)
    assert current(archive) == "One"
    assert found(archive, first).replaced_by is None


def test_lists_have_nothing_to_bring_back(archive: Archive):
    for name in ("One", "Two"):
        publish(archive, "AllNotice", f"{name}.pdf", samples.pdf(name))
    withdraw(archive, 2, WHO)
    assert changes(archive) == [("withdrawn", 2)]


def test_details_name_the_neighbours(archive: Archive):
    first, second, third = prospectuses(archive, "One", "Two", "Three")
    known = [found(archive, number) for number in (first, second, third)]
    assert [each.replaces.id if each.replaces else None for each in known] == [None, first, second]
    assert [each.replaced_by.id if each.replaced_by else None for each in known] == [second, third, None]
    assert known[1].as_record()["replaced_by"] == third
    assert details.read(archive, 999) is None


def test_public_documents_are_those_with_a_page_that_stays(archive: Archive):
    first, second = prospectuses(archive, "One", "Two")
    notice = publish(archive, "AllNotice", "Three.pdf", samples.pdf("three")).id
    withdraw(archive, notice, WHO)
    listed = dict(details.public(archive, 10))
    assert list(listed) == [second, first]
    assert listed[first] == found(archive, first).replaced_at
    assert len(details.public(archive, 1)) == 1
