"""Markers of JPEGs from different programs: all that ITU-T T.81 allows before a segment, and nothing else."""

import io

import pytest

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
    "a byte": b"A",
    "a code without its marker": b"\xd0",
    "a code twice": b"\xff\xd0\xd0",
    "a byte after fill bytes": b"\xff\xff\xd0A",
}


@pytest.mark.parametrize("between", ALLOWED.values(), ids=ALLOWED)
def test_fill_bytes_and_markers_without_a_segment_are_skipped(between: bytes):
    """Python before 3.11.5 finds the wrong end of a possessive repetition (gh-106052), and so no JPEG was accepted."""
    assert _inspect(START + between + REST) == "jpeg"


@pytest.mark.parametrize("between", REFUSED.values(), ids=REFUSED)
def test_anything_else_between_segments_is_damage(between: bytes):
    """Other bytes belong to no segment."""
    with pytest.raises(Finding) as refused:
        _inspect(START + between + REST)
    assert refused.value.code == Code.DAMAGED


@pytest.mark.parametrize("end", [0, 1, 2, 3])
def test_picture_that_ends_before_its_first_segment_is_damaged(end: int):
    """Where nothing follows there is no marker either."""
    with pytest.raises(Finding) as refused:
        _inspect((START + b"\xff\xff\xd0")[: 2 + end])
    assert refused.value.code == Code.DAMAGED


def _inspect(content: bytes) -> str:
    return Inspection(Budget(len(content))).inspect(io.BytesIO(content), "jpeg")
