"""A feature is left out by deleting its folder and its line; the site without it starts, and knows nothing of it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from starbond_site import features

LEFT_OUT = ("webhooks",)
WITHOUT = """
from pathlib import Path
from typer.main import get_command
from sqlmodel import SQLModel
import starbond_site
from starbond_site import admin, background, starbond_site as app
from starbond_site.operations import tables
assert Path(starbond_site.__file__).is_relative_to(Path.cwd()), "the copy"
print(*sorted(get_command(admin.app).commands))
print(*sorted(SQLModel.metadata.tables))
"""


def test_features_are_left_out(tmp_path: Path) -> None:
    package = Path(features.__file__).parent
    copy = tmp_path / "starbond_site"
    shutil.copytree(package, copy, copy_function=os.symlink)
    listed = (copy / "features.py").read_text("utf-8")
    (copy / "features.py").unlink()
    for feature in LEFT_OUT:
        shutil.rmtree(copy / feature)
        assert listed.count(f'    "{feature}",\n') == 1
        listed = listed.replace(f'    "{feature}",\n', "")
    (copy / "features.py").write_text(listed, "utf-8")
    shutil.copy(package.parent / "rxconfig.py", tmp_path)
    (tmp_path / "assets").symlink_to(package.parent / "assets")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "STARBOND_DATA_DIR": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    commands, tables = done.stdout.splitlines()[-2:]
    assert not {*LEFT_OUT, "webhook", "webhook_log"} & {*commands.split(), *tables.split()}
    assert {"documents", "alerts"} <= {*commands.split()}
    assert "document" in tables.split()
