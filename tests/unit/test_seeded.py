"""Seeded faults can be tried in this tree: each changes text that is there once, and names a test and a promise."""

import re
from collections import Counter

from tests.seeded import faults
from tests.serving import ROOT

HEADINGS = set(re.findall(r"^#+ (.+)$", (ROOT / "docs" / "requirements.md").read_text("utf-8"), re.MULTILINE))
MOST_OF_ONE = 20
"""Faults that one section may have: they are spread over all that is promised."""


def test_every_fault_can_be_tried() -> None:
    known = faults()
    assert len(known) >= 80
    assert [name for name, times in Counter(fault.name for fault in known).items() if times > 1] == []
    assert {fault.name: problem for fault in known if (problem := fault.problem)} == {}


def test_every_fault_breaks_a_promise() -> None:
    known = faults()
    assert {fault.promise for fault in known} - HEADINGS == set()
    assert max(Counter(fault.promise for fault in known).values()) <= MOST_OF_ONE
