"""An archive of one test."""

from tests.unit.archive_fixtures import archive, empty  # noqa: F401  fixtures
from tests.unit.web.people_fixtures import admin, app, browser  # noqa: F401  fixtures
from tests.unit.web.strict_fixtures import strict  # noqa: F401  fixture
