"""Pairs of languages: one filing in English and in Bangla."""

import pytest

from starbond_site.documents import document_record, language_pairs, newest, public_view, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.records import Document
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, details_of, existing, outcome, publish, rows


def paired(archive: Archive, category: str, name: str, with_: int) -> Document:
    return publish(archive, category, name, samples.pdf(name), pair=with_)


def published(archive: Archive, name: str, category: str = "AllNotice") -> int:
    return publish(archive, category, name, samples.pdf(name)).id


def pair_of(archive: Archive, number: int) -> tuple[int, str] | None:
    """Return number and language of the other version, as the public sees it."""
    found = document_record.read(archive, number)
    pair = found and found.document.pair
    return (pair.id, pair.language) if pair else None


def test_language_that_a_name_says():
    languages = dict.fromkeys(["Notice.pdf", "Bond enquiry.pdf", "Bnei.bn"])
    languages |= dict.fromkeys(["Notice Bangla.pdf", "NoticeBangla2026.pdf", "notice_bn.pdf", "নোটিশ.pdf"], "bn")
    languages |= dict.fromkeys(["Notice (English).pdf", "notice-EN.pdf", "নোটিশ ইংরেজি.pdf"], "en")
    assert {name: language_pairs.language_of(name) for name in languages} == languages


def test_everything_that_shows_documents_shows_the_pair(archive: Archive):
    first = published(archive, "Notice.pdf")
    second = paired(archive, "AllNotice", "Notice Bangla.pdf", first).id
    wanted = {first: "bn", second: "en"}
    assert rows(archive, "SELECT document_id FROM change WHERE kind = 'paired'") == [(first,)]
    assert rows(archive, "SELECT subject FROM audit WHERE action = 'pair'") == [(f"AllNotice/{first}/{second}",)]
    older = existing(public_view.older(archive, "AllNotice"))
    for documents in (
        snapshot.read(archive).lists["AllNotice"].documents, public_view.page(archive, "AllNotice").documents, older[1],
        [*newest.read(archive, ["AllNotice"]).entries],
    ):  # fmt: skip
        assert {document.id: document.pair and document.pair.language for document in documents} == wanted
    assert older[1][0].as_record()["pair"] == {"id": first, "language": "en", "page": f"/documents/{first}"}
    other = {"id": second, "language": "bn", "page": f"/documents/{second}"}
    assert details_of(archive, first).as_record()["pair"] == other
    withdraw(archive, second, WHO)
    assert (pair_of(archive, first), pair_of(archive, second)) == (None, None)
    assert "pair" not in public_view.page(archive, "AllNotice").documents[0].as_record()


def test_pairing_and_ending_it_by_hand(archive: Archive):
    first, second = published(archive, "Notice.pdf"), published(archive, "Notice Bangla.pdf")
    heard: list[str] = []
    archive.listeners.append(heard.append)
    assert [document.id for document in language_pairs.pair(archive, first, second, WHO)] == [first, second]
    assert pair_of(archive, first) == (second, "bn")
    assert language_pairs.unpair(archive, second, WHO) == (first, second)
    assert language_pairs.unpair(archive, second, WHO) is None
    assert language_pairs.unpair(archive, 99, WHO) is None
    assert pair_of(archive, first) is None
    assert heard == ["AllNotice", "AllNotice"]
    changed = rows(archive, "SELECT kind, document_id FROM change WHERE kind <> 'published' ORDER BY number")
    assert changed == [("paired", first), ("paired", second), ("unpaired", first), ("unpaired", second)]
    assert rows(archive, "SELECT action FROM audit WHERE action LIKE '%pair' ORDER BY id") == [("pair",), ("unpair",)]


def test_impossible_pairs_are_refused(archive: Archive):
    first, second, third = (published(archive, f"{number}.pdf") for number in "123")
    elsewhere, prospectus = published(archive, "4.pdf", "BondIssue"), published(archive, "5.pdf", "Prospectus")
    gone = published(archive, "6.pdf")
    withdraw(archive, gone, WHO)
    language_pairs.pair(archive, first, second, WHO)
    for english, bangla, refusal in (
        (third, 99, "pair_unknown"), (-1, third, "pair_unknown"), (2**40, third, "pair_unknown"),
        (third, gone, "pair_unknown"), (third, third, "pair_impossible"), (third, elsewhere, "pair_impossible"),
        (prospectus, third, "pair_impossible"), (third, first, "pair_taken"), (second, third, "pair_taken"),
    ):  # fmt: skip
        assert outcome(language_pairs.pair, archive, english, bangla, WHO) == refusal, (english, bangla)
    assert rows(archive, "SELECT count(*) FROM audit WHERE action = 'pair' AND outcome LIKE 'pair_%'") == [(9,)]
    for category in ("BondIssue", "Prospectus"):
        assert outcome(paired, archive, category, "7.pdf", third) == "pair_impossible"
    assert rows(archive, "SELECT english, bangla FROM language_pair") == [(first, second)]
    assert len(list(archive.storage.list())) == 6


def test_two_cannot_become_the_pair_of_one(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """What the check before the storage did not see yet, the transaction does."""
    first = published(archive, "Notice.pdf")
    paired(archive, "AllNotice", "Notice Bangla.pdf", first)
    monkeypatch.setattr("starbond_site.documents.publish.refuse_known", lambda *_: None)
    assert outcome(paired, archive, "AllNotice", "Another.pdf", first) == "pair_taken"
    assert len(list(archive.storage.list())) == 2
    assert rows(archive, "SELECT count(*) FROM document") == [(2,)]
