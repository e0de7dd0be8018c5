"""The contract with Reflex's upload: what our transfer sends is what Reflex's own would send."""

from pathlib import Path

import pytest
import reflex_base
from reflex_base.constants import Endpoint
from reflex_components_core.core import _upload

from starbond_site.state.upload import ATTEMPT_HEADER, HANDLERS, Publishing

OURS = (Path(__file__).parents[3] / "starbond_site/components/react/upload_form/transfer.jsx").read_text()
UTILS = Path(reflex_base.__file__).parent / ".templates" / "web" / "utils"
THEIRS = (UTILS / "helpers" / "upload.js").read_text()


@pytest.mark.parametrize(
    "piece",
    [
        'request.open("POST", getBackendURL(env.UPLOAD));',
        'request.setRequestHeader("Reflex-Client-Token", getToken());',
        'request.setRequestHeader("Reflex-Event-Handler", handler);',
        'body.append("__reflex_event_args", JSON.stringify(args));',
    ],
)
def test_ours_says_what_theirs_says(piece: str) -> None:
    assert piece in OURS
    theirs = piece.replace("request.", "xhr.").replace("body.", "formdata.").replace("(args)", "(extra_args)")
    assert theirs in THEIRS


def test_arguments_stand_before_the_file() -> None:
    assert OURS.index('append("__reflex_event_args"') < OURS.index('append("files"')
    assert _upload.UPLOAD_EVENT_ARGS_FIELD == "__reflex_event_args"


def test_what_is_imported_is_exported() -> None:
    state = (UTILS / "state.js").read_text()
    for name in ("getBackendURL", "getToken", "generateUUID"):
        assert f"export const {name} " in state
    assert Endpoint.UPLOAD.name == "UPLOAD"


def test_websocket_is_closed_and_opened_by_what_our_page_says() -> None:
    ours = (Path(__file__).parents[3] / "starbond_site/components/react/upload_key/reconnect.jsx").read_text()
    state = (UTILS / "state.js").read_text()
    for owner, name, handler in (
        ("window", "pagehide", "pagehideHandler"),
        ("document", "visibilitychange", "checkVisibility"),
    ):
        assert f'{owner}.dispatchEvent(new Event("{name}"))' in ours
        assert f'{owner}.addEventListener("{name}", {handler})' in state
    assert "socket.current.disconnect()" in state.split("const pagehideHandler")[1].split("};")[0]
    assert "socket.current.reconnect()" in state.split("function checkVisibility")[1].split("const ")[0]


def test_attempt_and_handler_have_the_names_that_the_page_uses() -> None:
    assert f'"{ATTEMPT_HEADER}"' in OURS.lower()
    (name,) = HANDLERS
    assert name == f"{Publishing.get_full_name()}.publish"
    assert Publishing.event_handlers["publish"].is_background
