"""Serves the production build: ``python -m starbond_site.serve``.

Serves releases, which are copies of the working copy: each is built beside the one that is served, only when something
that goes into the frontend has changed, and takes its place when it answers. Reflex's own server serves a release.
"""

import argparse
import hashlib
import os
import re
import sys
import time
from contextlib import closing, suppress

from sqlalchemy.exc import SQLAlchemyError

from starbond_site.operations import OperationError, say
from starbond_site.presentation.site_files import offline, typefaces, weight
from starbond_site.reflex_adapter import serving
from starbond_site.reflex_adapter.build import steps
from starbond_site.shared import logs, processes
from starbond_site.shared.settings import settings

ROOT = serving.ROOT
STAMP = serving.STAMP
INPUTS = ("starbond_site", "assets", "reflex.lock", "rxconfig.py", "requirements.txt")
GENERATED = {"__pycache__", "external"}
"""Folders that Python and Reflex write below the inputs."""
NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{8}\.\w+$")
FLAGS = {
    "--upgrade-only": "create the database or take it to this version, and end",
    "--build-only": "build here what has changed, and end",
    "--as-built": "serve what is built here, whatever it was built for",
}
DESCRIPTION = "Serves the production build: builds a release where files have changed, and serves the newest."
SETTINGS = "Settings are variables of the environment, such as PORT=8080: docs/settings.md."
BUILD_SETTINGS = ("PORT", "STARBOND_URL", "STARBOND_MAX_UPLOAD_MB", "STARBOND_OFFLINE", "STARBOND_BUILD")
"""Settings whose value stands in the built pages."""


def fingerprint() -> str:
    """Return a hash over every file and setting that the built frontend depends on.

    The whole package counts: pages take texts, limits and addresses from every part of it. Files count by their
    content, so that a checkout of the same files is not built again; those whose name holds a hash count by name, since
    reading 60 MB of pictures at every start would take longer than it is worth.
    """
    digest = hashlib.sha256(sys.version.encode())
    digest.update("\0".join(os.environ.get(name, "") for name in BUILD_SETTINGS).encode())
    for name in INPUTS:
        path = ROOT / name
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if GENERATED.isdisjoint(file.relative_to(ROOT).parts) and file.is_file():
                content = b"" if NAMED_BY_CONTENT.search(file.name) else file.read_bytes()
                digest.update(f"{file.relative_to(ROOT)}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def is_built(wanted: str) -> bool:
    return STAMP.exists() and STAMP.read_text() == wanted and (serving.STATIC / "index.html").exists()


def build() -> bool:
    """Build the frontend if something changed; return whether it was built."""
    wanted = fingerprint()
    if is_built(wanted):
        return False
    say("Building the site: compiling its pages and bundling the frontend, about 40 seconds on two cores ...")
    started = time.monotonic()
    serving.export()
    found = typefaces.warnings()
    if settings().build == steps.FULL:
        found += weight.warnings(serving.STATIC)
        found += offline.warnings(serving.STATIC) if settings().offline else []
    serving.WARNINGS.write_text("\n".join(found), "utf-8")
    for sentence in found:
        say(f"Warning: {sentence}")
    STAMP.write_text(wanted)
    say(f"Built in {time.monotonic() - started:.1f} s.")
    return True


def main() -> None:
    """Do what the flag says; without one serve a release (`operations.releases`), until another is deployed."""
    parser = argparse.ArgumentParser(prog="python -m starbond_site.serve", description=DESCRIPTION, epilog=SETTINGS)
    one = parser.add_mutually_exclusive_group()
    for flag, what in FLAGS.items():
        one.add_argument(flag, dest="flag", action="store_const", const=flag, help=what)
    flag = parser.parse_args().flag
    os.chdir(ROOT)
    processes.keep_files_private()
    logs.configure(settings().logs)
    if flag is None:
        _supervise()

    from starbond_site import content

    if problems := content.problems():
        sys.exit("\n".join(problems))
    if flag == "--build-only":
        build()
        return
    _prepare_database()
    if flag == "--upgrade-only":
        return
    if sentences := serving.warnings_of(ROOT):
        logs.get_logger("starbond_site.serve").warning("build_warning", found="; ".join(sentences))
    say(f"Serving {settings().public_url}")
    serving.serve(settings().listen_address, settings().port)


def _prepare_database() -> None:
    """Migrate the database, and make the key of receipts; exit with a sentence where that is impossible."""
    from starbond_site.documents import archive, signing
    from starbond_site.documents.database import DatabaseProblem

    try:
        # Closed again: the server forks its workers, and they would share a connection.
        with closing(archive.connect(settings())) as opened, suppress(SQLAlchemyError):
            # A database that is too busy now gets its key with the first receipt.
            signing.current(opened)
    except DatabaseProblem as problem:
        sys.exit(str(problem))


def _supervise() -> None:
    """Become the supervisor of the current release; in a working copy, make one first, or beside it where that is old.

    The site is up at once with what was served last, also when the working copy has a mistake.
    """
    from starbond_site.operations import deploy, supervisor
    from starbond_site.operations.releases import Releases

    releases = Releases.of(ROOT)
    # Relative to the working copy, also for a server that runs in a release.
    os.environ["STARBOND_DATA_DIR"] = str(releases.source_of(ROOT) / settings().data_dir)
    built_with = {name: os.environ.get(name, "") for name in BUILD_SETTINGS}
    deployment: list[str] = []
    try:
        if not releases.holds(ROOT):
            if releases.current is None:
                deploy.deploy(ROOT, say)
            elif not supervisor.servers(releases) and serving.stamp_of(releases.current).read_text() != fingerprint():
                say("The files have changed. What was served last is served until the changed site is built.")
                deployment = [sys.executable, "-m", "starbond_site.admin", "deploy"]
    except OperationError as error:
        say(str(error))
        sys.exit(1)
    # A process of its own, which has imported nothing of the site.
    address = settings().listen_address, settings().port
    command = supervisor.command(releases.folder, *address, built_with, deployment)
    os.execv(command[0], command)  # noqa: S606


if __name__ == "__main__":
    main()
