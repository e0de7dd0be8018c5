"""Signed receipts: what they say, and that they are the same while nothing changes."""

from datetime import UTC, datetime
from typing import Any

import pytest
from joserfc import jws
from joserfc.errors import InvalidKeyIdError, SecurityWarning
from joserfc.jwk import KeySet

from starbond_site.documents import database, receipts, signing
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.records import Document
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows

pytestmark = pytest.mark.filterwarnings(f"ignore::{SecurityWarning.__module__}.{SecurityWarning.__name__}")


def read(archive: Archive, number: int) -> dict[str, Any]:
    """Verify a receipt with the listed keys, and return what it says."""
    signed = receipts.receipt(archive, number)
    assert signed is not None
    keys = KeySet.import_key_set({"keys": [key.public_jwk() for key in signing.listed(archive)]})
    verified = jws.deserialize_compact(signed, keys, algorithms=["EdDSA"])
    assert verified.headers() == {"alg": "EdDSA", "kid": signing.current(archive).id}
    said = receipts.json.loads(verified.payload)
    assert said == receipts.statement(archive, number)
    return said


def test_a_receipt_says_what_was_published(archive: Archive):
    assert receipts.receipt(archive, 1) is None
    assert rows(archive, "SELECT count(*) FROM signingkey") == [(0,)]
    published = publish(archive, "AllNotice", "নোটিশ.pdf", samples.pdf("one"))
    said = read(archive, published.id)
    assert said == {
        "iss": archive.settings.public_url,
        "id": published.id,
        "category": "AllNotice",
        "FileName": published.file_name,
        "size": published.size,
        "sha256": published.sha256,
        "published_at": published.as_record()["published_at"],
        "filed_at": None,
        "replaces": None,
        "replaced_by": None,
        "withdrawn": None,
        "iat": said["iat"],
    }
    assert abs(said["iat"] - published.published_at.timestamp()) <= 2
    assert receipts.receipt(archive, published.id) == receipts.receipt(archive, published.id)
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE change SET at = '2026-11-20 06:00:00.000000'")
    assert read(archive, published.id)["iat"] == int(datetime(2026, 11, 20, 6, tzinfo=UTC).timestamp())


def test_a_withdrawn_document_keeps_a_receipt_that_says_so(archive: Archive):
    published = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("gone"))
    withdraw(archive, published.id, WHO)
    with database.writing(archive.engine) as session:
        document = session.get_one(Document, published.id)
        document.withdrawn_reason = "Wrong record date"
        document.withdrawn_at = datetime(2026, 11, 21, 4, 30, tzinfo=UTC)
        document.filed_at = datetime(2019, 2, 28, 18, tzinfo=UTC)
        session.add(document)
    said = read(archive, published.id)
    assert said["withdrawn"] == {"at": "2026-11-21T04:30:00Z", "reason": "Wrong record date"}
    assert said["filed_at"] == "2019-03-01T00:00:00+06:00"


def test_receipts_of_an_earlier_key_still_verify(archive: Archive):
    published = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("key"))
    before = receipts.receipt(archive, published.id)
    signing.rotate(archive, WHO)
    keys = KeySet.import_key_set({"keys": [key.public_jwk() for key in signing.listed(archive)]})
    assert before != receipts.receipt(archive, published.id)
    assert jws.deserialize_compact(before or "", keys, algorithms=["EdDSA"]).payload
    signing.revoke(archive, signing.listed(archive)[1].id, WHO)
    left = KeySet.import_key_set({"keys": [key.public_jwk() for key in signing.listed(archive)]})
    with pytest.raises(InvalidKeyIdError):
        jws.deserialize_compact(before or "", left, algorithms=["EdDSA"])
