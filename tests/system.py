"""What the tests need of the system, in one list; what is missing is installed, or named, before the first part.

``make test`` runs it with the system's own Python, before there is an environment: ``python3 -m tests.system rules``
looks for what one part of ``tests/__main__.py`` needs.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

BROWSER = ("journeys", "another-company", "plain")
PARTS = ("build", "rules", "journeys", "faults", "another-company", "plain")
PLACES = ("/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/lib/postgresql/*/bin")
"""Where Debian puts servers: on the path of nobody but root, or of nobody."""
INSTALL = ("apt-get", "install", "--no-install-recommends")


@dataclass(frozen=True)
class Needed:
    """What a package of Debian brings: names of a program, or patterns of a path; one of them is enough."""

    package: str
    brings: tuple[str, ...]
    parts: tuple[str, ...]

    @property
    def path(self) -> str | None:
        return next(filter(None, map(_path, self.brings)), None)


NEEDED = (
    Needed("python3-venv", (f"{sysconfig.get_path('stdlib')}/ensurepip",), PARTS),
    Needed("openssl", ("openssl",), ("rules", "faults")),
    Needed("curl", ("curl",), ("rules",)),
    Needed("unzip", ("unzip",), ("rules",)),
    # Of the Node that Playwright brings.
    Needed("libatomic1", ("/usr/lib/*/libatomic.so.1", "/usr/lib*/libatomic.so.1"), BROWSER),
    Needed("chromium", (os.environ.get("CHROMIUM", "chromium"), "chromium-browser"), BROWSER),
    Needed("firefox-esr", ("firefox-esr", "firefox"), ("journeys",)),
    Needed("webkit2gtk-driver", ("WebKitWebDriver",), ("journeys",)),
    Needed("xvfb", ("Xvfb",), ("journeys",)),
    Needed("python3-gi", ("/usr/lib/python3/dist-packages/gi",), ("journeys",)),
    Needed("gir1.2-webkit2-4.1", ("/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib",), ("journeys",)),
    Needed("nginx", ("nginx",), ("journeys", "faults", "plain")),
    Needed("libnginx-mod-nchan", ("/usr/lib*/nginx/modules/ngx_nchan_module.so",), ("journeys", "faults", "plain")),
    Needed("redis-server", ("redis-server",), ("faults",)),
    Needed("postgresql", ("initdb",), ("faults",)),
    Needed("python3-swift", ("/usr/lib/python3/dist-packages/swift",), ("faults",)),
    Needed("clamav-daemon", ("clamd",), ("faults",)),
    Needed("faketime", ("/usr/lib/*/faketime/libfaketime.so.1",), ("faults",)),
    Needed("systemd", ("systemd-analyze",), ("faults",)),
)
FASTER = {"chromium": ("chromium-headless-shell",)}
"""What is installed with a package, since it takes less time: nothing needs it."""


def need(package: str) -> str:
    """Return the path of what a package brings.

    Raises:
        FileNotFoundError: it is not installed.
    """
    path = next(one for one in NEEDED if one.package == package).path
    if path is None:
        message = f"the tests need what {package} brings: sudo {shlex.join([*INSTALL, package])}"
        raise FileNotFoundError(message)
    return path


def main(parts: Collection[str]) -> int:
    """Install what some parts lack, and return 0; where that cannot be, say what is missing and what it stops."""
    if (packages := missing(parts)) and (as_root := _as_root()) is not None:
        _install(as_root, packages)
    if not missing(parts):
        return 0
    print(sentence(parts), file=sys.stderr)
    return os.EX_UNAVAILABLE


def part(name: str) -> str:
    """Return a name given on a command line; argparse's `choices` refuse an empty list before Python 3.11.7.

    Raises:
        argparse.ArgumentTypeError: no part is called so.
    """
    if name not in PARTS:
        message = f"{name} is none of {', '.join(PARTS)}"
        raise argparse.ArgumentTypeError(message)
    return name


def _path(brought: str) -> str | None:
    if "/" in brought:
        return max(map(str, Path("/").glob(brought.lstrip("/"))), default=None)
    places = [str(place) for pattern in PLACES for place in Path("/").glob(pattern.lstrip("/"))]
    return shutil.which(brought, path=os.pathsep.join([*os.get_exec_path(), *places]))


def missing(parts: Collection[str]) -> list[str]:
    """Return the packages that some parts lack, with what is installed beside them."""
    packages = [one.package for one in NEEDED if one.path is None and not set(parts).isdisjoint(one.parts)]
    return [name for package in packages for name in (package, *FASTER.get(package, ()))]


def _as_root() -> list[str] | None:
    """Return what makes a command root's; None where nobody may install a package of Debian without being asked."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    as_root = ["sudo", "-n"]
    asked = shutil.which("sudo") and subprocess.run([*as_root, "true"], capture_output=True, check=False)
    return as_root if asked and asked.returncode == 0 else None


def _install(as_root: list[str], packages: list[str]) -> None:
    print("Installing what the tests need of the system:", *packages, flush=True)
    # RUNLEVEL=1 keeps Debian from starting the services; whoever installs something at the moment is waited for.
    calm = ["env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1"]
    for step in (["apt-get", "update"], [*INSTALL, "--yes", *packages]):
        command = [*as_root, *calm, *step, "-qq", "-o", "DPkg::Lock::Timeout=120"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            print(done.stdout[-2000:], file=sys.stderr)
            return


def sentence(parts: Collection[str]) -> str:
    """Return what to install, which parts do not run without it, and how to run the others."""
    lacks = {part: missing([part]) for part in parts}
    stopped = "; ".join(f"{part} ({', '.join(packages)})" for part, packages in lacks.items() if packages)
    others = " ".join(part for part, packages in lacks.items() if not packages)
    run = f'; `make test PARTS="{others}"` runs the others' if others else ""
    command = shlex.join([*INSTALL, *missing(parts)])
    return f"Install what is missing with `sudo {command}`; these parts do not run without it: {stopped}{run}."


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", type=part, help="without one, all of them")
    sys.exit(main(parser.parse_args().parts or PARTS))
