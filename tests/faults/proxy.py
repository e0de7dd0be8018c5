"""The shipped nginx configuration on free ports of this machine, changed only where its comments say that one must."""

import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage, HTTPSConnection
from pathlib import Path

from tests import system
from tests.faults import servers
from tests.faults.servers import Service
from tests.serving import free_port

SHIPPED = Path(__file__).parents[2] / "deploy" / "nginx"
HOST = "localhost"
OWN_FILES = """\
client_body_temp_path {folder}/temp-body;
proxy_temp_path {folder}/temp-proxy;
fastcgi_temp_path {folder}/temp-fastcgi;
uwsgi_temp_path {folder}/temp-uwsgi;
scgi_temp_path {folder}/temp-scgi;
"""
"""Debian's folders of temporary files belong to root."""


@dataclass(frozen=True)
class Proxy:
    folder: Path
    http: int
    https: int

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.https}"

    @property
    def certificate(self) -> Path:
        """The self-signed certificate, which clients can trust."""
        return self.folder / "certificate.pem"

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def connect(self, seconds: float, sender: str = "127.0.0.1") -> HTTPSConnection:
        """Return a connection that trusts the certificate, from an address of this machine."""
        return HTTPSConnection(HOST, self.https, timeout=seconds, context=self.trust, source_address=(sender, 0))


@dataclass(frozen=True)
class Reply:
    status: int
    headers: HTTPMessage
    body: bytes

    def one(self, name: str) -> str:
        """Return the value of a header that must be there once."""
        (value,) = self.headers.get_all(name, [])
        return value


def request(connection: HTTPConnection, path: str, method: str, body: bytes | None, **headers: str) -> Reply:
    """Send one request; names of headers have underscores for hyphens."""
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    return Reply(response.status, response.headers, response.read())


def configured(folder: Path, instances: Sequence[int], lines: Sequence[str] = ()) -> Proxy:
    """Write the configuration for instances at these ports into a folder."""
    proxy = Proxy(folder, free_port(), free_port())
    shutil.copytree(SHIPPED / "starbond", folder / "starbond", dirs_exist_ok=True)
    _certify(folder)
    own = folder / "starbond" / "http.d" / "own-files.conf"
    own.parent.mkdir(exist_ok=True)
    own.write_text("\n".join([OWN_FILES.format(folder=folder), *lines, ""]))
    main = (SHIPPED / "nginx.conf").read_text("utf-8")
    # As root nginx would change to a user who may not read this folder; others cannot change at all.
    main = _replaced(main, "user www-data;", "user root;" if os.geteuid() == 0 else "")
    main = re.sub(r"\n *listen \[::\].*", "", main)
    for old, new in {
        "/run/nginx.pid": f"{folder}/nginx.pid",
        "/var/log/nginx/": f"{folder}/",
        "/etc/letsencrypt/live/www.example.com/fullchain.pem": str(proxy.certificate),
        "/etc/letsencrypt/live/www.example.com/privkey.pem": f"{folder}/key.pem",
        "listen 80;": f"listen 127.0.0.1:{proxy.http};",
        "listen 443 ": f"listen 127.0.0.1:{proxy.https} ",
        "www.example.com": HOST,
        "worker_processes auto;": "worker_processes 2;",
    }.items():
        main = _replaced(main, old, new)
    (folder / "nginx.conf").write_text(main)
    _rewrite(folder / "starbond" / "cache.conf", {"/var/cache/": f"{folder}/"})
    line = "    server 127.0.0.1:3000 max_fails=2 fail_timeout=2s;\n"
    lines = "".join(line.replace("3000", str(port)) for port in instances)
    _rewrite(folder / "starbond" / "upstreams.conf", {line: lines})
    return proxy


@contextmanager
def running(folder: Path, instances: Sequence[int], lines: Sequence[str] = ()) -> Iterator[Proxy]:
    proxy = configured(folder, instances, lines)
    with served(proxy):
        yield proxy


@contextmanager
def served(proxy: Proxy) -> Iterator[Service]:
    command = [system.need("nginx"), "-e", str(proxy.folder / "error.log"), "-c", str(proxy.folder / "nginx.conf")]
    command += ["-g", "daemon off;"]
    with servers.running(command, servers.listens(proxy.https), proxy.folder / "nginx.log") as nginx:
        yield nginx
        warnings = [line for line in nginx.log.read_text().splitlines() if "[warn]" in line]
        # nginx 1.26 (Debian 13) would have it in a line of its own, which 1.22 (Debian 12) does not know.
        assert [line for line in warnings if '"listen ... http2" directive is deprecated' not in line] == []


def _certify(folder: Path) -> None:
    options = f"-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={HOST}"
    options += f" -addext subjectAltName=DNS:{HOST} -keyout key.pem -out certificate.pem"
    subprocess.run(["openssl", "req", *options.split()], cwd=folder, check=True, stderr=subprocess.DEVNULL)


def _rewrite(file: Path, changes: dict[str, str]) -> None:
    text = file.read_text("utf-8")
    for old, new in changes.items():
        text = _replaced(text, old, new)
    file.write_text(text)


def _replaced(text: str, old: str, new: str) -> str:
    assert old in text, f"the shipped configuration has no longer {old!r}"
    return text.replace(old, new)
