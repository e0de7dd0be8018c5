"""Another release under load: every request is answered, and open pages live on.

``tests/unit/operations/test_supervisor.py`` has the rules, with releases that start at once.
"""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import httpx2
import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site import serve
from starbond_site.operations import releases as releasing
from starbond_site.operations.releases import CURRENT, Releases
from starbond_site.reflex_adapter import serving as built
from tests.browser.conftest import Visitor
from tests.browser.filing import PATIENCE, choose, form_of, open_forms, paper, submit
from tests.browser.languages import ENGLISH
from tests.browser.test_contact import GOOD, _field, _fill, _open, _send, _success
from tests.faults.file_sender import Uploader
from tests.faults.people import Reader
from tests.faults.servers import family
from tests.faults.survival import until
from tests.serving import ROOT, build, free_port, stop, wait_for
from tests.unit.documents import samples

HASHED = re.compile(r"/assets/[\w.-]+-[\w-]{8,}\.js")
NEW = "What is deployed while visitors read"
LATER = '    later: str = ""\n'
"""A var that a release adds to its states, so that pages of the one before are told to load themselves anew."""
ENVIRONMENT = Path(sys.prefix).resolve()


class Installation:
    """A working copy with a first release, and the server that serves it."""

    supervisor: int

    def __init__(self, folder: Path) -> None:
        left_out = shutil.ignore_patterns(".*", "__pycache__", "data", "docs", "art", "external", "tests", "releases")
        self.root = Path(shutil.copytree(ROOT, folder / "site", ignore=left_out))
        (self.root / ".venv").symlink_to(ENVIRONMENT)
        self.releases = Releases.of(self.root)
        self.port, self.log = free_port(), folder / "server.log"
        self.url = f"http://localhost:{self.port}"
        self.environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self.releases.link(CURRENT, self.made_release())

    def made_release(self) -> Path:
        """Take over the build of the tests instead of building once more."""
        release = self.releases.copy(ROOT, ENVIRONMENT)
        generated = built.static_of(release).parents[1]
        without = shutil.ignore_patterns("node_modules")
        shutil.copytree(built.WORKING, generated, copy_function=releasing._link, ignore=without)
        with patch.dict(os.environ, PORT=str(self.port)), patch.object(serve, "ROOT", self.root):
            # A link to that of all tests, for which the site would be built again.
            built.stamp_of(release).unlink()
            built.stamp_of(release).write_text(serve.fingerprint())
        return release

    def admin(self, *words: str) -> None:
        """Run a command from a shell without the settings of the server; it must succeed."""
        command = [sys.executable, "-m", "starbond_site.admin", *words]
        done = subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr + self.log.read_text()[-3000:]

    def processes(self) -> list[int]:
        """Return the processes of all servers, the first of each before those that it has started."""
        return [pid for pid in family(self.supervisor)[1:] if _command(pid)]

    def connect(self, seconds: float, sender: str = "127.0.0.1") -> http.client.HTTPConnection:
        return http.client.HTTPConnection("localhost", self.port, seconds, (sender, 0))

    @contextmanager
    def answering(self, *paths: str) -> Iterator[None]:
        """Request pages one after the other, each over a connection of its own: all must be answered with 200."""
        with Reader(self, paths, 0.01) as reader:
            yield
        assert [seen for seen in reader.seen if seen.status != 200] == []
        assert len(reader.seen) > 20


def _command(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


@contextmanager
def installed(folder: Path, **settings: str) -> Iterator[Installation]:
    """Serve the build from releases, with further settings."""
    build()
    made = Installation(folder)
    with made.log.open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "starbond_site.serve"],
            cwd=made.root,
            env=made.environment | {"PORT": str(made.port), "STARBOND_UPLOADS": "local"} | settings,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    made.supervisor = process.pid
    try:
        wait_for(f"{made.url}/ping", process, made.log)
        yield made
    finally:
        stop(process, signal.SIGTERM)


METRICS = free_port()


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with installed(tmp_path_factory.mktemp("installation"), STARBOND_METRICS_PORT=str(METRICS)) as made:
        yield made


class Scraped:
    """The port of metrics, as `Reader` asks it."""

    url = f"http://127.0.0.1:{METRICS}"

    def connect(self, seconds: float, sender: str = "127.0.0.1") -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", METRICS, seconds, (sender, 0))


def change_states(root: Path) -> None:
    state = root / "starbond_site" / "state" / "upload.py"
    state.write_text((before := state.read_text()).replace('    person: str = ""\n', f'    person: str = ""\n{LATER}'))
    assert state.read_text() != before


class Open:
    """Pages that are open while another release is deployed, in two of which something was begun."""

    title = "Typed before"

    def __init__(self, visitor: Visitor, url: str) -> None:
        context = visitor(base_url=url)
        self.reader, self.writer, self.secretary = (context.new_page() for _ in range(3))
        self.reader.goto("/AllNotice")
        _fill(_open(self.writer, ENGLISH), ENGLISH, GOOD)
        open_forms(self.secretary, ENGLISH)
        self.upload.get_by_label(ENGLISH.interface.upload_form.title, exact=True).fill(self.title)
        choose(self.upload, paper("Chosen before.pdf"))
        for page in self.pages:
            page.evaluate("window.opened = 'before'")

    @property
    def pages(self) -> list[Page]:
        return [self.reader, self.writer, self.secretary]

    @property
    def upload(self) -> Locator:
        return form_of(self.secretary, ENGLISH, "AnnualReport")

    def live_on(self) -> None:
        """Follow, and send what was begun, to a release with other states."""
        for page in self.pages:
            page.wait_for_function("() => window.isSocketOpen && window.otherRelease", timeout=PATIENCE)
        form = self.writer.get_by_role("form", name=ENGLISH.interface.contact.form_heading)
        for name, text in GOOD.items():
            expect(_field(form, ENGLISH, name)).to_have_value(text)
        _send(form, ENGLISH)
        expect(form.get_by_role("status")).to_have_text(_success(ENGLISH), timeout=PATIENCE)
        submit(self.upload, ENGLISH.interface.upload.submit)
        expect(self.upload.get_by_role("status")).to_contain_text(self.title, timeout=PATIENCE)
        assert [page.evaluate("window.opened") for page in self.pages] == ["before"] * 3


def test_another_release_is_served_under_load(installation: Installation, visitor: Visitor) -> None:
    opened = Open(visitor, installation.url)
    hashed = HASHED.findall(httpx2.get(installation.url).text)[0]
    second = installation.made_release()
    change_states(second)
    home = built.static_of(second) / "index.html"
    changed = home.read_text("utf-8").replace("</body>", f"<!-- {NEW} --></body>")
    for file in home.parent.glob("index.html*"):
        file.unlink()
    home.write_text(changed, "utf-8")
    with (
        installation.answering("/", "/bn", "/AllNotice", hashed, "/api/documents/AllNotice"),
        Reader(Scraped(), ["/metrics"], 0.1) as scraping,
    ):
        installation.admin("rollback", second.name)
    # A connection that waits for a worker as it leaves is reset: status 0.
    asked_again = pairwise(seen.status for seen in scraping.seen)
    assert {max(pair) for pair in asked_again} == {200}, "the port is never empty"
    assert NEW in httpx2.get(installation.url).text
    file = installation.root / "After.pdf"
    file.write_bytes(samples.GOOD["report.pdf"])
    installation.admin("documents", "publish", "AllNotice", str(file))
    expect(opened.reader.get_by_role("link", name=re.compile("After -")).first).to_be_visible()
    opened.live_on()


@pytest.mark.thorough
def test_twenty_deployments_and_five_rollbacks(installation: Installation) -> None:
    releases, senders = installation.releases, [Uploader(installation, 0) for _ in range(3)]
    with ExitStack() as stack:
        for sender in senders:
            stack.enter_context(sender)
        stack.enter_context(installation.answering("/", "/bn", "/AllNotice", "/api/documents/AllNotice"))
        for number in range(25):
            is_rollback = number % 5 == 4
            release = releases.complete()[2] if is_rollback else installation.made_release()
            installation.admin("rollback", release.name)
            assert releases.current == release

    def served() -> set[Path]:
        return {Path(f"/proc/{process}/cwd").resolve() for process in installation.processes()}

    until(lambda: served() == {releases.current}, "a replaced release goes on")
    documents = httpx2.get(f"{installation.url}/api/documents/AllNotice?page=all").json()
    told = Counter(answer.outcome for sender in senders for answer in sender.answers)
    print(f"\n{told}, {len(documents['documents'])} in the list, processes {len(installation.processes())}")
    assert set(told) == {"published"}


@pytest.mark.thorough
def test_change_is_built_and_deployed_under_load_and_taken_back(installation: Installation, visitor: Visitor) -> None:
    opened = Open(visitor, installation.url)
    first, company = installation.releases.current, installation.root / "starbond_site" / "content" / "company.toml"
    blurb = re.search(r'blurb = \{en = "([^"]+)"', right := company.read_text())
    assert first
    assert blurb
    company.write_text(right.replace(blurb[1], NEW))
    change_states(installation.root)
    with installation.answering("/", "/bn", "/AllNotice"):
        installation.admin("deploy", "--environment", str(ENVIRONMENT))
        assert NEW in httpx2.get(installation.url).text
        opened.live_on()
        installation.admin("rollback", first.name)
    assert blurb[1] in httpx2.get(installation.url).text
