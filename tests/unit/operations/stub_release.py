"""Releases whose server answers with the name of its folder, and on SIGTERM says how its helper ended: by itself."""

import os
import sys
from pathlib import Path

from starbond_site.operations.releases import ENVIRONMENT, MARK
from starbond_site.operations.supervisor import main
from starbond_site.reflex_adapter import serving
from starbond_site.shared.processes import ORPHANED

SERVER = f"""
import subprocess
helper = subprocess.Popen(["sleep", "600"])
listener = socket.socket(fileno=int(os.environ["{serving.LISTENER}"]))
listener.setblocking(False)
name = os.path.basename(os.getcwd()).encode()
told, tell = os.pipe()
os.set_blocking(tell, False)
signal.set_wakeup_fd(tell)
for number in (signal.SIGTERM, signal.{ORPHANED.name}):
    signal.signal(number, lambda *_: None)
os.write(int(os.environ["{serving.READY}"]), b".")
while told not in select.select([listener, told], [], [])[0]:
    try:
        connection, _ = listener.accept()
    except BlockingIOError:
        continue
    with connection:
        connection.setblocking(True)
        connection.recv(1000)
        connection.sendall(b"HTTP/1.0 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(name), name))
helper.kill()
with open("status", "w") as file:
    file.write(str(helper.wait()))
"""


def make(folder: Path, name: str, *, starts: bool = True, after: Path | None = None) -> Path:
    """Create a release; its interpreter is the stand-in, once another file is there if that is wanted, or ends."""
    release = folder / name
    python = release / ENVIRONMENT / "bin" / "python"
    python.parent.mkdir(parents=True)
    wait = f"while not os.path.exists({str(after)!r}): time.sleep(0.02)" if after else ""
    run = SERVER if starts else "sys.exit('A broken release')"
    python.write_text(f"#!{sys.executable} -SE\nimport os, select, signal, socket, sys, time\n{wait}\n{run}")
    python.chmod(0o755)
    (release / MARK).write_text("{}")
    serving.static_of(release).mkdir(parents=True)
    serving.stamp_of(release).write_text(name)
    return release


def supervise(folder: Path, port: int, log: Path) -> None:
    """Serve the releases of a folder; what is said goes to a log."""
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    sys.exit(main(str(folder), "127.0.0.1", str(port), "{}"))
