"""The promise behind "a list asks when the line is back": the page hears of every connection and of every update."""

from pathlib import Path

import pytest
from reflex_base.constants import Templates
from reflex_base.constants.state import FIELD_MARKER

from starbond_site.reflex_adapter.build.socket_events import STATE, with_events

CODE = (Path(Templates.Dirs.WEB_TEMPLATE) / STATE).read_text("utf-8")
CHANGED = with_events(CODE)


@pytest.mark.parametrize(
    ("event", "detail"),
    [
        ("connect", "isOpen: (window.isSocketOpen = true)"),
        ("disconnect", "isOpen: (window.isSocketOpen = false)"),
        ("event", f"changed: (state, name) => update.delta?.[state]?.[`${{name}}{FIELD_MARKER}`]"),
    ],
)
def test_every_event_of_the_websocket_reaches_the_page(event: str, detail: str) -> None:
    handler = CHANGED.split(f'  socket.current.on("{event}", ')[1].split("\n  });")[0]
    # In no branch: every connection counts, also one that comes back at the first attempt.
    assert f'\n    dispatchEvent(new CustomEvent("socket", {{ detail: {{ {detail} }} }}));\n' in handler


def test_page_connects_again_within_two_seconds_and_knows_when_it_has_heard_last() -> None:
    # Socket.IO itself, which would wait longer, does not connect again.
    assert "reconnection: false" in CODE
    assert "failed_attempts = Math.min(failed_attempts + 1, 10);" in CODE
    assert "}, 150 * failed_attempts);" in CHANGED
    assert '\n  socket.current.io.on("ping", () => dispatchEvent(new CustomEvent("socket", ' in CHANGED
