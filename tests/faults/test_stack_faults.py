"""Parts of a running stack fail under load: pages answer, nothing is lost or doubled, and soon all is well again.

``FAULT_SECONDS=30 python -m pytest tests/faults/test_stack_faults.py -s`` lets each fault last 30 seconds and prints
the lines of the table in ``docs/reliability.md``.
"""

import os
from collections.abc import Iterator

import pytest

from tests.faults import breaking, people, stack
from tests.faults.breaking import Fault
from tests.faults.stack import Stack
from tests.faults.survival import survive
from tests.serving import build

FAULT_SECONDS = float(os.environ.get("FAULT_SECONDS", "3"))
IS_REHEARSAL = "FAULT_SECONDS" in os.environ
FAULTS = [fault for fault in breaking.FAULTS if IS_REHEARSAL or not fault.is_rehearsed_only]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Run a stack to which everyone may publish; its pages have been asked for before."""
    build()
    with stack.running(tmp_path_factory.mktemp("stack"), STARBOND_UPLOADS="open") as running:
        for path in people.PAGES:
            assert people.ask(running.proxy, path)[0] == 200
        yield running


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
def test_fault(site: Stack, fault: Fault):
    """Whatever fails, the other parts go on."""
    survive(site.proxy, site.instances[1], fault.name, lambda: fault.during(site, FAULT_SECONDS))
