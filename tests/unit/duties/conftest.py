"""An archive and mailers."""

from tests.unit.archive_fixtures import archive, empty  # noqa: F401  fixtures
from tests.unit.mail_server import mail_server, mailer, no_mailer  # noqa: F401  fixtures
