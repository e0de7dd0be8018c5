"""Every logger writes through one handler: a line an event, as text or JSON, without personal data."""

import json
import logging
import threading
from collections.abc import Iterator

import pytest

from starbond_site.shared import logs
from starbond_site.shared.logs import EXCEPTION_CHARACTERS, MAX_FAULTS, REMOVED, REPEAT_SECONDS, EventHandler, clean

_log = logs.get_logger("starbond_site.test")


@pytest.fixture(autouse=True)
def configured(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Configure as JSON, once standard error is captured, and restore the loggers of pytest afterwards."""
    root = logging.getLogger()
    level, hook = root.level, threading.excepthook
    logs.configure("json")
    # A handler of an earlier test may have written until now.
    capfd.readouterr()
    yield
    for handler in [handler for handler in root.handlers if isinstance(handler, EventHandler)]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    threading.excepthook = hook
    logging.captureWarnings(capture=False)


def written(capture: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capture.readouterr().err.splitlines()]


def test_event_has_its_fields_and_libraries_are_heard_from_warning(capfd: pytest.CaptureFixture[str]):
    _log.info("published", category="AllNotice", number=7)
    logging.getLogger("alembic").info("nothing")
    logging.getLogger("botocore").warning("retrying %s", "now")
    own, other = written(capfd)
    assert (own["event"], own["category"], own["number"], own["level"]) == ("published", "AllNotice", 7, "info")
    assert str(own["timestamp"]).endswith("+00:00")
    assert (other["event"], other["logger"]) == ("retrying now", "botocore")


def test_text_cannot_forge_lines_and_is_cut(capfd: pytest.CaptureFixture[str]):
    def deep(calls: int) -> None:
        if not calls:
            raise ValueError("x" * 100_000)
        deep(calls - 1)

    logs.configure("console")
    _log.info("published", category="AllNotice")
    (line,) = capfd.readouterr().err.splitlines()
    assert ("published" in line, "category=AllNotice" in line, "\x1b" in line) == (True, True, False)
    styles: tuple[logs.Style, ...] = ("console", "json")
    for style in styles:
        logs.configure(style)
        logging.getLogger("reflex").warning("sent\n2026 [error] forged\x1b[31m")
        assert len((error := capfd.readouterr().err).splitlines()) == 1
        assert "\x1b" not in error
    try:
        deep(50)
    except ValueError:
        _log.exception("failed", text="y" * 100_000)
    assert len(capfd.readouterr().err) < 2 * EXCEPTION_CHARACTERS


def record(event: str, error: type[Exception] | None = None) -> logging.LogRecord:
    made = logging.LogRecord("starbond_site.x", logging.ERROR, "x.py", 1, {"event": event}, (), None)  # type: ignore[arg-type]
    if error and isinstance(made.msg, dict):
        try:
            raise error
        except error as raised:
            made.msg["exc_info"] = raised
    return made


def test_fault_that_repeats_is_counted(capfd: pytest.CaptureFixture[str]):
    seconds = iter(range(1000))
    handler = EventHandler(clock=lambda: next(seconds))
    handler.setFormatter(logging.Formatter("%(msg)s %(repeated)s"))
    for _ in range(150):
        handler.handle(record("lost"))
    handler.handle(record("lost", ValueError))
    handler.handle(record("lost", KeyError))
    handler.handle(logging.LogRecord("reflex", logging.ERROR, "r.py", 1, "No token for %s", ("x",), None))
    handler.handle(logging.LogRecord("reflex", logging.ERROR, "r.py", 1, "No token for %s", ("y",), None))
    assert [line.split()[-1] for line in capfd.readouterr().err.splitlines()] == ["0", "59", "59", "0", "0", "0"]


def test_a_job_that_waits_is_named_while_others_wait_too(capfd: pytest.CaptureFixture[str]):
    jobs = [f"job {number}" for number in range(8)]
    handler = EventHandler()
    handler.setFormatter(logging.Formatter("%(msg)s"))
    for job in jobs * 2:
        waiting = record("job_waits")
        waiting.msg = {"event": "job_waits", "job": job}  # type: ignore[assignment]
        handler.handle(waiting)
    lines = capfd.readouterr().err.splitlines()
    assert [[job in line for job in jobs].index(True) for line in lines] == [*range(8)]


def test_lines_of_a_minute_are_limited(capfd: pytest.CaptureFixture[str]):
    now = 0.0
    handler = EventHandler(clock=lambda: now)
    for minute in range(2):
        now = minute * REPEAT_SECONDS
        for number in range(10 * MAX_FAULTS):
            handler.handle(record(f"event {number}"))
        assert len(capfd.readouterr().err.splitlines()) == MAX_FAULTS + 1


def test_thread_that_fails_is_logged(capfd: pytest.CaptureFixture[str]):
    thread = threading.Thread(target=lambda: 1 / 0, name="mail")
    thread.start()
    thread.join()
    (event,) = written(capfd)
    assert (event["event"], event["thread"]) == ("thread_failed", "mail")
    assert "ZeroDivisionError" in str(event["exception"])


SECRETS = ("Cookie", "set-cookie", "Authorization", "X-Upload-Key")


@pytest.mark.parametrize("name", sorted({way(name) for name in SECRETS for way in (str, str.lower, str.upper)}))
def test_a_header_with_a_secret_is_removed_however_it_is_written(name: str) -> None:
    value = "Bearer s3cret; other=s3cret"
    for text in (
        f"{name}: {value}", f"{name}={value}", f"{({name: value, 'host': 'x'})}", f"{[(name, value), ('host', 'x')]}",
        f"{[(name.encode(), value.encode()), (b'host', b'x')]}", json.dumps({name: value, "host": "x"}),
    ):  # fmt: skip
        assert (REMOVED in clean(text), "s3cret" in clean(text)) == (True, False), text
        assert ("host" in clean(text)) is ("host" in text)


def test_personal_data_is_removed():
    given = [
        ("mail to someone@example.com failed", f"mail to {REMOVED} failed"),
        ("smtp://user:pass@mail.example.com:587", f"smtp://{REMOVED}@mail.example.com:587"),
        ("Failed to deserialize event data: {'a': 1}.", f"Failed to deserialize event data: {REMOVED}"),
        ("must be a dictionary, but received [1, 2] of type", f"must be a dictionary, but received {REMOVED}"),
        ("INSERT\n[parameters: ('a', 'b')]\n(Background", f"INSERT\n[parameters: {REMOVED}]\n(Background"),
        ("Key (email)=(a b) already exists.", f"Key (email)=({REMOVED}) already exists."),
        ("client '0b5cf1a2-9f3e-4e0e-8b1a-5e2f3a4b5c6d'", f"client '{REMOVED}'"),
        ("connection to server at 10.0.0.5 failed", "connection to server at 10.0.0.5 failed"),
        ("redis://127.0.0.1:6379/0 is down", "redis://127.0.0.1:6379/0 is down"),
    ]
    assert [(text, clean(text)) for text, _ in given] == given
