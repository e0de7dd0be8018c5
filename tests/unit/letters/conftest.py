"""A database of one test, and a mail server."""

import shutil
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from mail_server import PUBLIC_URL, Conversation, MailServer, SameThread

from starbond_site.documents import archive as archives
from starbond_site.documents.archive import Archive
from starbond_site.letters.post import Post
from starbond_site.settings import Settings


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    """Run a mail server."""
    kept = MailServer()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation) as server:
        server.daemon_threads = True
        server.kept = kept  # pyright: ignore[reportAttributeAccessIssue]
        kept.url = f"smtp://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield kept
        server.shutdown()


@pytest.fixture
def post(mail_server: MailServer) -> Post:
    """Return the way to the mail server."""
    return SameThread(mail_server.url, "Star Adhesives <site@example.com>", "office@example.com")


@pytest.fixture
def no_post() -> Post:
    """Return a post without a server."""
    return SameThread("", "", "")


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Prepare the folder of an empty archive once: its migrations take longer than most tests."""
    folder = tmp_path_factory.mktemp("empty")
    archives.connect(Settings(data_dir=folder)).close()
    return folder


@pytest.fixture
def archive(empty: Path, tmp_path: Path) -> Iterator[Archive]:
    """Give an empty archive."""
    shutil.copytree(empty, tmp_path / "data")
    made = archives.connect(Settings(data_dir=tmp_path / "data", url=PUBLIC_URL))
    yield made
    made.close()
