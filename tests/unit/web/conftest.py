"""Browsers of the desk."""

from tests.unit.web.people_fixtures import admin, app, browser  # noqa: F401  fixtures
