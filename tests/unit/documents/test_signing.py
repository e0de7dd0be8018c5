"""Signing keys, the receipts that they sign, and what was published under some bytes."""

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from joserfc import jws
from joserfc.errors import InvalidKeyIdError, SecurityWarning
from joserfc.jwk import KeySet, OKPKey, RSAKey

from starbond_site.documents import archive as archives
from starbond_site.documents import checkpoints, document_record, signing
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.database import DatabaseProblem
from starbond_site.operations import dump
from starbond_site.shared import local_time
from starbond_site.shared.settings import Settings
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, execute, existing, outcome, publish, rows


def with_key(archive: Archive, file: Path) -> Archive:
    """Return an archive on the same database that signs with the key of a file."""
    return Archive(archive.settings.model_copy(update={"signing_key": file}), archive.engine, archive.storage)


def test_the_database_that_holds_the_key_is_private_to_its_owner(tmp_path: Path):
    made = archives.connect(Settings(data_dir=tmp_path / "new"))
    signing.current(made)
    made.close()
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "new").glob("starbond.db*")} == {0o600}


def test_workers_that_start_together_share_one_key(archive: Archive):
    with ExitStack() as stack:
        opened = [stack.enter_context(archive_in(archive.settings.data_dir)) for _ in range(4)]
        with ThreadPoolExecutor(4) as pool:
            ids = {key.id for key in pool.map(signing.current, opened)}
    made = signing.current(archive)
    assert checkpoints.sign_due(archive)
    assert set(made.public_jwk()) == {"kty", "crv", "x", "kid", "use", "alg"}
    assert made.public_pem().startswith("-----BEGIN PUBLIC KEY-----")
    with archive.engine.connect() as connection:
        assert dump.is_unused(connection), "so that a backup can be restored into it"
    assert ids == {made.id} == {made.jwk.thumbprint()}
    assert signing.current(archive).jwk.as_dict(private=True) == made.jwk.as_dict(private=True)
    assert rows(archive, "SELECT count(*) FROM signingkey") == [(1,)]


@pytest.mark.parametrize("form", ["pem", "jwk"])
def test_a_key_of_a_file_signs_until_it_is_revoked_and_stays_private(archive: Archive, tmp_path: Path, form: str):
    own, key = signing.current(archive), OKPKey.generate_key("Ed25519")
    file = tmp_path / f"key.{form}"
    file.write_bytes(key.as_pem(private=True) if form == "pem" else json.dumps(key.as_dict(private=True)).encode())
    given = with_key(archive, file)
    assert signing.current(given).id == key.thumbprint()
    assert [listed.id for listed in signing.listed(given)] == [key.thumbprint(), own.id]
    assert ("",) in rows(archive, f"SELECT private FROM signingkey WHERE id = '{key.thumbprint()}'")  # noqa: S608
    assert outcome(signing.rotate, given, WHO) == "key_in_file"
    assert signing.revoke(archive, key.thumbprint(), WHO)
    with pytest.raises(DatabaseProblem, match="was revoked"):
        signing.current(given)


def test_a_file_without_such_a_key_is_named_and_not_shown(archive: Archive, tmp_path: Path):
    ed25519, file = OKPKey.generate_key("Ed25519"), tmp_path / "key.pem"
    for content in (
        None, b"", b"secret words", b"\xff\xfe\x00", ed25519.as_pem(private=False),
        RSAKey.generate_key(2048).as_pem(private=True), OKPKey.generate_key("Ed448").as_pem(private=True),
        b'{"kty": "OKP"}',
    ):  # fmt: skip
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(DatabaseProblem, match="STARBOND_SIGNING_KEY cannot be used") as problem:
            signing.current(with_key(archive, file))
        assert str(file) in str(problem.value), content
        assert "secret" not in str(problem.value)


pytestmark = pytest.mark.filterwarnings(f"ignore::{SecurityWarning.__module__}.{SecurityWarning.__name__}")


def read(archive: Archive, number: int) -> dict[str, Any]:
    """Verify a receipt with the listed keys, and return what it says."""
    signed = existing(signing.receipt(archive, number))
    keys = KeySet.import_key_set({"keys": [key.public_jwk() for key in signing.listed(archive)]})
    verified = jws.deserialize_compact(signed, keys, algorithms=["EdDSA"])
    assert verified.headers() == {"alg": "EdDSA", "kid": signing.current(archive).id}
    said = signing.json.loads(verified.payload)
    assert said == signing.statement(archive, number)
    return said


def test_a_receipt_says_what_was_published_and_withdrawn(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    assert signing.receipt(archive, 1) is None
    assert rows(archive, "SELECT count(*) FROM signingkey") == [(0,)]
    published = publish(archive, "AllNotice", "নোটিশ.pdf", samples.pdf("one"))
    said = read(archive, published.id)
    assert said == {
        "iss": archive.settings.public_url, "id": published.id, "category": "AllNotice",
        "FileName": published.file_name, "size": published.size, "sha256": published.sha256,
        "published_at": published.as_record()["published_at"], "filed_at": None, "replaces": None,
        "replaced_by": None, "withdrawn": None, "iat": said["iat"],
    }  # fmt: skip
    assert abs(said["iat"] - published.published_at.timestamp()) <= 2
    assert signing.receipt(archive, published.id) == signing.receipt(archive, published.id)
    execute(archive, "UPDATE change SET at = '2026-11-20 06:00:00.000000'")
    assert read(archive, published.id)["iat"] == int(datetime(2026, 11, 20, 6, tzinfo=UTC).timestamp())
    monkeypatch.setattr(local_time, "now", lambda: datetime(2026, 11, 21, 4, 30, tzinfo=UTC))
    withdraw(archive, published.id, WHO, "Wrong record date")
    assert read(archive, published.id)["withdrawn"] == {"at": "2026-11-21T04:30:00Z", "reason": "Wrong record date"}


def test_receipts_of_an_earlier_key_still_verify(archive: Archive):
    published = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("key"))
    before = signing.receipt(archive, published.id)
    signing.rotate(archive, WHO)
    keys = KeySet.import_key_set({"keys": [key.public_jwk() for key in signing.listed(archive)]})
    assert before != signing.receipt(archive, published.id)
    assert jws.deserialize_compact(before or "", keys, algorithms=["EdDSA"]).payload
    signing.revoke(archive, signing.listed(archive)[1].id, WHO)
    left = KeySet.import_key_set({"keys": [key.public_jwk() for key in signing.listed(archive)]})
    with pytest.raises(InvalidKeyIdError):
        jws.deserialize_compact(before or "", left, algorithms=["EdDSA"])


DIGEST = hashlib.sha256(b"").hexdigest()
PAIRS = " ".join(DIGEST[at : at + 2] for at in range(0, 64, 2))


def test_what_programs_print_is_understood_and_anything_else_is_none():
    understood = [DIGEST, DIGEST.upper(), f"  {DIGEST}\r\n", f"{DIGEST}  Annual report.pdf", f"{DIGEST} *report.pdf"]
    understood += [f"\\{DIGEST}  a\\nb.pdf", PAIRS, f"sha256:{DIGEST}"]
    other = ["", " ", "0", DIGEST[:-1], DIGEST + "0", "g" * 64, "০" * 64, "é" * 64, f"x {DIGEST}", "\0" * 64]
    wanted = dict.fromkeys(understood, DIGEST) | dict.fromkeys([*other, "a" * 100_000])
    assert {text: document_record.read_hash(text) for text in wanted} == wanted


def test_current_documents_come_first_then_replaced_then_withdrawn(archive: Archive):
    same = samples.pdf("same")
    gone = publish(archive, "BondIssue", "Bond.pdf", same)
    withdraw(archive, gone.id, WHO)
    old = publish(archive, "Prospectus", "Draft.pdf", same)
    new = publish(archive, "Prospectus", "Vetted.pdf", samples.pdf("other"))
    first = publish(archive, "AllNotice", "Notice.pdf", same)
    second = publish(archive, "AnnualReport", "Report.pdf", same)
    found = document_record.by_sha256(archive, hashlib.sha256(same).hexdigest())
    assert [(finding.document.id, finding.document.state) for finding in found] == [
        (second.id, "current"), (first.id, "current"), (old.id, "replaced"), (gone.id, "withdrawn"),
    ]  # fmt: skip
    assert found[2].replaced_by is not None
    assert found[2].replaced_by.id == new.id
    assert document_record.by_number(archive, gone.id) == found[3]
    assert document_record.by_number(archive, 99) is None
    plan = rows(archive, "EXPLAIN QUERY PLAN SELECT id FROM document WHERE sha256 = 'x'")
    assert "document_bytes" in str(plan), "the index is used"
    flipped = same[:-1] + bytes([same[-1] ^ 1])
    assert document_record.by_sha256(archive, hashlib.sha256(flipped).hexdigest()) == ()
