"""Building with Reflex's command and serving with Reflex's own server."""

import multiprocessing
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from starbond_site.health import DRAIN

ROOT = Path(__file__).resolve().parents[2]
WORKING = Path(os.environ.get("REFLEX_WEB_WORKDIR", ROOT / ".web"))
"""Where Reflex generates the frontend."""
STATIC = WORKING / "build" / "client"
"""The built site."""
SCRIPT_HASHES = WORKING / "script-hashes.json"
"""Hashes of the inline scripts, a JSON list for the Content-Security-Policy."""

GRANIAN_LOGS: dict[str, Any] = {
    "handlers": {},
    "loggers": {name: {"handlers": [], "propagate": True} for name in ("_granian", "granian.access")},
}
"""What Granian passes to `logging.config.dictConfig`, in place of handlers of its own."""


def export() -> None:
    """Build the frontend into `STATIC`.

    Raises:
        subprocess.CalledProcessError: the build failed; what is wrong stands on standard error.

    """
    command = [Path(sys.executable).parent / "reflex", "export", "--frontend-only", "--no-zip"]
    subprocess.run(command, check=True, cwd=ROOT, env=os.environ | {"REFLEX_TELEMETRY_ENABLED": "false"})


def serve(host: str, port: int) -> None:
    """Serve the built site and its backend on one port until the process is ended.

    ``reflex run --env prod`` would build anew at every start (9 s).
    """
    from reflex.utils import exec as server
    from reflex_base import constants
    from reflex_base.config import get_config
    from reflex_base.environment import environment

    environment.REFLEX_ENV_MODE.set(constants.Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    get_config()._set_persistent(frontend_port=port, backend_port=port)
    signal.signal(DRAIN, _pass_on)
    server._granian_log_dictconfig = lambda: GRANIAN_LOGS
    _replace_dead_workers()
    server.run_backend_prod(host, port, constants.LogLevel.WARNING, mount_frontend_compiled_app=True)


def _pass_on(number: int, _frame: FrameType | None) -> None:
    """Pass a signal of the first process on to the workers."""
    for worker in multiprocessing.active_children():
        if worker.pid:
            os.kill(worker.pid, number)


def _replace_dead_workers() -> None:
    """Let Granian replace a worker that died; by default it ends, and with it every visitor of its other workers.

    Reflex passes no such option on; it looks the class up in its module when it starts.
    """
    from granian import server as granian

    granian.Server = partial(granian.Server, respawn_failed_workers=True)  # pyright: ignore[reportAttributeAccessIssue]
