"""What was published under some bytes, and what people paste for a SHA-256."""

import hashlib

from starbond_site.documents import verification
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows

DIGEST = hashlib.sha256(b"").hexdigest()
PAIRS = " ".join(DIGEST[at : at + 2] for at in range(0, 64, 2))


def test_what_programs_print_is_understood_and_anything_else_is_none():
    understood = [DIGEST, DIGEST.upper(), f"  {DIGEST}\r\n", f"{DIGEST}  Annual report.pdf", f"{DIGEST} *report.pdf"]
    understood += [f"\\{DIGEST}  a\\nb.pdf", PAIRS, f"sha256:{DIGEST}"]
    other = [
        "",
        " ",
        "0",
        DIGEST[:-1],
        DIGEST + "0",
        "g" * 64,
        "০" * 64,
        "é" * 64,
        f"x {DIGEST}",
        "\0" * 64,
        "a" * 100_000,
    ]
    wanted = dict.fromkeys(understood, DIGEST) | dict.fromkeys([*other, "a" * 100_000])
    assert {text: verification.read_hash(text) for text in wanted} == wanted


def test_current_documents_come_first_then_replaced_then_withdrawn(archive: Archive):
    same = samples.pdf("same")
    gone = publish(archive, "BondIssue", "Bond.pdf", same)
    withdraw(archive, gone.id, WHO)
    old = publish(archive, "Prospectus", "Draft.pdf", same)
    new = publish(archive, "Prospectus", "Vetted.pdf", samples.pdf("other"))
    first = publish(archive, "AllNotice", "Notice.pdf", same)
    second = publish(archive, "AnnualReport", "Report.pdf", same)

    found = verification.by_sha256(archive, hashlib.sha256(same).hexdigest())
    assert [(finding.document.id, finding.state) for finding in found] == [
        (second.id, "current"),
        (first.id, "current"),
        (old.id, "replaced"),
        (gone.id, "withdrawn"),
    ]
    assert found[2].replaced_by is not None
    assert found[2].replaced_by.id == new.id
    assert verification.by_number(archive, gone.id) == found[3]
    assert verification.by_number(archive, 99) is None
    plan = rows(archive, "EXPLAIN QUERY PLAN SELECT id FROM document WHERE sha256 = 'x'")
    assert "document_bytes" in str(plan), "the index is used"
    flipped = same[:-1] + bytes([same[-1] ^ 1])
    assert verification.by_sha256(archive, hashlib.sha256(flipped).hexdigest()) == ()
