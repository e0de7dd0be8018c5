"""The files that the site serves are derived once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from art.company.renders import SCENES
from art.paths import ASSETS, MANIFEST, ROOT
from art.record import recorded


@pytest.mark.company
def test_nothing_is_drawn_again_without_masters(tmp_path: Path) -> None:
    """A fresh copy has no masters; deriving must leave what is served as it is."""
    before = MANIFEST.read_bytes()
    environment = {**os.environ, "STARBOND_ART_MASTERS": str(tmp_path)}
    derive = "from art.derive import derive_all, photographed; derive_all(); assert photographed('slides/family')"
    subprocess.run([sys.executable, "-c", derive], cwd=ROOT, env=environment, check=True)
    assert json.loads(MANIFEST.read_bytes()) == json.loads(before)
    for entry in json.loads(before).values():
        assert all((ASSETS / path[1:]).exists() for files in entry["formats"].values() for _, path, _ in files)


@pytest.mark.company
def test_no_scene_is_rendered_again() -> None:
    """Its code, as far as it does something, is that which the served pictures were rendered with."""
    for scene in SCENES.values():
        assert recorded()[f"scenes/{scene.name}"] == scene.fingerprint, scene
