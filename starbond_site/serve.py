"""Serves the production build: ``python -m starbond_site.serve``.

Builds the frontend only when something that goes into it has changed, prepares the database, and hands over to Reflex's
own server. ``reflex run --env prod`` would build anew at every start (9 s).
"""

import hashlib
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILT = Path(os.environ.get("REFLEX_WEB_WORKDIR", ROOT / ".web"))
STAMP = BUILT / "built.sha256"
INPUTS = ("starbond_site", "assets", "reflex.lock", "rxconfig.py", "requirements.txt")
BACKEND_ONLY = {"documents", "contact", "newsletter", "web", "admin.py", "serve.py", "__pycache__", "external"}
"""What lies below the inputs and never reaches the built frontend."""
NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{8}\.\w+$")
BUILD_SETTINGS = ("PORT", "STARBOND_URL")


def fingerprint() -> str:
    """Return a hash over every file and setting that the built frontend depends on.

    Files count by their content, so that a checkout or a copy of the same files is not built again; those whose name
    holds a hash count by name: reading 60 MB of pictures at every start would cost more than it is worth.
    """
    digest = hashlib.sha256(sys.version.encode())
    digest.update("\0".join(os.environ.get(name, "") for name in BUILD_SETTINGS).encode())
    for name in INPUTS:
        path = ROOT / name
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if BACKEND_ONLY.isdisjoint(file.relative_to(ROOT).parts) and file.is_file():
                content = b"" if NAMED_BY_CONTENT.search(file.name) else file.read_bytes()
                digest.update(f"{file.relative_to(ROOT)}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def build() -> bool:
    """Build the frontend if something changed; return whether it was built."""
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text() == wanted and (BUILT / "build" / "client" / "index.html").exists():
        return False
    _say("Building the site ...")
    started = time.monotonic()
    _reflex("export", "--frontend-only", "--no-zip")
    from starbond_site.reflex_adapter.build import weight

    weight.check(BUILT / "build" / "client")
    STAMP.write_text(wanted)
    _say(f"Built in {time.monotonic() - started:.1f} s.")
    return True


def main() -> None:
    """Prepare and serve.

    ``--upgrade-only`` and ``--build-only`` stop after that step; ``--as-built`` serves what is built, whatever it was
    built for.
    """
    os.chdir(ROOT)
    from starbond_site import content

    if problems := content.problems():
        sys.exit("\n".join(problems))

    from starbond_site.documents import archive
    from starbond_site.settings import settings

    if "--build-only" not in sys.argv:
        archive.default()
    if "--upgrade-only" in sys.argv:
        return
    if "--as-built" not in sys.argv:
        build()
    if "--build-only" in sys.argv:
        return
    _say(f"Serving {settings().public_url}")
    _serve("127.0.0.1" if settings().is_local else "0.0.0.0", settings().port)  # noqa: S104


def _serve(host: str, port: int) -> None:
    """Run Reflex's production server on what is built, as ``reflex run --env prod`` does after its build."""
    from reflex_base import constants
    from reflex_base.config import get_config
    from reflex_base.environment import environment

    environment.REFLEX_ENV_MODE.set(constants.Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    get_config()._set_persistent(frontend_port=port, backend_port=port)

    from reflex.utils import exec as server

    server.run_backend_prod(host, port, constants.LogLevel.WARNING, mount_frontend_compiled_app=True)


def _reflex(*arguments: str) -> None:
    environment = os.environ | {"REFLEX_TELEMETRY_ENABLED": "false"}
    subprocess.run([Path(sys.executable).parent / "reflex", *arguments], check=True, cwd=ROOT, env=environment)


def _say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    main()
