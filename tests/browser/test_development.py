"""``reflex run`` as a developer uses it: one compile, lists that live, texts that appear when they are saved."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.filing import LIVE, PATIENCE, paper, published_name, send_file
from tests.browser.languages import ENGLISH
from tests.serving import ROOT, free_port, stop, wait_for

COMPILE = 60_000
"""Milliseconds that a machine of two cores may take to compile again and to show it."""
BLURB = "A blurb that was written while the development server runs"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the project as a fresh clone has it: no build, no data."""
    left_out = shutil.ignore_patterns(".*", "__pycache__", "data", "docs", "art", "external", "releases")
    return Path(shutil.copytree(ROOT, tmp_path / "site", ignore=left_out))


class Development:
    """A running ``reflex run``."""

    def __init__(self, folder: Path) -> None:
        self.port, self.folder, self.log = free_port(), folder, folder.parent / "reflex.log"
        self.url = f"http://localhost:{self.port}"
        ports = ("--frontend-port", str(self.port), "--backend-port", str(free_port()))
        # Without what rxconfig.py has set for this process when other tests read it: those folders are the project's,
        # and the copy would never be watched.
        settings = ("STARBOND_", "REFLEX_", "PORT")
        ours = {name: value for name, value in os.environ.items() if not name.startswith(settings)}
        ours["STARBOND_UPLOADS"] = "local"
        # As ``make dev``: the data stands there before Reflex looks which folders it should watch.
        prepare = [sys.executable, "-m", "starbond_site.serve", "--upgrade-only"]
        subprocess.run(prepare, cwd=folder, env=ours, check=True)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [Path(sys.executable).parent / "reflex", "run", *ports],
                cwd=folder,
                env=ours,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def compiles(self) -> int:
        """How often Reflex has compiled the pages."""
        return len(re.findall(r"^Compiling: .*100%", self.log.read_text(errors="replace"), re.MULTILINE))


@pytest.fixture
def development(checkout: Path) -> Iterator[Development]:
    """Start ``reflex run`` in a fresh copy, on ports of its own, and wait until it answers."""
    server = Development(checkout)
    try:
        wait_for(f"{server.url}/ping", server.process, server.log)
        yield server
    finally:
        stop(server.process)


def test_one_compile_live_rows_and_texts_as_they_are_saved(development: Development, visitor: Visitor) -> None:
    reader, secretary = (visitor(base_url=development.url).new_page() for _ in range(2))
    reader.goto("/AllNotice")
    expect(reader.get_by_text(ENGLISH.category("AllNotice").empty)).to_be_visible(timeout=COMPILE)
    given = paper("Development.pdf")
    form = send_file(secretary, ENGLISH, "AllNotice", given)

    expect(form.get_by_role("status")).to_contain_text(published_name(given["name"]), timeout=PATIENCE)
    expect(reader.get_by_role("row").filter(has_text=published_name(given["name"]))).to_be_visible(timeout=LIVE)
    assert development.compiles == 1

    # Content reloads as code does, TOML too, which Reflex leaves out by default.
    texts = development.folder / "starbond_site/content/company.toml"
    edited = texts.read_text("utf-8").replace(ENGLISH.company.blurb, BLURB)
    texts.write_text(edited, "utf-8")
    expect(reader.get_by_text(BLURB).first).to_be_attached(timeout=COMPILE)
    assert development.compiles == 2
    expect(reader.get_by_role("row").filter(has_text=published_name(given["name"]))).to_be_visible(timeout=COMPILE)
