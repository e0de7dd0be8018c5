"""Deploying under load: every request is answered, open pages live on, and a mistake changes nothing."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from starbond_site import serve
from starbond_site.operations import releases as releasing
from starbond_site.operations.releases import CURRENT, Releases
from starbond_site.reflex_adapter import serving as built
from tests.serving import ROOT, build, free_port, stop, wait_for
from tests.unit.documents import samples

HASHED = re.compile(r"/assets/[\w.-]+-[\w-]{8,}\.js")
NEW_BLURB = "A blurb that is deployed while visitors read"
SECONDS = 30


class Installation:
    """A working copy with a first release, and the server that serves it."""

    def __init__(self, folder: Path) -> None:
        left_out = shutil.ignore_patterns(".*", "__pycache__", "data", "docs", "art", "external", "tests", "releases")
        self.root = Path(shutil.copytree(ROOT, folder / "site", ignore=left_out))
        (self.root / ".venv").symlink_to(Path(sys.prefix).resolve())
        self.company = self.root / "starbond_site" / "content" / "company.toml"
        self.releases = Releases.of(self.root)
        self.port, self.log = free_port(), folder / "server.log"
        self.url = f"http://localhost:{self.port}"
        ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self.environment = ours | {"PORT": str(self.port), "STARBOND_UPLOADS": "local"}
        self.process: subprocess.Popen[bytes] | None = None
        self._make_first_release()

    def _make_first_release(self) -> None:
        """Take over the build of the tests instead of building once more."""
        release = self.releases.copy(ROOT, Path(sys.prefix).resolve())
        generated = built.static_of(release).parents[1]
        without = shutil.ignore_patterns("node_modules")
        shutil.copytree(built.WORKING, generated, copy_function=releasing._link, ignore=without)
        with patch.dict(os.environ, PORT=str(self.port)), patch.object(serve, "ROOT", self.root):
            built.stamp_of(release).write_text(serve.fingerprint())
        self.releases.link(CURRENT, release)

    def start(self, folder: Path | None = None) -> None:
        """Start the server, from the working copy or from a release, and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "starbond_site.serve"],
                cwd=folder or self.root,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_for(f"{self.url}/ping", self.process, self.log)

    def wait_for_log(self, words: str, before: int = 0) -> None:
        """Wait until the log of the server has some words, behind so many characters."""
        deadline = time.monotonic() + 60
        while words not in (logged := self.log.read_text()[before:]):
            assert time.monotonic() < deadline, logged
            threading.Event().wait(0.1)

    def stop(self) -> None:
        """End the server."""
        if self.process:
            stop(self.process, signal.SIGTERM)

    def admin(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command from a shell without the settings of the server."""
        ours = {name: value for name, value in self.environment.items() if name not in {"PORT", "STARBOND_UPLOADS"}}
        command = [sys.executable, "-m", "starbond_site.admin", *words]
        return subprocess.run(command, cwd=self.root, env=ours, capture_output=True, text=True, check=False)

    def get(self, path: str) -> tuple[int, str]:
        """Return status and body of a page."""
        connection = http.client.HTTPConnection("localhost", self.port, timeout=SECONDS)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read().decode(errors="replace")
        connection.close()
        return answer.status, body


class Load(threading.Thread):
    """Requests pages one after the other, each over a connection of its own, and counts how they are answered."""

    def __init__(self, site: Installation, paths: list[str]) -> None:
        super().__init__()
        self.site, self.paths = site, paths
        self.answers: Counter[str] = Counter()
        self.ended = threading.Event()

    def run(self) -> None:
        """Request until told to stop."""
        while not self.ended.wait(0.02):
            for path in self.paths:
                try:
                    status, _ = self.site.get(path)
                    self.answers[str(status)] += 1
                except OSError as error:
                    self.answers[f"{path}: {error!r}"] += 1

    def finish(self) -> dict[str, int]:
        """Stop, and return how often each answer came."""
        self.ended.set()
        self.join()
        return dict(self.answers)


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Return an installation whose server runs; each test leaves one that does."""
    build()
    made = Installation(tmp_path_factory.mktemp("installation"))
    try:
        made.start()
        yield made
    finally:
        made.stop()


@pytest.fixture
def reader(browser: Browser, installation: Installation) -> Iterator[BrowserContext]:
    """Return a visitor of the installation."""
    context = browser.new_context(base_url=installation.url, reduced_motion="reduce")
    yield context
    context.close()


def test_deploy_and_go_back_under_load(installation: Installation, reader: BrowserContext):
    """Pages, lists and hashed files answer 200 throughout; an open page gets a row that is published afterwards."""
    first = installation.releases.current
    assert first
    _, home = installation.get("/")
    hashed = HASHED.findall(home)[0]
    page = reader.new_page()
    page.goto("/AllNotice")
    page.evaluate("window.opened = 'before the deployment'")
    load = [Load(installation, ["/", "/bn", "/AllNotice", hashed, "/api/documents/AllNotice"]) for _ in range(3)]
    for thread in load:
        thread.start()
    try:
        text = installation.company.read_text()
        blurb = re.search(r'blurb = \{en = "([^"]+)"', text)
        assert blurb
        installation.company.write_text(text.replace(blurb[1], NEW_BLURB))
        done = installation.admin("deploy", "--environment", str(Path(sys.prefix).resolve()))
        assert done.returncode == 0, done.stdout + done.stderr + installation.log.read_text()[-3000:]
        assert NEW_BLURB in installation.get("/")[1]
        second = installation.releases.current
        assert second
        assert second != first
        back = installation.admin("rollback", first.name)
        assert back.returncode == 0, back.stderr + installation.log.read_text()[-3000:]
        assert blurb[1] in installation.get("/")[1]
        assert installation.admin("rollback", second.name).returncode == 0
    finally:
        answers = [thread.finish() for thread in load]
    assert all(set(found) == {"200"} for found in answers), answers
    assert sum(found["200"] for found in answers) > 300
    assert installation.get(hashed)[0] == 200
    file = installation.root / "After.pdf"
    file.write_bytes(samples.GOOD["report.pdf"])
    published = installation.admin("documents", "publish", "AllNotice", str(file))
    assert published.returncode == 0, published.stderr
    expect(page.get_by_role("link", name=re.compile("After -")).first).to_be_visible()
    assert page.evaluate("window.opened") == "before the deployment"


def test_mistakes_change_nothing(installation: Installation):
    """A typo is named with file and field; the site goes on, restarts from the working copy and from the release."""
    current, before = installation.releases.current, installation.releases.complete()
    assert current
    right = installation.company.read_text()
    installation.company.write_text(right.replace("hours = {en", "hors = {en", 1))
    done = installation.admin("deploy")
    assert done.returncode == 1
    assert "company.toml" in done.stderr
    assert "hours" in done.stderr
    assert "Traceback" not in done.stderr
    assert installation.releases.current == current
    assert installation.releases.complete() == before
    for folder in (current, installation.root):
        logged = len(installation.log.read_text())
        installation.stop()
        installation.start(folder)
        assert installation.get("/")[0] == 200
        if folder == installation.root:
            # Building beside the running site is refused a moment later, when the working copy has been read.
            installation.wait_for_log("company.toml", logged)
    installation.company.write_text(right)


def test_release_that_does_not_start_is_not_served(installation: Installation):
    """The running release stays, and so it does after the next start; a killed server is started again."""
    current = installation.releases.current
    assert current
    broken = installation.releases.copy(ROOT, Path(sys.prefix).resolve())
    shutil.copytree(built.static_of(current).parents[1], built.static_of(broken).parents[1], symlinks=True)
    (broken / "starbond_site" / "pages" / "home.py").write_text("import nothing_of_this_name")
    done = installation.admin("rollback", broken.name)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert f"The release {broken.name} did not start" in done.stderr
    assert installation.releases.current == current
    assert installation.get("/")[0] == 200
    logged = len(installation.log.read_text())
    installation.stop()
    installation.releases.link(CURRENT, broken)
    installation.start(current)
    assert installation.get("/")[0] == 200
    assert "an earlier one is served" in installation.log.read_text()[logged:]
    shown = installation.admin("releases").stdout
    assert f"serves {current.name}" in shown


def test_killed_server_is_started_again(installation: Installation):
    """Requests wait meanwhile: none is refused."""
    assert installation.process
    children = Path(f"/proc/{installation.process.pid}/task/{installation.process.pid}/children").read_text().split()
    load = Load(installation, ["/"])
    load.start()
    logged = len(installation.log.read_text())
    for child in children:
        os.killpg(int(child), signal.SIGKILL)
    while "is started again" not in installation.log.read_text()[logged:] or load.answers["200"] == 0:
        assert load.is_alive()
        load.ended.wait(0.05)
    assert installation.get("/")[0] == 200
    answers = load.finish()
    # Only requests that the killed server had begun to answer may fail.
    assert not any("refused" in answer for answer in answers), answers
