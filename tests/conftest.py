"""Order of the tests, and an environment without settings of the shell."""

import gc
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import results, system

try:
    from hypothesis import HealthCheck, settings
except ModuleNotFoundError:
    sys.exit("Install the packages of the tests first: pip install -r requirements.txt -r requirements-dev.txt")

from tests.left_out import LEFT_OUT, missing_features, stand_in

TESTS = Path(__file__).parent
ORDER = ("unit", "files", "faults", "browser", "another_company")
WHICH_BUILD = "STARBOND_BUILD"
"""The one setting that the tests take over: which build the journeys are about (``tests/__main__.py``)."""
THOROUGH = os.environ.get("THOROUGH") == "1"
"""Whether this is ``make thorough``: tests marked so, and ten times the examples of every property."""

# Settings of the shell that starts the tests, such as ``PORT=3620 make test``, must not change the tests.
for name in [name for name in os.environ if name == "PORT" or name.startswith("STARBOND_")]:
    if name != WHICH_BUILD:
        del os.environ[name]

# No deadline, and always the same examples: a slow machine fails nothing, and no run differs from the one before.
settings.register_profile(
    "ci", max_examples=30, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("ci"), max_examples=300, derandomize=False, print_blob=True)
settings.load_profile("thorough" if THOROUGH else "ci")


stand_in()

# What is imported stays: to look through it for garbage again and again takes a tenth of the rules' time.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    """Name at once what is missing where every test is to run; a test of a chosen file does so itself.

    Raises:
        pytest.UsageError: something is; the message says how to install it, and what runs without it.
    """
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS and system.missing(system.PARTS):
        raise pytest.UsageError(system.sentence(system.PARTS))


def pytest_collection_finish() -> None:
    """Collect garbage from here on, which tests leave little of."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    gc.enable()


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, as the site does."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _every_fault_is_new() -> Iterator[None]:
    """Forget which faults an earlier test has logged: this one may be about the same."""
    yield
    # Not at the top: the package reads settings, and those of the shell are gone only here.
    from starbond_site.shared.logs import EventHandler

    for handler in logging.getLogger().handlers:
        if isinstance(handler, EventHandler):
            handler._faults.clear()


def pytest_report_header() -> list[str]:
    """Name the features that this site has left out: tests that need them are skipped."""
    return [f"left out: {', '.join(sorted(LEFT_OUT))}"] if LEFT_OUT else []


def _of_this_company() -> frozenset[str]:
    """Return the modules, and the functions of other modules, that hold for this company alone."""
    lines = (TESTS / "this_company.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out modules of this company that another one could not even import."""
    left_out = config.getoption("markexpr") == "not company" and collection_path.is_relative_to(TESTS)
    if left_out and collection_path.relative_to(TESTS.parent).as_posix() in _of_this_company():
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of this company, leave out the thorough ones, and run the longest files first.

    Browser tests come last: Playwright keeps an event loop running, and asynchronous tests need their own.
    """
    named = _of_this_company()
    for item in items:
        module, _, function = item.nodeid.partition("[")[0].partition("::")
        if module in named or f"{module}::{function}" in named:
            item.add_marker(pytest.mark.company)
    if not THOROUGH and "thorough" not in str(config.getoption("markexpr")):
        left_out = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        if gone := missing_features(item):
            item.add_marker(pytest.mark.skip(reason=f"left out: {gone}"))
    took = results.recorded()

    def place(item: pytest.Item) -> tuple[int, float]:
        folder = item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""
        return ORDER.index(folder) if folder in ORDER else 0, -took.get(item.nodeid.partition("::")[0], 0.0)

    items.sort(key=place)
