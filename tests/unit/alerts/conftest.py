"""Mailers, and alerts whose window the tests end themselves."""

from tests.unit.alert_desk import desk  # noqa: F401  fixture
