"""What holds for all tests."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ORDER = ("unit", "faults", "browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the journeys last: Playwright keeps an event loop running, beside which no test could run another."""
    items.sort(key=lambda item: ORDER.index(item.path.relative_to(TESTS).parts[0]))
