"""PostgreSQL, Redis and Swift on free ports of this machine, which tests stop, freeze and start again."""

import getpass
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults import servers, swift_server
from tests.faults.servers import Service

PYTHON = "/usr/bin/python3"
"""The system's own, for which Debian installs Swift."""


@dataclass(frozen=True)
class Outside:
    """A running service, and the settings with which a site or a client finds it."""

    service: Service
    url: str
    variables: dict[str, str] = field(default_factory=dict)
    """Variables that boto3 reads."""


@contextmanager
def postgresql() -> Iterator[Outside]:
    """Run PostgreSQL with an empty database ``postgres`` of the user ``site``."""
    programs = Path(servers.need("/usr/lib/postgresql/*/bin/initdb", "postgresql")).parent
    # PostgreSQL refuses to run as root, and must own its folder.
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="starbond-postgresql-"))
    if user:
        shutil.chown(folder, user)
    data, port = folder / "data", servers.free_port()
    make = [str(programs / "initdb"), "-D", str(data), "-U", "site", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(make, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)
    command = [str(programs / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"]
    ask = [str(programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-q", "-t", "2"]
    log = folder.with_suffix(".log")
    service = Service(command, lambda: subprocess.run(ask, check=False).returncode == 0, log, user)
    with service.running():
        yield Outside(service, f"postgresql://site@127.0.0.1:{port}/postgres")
    shutil.rmtree(folder)
    log.unlink()


@contextmanager
def redis(folder: Path) -> Iterator[Outside]:
    """Run Redis; it forgets everything when it stops."""
    port = servers.free_port()
    program = servers.need("redis-server", "redis-server")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    service = Service(command, servers.listens(port), folder / "redis.log")
    with service.running():
        yield Outside(service, f"redis://127.0.0.1:{port}")


@contextmanager
def swift(folder: Path) -> Iterator[Outside]:
    """Run Swift with its S3 interface; the service is the proxy, which alone is asked."""
    servers.need("/usr/lib/python3/dist-packages/swift", "python3-swift")
    ports = {name: servers.free_port() for name in swift_server.SERVERS}
    swift_server.write_settings(folder, ports, getpass.getuser())
    program = [PYTHON, str(Path(swift_server.__file__).absolute()), str(folder)]
    subprocess.run([*program, "rings", *map(str, ports.values())], check=True, cwd="/")
    address = f"http://127.0.0.1:{ports['proxy']}"
    variables = {
        "AWS_ENDPOINT_URL": address,
        "AWS_ACCESS_KEY_ID": swift_server.KEY,
        "AWS_SECRET_ACCESS_KEY": swift_server.SECRET,
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    all_of_it = {
        name: Service([*program, name], servers.listens(port), folder / f"{name}.log") for name, port in ports.items()
    }
    with ExitStack() as stack:
        for service in all_of_it.values():
            stack.enter_context(service.running())
        yield Outside(all_of_it["proxy"], address, variables)
