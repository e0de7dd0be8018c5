"""Stands in for the server of a release: answers with the name of its folder, and finishes its requests on SIGTERM.

Run as ``python stub_release.py supervise FOLDER PORT``, it is a supervisor of such releases.
"""

import os
import signal
import socket
import sys
import threading
from pathlib import Path

from starbond_site.operations.releases import ENVIRONMENT, MARK, Releases
from starbond_site.operations.supervisor import Supervisor
from starbond_site.reflex_adapter import serving


def make(folder: Path, name: str, *, starts: bool = True, after: Path | None = None) -> Path:
    """Create a release; its interpreter runs this file, once another file is there if that is wanted, or ends."""
    release = folder / name
    python = release / ENVIRONMENT / "bin" / "python"
    python.parent.mkdir(parents=True)
    root = Path(__file__).parents[3]
    run = (
        f'PYTHONPATH="{root}" exec "{sys.executable}" "{__file__}" serve' if starts else "echo A broken release; exit 3"
    )
    wait = f'until [ -e "{after}" ]; do sleep 0.02; done\n' if after else ""
    python.write_text(f"#!/bin/sh\n{wait}{run}\n")
    python.chmod(0o755)
    (release / MARK).write_text("{}")
    serving.static_of(release).mkdir(parents=True)
    serving.stamp_of(release).write_text(name)
    return release


def serve() -> None:
    """Answer with the name of the release until SIGTERM."""
    listener = socket.socket(fileno=int(os.environ[serving.LISTENER]))
    name = Path.cwd().name.encode()
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    listener.settimeout(0.05)
    serving.report_ready()
    while not ended.is_set():
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            continue
        with connection:
            connection.setblocking(True)
            connection.recv(1000)
            connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(name), name))


def supervise(folder: Path, port: int) -> int:
    """Serve the releases of a folder."""
    return Supervisor(Releases(folder), "127.0.0.1", port, {}, lambda sentence: print(sentence, flush=True)).run()


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve()
    else:
        sys.exit(supervise(Path(sys.argv[2]), int(sys.argv[3])))
