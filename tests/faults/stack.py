"""The site as a company runs it: two instances behind nginx, with PostgreSQL, Redis and an S3 storage."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import boto3

from tests.faults import disks, proxy, services
from tests.faults.disks import Disk
from tests.faults.proxy import Proxy
from tests.faults.servers import Service
from tests.serving import Server, free_port, serving

BUCKET = "documents"
KEY = "a key for the stack ক"


@dataclass(frozen=True)
class Stack:
    """Everything that runs; each part can be stopped, frozen and started again."""

    proxy: Proxy
    nginx: Service
    instances: tuple[Server, ...]
    database: Service
    redis: Service
    storage: Service
    settings: dict[str, str]
    """Environment that all instances share."""
    disk: Disk | None
    """File system of the files that the first instance receives; only where this process may mount one."""

    @property
    def url(self) -> str:
        """Address of the site for visitors."""
        return self.proxy.url


@contextmanager
def running(folder: Path, instances: int = 2, workers: int = 2, **settings: str) -> Iterator[Stack]:
    """Run everything on free ports.

    Args:
        folder: of logs, of files in transfer, and of the storage.
        instances: of the site.
        workers: of each instance.
        settings: further ones of the environment; publishing asks for `KEY` unless they say otherwise.
    """
    ports = [free_port() for _ in range(instances)]
    with ExitStack() as stack:
        database = stack.enter_context(services.postgresql())
        redis = stack.enter_context(services.redis(_made(folder / "redis")))
        storage = stack.enter_context(services.swift(_made(folder / "swift")))
        boto3.client(
            "s3",
            endpoint_url=storage.url,
            aws_access_key_id=storage.variables["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=storage.variables["AWS_SECRET_ACCESS_KEY"],
            region_name=storage.variables["AWS_DEFAULT_REGION"],
        ).create_bucket(Bucket=BUCKET)
        configured = proxy.configured(_made(folder / "nginx"), ports)
        shared = {
            "STARBOND_URL": configured.url,
            "STARBOND_DATABASE_URL": database.url,
            "STARBOND_STORAGE": f"s3://{BUCKET}/site",
            "REFLEX_REDIS_URL": redis.url,
            "REFLEX_TRUSTED_PROXY_HOPS": "1",
            "GRANIAN_WORKERS": str(workers),
            **storage.variables,
            **({} if "STARBOND_UPLOADS" in settings else {"STARBOND_UPLOAD_KEY": KEY}),
            **settings,
        }
        disk = stack.enter_context(disks.mounted(folder / f"instance-{ports[0]}" / "data")) if disks.CAN_MOUNT else None
        servers = tuple(
            stack.enter_context(serving(_made(folder / f"instance-{port}"), port, **shared)) for port in ports
        )
        nginx = stack.enter_context(proxy.served(configured))
        yield Stack(configured, nginx, servers, database.service, redis.service, storage.service, shared, disk)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
