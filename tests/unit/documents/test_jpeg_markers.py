"""Markers of JPEGs from different programs: all that ITU-T T.81 allows before a segment, and nothing else."""

import io

from starbond_site.documents.inspection import Code, Finding
from starbond_site.documents.inspection.nesting import Budget, Inspection
from tests.unit.documents import samples

PICTURE = samples.picture("JPEG")
START, REST = PICTURE[:2], PICTURE[2:]
ALLOWED = {
    "nothing": b"",
    "fill bytes": b"\xff" * 3,
    "restart marker": b"\xff\xd0",
    "several markers": b"\xff\x01\xff\xd7\xff\xd0",
    "fill bytes between markers": b"\xff\xff\xd3\xff\xff\xff\x01\xff",
    "a megabyte of them": b"\xff\xff\xd0" * 350_000,
}
REFUSED = {
    "a byte": b"A" + REST,
    "a code without its marker": b"\xd0" + REST,
    "a code twice": b"\xff\xd0\xd0" + REST,
    "a byte after fill bytes": b"\xff\xff\xd0A" + REST,
} | {f"the end after {end} bytes": b"\xff\xff\xd0"[:end] for end in range(4)}


def _inspect(content: bytes) -> str:
    try:
        return Inspection(Budget(len(content))).inspect(io.BytesIO(content), "jpeg")
    except Finding as finding:
        return finding.code


def test_fill_bytes_and_markers_without_a_segment_are_skipped_and_nothing_else():
    """Python before 3.11.5 finds the wrong end of a possessive repetition (gh-106052), and so no JPEG was accepted."""
    assert {name: _inspect(START + between + REST) for name, between in ALLOWED.items()} == dict.fromkeys(
        ALLOWED, "jpeg"
    )
    assert {name: _inspect(START + rest) for name, rest in REFUSED.items()} == dict.fromkeys(REFUSED, Code.DAMAGED)
