"""Runs a minimal ASGI app for comparison, in a separate process under Granian, the server that Reflex uses."""

import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.serving import ROOT, free_port, stop

SECONDS = 60
END_SECONDS = 20
"""Time to end by itself; then it is killed."""


@contextmanager
def running(app: str, environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Serve ``module:app`` with one worker; the context is its port and the id of its process."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--log-level", "error", app],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _wait_until_ready(process, port)
        yield port, process.pid
    finally:
        process.terminate()
        # Granian waits for connections that are still open, and has no limit by itself.
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_SECONDS)
        stop(process, signal.SIGKILL)


def _wait_until_ready(process: "subprocess.Popen[bytes]", port: int) -> None:
    """Return as soon as the server answers, with any status."""
    for _ in range(SECONDS * 10):
        with suppress(urllib.error.HTTPError):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/ping", timeout=5):
                    return
            except urllib.error.HTTPError:
                return
            except OSError:
                if process.poll() is not None:
                    break
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.1)
    message = f"the baseline server did not start (port {port})"
    raise RuntimeError(message)
