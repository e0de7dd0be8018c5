"""PostgreSQL, Redis and Swift on free ports of this machine, which tests stop, freeze and start again."""

import getpass
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import psycopg

from tests import system
from tests.faults import servers, swift_server
from tests.faults.servers import Service
from tests.serving import free_port

MIGRATED = "migrated"
"""The database of the tests that is copied: empty, with the newest schema."""
EMPTY = """
DO $$ DECLARE named text; BEGIN
    FOR named IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
        AND tablename NOT IN ('alembic_version', 'listversion') LOOP
        EXECUTE format('DELETE FROM %I', named);
    END LOOP;
    FOR named IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART', named);
    END LOOP;
    UPDATE listversion SET version = 0;
END $$
"""
"""Whoever replicates is not held up by the trigger that lets the audit only grow."""
PYTHON = "/usr/bin/python3"
"""The system's own, for which Debian installs Swift."""


@dataclass(frozen=True)
class Outside:
    """A running service, and the settings with which a site or a client finds it."""

    service: Service
    url: str
    variables: dict[str, str] = field(default_factory=dict)


def new_database(server: str, name: str = "", template: str = "template1") -> str:
    """Make a database on a server of PostgreSQL, a copy of another one; return its address."""
    name = name or f"site_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    return f"{server.rpartition('/')[0]}/{name}"


def emptied(address: str) -> str:
    """Empty a migrated database, which takes a hundredth of the time that a new one takes; return its address."""
    with psycopg.connect(address, options="-c lock_timeout=10s -c session_replication_role=replica") as connection:
        connection.execute(EMPTY)
    return address


@contextmanager
def postgresql() -> Iterator[Outside]:
    """Run PostgreSQL with an empty database ``postgres`` of the user ``site``."""
    # One program may be a link on the path, without its neighbours.
    programs = Path(system.need("postgresql")).resolve().parent
    # PostgreSQL refuses to run as root, and must own its folder.
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="starbond-postgresql-"))
    if user:
        shutil.chown(folder, user)
    data, port = folder / "data", free_port()
    make = [str(programs / "initdb"), "-D", str(data), "-U", "site", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(make, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)
    command = [str(programs / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"]
    # The machine does not fail, only the server: what it wrote needs not be on the disk.
    command += ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200"]
    ask = [str(programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-q", "-t", "2"]
    log = folder.with_suffix(".log")
    service = Service(command, lambda: subprocess.run(ask, check=False).returncode == 0, log, user)
    with service.running():
        yield Outside(service, f"postgresql://site@127.0.0.1:{port}/postgres")
        # At once, whoever is still connected.
        service.thaw()
        service.stop(signal.SIGQUIT)
    shutil.rmtree(folder)
    log.unlink()


@contextmanager
def redis(folder: Path) -> Iterator[Outside]:
    """Run Redis; it forgets everything when it stops."""
    port = free_port()
    program = system.need("redis-server")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    service = Service(command, servers.listens(port), folder / "redis.log")
    with service.running():
        yield Outside(service, f"redis://127.0.0.1:{port}")


@contextmanager
def swift(folder: Path) -> Iterator[Outside]:
    """Run Swift with its S3 interface; the service is the proxy, which alone is asked."""
    system.need("python3-swift")
    ports = {name: free_port(in_a_row=2) for name in swift_server.SERVERS}
    swift_server.write_settings(folder, ports, getpass.getuser())
    program = [PYTHON, str(Path(swift_server.__file__).absolute()), str(folder)]
    subprocess.run([*program, "rings", *map(str, ports.values())], check=True, cwd="/")
    address = f"http://127.0.0.1:{ports['proxy']}"
    variables = {
        "AWS_ENDPOINT_URL": address, "AWS_ACCESS_KEY_ID": swift_server.KEY,
        "AWS_SECRET_ACCESS_KEY": swift_server.SECRET, "AWS_DEFAULT_REGION": "us-east-1",
    }  # fmt: skip
    all_of_it = {
        name: Service([*program, name], servers.listens(port), folder / f"{name}.log") for name, port in ports.items()
    }
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        list(pool.map(lambda service: stack.enter_context(service.running()), all_of_it.values()))
        yield Outside(all_of_it["proxy"], address, variables)
