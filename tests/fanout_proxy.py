"""nginx with Nchan before a site, with the shipped parts of its configuration."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import system
from tests.faults import servers
from tests.faults.servers import Service
from tests.serving import ROOT, free_port

SHIPPED_PORT = "127.0.0.1:8091"
CONFIGURATION = """
load_module {module};
{user}
worker_processes 2;
worker_rlimit_nofile {files};
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
daemon off;
events {{ worker_connections {files}; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/publish.conf;
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        include {shipped}/server.conf;
        location / {{
            proxy_pass http://127.0.0.1:{site};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
        }}
    }}
}}
"""


@dataclass(frozen=True)
class Proxy:
    port: int
    publish_port: int
    service: Service
    """Where it is stopped, its connections and messages are lost."""

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def publish_address(self) -> str:
        return f"http://127.0.0.1:{self.publish_port}/publish"


@contextmanager
def proxy(folder: Path, site_port: int, files: int = 1024) -> Iterator[Proxy]:
    (folder := folder / "nginx").mkdir()
    port, publish_port, log = free_port(), free_port(), folder / "error.log"
    shipped = ROOT / "deploy" / "nginx" / "fanout"
    publish = (shipped / "http.conf").read_text("utf-8")
    assert SHIPPED_PORT in publish
    (folder / "publish.conf").write_text(publish.replace(SHIPPED_PORT, f"127.0.0.1:{publish_port}"), "utf-8")
    configuration = CONFIGURATION.format(
        module=system.need("libnginx-mod-nchan"),
        user="user root;" if os.geteuid() == 0 else "",
        folder=folder,
        shipped=shipped,
        port=port,
        site=site_port,
        files=files,
    )
    (folder / "nginx.conf").write_text(configuration, "utf-8")
    command = [system.need("nginx"), "-e", str(log), "-c", str(folder / "nginx.conf")]
    with servers.running(command, servers.listens(publish_port), log) as service:
        yield Proxy(port, publish_port, service)
