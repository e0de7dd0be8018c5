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


def test_representation_of_an_event_has_nothing_of_its_visitor():
    """Reflex logs it for an event that nobody handles; the name is what a browser sent."""
    event_logs.hide_visitor_data()
    for name in ("no.such.handler", "x" * 10_000, {"a": "Confidential" * 1000}, None):
        said = repr(Event(name=name, router_data=ROUTER, payload=PAYLOAD))  # type: ignore[arg-type]
        assert len(said) < 200
        if isinstance(name, str):
            assert not [private for private in (COOKIE, "192.0.2.7", *PAYLOAD.values()) if private in said]


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


def test_malformed_events(caplog: pytest.LogCaptureFixture):
    """What Reflex writes of events that it cannot read has a form that `logs.privacy` removes."""
    app: Any = SimpleNamespace()
    caplog.set_level(logging.WARNING)
    said: list[str] = []
    for payload in (7, [PAYLOAD], f"no JSON {PAYLOAD}", {"payload": PAYLOAD}, {"name": "x", "payload": PAYLOAD}):
        namespace = EventNamespace("/_event", app)
        for known in ({}, {"sid": "token"}):
            namespace._token_manager.sid_to_token.update(known)
            try:
                asyncio.run(namespace.on_event("sid", payload))
            except Exception as error:
                said.append(clean(str(error)))
    for private in PAYLOAD.values():
        assert private not in clean(caplog.text) + "".join(said)
