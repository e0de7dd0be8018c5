"""The site as a company runs it: two instances behind nginx, with PostgreSQL, Redis and an S3 storage."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import boto3

from tests.faults import disks, proxy, services
from tests.faults.disks import Disk
from tests.faults.proxy import Proxy
from tests.faults.servers import Service
from tests.serving import Server, free_port, serving

BUCKET = "documents"


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
    disk: Disk | None
    """File system of the files that the first instance receives; only where this process may mount one."""


@contextmanager
def running(folder: Path, workers: Sequence[int] = (2, 2)) -> Iterator[Stack]:
    """Run everything on free ports; everyone may publish, and the instances start together on an empty database.

    Args:
        folder: of logs, of files in transfer, and of the storage.
        workers: of each instance.
    """
    ports = [free_port() for _ in workers]
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
            "STARBOND_URL": configured.url, "STARBOND_DATABASE_URL": database.url,
            "STARBOND_STORAGE": f"s3://{BUCKET}/site", "REFLEX_REDIS_URL": redis.url,
            "REFLEX_TRUSTED_PROXY_HOPS": "1", "STARBOND_UPLOADS": "open", **storage.variables,
        }  # fmt: skip
        disk = stack.enter_context(disks.mounted(folder / f"instance-{ports[0]}" / "data")) if disks.CAN_MOUNT else None
        sites = [
            serving(_made(folder / f"instance-{port}"), port, **shared, GRANIAN_WORKERS=str(count))
            for port, count in zip(ports, workers, strict=True)
        ]

        def start(site: AbstractContextManager[Server]) -> Server:
            return stack.enter_context(site)

        with ThreadPoolExecutor() as pool:
            instances = tuple(pool.map(start, sites))
        nginx = stack.enter_context(proxy.served(configured))
        parts = database.service, redis.service, storage.service
        yield Stack(configured, nginx, instances, *parts, shared, disk)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
