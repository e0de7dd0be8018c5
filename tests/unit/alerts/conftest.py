"""Mailers, and alerts whose window the tests end themselves."""

from tests.unit.alert_desk import desk  # noqa: F401  fixture
from tests.unit.mail_server import mail_server, mailer, no_mailer  # noqa: F401  fixtures
