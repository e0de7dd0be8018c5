"""Mailers."""

from tests.unit.mail.accounts import accounts, deliverer, queue  # noqa: F401  fixtures
from tests.unit.mail_server import mail_server, mailer, no_mailer  # noqa: F401  fixtures
