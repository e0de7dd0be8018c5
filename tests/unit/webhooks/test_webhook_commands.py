"""``starbond webhooks``: what it says, and what it refuses."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import Result

from starbond_site.documents.archive import Archive
from starbond_site.features.webhooks import service
from starbond_site.shared import local_time
from tests.unit.command_line import archive_of_commands
from tests.unit.command_line import run as run_command
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish, rows
from tests.unit.webhook_receiver import Receiver, change

MIRROR = "https://mirror.example.com/filings"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Archive]:
    with archive_of_commands(tmp_path) as made:
        yield made


def run(*words: object) -> Result:
    return run_command("webhooks", *words)


def test_life_of_a_webhook(site: Archive):
    publish(site, "AllNotice", "a.pdf", samples.pdf("a"))
    added = run("add", MIRROR)
    assert added.exit_code == 0
    assert "begins after change 1" in added.stdout
    secret = re.search(r"^whsec_[\w+/]{43}=$", added.stdout, re.MULTILINE)
    assert secret
    listed = run("list").stdout
    assert listed == f"1\t{MIRROR}\t1 of 1\tup to date\n"
    assert secret[0] not in listed
    assert (run("remove", 1).stdout, run("list").stdout) == (f"Removed: {MIRROR}\n", "")
    assert rows(site, "SELECT action, subject FROM audit WHERE subject LIKE 'webhook/%'") == [
        ("add webhook", f"webhook/1/{MIRROR}"),
        ("remove webhook", f"webhook/1/{MIRROR}"),
    ]


def test_test_message_is_signed(site: Archive, receiver: Receiver):
    receiver.secret = run("add", receiver.url, "--private").stdout.splitlines()[-1]
    assert run("test", 1).stdout == "Confirmed with status 200\n"
    assert receiver.messages[0].content == {"type": "test", "data": {"changes": [], "next": 0}}
    receiver.answers = [404]
    failed = run("test", 1)
    assert (failed.exit_code, failed.stderr) == (1, "Not confirmed: answered with status 404.\n")


def test_list_says_what_is_wrong(site: Archive, receiver: Receiver):
    run("add", receiver.url, "--private")
    publish(site, "AllNotice", "a.pdf", samples.pdf("a"))
    assert run("list").stdout.endswith("\t0 of 1\tbeing posted\n")
    now = local_time.now()
    change(site, failures=3, failing_since=now, problem="answered with status 500", due_at=now + timedelta(hours=1))
    assert "3 attempts: answered with status 500; the next one is at" in run("list").stdout
    change(site, stopped_at=now)
    assert "`webhooks resume 1` goes on" in run("list").stdout
    change(site, site="https://www.example.com")
    assert "belongs to https://www.example.com, this site is http://localhost:3000" in run("list").stdout
    assert run("resume", 1).stdout == "Webhook 1 goes on after change 0\n"
    assert run("list").stdout.endswith("\tbeing posted\n")


@pytest.mark.parametrize(("words", "code", "sentence"), [
    (("add", "http://mirror.example.com/"), 1, "must begin with https://"),
    (("add", "https://192.168.0.4/"), 1, "add --private"),
    (("add", "https://localhost:8000/hook"), 1, "add --private"),
    (("add", MIRROR, "--after", "5"), 1, "no change 5: the newest is 0"),
    (("add", MIRROR, "--after", "-1"), 1, "no change -1"),
    (("remove", 7), 1, "no webhook with the number 7"),
    (("resume", 7), 1, "no webhook with the number 7"),
    (("test", 7), 1, "no webhook with the number 7"),
    (("remove", "first"), 2, "Invalid value"),
])  # fmt: skip
def test_a_command_that_cannot_be_done_says_why(site: Archive, words: tuple[object, ...], code: int, sentence: str):
    done = run(*words)
    assert (done.exit_code, sentence in " ".join(done.stderr.split())) == (code, True), done.stderr
    assert rows(site, "SELECT count(*) FROM webhook") == [(0,)]


def test_one_address_once_and_not_too_many(site: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(service, "MAX_WEBHOOKS", 2)
    assert run("add", MIRROR).exit_code == 0
    assert "already" in run("add", MIRROR).stderr
    assert run("add", f"{MIRROR}/2").exit_code == 0
    assert "is reached" in run("add", f"{MIRROR}/3").stderr
