"""Features are left out by deleting folder and line; the site without any starts, and knows nothing of them.

That features do not import each other is a rule of the layers in ``pyproject.toml``: any of them can be left out.
"""

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from starbond_site import content, features
from starbond_site.content.addresses import OPTIONAL
from starbond_site.documents import snapshot
from starbond_site.documents.archive import Archive
from starbond_site.presentation import topics
from starbond_site.shared.categories import OF_FEATURES
from tests.serving import ROOT
from tests.unit.web.whole_site import Site

NAMES = [feature.name for feature in features.FEATURES]
WITHOUT = """
from pathlib import Path
from pydantic import ValidationError
from typer.main import get_command
from sqlmodel import SQLModel
import starbond_site
from starbond_site import content, starbond_site as app
from starbond_site.admin.__main__ import app as commands
from starbond_site.operations import dump
from starbond_site.pages import all_pages
from starbond_site.shared.settings import Settings, UploadPolicy
from tests.unit.documents.publishing import archive_in
from tests.unit.documents.samples import GOOD
from tests.unit.web.whole_site import Site
here = Path.cwd()
assert Path(starbond_site.__file__).is_relative_to(here), "the copy"
print(*get_command(commands).commands, *SQLModel.metadata.tables, *(page.path for page in all_pages(content.read())))
with archive_in(here / "other") as archive:
    with archive.engine.connect() as connection:
        assert dump.tables(connection), "a backup does not miss the tables of what was left out"
    site, keyed, local = (Site(archive, policy) for policy in (UploadPolicy.OPEN, UploadPolicy.KEY, UploadPolicy.LOCAL))
    gone = ("/api/live/disclosures", "/api/live/dealers", "/desk/clocks", "/desk/sealed", "/desk/sealed/1")
    print(*(site.get(path).status for path in (*gone, "/api/live/AllNotice", "/desk", "/desk/audit")))
    for who in (site, keyed.browser(key=keyed.rights.sessions.make()), local):
        own = {"host": "localhost:3000", "origin": "http://localhost:3000"} if who is local else {}
        where = {"peer": "127.0.0.1"} if who is local else {}
        print(who.send("GET", "/desk", own, **where).status, who.send("GET", "/desk/people", own, **where).status)
    print(keyed.get("/desk").status, local.get("/desk").status)
    answer = site.step(site.upload("Report.pdf", GOOD["report.pdf"]))
    print(answer.json["outcome"], site.get("/documents/1").status, site.get("/desk/documents/1").status)
try:
    Settings(url="http://localhost:3000", uploads="people")
except ValidationError as problem:
    print(problem.errors()[0]["msg"])
"""


def test_features_are_left_out(tmp_path: Path) -> None:
    copy = tmp_path / "starbond_site"
    shutil.copytree(ROOT / "starbond_site", copy, copy_function=os.symlink)
    file = copy / "features" / "__init__.py"
    listed = file.read_text("utf-8")
    file.unlink()
    for name in NAMES:
        shutil.rmtree(copy / "features" / name)
        listed, lines = re.subn(rf"(?m)^(from .* as |    ){name.upper()},?\n", "", listed)
        assert lines == 2, name
    file.write_text(listed, "utf-8")
    for name in ("rxconfig.py", "assets", "migrations"):
        (tmp_path / name).symlink_to(ROOT / name)
    own = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "STARBOND_DATA_DIR": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=tmp_path, env=os.environ | own, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    known, statuses, opened, keyed, local, shut, published, refused = done.stdout.splitlines()[-8:]
    # A feature without commands and tables has a page of its name.
    names = {*known.split(), *known.replace("/", "").split()}
    assert {*NAMES, "webhook", "duty_reminder", "disclosures", "person", "passkey"} & names == set()
    assert {"documents", "document", "/filings"} <= names
    assert statuses == "404 404 404 404 404 200 200 200"
    assert (opened, keyed, local, shut) == ("200 404", "200 404", "200 404", "401 403")
    assert published == "published 200 200"
    assert "needs the feature `people`" in refused


@pytest.mark.features
@pytest.mark.company
def test_without_the_page_of_a_feature_no_address_of_it_is_there(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    pages = {feature.page for feature in features.FEATURES} - {""}
    assert set(OF_FEATURES) <= snapshot.versions(archive).keys()
    assert pages <= set(OPTIONAL)
    names = "|".join([*(page[1:] for page in pages), "holders", "meetings"])
    every = {route.path for route in Site(archive).routes}
    monkeypatch.setattr(features, "entries", lambda *_table: [])
    monkeypatch.setattr(content.Site, "has", lambda _site, path: path not in OPTIONAL)
    features.offered.cache_clear()
    try:
        site = Site(archive, is_built=False)
        assert not {*OF_FEATURES, "disclosures"} & set(runpy.run_path(topics.__file__)["TOPICS"])
        assert (set(OF_FEATURES) & snapshot.versions(archive).keys(), snapshot.read(archive).tables) == (set(), {})
    finally:
        features.offered.cache_clear()
    left = {route.path for route in site.routes}
    assert [path for path in left if re.fullmatch(f"(/bn)?(/api|/desk)?/({names})([/.].*)?", path)] == []
    assert [path for path in every - left if "{" not in path and site.get(path).status != 404] == []
