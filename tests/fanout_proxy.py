"""nginx with Nchan before a site, with the shipped parts of its configuration."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults import servers
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
        listen {address}:{port} backlog=4096;
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


@dataclass
class Proxy:
    folder: Path
    port: int
    publish_port: int
    site_port: int
    address: str = "127.0.0.1"
    files: int = 1024
    process: servers.Service | None = None
    _running: ExitStack = field(default_factory=ExitStack)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def publish_address(self) -> str:
        return f"http://127.0.0.1:{self.publish_port}/publish"

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        shipped = ROOT / "deploy" / "nginx" / "fanout"
        publish = (shipped / "http.conf").read_text("utf-8")
        assert SHIPPED_PORT in publish
        own_port = f"127.0.0.1:{self.publish_port}"
        (self.folder / "publish.conf").write_text(publish.replace(SHIPPED_PORT, own_port), "utf-8")
        configuration = CONFIGURATION.format(
            module=servers.need("/usr/lib/nginx/modules/ngx_nchan_module.so", "libnginx-mod-nchan"),
            user="user root;" if os.geteuid() == 0 else "",
            folder=self.folder,
            shipped=shipped,
            address=self.address,
            port=self.port,
            site=self.site_port,
            files=self.files,
        )
        (self.folder / "nginx.conf").write_text(configuration, "utf-8")
        command = [servers.need("nginx", "nginx"), "-e", str(self.folder / "error.log")]
        command += ["-c", str(self.folder / "nginx.conf")]
        running = servers.running(command, servers.listens(self.publish_port), self.folder / "error.log")
        self.process = self._running.enter_context(running)

    def stop(self) -> None:
        """End nginx; its connections and messages are lost."""
        self._running.close()


@contextmanager
def proxy(folder: Path, site_port: int, **options: object) -> Iterator[Proxy]:
    made = Proxy(folder / "nginx", free_port(), free_port(), site_port, **options)  # type: ignore[arg-type]
    made.start()
    try:
        yield made
    finally:
        made.stop()
