"""``reflex run`` answers a save soon: it compiles the pages that were opened, and Python starts anew for Python alone.

A page that was not opened yet stands for itself as a picture without content, whose request a plugin of Vite writes
into a file (``build/javascript/development.js``); Reflex reloads on that file. Vite takes over saved styles by itself,
and React components by the same plugin. ``benchmarks/save_to_seen.py`` measures all of it.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress

import reflex as rx
from reflex.utils import exec as server
from reflex_base.constants import CompileContext

from starbond_site.reflex_adapter.serving import ROOT, WORKING

OPENED = WORKING / "opened.json"
"""Paths of the pages that were opened last, a JSON list."""
OPENED_PATH = "/_opened"
"""Address at which a browser asks for a page that was not compiled yet."""
RELOADED = (*(ROOT / name for name in ("starbond_site", "assets", "rxconfig.py")), OPENED)
"""What ``reflex run`` watches. By default it would watch the whole folder, and so reload whenever the database in
``data/`` is touched."""
CONTENT = ("toml", "json")
"""Extensions of content files that Reflex's reloader ignores by default, as if they were data."""
WITHOUT_PYTHON = ("css", "jsx")
is_production = server.is_prod_mode
"""Returns whether Reflex compiles for production."""


def prepare() -> None:
    """Let ``reflex run`` reload when a content file changes, as it does for code, and when a page is opened.

    Called by ``rxconfig.py`` before Reflex starts its reloader.
    """
    os.environ.setdefault("REFLEX_HOT_RELOAD_OVERRIDE_PATHS", os.pathsep.join(map(str, RELOADED)))
    content = {rf"^.*\.{extension}$" for extension in CONTENT}
    kept = (each for each in server.HOTRELOAD_IGNORE_PATTERNS if each not in content)
    server.HOTRELOAD_IGNORE_PATTERNS = (*kept, *(rf"^.*\.{extension}$" for extension in WITHOUT_PYTHON))
    # A release may be one that its server cannot write to; development alone needs the file.
    with suppress(OSError):
        if not OPENED.exists():
            OPENED.parent.mkdir(exist_ok=True)
            OPENED.write_text('["/"]', "utf-8")


def locked_packages() -> list[str]:
    """Return the npm packages that all pages need: Reflex takes others than those of the opened pages from its lock."""
    return list(json.loads((ROOT / "reflex.lock" / "package.json").read_text("utf-8"))["dependencies"])


def when_opened(path: str, page: Callable[[], rx.Component]) -> Callable[[], rx.Component]:
    """Return a page, or in development a picture whose request asks to compile it, until it was opened."""
    is_developing = server.get_compile_context() is CompileContext.RUN and not server.is_prod_mode()
    if not is_developing or path in json.loads(OPENED.read_text("utf-8")):
        return page
    return lambda: rx.el.img(src=f"{OPENED_PATH}?path={path}", alt="")
