"""Servers that several tests share."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import servers


@pytest.fixture
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, as the site does."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Return the address of a PostgreSQL server for this session."""
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
    ask = [str(programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-q"]
    log = folder.with_suffix(".log")
    with servers.running(command, lambda: subprocess.run(ask, check=False).returncode == 0, log, user):
        yield f"postgresql://site@127.0.0.1:{port}/postgres"
    shutil.rmtree(folder)
    log.unlink()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    """Return the address of a Redis server for this session."""
    port = servers.free_port()
    program = servers.need("redis-server", "redis-server")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    with servers.running(command, servers.listens(port), tmp_path / "redis.log"):
        yield f"redis://127.0.0.1:{port}"
