"""Files are read in the process of the tests, as in the unit tests."""

from tests.unit.conftest import _no_processes, processes  # noqa: F401  fixtures
