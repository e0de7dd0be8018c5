"""Serves the production build: ``python -m starbond_site.serve``.

Builds the frontend only when something that goes into it has changed, prepares the database, and hands over to Reflex's
own server.
"""

import hashlib
import os
import re
import sys
import time
from collections.abc import Iterator

from pydantic import ValidationError

from starbond_site import logs
from starbond_site.reflex_adapter import serving
from starbond_site.reflex_adapter.build import steps
from starbond_site.settings import settings
from starbond_site.site_files import weight

ROOT = serving.ROOT
STAMP = serving.WORKING / "built.sha256"
INPUTS = ("starbond_site", "assets", "reflex.lock", "rxconfig.py", "requirements.txt")
GENERATED = {"__pycache__", "external"}
"""What Python and Reflex write below the inputs."""
NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{8}\.\w+$")
BUILD_SETTINGS = ("PORT", "STARBOND_URL", "STARBOND_MAX_UPLOAD_MB", "STARBOND_BUILD")
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


def build() -> bool:
    """Build the frontend if something changed; return whether it was built."""
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text() == wanted and (serving.STATIC / "index.html").exists():
        return False
    _say("Building the site ...")
    started = time.monotonic()
    serving.export()
    if settings().build == steps.FULL:
        weight.check(serving.STATIC)
    STAMP.write_text(wanted)
    _say(f"Built in {time.monotonic() - started:.1f} s.")
    return True


def main() -> None:
    """Prepare and serve.

    ``--upgrade-only`` and ``--build-only`` stop after that step; ``--as-built`` serves what is built, whatever it was
    built for.
    """
    os.chdir(ROOT)
    try:
        settings()
    except ValidationError as error:
        sys.exit("\n".join(_setting_problems(error)))
    logs.configure(settings().logs)
    from starbond_site import content

    if problems := content.problems():
        sys.exit("\n".join(problems))

    from starbond_site.documents import archive
    from starbond_site.documents.database import DatabaseProblem

    if "--build-only" not in sys.argv:
        try:
            # Closed again: the server forks its workers, and they would share a connection.
            archive.connect(settings()).close()
        except DatabaseProblem as problem:
            sys.exit(str(problem))
    if "--upgrade-only" in sys.argv:
        return
    if "--as-built" not in sys.argv:
        build()
    if "--build-only" in sys.argv:
        return
    _say(f"Serving {settings().public_url}")
    serving.serve(settings().listen_address, settings().port)


def _setting_problems(error: ValidationError) -> Iterator[str]:
    """Yield one sentence per mistake; never a value, which may be secret."""
    for mistake in error.errors(include_input=False, include_url=False):
        names = [str(name) if str(name).isupper() else f"STARBOND_{name}".upper() for name in mistake["loc"]]
        yield ": ".join([*names, mistake["msg"].removeprefix("Value error, ")])


def _say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    main()
