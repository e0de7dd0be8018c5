"""The public log: its tree against RFC 6962 and another implementation, its notes, and what becomes of it."""

import base64
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pymerkle
import pytest
from sqlalchemy import event

from starbond_site.documents import changes, checkpoints, database, entries, merkle, signing
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import retitle, withdraw
from starbond_site.documents.merkle import Checkpoint
from starbond_site.documents.records import LogEntry
from starbond_site.shared.note_keys import NoteKey
from starbond_site.web import proofs
from tests.unit.documents import samples
from tests.unit.documents.publishing import (
    PUBLIC_URL,
    WHO,
    archive_in,
    at_once,
    execute,
    existing,
    fail_at,
    pass_time,
    publish,
    rows,
)

VECTORS = {
    "": "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "00": "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "10": "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "2021": "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "3031": "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "40414243": "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "5051525354555657": "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "606162636465666768696a6b6c6d6e6f": "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}
"""Entries of the certificate-transparency tests, each with the root of the tree up to it."""
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
"""Of the example in https://c2sp.org/signed-note."""


def test_roots_are_those_of_certificate_transparency() -> None:
    leaves = (merkle.leaf_hash(bytes.fromhex(each)) for each in VECTORS)
    assert [merkle.folded(stack).hex() for stack, _ in merkle.grown(leaves)] == [*VECTORS.values()]
    assert merkle.EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


CONSISTENCY = {
    (1, 8): "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    (6, 8): "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    (2, 5): "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
}
"""Proofs of the same tests, by both sizes."""


def test_proofs_of_growth_are_those_of_certificate_transparency(archive: Archive) -> None:
    with database.writing(archive.engine) as session:
        session.add_all(LogEntry(number=number, leaf="") for number in range(8))
    with database.reading(archive.engine) as session:
        tree = entries.Tree(session)
        tree.tile(0, 0)[:] = [merkle.leaf_hash(bytes.fromhex(each)) for each in VECTORS]
        proofs = {sizes: b"".join(merkle.consistency(*sizes, tree.hash_of)).hex() for sizes in CONSISTENCY}
    assert proofs == CONSISTENCY


def test_names_of_keys_are_those_of_signed_notes() -> None:
    public = base64.b64decode(PETER.split("+", 2)[2])[1:]
    assert str(NoteKey("PeterNeumann", public)) == PETER


class Grown:
    """A log of some entries, kept as the site keeps them, beside the same in another implementation."""

    def __init__(self, archive: Archive, count: int) -> None:
        self.other = pymerkle.InmemoryTree()
        with database.writing(archive.engine) as session:
            session.add_all(LogEntry(number=number, leaf=f"entry {number}") for number in range(count))
        for number in range(count):
            self.other.append_entry(f"entry {number}".encode())

    def path(self, index: int, size: int) -> list[bytes]:
        return self.other.prove_inclusion(index + 1, size).path[1:]


def test_every_proof_up_to_300_entries_is_that_of_another_implementation(archive: Archive) -> None:
    grown = Grown(archive, 300)
    with database.reading(archive.engine) as session:
        tree = entries.Tree(session)
        leaves = tree.tile(0, 0) + tree.tile(0, 1)
        roots = {size: tree.hash_of(0, size) for size in range(1, 301)}
        assert roots == {size: grown.other.get_root(size) for size in roots}
        for size, root in roots.items():
            for index in {0, 1, size // 3, size // 2, size - 2, size - 1} & set(range(size)):
                path = merkle.inclusion(index, size, tree.hash_of)
                assert path == grown.path(index, size)
                assert merkle.root_of_inclusion(leaves[index], index, size, path) == root
                assert merkle.root_of_inclusion(leaves[index - 1], index, size, path) != root or size == 1
                assert merkle.root_of_inclusion(leaves[index], index, size, [*path, root]) != root
            for old in {1, 2, size // 3, size // 2, size & (size - 1), size - 1, size} - {0} & set(range(1, size + 1)):
                proof = merkle.consistency(old, size, tree.hash_of)
                assert merkle.is_consistent(old, roots[old], size, root, proof)
                assert not merkle.is_consistent(old, roots[old][::-1], size, root, proof)
                assert not merkle.is_consistent(old, roots[old], size, root[::-1], proof)
                assert not merkle.is_consistent(old, roots[old], size, root, [*proof, root])


def test_a_tree_of_kept_subtrees_has_the_same_root(archive: Archive) -> None:
    grown = Grown(archive, 2 * 256 + 5)
    assert checkpoints.sign_due(archive)
    kept = rows(archive, "SELECT level, number, hash FROM log_node ORDER BY number")
    assert [row[:2] for row in kept] == [(1, 0), (1, 1)]
    execute(archive, "UPDATE log_entry SET leaf = '' WHERE number < 512")
    assert archive.read(lambda session: entries.Tree(session).hash_of(0, 517)) == grown.other.get_root()
    assert list(checkpoints.mistakes(archive))[:2] == [
        "Altered: the hash of entries 0 to 255 is not that of these entries.",
        "Altered: the hash of entries 256 to 511 is not that of these entries.",
    ]


def head(archive: Archive) -> Checkpoint:
    """Return the newest checkpoint, which the key of the site has signed."""
    note = existing(archive.read(checkpoints.newest)).note
    checkpoint = existing(merkle.opened(note, checkpoints.public_keys(archive)))
    assert checkpoint.signer == signing.current(archive).public_bytes
    return checkpoint


def said(archive: Archive) -> list[dict[str, object]]:
    return [json.loads(str(leaf)) for (leaf,) in rows(archive, "SELECT leaf FROM log_entry ORDER BY number")]


@pytest.fixture
def filed(archive: Archive) -> Archive:
    """Three entries of two documents, signed."""
    publish(archive, "AllNotice", "One.pdf", samples.pdf("one"))
    publish(archive, "AllNotice", "Two.pdf", samples.pdf("two"))
    withdraw(archive, 1, WHO)
    assert checkpoints.sign_due(archive)
    return archive


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty filings, of which two replaced others, three are withdrawn and one has a title; signed twice."""
    folder = tmp_path_factory.mktemp("year")
    with archive_in(folder, url=PUBLIC_URL) as archive:
        for number in range(1, 21):
            earlier = number - 1 if number in (6, 11) else None
            publish(archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)), replaces=earlier)
        withdraw(archive, 3, WHO)
        withdraw(archive, 7, WHO)
        retitle(archive, 9, "Another title", WHO)
        assert checkpoints.sign_due(archive)
        withdraw(archive, 8, WHO)
        assert checkpoints.sign_due(archive)
    return folder


@pytest.fixture
def audited(year: Path, tmp_path: Path) -> Iterator[Archive]:
    shutil.copytree(year, tmp_path / "year")
    with archive_in(tmp_path / "year", url=PUBLIC_URL) as archive:
        yield archive


def test_every_change_is_an_entry_of_its_transaction(filed: Archive) -> None:
    published, _, withdrawn = said(filed)
    assert set(published) == {"at", "change", "follows", "kind", "list", "number", "sha256", "title"}
    assert (withdrawn["kind"], withdrawn["number"], withdrawn["change"], withdrawn["follows"]) == ("withdrawn", 1, 3, 1)
    assert not any("earlier" in entry for entry in said(filed))
    fail_at(filed, "INSERT INTO log_entry")
    with pytest.raises(Exception, match="database_unavailable"):
        publish(filed, "AllNotice", "Three.pdf", samples.pdf("three"))
    assert rows(filed, "SELECT count(*) FROM document") == [(2,)]
    assert len(said(filed)) == 3


def test_what_is_from_before_the_log_enters_once_and_is_marked(archive: Archive) -> None:
    publish(archive, "AllNotice", "One.pdf", samples.pdf("one"))
    execute(archive, "DELETE FROM log_entry")
    publish(archive, "AllNotice", "Two.pdf", samples.pdf("two"))
    execute(archive, "DELETE FROM log_entry WHERE number = 1")
    assert checkpoints.sign_due(archive)
    assert [(entry["change"], entry.get("earlier")) for entry in said(archive)] == [(1, True), (2, True)]
    assert head(archive).size == 2
    assert list(checkpoints.mistakes(archive)) == []


def test_a_checkpoint_comes_for_what_is_new_and_once_a_day(filed: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    assert head(filed).origin == "www.example.com/log"
    assert not checkpoints.sign_due(filed)
    pass_time(monkeypatch, checkpoints.LONGEST)
    assert checkpoints.sign_due(filed)
    signing.rotate(filed, WHO)
    assert checkpoints.sign_due(filed), "by the new key"
    assert head(filed).size == 3
    assert list(checkpoints.mistakes(filed)) == [], "those of the earlier key count"
    assert rows(filed, "SELECT count(*) FROM log_checkpoint") == [(3,)]


def test_a_revoked_key_confirms_nothing_until_another_one_signs(filed: Archive) -> None:
    signing.rotate(filed, WHO, revoke=True)
    assert "log" not in existing(signing.statement(filed, 1))
    assert checkpoints.sign_due(filed)
    note = existing(signing.statement(filed, 1))["log"]["proof"].partition("\n\n")[2]
    assert existing(merkle.opened(note, [signing.current(filed).public_bytes])).signer
    assert list(checkpoints.mistakes(filed)) == []


def test_a_log_without_entries_is_signed_and_every_later_one_has_grown_from_it(archive: Archive) -> None:
    assert checkpoints.sign_due(archive)
    first = existing(archive.read(checkpoints.newest))
    publish(archive, "AllNotice", "One.pdf", samples.pdf("one"))
    checkpoints.sign_due(archive)
    held = checkpoints.compare(archive, first.note, checkpoints.public_keys(archive))
    assert held == (Checkpoint(checkpoints.origin(archive), 0, merkle.EMPTY), "held")


def test_a_crash_between_commit_and_checkpoint_loses_nothing(filed: Archive) -> None:
    publish(filed, "AllNotice", "Three.pdf", samples.pdf("three"))
    fail_at(filed, "INSERT INTO log_checkpoint")
    with pytest.raises(Exception, match="connection lost"):
        checkpoints.sign_due(filed)
    assert head(filed).size == 3
    assert checkpoints.sign_due(filed)
    assert head(filed).size == 4


def test_two_instances_sign_once(filed: Archive) -> None:
    publish(filed, "AllNotice", "Three.pdf", samples.pdf("three"))
    with archive_in(filed.settings.data_dir, url=filed.settings.public_url) as beside:
        both = at_once(2, lambda number: checkpoints.sign_due((filed, beside)[number]))
    assert sorted(both) == [False, True]


def test_a_receipt_carries_the_proof_of_its_newest_entry_and_stays_the_same(filed: Archive) -> None:
    receipt = signing.receipt(filed, 1)
    logged = existing(signing.statement(filed, 1))["log"]
    first, index, *path = logged["proof"].partition("\n\n")[0].split("\n")
    note = logged["proof"].partition("\n\n")[2]
    checkpoint = existing(merkle.opened(note, checkpoints.public_keys(filed)))
    assert (first, index, checkpoint.signer is None) == ("c2sp.org/tlog-proof@v1", "index 2", False)
    leaf = merkle.leaf_hash(logged["entry"].encode())
    siblings = [base64.b64decode(each) for each in path]
    assert merkle.root_of_inclusion(leaf, 2, checkpoint.size, siblings) == checkpoint.root
    publish(filed, "AllNotice", "Three.pdf", samples.pdf("three"))
    assert "log" not in existing(signing.statement(filed, 3)), "until a checkpoint covers it"
    assert checkpoints.sign_due(filed)
    assert signing.receipt(filed, 1) == receipt


@pytest.mark.parametrize(("cheat", "seen"), [
    ("UPDATE document SET sha256 = 'f' WHERE id = 2",
     "Altered: entry 1 has other bytes than the record of document 2 says."),
    ("UPDATE document SET category = 'AGM' WHERE id = 2",
     "Altered: entry 1 has another list or title than the record of document 2."),
    ("UPDATE document SET published_at = datetime(published_at, '-1 day') WHERE id = 2",
     "Altered: entry 1 has another time than the record of document 2."),
    ("UPDATE document SET withdrawn_at = NULL WHERE id = 3",
     "Altered: the record of document 3 has another withdrawal, or none, than entry 22."),
    ("UPDATE document SET withdrawn_at = published_at WHERE id = 2",
     "Altered: the record of document 2 has another withdrawal, or none, than entry 1."),
    ("UPDATE change SET kind = 'moved' WHERE number = 2",
     "Altered: entry 1 has another kind, document or time than change 2."),
    ("UPDATE change SET at = datetime(at, '-1 day') WHERE number = 2",
     "Altered: entry 1 has another kind, document or time than change 2."),
    ("DELETE FROM change WHERE number = 2", "Altered: entry 1 has another kind, document or time than change 2."),
    ("DELETE FROM log_entry WHERE number = 25", "Left out: change 26 (document 8, withdrawn) has no entry."),
    ("UPDATE log_checkpoint SET note = replace(note, 'www', 'ww')", "Altered: checkpoint 1 is not signed by its key."),
])  # fmt: skip
def test_whoever_cheats_in_a_year_of_filings_is_found(audited: Archive, cheat: str, seen: str) -> None:
    assert list(checkpoints.mistakes(audited)) == []
    execute(audited, cheat)
    assert seen in checkpoints.mistakes(audited)


@pytest.mark.parametrize(("cheat", "seen"), [
    ("UPDATE log_entry SET leaf = replace(leaf, 'AllNotice', 'AGM') WHERE number = 0", "Another past: "),
    ("UPDATE log_entry SET leaf = '[' WHERE number = 0", "Another past: "),
    ("DELETE FROM log_entry WHERE number = 12", "Left out: change 13 (document 11, published) has no entry."),
    ("DELETE FROM log_entry", "The public log has 0 entries, and a checkpoint over 26 was given out before."),
])  # fmt: skip
def test_whoever_kept_a_checkpoint_sees_another_past(audited: Archive, cheat: str, seen: str) -> None:
    kept = rows(audited, "SELECT note FROM log_checkpoint WHERE size = 25")[0][0]
    keys = checkpoints.public_keys(audited)
    assert checkpoints.compare(audited, str(kept), keys)[1] == "held"
    execute(audited, cheat)
    assert any(sentence.startswith(seen) for sentence in checkpoints.mistakes(audited))
    assert checkpoints.compare(audited, str(kept), keys)[1] == ("newer" if cheat.endswith("entry") else "other")


def test_a_kept_checkpoint_tells_a_log_that_was_written_anew(filed: Archive, tmp_path: Path) -> None:
    kept = existing(filed.read(checkpoints.newest)).note
    keys = checkpoints.public_keys(filed)
    retitle(filed, 2, "Another title", WHO)
    assert checkpoints.sign_due(filed)
    assert checkpoints.compare(filed, kept.replace("\n", "\r\n"), keys)[1] == "held"
    assert checkpoints.compare(filed, "what?", keys)[1] == "unreadable"
    assert checkpoints.compare(filed, kept, [])[1] == "foreign"
    key = signing.current(filed)
    shown_to_one = merkle.signed(Checkpoint("www.example.com/log", 2, b"\1" * 32), key.public_bytes, key.sign)
    assert checkpoints.compare(filed, shown_to_one, keys)[1] == "other"
    longer = merkle.signed(Checkpoint("www.example.com/log", 9, b"\1" * 32), key.public_bytes, key.sign)
    assert checkpoints.compare(filed, longer, keys)[1] == "newer"


def test_a_log_that_went_back_signs_nothing_until_an_entry_says_so(filed: Archive) -> None:
    lost = head(filed)
    execute(filed, "DELETE FROM log_checkpoint")
    execute(filed, "DELETE FROM log_entry WHERE number = 2")
    execute(filed, "DELETE FROM change WHERE number = 3")
    sentence = "The public log has 2 entries, and a checkpoint over 3 was given out before."
    assert (checkpoints.went_back(filed), checkpoints.sign_due(filed)) == (sentence, False)
    retitle(filed, 2, "Another title", WHO)
    assert checkpoints.went_back(filed).startswith("The first 3 entries of the public log are others")
    assert checkpoints.accept(filed, WHO)
    assert said(filed)[-1] | {"at": ""} == {"at": "", "kind": "went back", "size": 3, "root": lost.root.hex()}
    assert (head(filed).size, checkpoints.went_back(filed), checkpoints.accept(filed, WHO)) == (4, "", False)


def test_each_machine_keeps_what_another_signed_and_a_loss_is_said_once(filed: Archive, tmp_path: Path) -> None:
    beside = replace(filed, settings=filed.settings.model_copy(update={"data_dir": tmp_path}))
    kept = [each.settings.data_dir / "log.checkpoint" for each in (filed, beside)]
    assert not checkpoints.sign_due(beside)
    assert kept[1].read_text("utf-8") == kept[0].read_text("utf-8")
    execute(filed, "DELETE FROM log_checkpoint")
    execute(filed, "DELETE FROM log_entry WHERE number = 2")
    execute(filed, "DELETE FROM change WHERE number = 3")
    assert not checkpoints.sign_due(beside)
    assert [checkpoints.accept(each, WHO) for each in (filed, beside)] == [True, True]
    assert [entry["kind"] for entry in said(filed)][2:] == ["went back"]
    assert kept[1].read_text("utf-8") == kept[0].read_text("utf-8")


def test_a_long_past_is_entered_in_short_transactions_and_in_order(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        publish(archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)))
    execute(archive, "DELETE FROM log_entry")
    monkeypatch.setattr(entries, "BATCH", 2)
    publish(archive, "AllNotice", "5.pdf", samples.pdf("5"))
    assert [entry["change"] for entry in said(archive)] == [1, 2]
    assert checkpoints.sign_due(archive)
    assert [(entry["change"], entry["earlier"]) for entry in said(archive)] == [(each, True) for each in range(1, 7)]


def test_the_newest_checkpoint_and_that_of_a_receipt_are_read_alone(filed: Archive) -> None:
    asked: list[str] = []
    event.listen(filed.engine, "before_cursor_execute", lambda *given: asked.append(str(given[2])))
    assert filed.read(checkpoints.newest)
    assert filed.read(lambda session: entries.confirmed(session, 1))
    asked = [statement for statement in asked if statement.startswith("SELECT")]
    assert ["LIMIT" in statement for statement in asked] == [True] * 4


def test_a_proof_under_a_checkpoint_that_nobody_signed_is_none(filed: Archive) -> None:
    execute(filed, "UPDATE log_checkpoint SET note = substr(note, 1, instr(note, '—')) || ' x AAAA'")
    assert filed.read(lambda session: entries.proof_of(session, 1)) is None


def test_a_site_that_moved_signs_under_its_address_and_knows_the_earlier_one(filed: Archive) -> None:
    kept = existing(filed.read(checkpoints.newest)).note
    with archive_in(filed.settings.data_dir, url="https://www.example.org") as moved:
        assert checkpoints.sign_due(moved)
        assert (head(moved).origin, checkpoints.sign_due(moved)) == ("www.example.org/log", False)
        assert checkpoints.compare(moved, kept, checkpoints.public_keys(moved))[1] == "held"


def test_a_subtree_or_an_entry_that_was_removed_shifts_no_hash(archive: Archive) -> None:
    grown = Grown(archive, 3 * 256)
    assert checkpoints.sign_due(archive)
    execute(archive, "DELETE FROM log_node WHERE number = 1")
    assert proofs.read_tile(archive, "1/000.p/3") is None
    assert archive.read(lambda session: entries.Tree(session).hash_of(0, 768)) == grown.other.get_root()
    assert list(checkpoints.mistakes(archive)) == [
        "Left out: the hash of entries 256 to 511, which a checkpoint covers."
    ]
    execute(archive, "INSERT INTO log_entry (number, leaf) VALUES (768, '')")
    assert checkpoints.sign_due(archive)
    assert list(checkpoints.mistakes(archive)) == []
    execute(archive, "DELETE FROM log_entry WHERE number = 700")
    assert proofs.read_tile(archive, "entries/002") is None
    assert any(sentence.startswith("Another past: ") for sentence in checkpoints.mistakes(archive))


def test_tiles_and_bundles_have_the_addresses_of_tlog_tiles(archive: Archive) -> None:
    Grown(archive, 256 + 44)
    assert proofs.read_tile(archive, "0/000") is None, "no checkpoint covers it yet"
    assert checkpoints.sign_due(archive)
    tree = archive.read(lambda session: entries.Tree(session).tile(0, 1))
    assert proofs.read_tile(archive, "0/001.p/44") == b"".join(tree)
    assert len(existing(proofs.read_tile(archive, "0/000"))) == 8192
    assert proofs.read_tile(archive, "1/000.p/1") == archive.read(lambda session: entries.Tree(session).hash_of(0, 256))
    assert existing(proofs.read_tile(archive, "entries/001.p/2")) == b"\0\x09entry 256\0\x09entry 257"
    for wrong in (
        "0/001",
        "0/001.p/45",
        "0/1",
        "0/x000/000",
        "1/000",
        "64/000",
        "0/000.p/256",
        "0/000.p/0",
        "entries/2",
        "entries/001.p/\N{BENGALI DIGIT ONE}",
        f"0/{'x001/' * 1500}000",
    ):
        assert proofs.read_tile(archive, wrong) is None, wrong
    assert proofs.spelled_number(1_234_067) == "x001/x234/067"


def test_a_release_enters_with_the_commitment_of_its_sealing(archive: Archive) -> None:
    with database.writing(archive.engine) as session:
        changes.enter(session, "sealed", commitment="c" * 64)
    assert [{**entry, "at": ""} for entry in said(archive)] == [{"at": "", "kind": "sealed", "commitment": "c" * 64}]
