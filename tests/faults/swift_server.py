"""A minimal OpenStack Swift with its S3 interface: one device, one replica, four processes of Debian's python3-swift.

Run by the system's Python, which has Swift: ``python3 swift_server.py FOLDER SERVER`` serves one of the four.
"""

import sys
from pathlib import Path

SERVERS = ("account", "container", "object", "proxy")
KEY, SECRET = "test:tester", "testing"
PIPELINE = "catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo proxy-server"
FILTERS = dict.fromkeys(PIPELINE.split()[:-1], "") | {
    # tempauth needs the name of a cache, and works without one.
    "cache": "memcache_servers = 127.0.0.1:9",
    "s3api": "location = us-east-1\nallow_multipart_uploads = true\ns3_acl = false\ncheck_bucket_owner = false",
    "tempauth": f"user_{KEY.replace(':', '_')} = {SECRET} .admin",
}
EGGS = {"cache": "memcache"}


def write_settings(folder: Path, ports: dict[str, int], user: str) -> None:
    (folder / "devices" / "one").mkdir(parents=True)
    (folder / "swift.conf").write_text("[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n")
    for server in SERVERS:
        common = {
            "bind_ip": "127.0.0.1", "bind_port": ports[server], "swift_dir": folder, "devices": folder / "devices",
            "mount_check": "false", "workers": 0, "user": user, "log_address": folder / "nowhere",
        }  # fmt: skip
        sections = {"DEFAULT": "\n".join(f"{name} = {value}" for name, value in common.items())}
        if server == "proxy":
            sections["pipeline:main"] = f"pipeline = {PIPELINE}"
            sections |= {
                f"filter:{name}": f"use = egg:swift#{EGGS.get(name, name)}\n{more}" for name, more in FILTERS.items()
            }
            sections["app:proxy-server"] = "use = egg:swift#proxy\naccount_autocreate = true"
        else:
            sections["pipeline:main"] = f"pipeline = {server}-server"
            sections[f"app:{server}-server"] = f"use = egg:swift#{server}"
        text = "\n".join(f"[{name}]\n{words}\n" for name, words in sections.items())
        (folder / f"{server}.conf").write_text(text)


def make_rings(folder: Path, ports: dict[str, int]) -> None:
    from swift.common.ring import RingBuilder  # pyright: ignore[reportMissingImports]

    for server in SERVERS[:3]:
        builder = RingBuilder(4, 1, 0)
        place = {"ip": "127.0.0.1", "port": ports[server], "device": "one", "region": 1, "zone": 1, "weight": 1}
        builder.add_dev(place | {"meta": "", "replication_ip": "127.0.0.1", "replication_port": ports[server]})
        builder.rebalance()
        builder.get_ring().save(str(folder / f"{server}.ring.gz"))


def serve(folder: Path, server: str) -> int:
    from swift.common import utils  # pyright: ignore[reportMissingImports]

    # Swift has this path built in, and reads it at the first import of the policies.
    utils.SWIFT_CONF_FILE = str(folder / "swift.conf")
    from swift.common.wsgi import run_wsgi  # pyright: ignore[reportMissingImports]

    return run_wsgi(str(folder / f"{server}.conf"), f"{server}-server", verbose=True)


if __name__ == "__main__":
    FOLDER, SERVER, *PORTS = sys.argv[1:]
    if SERVER == "rings":
        sys.exit(make_rings(Path(FOLDER), dict(zip(SERVERS, map(int, PORTS), strict=True))))
    sys.exit(serve(Path(FOLDER), SERVER))
