"""The contract with what Reflex logs of events: no headers, no cookie, nothing that a visitor sent."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import pytest
from reflex.app import EventNamespace
from reflex_base.event import Event

from starbond_site.logs.privacy import clean
from starbond_site.reflex_adapter import event_logs

COOKIE = "starbond=session-of-a-secretary"
ROUTER = {"headers": {"cookie": COOKIE, "user-agent": "x"}, "ip": "192.0.2.7", "token": "t"}
PAYLOAD = {"email": "someone@example.com", "message": "Confidential"}


@pytest.mark.parametrize("name", ["x" * 10_000, {"a": "Confidential" * 1000}, None])
def test_name_is_what_a_browser_sent(name: object):
    event_logs.hide_visitor_data()
    assert len(repr(Event(name=name))) < 200  # type: ignore[arg-type]


def test_exceptions_of_handlers_and_browsers(caplog: pytest.LogCaptureFixture):
    try:
        int("no")
    except ValueError as error:
        event_logs.log_backend_exception(error)
    event_logs.log_frontend_exception(Exception("TypeError: x is null"))
    backend, frontend = (record.msg for record in caplog.records if record.name.endswith("event_logs"))
    assert isinstance(backend, dict)
    assert isinstance(frontend, dict)
    assert (backend["event"], backend["exc_info"][0]) == ("event_failed", ValueError)
    assert (frontend["event"], frontend["report"]) == ("browser_failed", "TypeError: x is null")


@pytest.mark.parametrize(
    "payload", [7, [PAYLOAD], f"no JSON {PAYLOAD}", {"payload": PAYLOAD}, {"name": "x", "payload": PAYLOAD}]
)
def test_malformed_events(payload: object, caplog: pytest.LogCaptureFixture):
    """What Reflex writes of events that it cannot read has a form that `logs.privacy` removes."""
    app: Any = SimpleNamespace()
    namespace = EventNamespace("/_event", app)
    known = namespace._token_manager.sid_to_token
    caplog.set_level(logging.WARNING)
    raised = ""
    for is_known in (False, True):
        if is_known:
            known["sid"] = "token"
        try:
            asyncio.run(namespace.on_event("sid", payload))
        except Exception as error:
            raised = str(error)
    for private in ("someone@example.com", "Confidential"):
        assert private not in clean(caplog.text)
        assert private not in clean(raised)
