"""Building with Reflex's command and serving with Reflex's own server."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from starbond_site.shared.processes import DRAIN, LEAVE, ORPHANED, signal_with_parent

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ".web"
WORKING = Path(os.environ.get("REFLEX_WEB_WORKDIR", ROOT / GENERATED))
"""Where Reflex generates the frontend."""
_BUILT = Path("build") / "client"
STATIC = WORKING / _BUILT
"""The built site."""
SCRIPT_HASHES = WORKING / "script-hashes.json"
"""Hashes of the inline scripts, a JSON list for the Content-Security-Policy."""
_STAMP = "built.sha256"
STAMP = WORKING / _STAMP
"""File with the fingerprint that the site was built from."""
_WARNINGS = "warnings.txt"
WARNINGS = WORKING / _WARNINGS
"""File with the warnings of the build, a sentence a line."""
LISTENER = "STARBOND_LISTENER_FD"
"""Variable with the number of an inherited socket to accept from, in place of one of our own."""
BACKLOG = 1024
"""Connections that wait to be accepted."""
READY = "STARBOND_READY_FD"
"""Variable with the number of a pipe to which every worker writes its process id, once it answers."""
BEAT_SECONDS = 5
"""How often it does so."""
STATE = "STARBOND_SUPERVISOR_STATE"
"""Variable with the file in which the supervisor says what it serves, and who has stopped writing."""
ORPHAN_SECONDS = 4
"""After the end of the supervisor; the next one has the port before."""


def static_of(root: Path) -> Path:
    """Return the folder of the built site of another copy of this repository."""
    return root / GENERATED / _BUILT


def stamp_of(root: Path) -> Path:
    """Return the file that says what the built site of another copy was built from."""
    return root / GENERATED / _STAMP


def warnings_of(root: Path) -> list[str]:
    """Return the warnings of the build of another copy."""
    file = root / GENERATED / _WARNINGS
    return file.read_text("utf-8").splitlines() if file.exists() else []


GRANIAN_LOGS: dict[str, Any] = {
    "handlers": {},
    "loggers": {name: {"handlers": [], "propagate": True} for name in ("_granian", "granian.access")},
}
"""Configuration that Granian passes to `logging.config.dictConfig`, in place of handlers of its own."""


def find_caches() -> None:
    """Let Reflex keep its locks and caches beside the build where its user has no home that can be written.

    It asks for the fastest registry of npm again where they are not kept.
    """
    from reflex_base.constants import Reflex

    with contextlib.suppress(OSError):
        Reflex.DIR.mkdir(parents=True, exist_ok=True)
    if not os.access(Reflex.DIR, os.W_OK):
        os.environ.setdefault("REFLEX_DIR", str(WORKING / "caches"))


def export() -> None:
    """Build the frontend into `STATIC`.

    Raises:
        subprocess.CalledProcessError: the build failed; what is wrong stands on standard error.
    """
    # Not the command ``reflex``, whose first line names the environment that it was installed into.
    command = [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"]
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
    for passed_on in (DRAIN, LEAVE):
        signal.signal(passed_on, _pass_on)
    signal.signal(ORPHANED, _end_soon)
    os.register_at_fork(after_in_child=signal_with_parent)
    server._granian_log_dictconfig = lambda: GRANIAN_LOGS
    if listener := os.environ.get(LISTENER):
        _accept_from(int(listener))
    _replace_dead_workers()
    server.run_backend_prod(host, port, constants.LogLevel.WARNING, mount_frontend_compiled_app=True)


def _pass_on(number: int, _frame: FrameType | None) -> None:
    """Pass a signal of the first process on to the workers."""
    for worker in multiprocessing.active_children():
        if worker.pid:
            os.kill(worker.pid, number)


def _end_soon(_number: int, _frame: FrameType | None) -> None:
    """End with the workers, which have `ORPHAN_SECONDS` for what they have begun: nobody is left to wait for them."""
    signal.alarm(ORPHAN_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def _replace_dead_workers() -> None:
    """Let Granian replace a worker that died; by default it ends, and with it every visitor of its other workers.

    Reflex passes no such option on; it looks the class up in its module when it starts.
    """
    from granian import server as granian

    granian.Server = partial(granian.Server, respawn_failed_workers=True)  # pyright: ignore[reportAttributeAccessIssue]


def report_ready() -> None:
    """Tell the supervisor, if there is one, that this worker is about to answer, and go on as its event loop does."""
    if pipe := os.environ.get(READY):
        with contextlib.suppress(OSError):
            os.write(int(pipe), b"%d\n" % os.getpid())
        asyncio.get_running_loop().call_later(BEAT_SECONDS, report_ready)


def _accept_from(listener: int) -> None:
    """Let Granian's workers accept from an inherited socket.

    On Linux every worker binds a socket of its own with SO_REUSEPORT, and connections that wait in its queue are reset
    when it ends (``net.ipv4.tcp_migrate_req``). A shared one has a single queue, which outlives every server.
    """
    from granian import server
    from granian.net import SocketHolder  # pyright: ignore[reportPrivateImportUsage]

    class InheritingServer(server.Server):  # pyright: ignore[reportGeneralTypeIssues]
        def _init_shared_socket(self) -> None:
            self._ssp = None
            self._sfd = listener
            self._shd = SocketHolder(listener, False, BACKLOG)  # pyright: ignore[reportCallIssue]
            self._sso = socket.socket(fileno=listener)

    server.Server = InheritingServer
