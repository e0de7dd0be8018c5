"""An archive of one test."""

from tests.unit.archive_fixtures import archive, empty  # noqa: F401  fixtures
