"""Correcting what was published: withdraw, replace, restore, rename and move, in lists and single records."""

from datetime import date
from functools import partial

import pytest

from starbond_site.documents import corrections, public_view, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.names import MAX_REASON, checked_reason
from starbond_site.documents.records import Document
from tests.refused import refuses
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, changes, current, details_of, listed, outcome, publish, rows

SAME = samples.pdf("same")


def notice(archive: Archive, name: str = "One", category: str = "AllNotice") -> Document:
    return publish(archive, category, f"{name}.pdf", SAME if name == "Same" else samples.pdf(name))


def audited(archive: Archive, action: str) -> list[tuple[object, ...]]:
    return rows(archive, f"SELECT outcome, detail FROM audit WHERE action = '{action}' ORDER BY id")  # noqa: S608


@pytest.mark.parametrize("category", ["AllNotice", "Prospectus"])
def test_file_takes_the_place_of_a_document(archive: Archive, category: str) -> None:
    old = notice(archive, "Old", category)
    new = publish(archive, category, "New.pdf", samples.pdf("New"), replaces=old.id)
    assert listed(archive, category) == [new.id]
    assert changes(archive) == [("replaced", old.id)]
    assert audited(archive, "replace") == [("done", f"replaced by: {new.id}")]
    assert outcome(publish, archive, category, "Again.pdf", samples.pdf("Again"), replaces=old.id) == "already_replaced"
    assert listed(archive, category) == [new.id]
    assert len(list(archive.storage.list())) == 2, "nothing of a refused file stays"


@pytest.mark.parametrize("category", ["AllNotice", "Prospectus"])
def test_withdrawn_document_is_restored(archive: Archive, category: str) -> None:
    document = notice(archive, "One", category)
    withdraw(archive, document.id, WHO, "A slip")
    assert listed(archive, category) == []
    corrections.restore(archive, document.id, WHO)
    assert listed(archive, category) == [document.id]
    assert details_of(archive, document.id).document.withdrawn_at is None
    assert changes(archive) == [("withdrawn", document.id), ("restored", document.id)]
    assert audited(archive, "restore") == [("done", "withdrawn: A slip")]


def test_replaced_document_is_restored_beside_its_successor(archive: Archive) -> None:
    old, new = notice(archive, "Old"), notice(archive, "New")
    corrections.replace(archive, old.id, new.id, WHO)
    withdraw(archive, old.id, WHO)
    corrections.restore(archive, old.id, WHO)
    assert listed(archive) == [new.id], "what was withdrawn afterwards is replaced again"
    assert details_of(archive, old.id).replaced_by
    corrections.restore(archive, old.id, WHO)
    assert listed(archive) == [new.id, old.id]
    assert details_of(archive, old.id).replaced_by is None
    assert details_of(archive, new.id).replaces is None
    assert corrections.replace(archive, new.id, old.id, WHO).id == old.id, "an earlier one takes the place of a later"
    assert listed(archive) == [old.id]


def test_restored_document_must_not_stand_there_twice(archive: Archive) -> None:
    first = notice(archive, "Same")
    withdraw(archive, first.id, WHO)
    again = notice(archive, "Same")
    assert outcome(corrections.restore, archive, first.id, WHO) == "already_published"
    assert listed(archive) == [again.id]


def found(archive: Archive, word: str) -> list[int]:
    named = public_view.named(archive, [public_view.Word([word], (), 1)], 8)
    return [document.id for document in named.documents]


def test_name_is_corrected(archive: Archive) -> None:
    for index, typed in enumerate(["Right", "Right.pdf", "Right.PDF", " Right -20-11-2026.pdf", "Right -20-11-2026"]):
        number = publish(archive, "AllNotice", "Wrong.pdf", samples.pdf(typed), date(2026, 11, 20)).id
        before = snapshot.versions(archive)["AllNotice"]
        assert corrections.rename(archive, number, typed, WHO).file_name == "Right -20-11-2026.pdf", typed
        assert number in found(archive, "right")
        assert found(archive, "wrong") == []
        assert snapshot.versions(archive)["AllNotice"] == before + 1
        assert changes(archive)[index:] == [("renamed", number)]
        assert audited(archive, "rename")[index:] == [("done", "before: Wrong -20-11-2026.pdf")]


def test_title_is_corrected_found_audited_and_taken_back(archive: Archive) -> None:
    document = notice(archive)
    titled = corrections.retitle(archive, document.id, " Interim  dividend ", WHO)
    assert (titled.title, titled.file_name) == ("Interim dividend", document.file_name)
    for words in ("dividend", "one"):
        assert found(archive, words) == [document.id]
    assert changes(archive) == [("renamed", document.id)]
    corrections.retitle(archive, document.id, "", WHO)
    assert found(archive, "dividend") == []
    said = ["before: ; title: Interim dividend", "before: Interim dividend; title: "]
    assert audited(archive, "title") == [("done", detail) for detail in said]


def test_names_and_titles_that_cannot_be(archive: Archive) -> None:
    document = notice(archive)
    names = {
        "": "name_empty", "../a": "name_path", "\u202eOne": "name_unchanged", ".pdf": "name_hidden",
        "x" * 300: "name_too_long", "One": "name_unchanged", "One.pdf": "name_unchanged",
        "Right.docx": "extension_fixed",
    }  # fmt: skip
    titles = {"": "title_unchanged", "x" * 201: "title_too_long", "a\ufff9b": "title_unreadable"}
    assert {typed: outcome(corrections.rename, archive, document.id, typed, WHO) for typed in names} == names
    assert {typed: outcome(corrections.retitle, archive, document.id, typed, WHO) for typed in titles} == titles
    assert details_of(archive, document.id).document == document
    assert changes(archive) == []
    assert audited(archive, "rename") == [(code, "") for code in names.values()]
    assert audited(archive, "title") == [(code, "") for code in titles.values()]


def test_moving_changes_single_records_at_both_ends(archive: Archive) -> None:
    first, second = notice(archive, "One", "Prospectus"), notice(archive, "Two")
    corrections.move(archive, second.id, "Prospectus", WHO)
    assert current(archive) == second.id
    assert listed(archive, "Prospectus") == [second.id]
    corrections.move(archive, second.id, "Result", WHO)
    assert current(archive) == first.id
    kinds = ("replaced", first), ("moved", second), ("moved", second), ("restored", first)
    assert changes(archive) == [(kind, document.id) for kind, document in kinds]


def test_each_list_that_a_correction_changes_is_announced_and_has_another_version(archive: Archive) -> None:
    number, told = notice(archive).id, list[str]()
    archive.listeners.append(told.append)
    named = partial(corrections.retitle, title="Title"), partial(corrections.rename, name="Name")
    for step in (*named, partial(corrections.move, category="BondIssue"), withdraw, corrections.restore):
        before, lists = snapshot.versions(archive), {details_of(archive, number).document.category}
        told.clear()
        step(archive, number, actor=WHO)
        lists.add(details_of(archive, number).document.category)
        raised = {name for name, version in snapshot.versions(archive).items() if version > before[name]}
        assert (sorted(told), raised & {"AllNotice", "BondIssue"}) == (sorted(lists), lists), step


def test_bytes_that_the_other_list_has_are_not_moved_there(archive: Archive) -> None:
    document, there = notice(archive, "Same"), notice(archive, "Same", "BondIssue")
    with refuses("already_published") as refused:
        corrections.move(archive, document.id, "BondIssue", WHO)
    assert refused.value.values == {"name": there.file_name}
    assert listed(archive) == [document.id]


def test_what_cannot_be_corrected(archive: Archive) -> None:
    old, new, other = (notice(archive, *given).id for given in (("Old",), ("New",), ("Other", "BondIssue")))
    assert outcome(corrections.restore, archive, new, WHO) == "already_public"
    assert outcome(corrections.replace, archive, old, old, WHO) == "successor_elsewhere"
    assert outcome(corrections.replace, archive, old, other, WHO) == "successor_elsewhere"
    assert outcome(corrections.replace, archive, old, 99, WHO) == "document_unknown"
    assert outcome(corrections.rename, archive, 99, "x", WHO) == "document_unknown"
    assert outcome(corrections.move, archive, old, "AllNotice", WHO) == "list_unchanged"
    assert outcome(corrections.move, archive, old, "Nowhere", WHO) == "category_unknown"
    corrections.replace(archive, old, new, WHO)
    withdraw(archive, other, WHO)
    assert outcome(corrections.replace, archive, old, new, WHO) == "already_replaced"
    assert outcome(corrections.move, archive, old, "BondIssue", WHO) == "already_replaced"
    assert outcome(corrections.move, archive, other, "AllNotice", WHO) == "already_withdrawn"
    assert listed(archive) == [new]


def test_withdrawing_hides_and_keeps(archive: Archive):
    first = publish(archive, "AllNotice", "First.pdf", samples.pdf("first")).id
    document = publish(archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"])
    assert withdraw(archive, document.id, WHO, "  Wrong\tfigures,\r\nsee the next one. ").state == "withdrawn"
    assert listed(archive) == [first]
    assert public_view.find(archive, document.id) is None
    assert len(list(archive.storage.list())) == 2
    withdrawn = details_of(archive, document.id).document
    assert withdrawn.withdrawn_reason == "Wrong figures, see the next one."
    audited = rows(archive, "SELECT outcome, detail FROM audit WHERE action = 'withdraw'")
    assert audited == [("done", withdrawn.withdrawn_reason)]
    assert changes(archive) == [("withdrawn", document.id)]
    for number in (document.id, 999):
        outcome(withdraw, archive, number, WHO)
    assert snapshot.versions(archive)["AllNotice"] == 3
    audited += [("already_withdrawn", ""), ("document_unknown", "")]
    assert rows(archive, "SELECT outcome, detail FROM audit WHERE action = 'withdraw'") == audited
    assert publish(archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"]).id > document.id


def test_reason_has_no_control_characters():
    kept = {
        "": "", "a\0b\x1b[31mc\x7f": "a b [31mc", "পুরোনো\u200c সংখ্যা": "পুরোনো\u200c সংখ্যা",
        "\u202eevil\u2066\ufeff": "evil", "\ud800x\ue000": "x", " " * 600 + "x" * MAX_REASON: "x" * MAX_REASON,
    }  # fmt: skip
    assert {given: checked_reason(given) for given in kept} == kept


def test_reason_that_is_too_long_withdraws_nothing(archive: Archive):
    number = publish(archive, "AllNotice", "One.pdf", samples.pdf("one")).id
    assert outcome(withdraw, archive, number, WHO, "x" * (MAX_REASON + 1)) == "reason_too_long"
    assert details_of(archive, number).document.withdrawn_at is None
    assert changes(archive) == []


def test_withdrawing_the_newest_prospectus_brings_the_one_before_back(archive: Archive):
    """One that was withdrawn itself does not come back."""
    first, gone, newest = (notice(archive, name, "Prospectus").id for name in ("One", "Two", "Three"))
    withdraw(archive, gone, WHO)
    assert (public_view.find(archive, gone), current(archive)) == (None, newest)
    before = snapshot.versions(archive)["Prospectus"]
    assert withdraw(archive, newest, WHO, "Wrong file")
    assert current(archive) == first
    assert snapshot.versions(archive)["Prospectus"] == before + 1
    assert changes(archive) == [
        *(("replaced", first), ("replaced", gone), ("withdrawn", gone), ("withdrawn", newest), ("restored", first)),
    ]
    known = details_of(archive, first)
    assert rows(archive, "SELECT subject, detail FROM audit WHERE action = 'restore'") == [
        (f"Prospectus/{first}/{known.document.file_name}", f"withdrawn: {newest}")
    ]
    assert (known.replaced_by, known.document.replaced_at) == (None, None)
    withdraw(archive, first, WHO)
    assert current(archive) is None
