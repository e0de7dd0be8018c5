"""An archive and mailers."""

from tests.unit.mail_server import archive, empty, mail_server, mailer, no_mailer  # noqa: F401  fixtures
