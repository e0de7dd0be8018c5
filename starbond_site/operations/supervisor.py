"""Serves a release and replaces it by the next without refusing a request.

The supervisor holds the listening socket and starts the server of a release as a child that accepts from it. On SIGHUP
it starts the release that ``next`` names beside the running one. Once the new server answers, the old one stops
accepting, finishes its requests and ends; visitors' websockets come back to the new one. A release that does not start
changes nothing. A server that dies is started again; meanwhile requests wait in the queue of the socket. A worker that
is stopped, or whose event loop is blocked, is named and left alone: on a busy machine it may only be slow.
"""

import contextlib
import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starbond_site.documents.storage import locks
from starbond_site.operations import OperationError, say
from starbond_site.operations.releases import ENVIRONMENT, FAILED, NEXT, Releases, read_json
from starbond_site.reflex_adapter import serving
from starbond_site.shared.processes import DRAIN, LEAVE, ORPHANED, signal_with_parent

START_SECONDS = 120
DRAIN_SECONDS = 600
"""How long the server of an earlier release may finish its requests: uploads over slow lines take minutes."""
LEAVE_SECONDS = 1
"""How long its answers end the connections that visitors keep, before it stops."""
STOP_SECONDS = 15
DEFER_SECONDS = 5
"""How long the system waits for the first bytes of a connection before a server has to."""
RESTARTS = 5
"""Deaths within `RESTART_SECONDS` after which the supervisor gives up."""
RESTART_SECONDS = 60
FROZEN_SECONDS = 6 * serving.BEAT_SECONDS
"""Silence of a worker after which it is named."""
PIPE_BYTES = 65536
STATES = ".servers"
_SIGNALS = frozenset({signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, DRAIN})


@dataclass
class Instance:
    """A running server of a release."""

    release: Path
    process: subprocess.Popen[bytes]
    ready: int
    """Reading end of a pipe that gets a line when the server answers, and then lines with the ids of its workers."""
    ends_at: float = 0.0
    """When it is killed, once it was told to stop."""
    heard: dict[int, float] = field(default_factory=dict)
    """When each worker said last that its event loop runs, by its id."""
    frozen: list[int] = field(default_factory=list)
    """Workers that live and say nothing."""


@dataclass
class Supervisor:
    """One server on one port."""

    releases: Releases
    host: str
    port: int
    built_with: Mapping[str, str]
    """Settings that stand in built pages, for deployments from a shell that does not have them."""
    deployment: Sequence[str] = ()
    """Command that builds a changed working copy while the site is up."""
    deploying: subprocess.Popen[bytes] | None = None
    running: Instance | None = None
    served: Path | None = None
    """Release whose server has died."""
    draining: list[Instance] = field(default_factory=list)
    deaths: list[float] = field(default_factory=list)
    problem: str = ""

    def run(self) -> int:
        """Serve until SIGINT or SIGTERM; return the exit status.

        Raises:
            OperationError: the address is in use, or no release starts.
        """
        # Blocked signals wait until `_wait` takes them, so that none is lost and none interrupts a step.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        self._lock = self._claim()
        self._listener = listen(self.host, self.port)
        try:
            # Before it serves: a deployment that begins while the first release starts waits for this server too.
            self._write_state()
            self._start_any()
            if self.deployment:
                self.deploying = subprocess.Popen(self.deployment, preexec_fn=_prepare_child)  # noqa: PLW1509
            while (got := self._wait(0.5)) not in (signal.SIGINT, signal.SIGTERM):
                if got == signal.SIGHUP:
                    self._replace()
                if got == DRAIN and self.running:
                    self.running.process.send_signal(DRAIN)
                self._reap()
                self._watch(time.monotonic())
                if not self._restart_if_dead():
                    return 1
            return 0
        finally:
            self._stop()
            self._state_file.unlink(missing_ok=True)

    def _claim(self) -> int:
        """Lock the state file of this port, which tells deployments that the server runs."""
        self._state_file.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(self._state_file.with_suffix(".lock"), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperationError(f"A server of this folder runs on port {self.port} already.") from None
        return lock

    @property
    def _state_file(self) -> Path:
        return self.releases.folder / STATES / f"{self.port}.json"

    def _start_any(self) -> None:
        """Start the current release, or the newest earlier one that starts."""
        current = self.releases.current
        candidates = [current, *(release for release in self.releases.complete() if release != current)]
        for release in filter(None, candidates):
            if self._start(release):
                if release != current:
                    say(f"The current release did not start; an earlier one is served, {release.name}.")
                return
        raise OperationError("No release starts: see the messages above.")

    def _start(self, release: Path) -> bool:
        """Start the server of a release; return whether it answers. It takes the place of the running one."""
        instance = self._launch(release)
        if not self._becomes_ready(instance):
            self._end(instance, 0)
            (release / FAILED).touch()
            self.problem = f"The release {release.name} did not start; its messages are above in the log."
            say(self.problem)
            self._write_state()
            return False
        if self.running:
            # A request on a connection that is closed at the same moment would be lost: its answers say so before.
            self.running.process.send_signal(LEAVE)
            time.sleep(LEAVE_SECONDS)
            self._end(self.running, DRAIN_SECONDS)
        (release / FAILED).unlink(missing_ok=True)
        # A deployment waits for what became of its release, also while the served one is started again.
        if self.running or release != self.served:
            self.problem = ""
        self.running = instance
        self._write_state()
        say(f"Serving the release {release.name}.")
        return True

    def _launch(self, release: Path) -> Instance:
        ready, written = os.pipe()
        os.set_inheritable(written, True)
        for end in (ready, written):  # neither process waits for the other
            os.set_blocking(end, False)
        listener = self._listener.fileno()
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment |= {serving.LISTENER: str(listener), serving.READY: str(written)}
        environment[serving.STATE] = str(self._state_file)
        process = subprocess.Popen(
            [release / ENVIRONMENT / "bin" / "python", "-m", "starbond_site.serve", "--as-built"],
            cwd=release,
            env=environment,
            pass_fds=(listener, written),
            start_new_session=True,
            preexec_fn=_prepare_child,  # noqa: PLW1509  there are no threads here
        )
        os.close(written)
        return Instance(release, process, ready)

    def _becomes_ready(self, instance: Instance) -> bool:
        """Wait until a new server answers; a server that ends closes its pipe.

        A start that takes long is given up when the running server dies: that one is started again, and nobody waits.
        """
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if select.select([instance.ready], [], [], 0.1)[0]:
                return bool(os.read(instance.ready, PIPE_BYTES))
            has_died = self.running is not None and self.running.process.poll() is not None
            if has_died or signal.sigpending() & {signal.SIGINT, signal.SIGTERM}:
                return False
            self._reap()
        return False

    def _watch(self, now: float) -> None:
        """Name the workers of the running server that have said nothing for too long, and say when they go on."""
        if self.running is None:
            return
        heard = self.running.heard
        with contextlib.suppress(BlockingIOError):
            # A release from before these lines wrote a dot.
            said = os.read(self.running.ready, PIPE_BYTES).split()
            heard |= dict.fromkeys((int(worker) for worker in said if worker.isdigit()), now)
        self.running.heard = {worker: at for worker, at in heard.items() if Path(f"/proc/{worker}").exists()}
        frozen = [worker for worker, at in self.running.heard.items() if now - at > FROZEN_SECONDS]
        for worker in set(self.running.frozen) ^ set(frozen):
            what = f"has been silent for {FROZEN_SECONDS} s" if worker in frozen else "goes on, or has ended"
            say(f"Worker {worker} of the release {self.running.release.name} {what}.")
        if frozen != self.running.frozen:
            self.running.frozen = frozen
            self._write_state()

    def _replace(self) -> None:
        """Start the next release, once; whatever happens, something is served."""
        release = self.releases.linked(NEXT) or self.releases.current
        if release and (self.running is None or release != self.running.release):
            self._start(release)
        else:
            self._write_state()

    def _restart_if_dead(self) -> bool:
        """Start the running release again if its server has died; return False when it dies again and again."""
        if self.running and self.running.process.poll() is None:
            return True
        now = time.monotonic()
        self.deaths = [*(moment for moment in self.deaths if now - moment < RESTART_SECONDS), now]
        if len(self.deaths) > RESTARTS:
            say("The server dies again and again; giving up.")
            return False
        if self.running:
            say(f"The server ended with status {self.running.process.returncode} and is started again.")
            self._kill(self.running)
            self.served, self.running = self.running.release, None
        # A start that fails counts like a death, and the next turn tries again.
        if self.served:
            self._start(self.served)
        return True

    def _end(self, instance: Instance, seconds: float) -> None:
        """Tell a server to stop; `_reap` kills it when it takes longer.

        Only its first process, which passes it on to the workers: what inspects a file for one of them goes on.
        """
        instance.process.terminate()
        instance.ends_at = time.monotonic() + seconds
        self.draining.append(instance)

    def _reap(self) -> None:
        """Collect servers that have ended, and kill those that take too long."""
        if self.deploying and self.deploying.poll() is not None:
            self.deploying = None
        for instance in self.draining[:]:
            if instance.process.poll() is None and time.monotonic() < instance.ends_at:
                continue
            self._kill(instance)
            self.draining.remove(instance)

    def _kill(self, instance: Instance) -> None:
        """Kill what is left of a server: workers outlive the first process, hold the port and answer."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(instance.process.pid, signal.SIGKILL)
        instance.process.wait()
        os.close(instance.ready)

    def _stop(self) -> None:
        """End every server, gently at first."""
        self._listener.close()
        if self.deploying:
            self.deploying.terminate()
            self.deploying.wait()
        if self.running:
            self._end(self.running, STOP_SECONDS)
        for instance in self.draining:
            instance.ends_at = min(instance.ends_at, time.monotonic() + STOP_SECONDS)
        while self.draining:
            self._wait(0.1)
            self._reap()

    def _wait(self, seconds: float) -> int | None:
        """Return the next signal, or None after some seconds."""
        got = signal.sigtimedwait(_SIGNALS, seconds)
        return got.si_signo if got else None

    def _write_state(self) -> None:
        """Tell deployments what is served, in one step."""
        state = {
            "pid": os.getpid(),
            "port": self.port,
            "release": self.running.release.name if self.running else "",
            "problem": self.problem,
            "frozen": self.running.frozen if self.running else [],
            "home": str(Path(__file__).resolve().parents[2]),
            "built_with": dict(self.built_with),
        }
        part = self._state_file.with_suffix(".part")
        part.write_text(json.dumps(state))
        part.replace(self._state_file)


def command(folder: Path, host: str, port: int, built_with: Mapping[str, str], deployment: Sequence[str]) -> list[str]:
    """Return the command of a process that supervises the releases of a folder; see `Supervisor`."""
    given = [str(folder), host, str(port), json.dumps(dict(built_with)), *deployment]
    return [sys.executable, "-m", "starbond_site.operations.supervisor", *given]


def main(folder: str, host: str, port: str, built_with: str, *deployment: str) -> int:
    try:
        return Supervisor(Releases(Path(folder)), host, int(port), json.loads(built_with), deployment).run()
    except OperationError as error:
        say(str(error))
        return 1


def listen(host: str, port: int) -> socket.socket:
    """Return the socket that the servers of all releases accept from.

    Raises:
        OperationError: the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=serving.BACKLOG)
    except OSError as error:
        raise OperationError(f"{host} port {port} cannot be used: {error.strerror}.") from error
    # A connection is accepted when its request has come (tcp(7)). When Granian stops, it closes connections of which it
    # has read nothing: without this, a visitor whose request was on its way to the old server got no answer.
    if hasattr(socket, "TCP_DEFER_ACCEPT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, DEFER_SECONDS)
    listener.set_inheritable(True)
    return listener


def servers(releases: Releases) -> list[dict[str, Any]]:
    found = []
    for path in (releases.folder / STATES).glob("*.json"):
        with locks.claimed(path.with_suffix(".lock")) as is_free:
            if not is_free:
                found.append(read_json(path))
    return [state for state in found if state]


def _prepare_child() -> None:
    """Unblock signals, and end with the supervisor, also when that is killed: nothing else would restart the child."""
    signal_with_parent(ORPHANED)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
