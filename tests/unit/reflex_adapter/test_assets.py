"""`rx.asset` finds the module that calls it as it does with the means of ``inspect``, without its cost."""

import inspect
from pathlib import Path

import pytest
from reflex import assets as reflex_assets

from starbond_site.reflex_adapter.assets import asset


def test_a_file_is_linked_as_reflex_does_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    ours = asset("test_assets.py", shared=True)
    monkeypatch.setattr(reflex_assets, "inspect", inspect)
    theirs = asset("test_assets.py", shared=True)
    assert (ours, ours.importable_path) == (theirs, theirs.importable_path)
    linked = tmp_path / ours.importable_path.replace("$/public", "assets")
    assert linked.resolve() == Path(__file__)
