"""Altered files: whatever bytes arrive, the inspection ends with a type or a finding."""

import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from starbond_site.documents.file_types import FILE_TYPES
from starbond_site.documents.inspection import OTHER, Finding
from starbond_site.documents.inspection.nesting import Budget, Inspection
from tests.unit.documents import crafted, samples

CONTAINERS = {extension: kind.container for kind in FILE_TYPES.values() for extension in kind.extensions}
SEEDS = {
    **samples.GOOD,
    "attached.pdf": crafted.attached("all.zip", samples.zipped({"a.docx": samples.GOOD["letter.docx"]})),
    "nested.zip": samples.zipped({name: content for name, content in samples.GOOD.items() if "." in name}),
}
CHANGES = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=8)), max_size=4)


@pytest.mark.parametrize("name", SEEDS)
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(changes=CHANGES, cut=st.one_of(st.none(), st.floats(0, 1)), tail=st.binary(max_size=16))
def test_altered_file_has_a_type_or_a_finding(
    name: str, changes: list[tuple[float, bytes]], cut: float | None, tail: bytes
):
    """No alteration makes a parser raise anything else."""
    content = bytearray(SEEDS[name])
    for place, given_bytes in changes:
        start = int(place * len(content))
        content[start : start + len(given_bytes)] = given_bytes
    altered = bytes(content[: None if cut is None else int(cut * len(content))]) + tail
    budget = Budget(len(altered))
    try:
        found = Inspection(budget).inspect(io.BytesIO(altered), CONTAINERS[f".{name.rpartition('.')[2]}"])
    except Finding:
        return
    assert found in (*FILE_TYPES, OTHER)
    assert budget.kept == Budget(0).kept
