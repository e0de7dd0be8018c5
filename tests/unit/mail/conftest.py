"""Mailers."""

from tests.unit.mail.accounts import accounts, deliverer, queue  # noqa: F401  fixtures
