"""The rules of ``tests/unit`` that the database keeps hold on PostgreSQL as on SQLite, each in an empty database."""

import os
import re
import subprocess
import sys

from tests.faults.services import Outside
from tests.serving import ROOT

MODULES = (
    "tests/unit/alerts/test_alert_mails.py",
    "tests/unit/alerts/test_alert_service.py",
    "tests/unit/documents/test_attempts.py",
    "tests/unit/documents/test_calendar_entries.py",
    "tests/unit/documents/test_changes.py",
    "tests/unit/documents/test_corrections.py",
    "tests/unit/documents/test_figures.py",
    "tests/unit/documents/test_node_ends.py",
    "tests/unit/documents/test_publish.py",
    "tests/unit/documents/test_withdraw.py",
    "tests/unit/mail/test_mail_outbox.py",
    "tests/unit/people",
)
OF_SQLITE = "a_failed_transaction_queues_nothing or database_itself_refuses or ten_thousand"
"""Their faults, or what they wait for, are in the words of SQLite; the third is about the number of statements."""
AT_LEAST = 50
"""Cases that ran: fewer would mean that modules were not found."""


def test_rules_hold_on_postgresql(postgresql: Outside) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short"]
    command += ["-p", "tests.faults.on_postgresql", "-k", f"not ({OF_SQLITE})", *MODULES]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"POSTGRESQL": postgresql.url}, capture_output=True, text=True, check=False
    )
    passed = re.search(r"(\d+) passed", done.stdout)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert passed
    assert int(passed[1]) >= AT_LEAST, done.stdout
