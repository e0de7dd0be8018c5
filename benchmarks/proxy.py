"""Measures requests per second with wrk, 64 connections: the site through nginx, a plain file, and the site alone.

The shipped nginx configuration and ``make run``'s server on this machine. The plain file is the home page as the site
sends it, brotli included, served by the same nginx from the disk; every path is asked for over TLS on kept connections,
except those of the site alone, which speaks plain HTTP. wrk is a package of Debian.
"""

import re
import shutil
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks.records import fill
from benchmarks.table import Options, Row, alone, at_least, plain
from tests.faults import proxy
from tests.faults.proxy import Proxy
from tests.serving import Server, build, free_port, serving

CONNECTIONS, THREADS = 64, 1
SECONDS = 5
SHARE = 0.5
"""Least share of the plain file's rate that a page must reach."""
LIST, ROWS = "AllNotice", 60
PAGES = {"home": "/", "product": "/GumkingSyntheticResin", "list": f"/{LIST}"}
BESIDE = {"list as JSON": f"/api/documents/{LIST}", "Bangla list": f"/bn/{LIST}"}
PLAIN = "/plain"
PLAIN_FILE = """\
location = {path} {{
    root {folder};
    default_type text/html;
    add_header Content-Encoding br;
    sendfile on;
}}
"""
RATE = re.compile(r"^Requests/sec:\s+([\d.]+)", re.MULTILINE)
WRONG = re.compile(r"^\s*(Non-2xx|Socket errors).*", re.MULTILINE)


def measure(options: Options) -> Iterator[Row]:
    """Ask for every path, as often as there are runs; the best run of each counts, since other work only slows down."""
    build()
    with tempfile.TemporaryDirectory(prefix="starbond-proxy-") as folder:
        fill(Path(folder) / "data", LIST, ROWS)
        port = free_port()
        front = proxy.configured(Path(folder), [port])
        settings = {"STARBOND_URL": front.url, "STARBOND_UPLOAD_KEY": "none", "REFLEX_TRUSTED_PROXY_HOPS": "1"}
        with serving(Path(folder), port, **settings) as server:
            _write_plain_file(front, server)
            with proxy.served(front):
                yield from _compare(front, server, options.runs)


def _compare(front: Proxy, server: Server, runs: int) -> Iterator[Row]:
    paths = {"plain file": PLAIN} | PAGES | BESIDE | {"hashed script": _script(server)}
    rates: dict[str, float] = {}
    for _ in range(runs):
        for name, path in paths.items():
            rates[name] = max(rates.get(name, 0), _rate(front.url + path))
    for name, rate in rates.items():
        yield plain(f"{name}, through nginx", rate, "/s")
    for name in PAGES:
        share = rates[name] / rates["plain file"]
        yield at_least(f"{name}, share of the plain file", share, SHARE, "")
    for name, path in (PAGES | BESIDE).items():
        yield plain(f"{name}, the site alone", max(_rate(server.url + path) for _ in range(runs)), "/s")


def _write_plain_file(front: Proxy, server: Server) -> None:
    """Save the home page as it is sent, for nginx to serve."""
    (front.folder / PLAIN.strip("/")).write_bytes(_page(server, "br"))
    extra = front.folder / "starbond" / "server.d"
    extra.mkdir()
    (extra / "plain.conf").write_text(PLAIN_FILE.format(path=PLAIN, folder=front.folder))


def _script(server: Server) -> str:
    """Return the path of a script of the home page."""
    return re.findall(r'/assets/[^"\']+\.js', _page(server, "identity").decode())[0]


def _page(server: Server, encoding: str) -> bytes:
    """Return the home page in an encoding, as it is on the wire."""
    request = urllib.request.Request(f"{server.url}/", headers={"Accept-Encoding": encoding})  # noqa: S310  our own server
    with urllib.request.urlopen(request) as response:  # noqa: S310
        return response.read()


def _rate(address: str) -> float:
    """Return how many requests a second were answered.

    Raises:
        AssertionError: some were answered by an error.
    """
    command = [shutil.which("wrk") or "wrk", f"-t{THREADS}", f"-c{CONNECTIONS}", f"-d{SECONDS}s"]
    headers = ["-H", "Accept-Encoding: gzip, deflate, br, zstd", "-H", "Accept: text/html"]
    said = subprocess.run([*command, *headers, address], check=True, capture_output=True, text=True).stdout
    assert not WRONG.search(said), said
    (rate,) = RATE.findall(said)
    return float(rate)


if __name__ == "__main__":
    alone(measure, __doc__)
