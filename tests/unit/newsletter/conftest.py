"""Mailers."""

from tests.unit.mail_server import mail_server, mailer, no_mailer  # noqa: F401  fixtures
