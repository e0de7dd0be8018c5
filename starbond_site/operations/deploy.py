"""Deploys a working copy: checked, copied, built beside what is served, and swapped in one step."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from starbond_site import content
from starbond_site.operations import OperationError
from starbond_site.operations.releases import CURRENT, ENVIRONMENT, NEXT, Releases, share_hashed_files
from starbond_site.operations.supervisor import START_SECONDS, servers
from starbond_site.reflex_adapter import serving


def deploy(source: Path, say: Callable[[str], None], environment: Path | None = None) -> Path:
    """Make a release of a working copy and let the running servers serve it; return its folder.

    Raises:
        OperationError: the content or the build has a mistake, or the release does not start; what is served stays.
    """
    releases = Releases.of(source)
    if releases.holds(source):
        raise OperationError("This is a release. Run the deployment in the working copy that it was made from.")
    if problems := content.problems():
        raise OperationError("\n".join([*problems, "Nothing was changed; the site goes on as it is."]))
    with releases.locked():
        running = servers(releases)
        releases.tidy(releases.current, *(releases.folder / Path(state["home"]).name for state in running))
        say("Copying the working copy ...")
        release = releases.copy(source, environment)
        try:
            say("Building beside the site: pages and frontend, about 40 seconds on two cores ...")
            _build(release, running[0]["built_with"] if running else {})
            for sentence in serving.warnings_of(release):
                say(f"Warning: {sentence}")
            say(
                "Replacing what is served ..."
                if running
                else "No server of this folder runs: its next start serves it."
            )
            switch(releases, release)
        except BaseException:
            shutil.rmtree(release, ignore_errors=True)
            raise
    return release


def switch(releases: Releases, release: Path) -> None:
    """Let every running server serve a release, and the next start too.

    Raises:
        OperationError: a server could not start it; all of them serve what they served before.
    """
    before = releases.current
    if before and before != release:
        share_hashed_files(before, release)
    try:
        releases.link(NEXT, release)
        _signal_and_wait(releases, release)
    except OperationError:
        if before:
            releases.link(NEXT, before)
            with contextlib.suppress(OperationError):
                _signal_and_wait(releases, before)
        raise
    else:
        releases.link(CURRENT, release)
    finally:
        (releases.folder / NEXT).unlink(missing_ok=True)


def _build(release: Path, settings: dict[str, str]) -> None:
    """Build the pages of a release with its own code.

    Raises:
        OperationError: the build failed; the message has its last lines.
    """
    ours = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "REFLEX_WEB_WORKDIR"}}
    command = [release / ENVIRONMENT / "bin" / "python", "-m", "starbond_site.serve", "--build-only"]
    done = subprocess.run(
        command,
        cwd=release,
        env=ours | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        last = "\n".join(done.stdout.splitlines()[-30:])
        raise OperationError(f"{last}\nThe build failed. Nothing was changed; the site goes on as it is.")
    # 200 MB that only the build needs.
    shutil.rmtree(serving.static_of(release).parents[1] / "node_modules", ignore_errors=True)


def _signal_and_wait(releases: Releases, release: Path) -> None:
    """Signal every running server, and wait until it serves a release.

    Raises:
        OperationError: one does not.
    """
    waiting = {state["pid"] for state in servers(releases)}
    for pid in waiting:
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGHUP)
    deadline = time.monotonic() + START_SECONDS + 10
    while waiting:
        states = {state["pid"]: state for state in servers(releases)}
        waiting = {pid for pid in waiting if pid in states and states[pid]["release"] != release.name}
        failed = [states[pid]["problem"] for pid in waiting if f" {release.name} " in states[pid]["problem"]]
        if failed or (waiting and time.monotonic() > deadline):
            raise OperationError(f"{failed[0] if failed else 'A server does not react.'} The site goes on as it was.")
        time.sleep(0.1)
