"""The fingerprint of code changes when what it does changes, and only then."""

from pathlib import Path

import pytest

from art import composed, drawings, overviews, paths, record, shelves, social

CODE = """
\"\"\"A module.\"\"\"
def draw(width, *, text=f"{1} px"):
    return [width, text] if width else []
"""


def test_only_what_code_does_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "one.py").write_text(CODE, encoding="utf-8")
    for old, new, same in [
        ("A module.", "Another text.", True),
        ("    return", "    # why\n    return", True),
        ("else []", "else [1]", False),
        ("{1} px", "{2} px", False),
        ("width, *, text", "width, text", False),
    ]:
        (tmp_path / "art" / "other.py").write_text(CODE.replace(old, new), encoding="utf-8")
        assert (record.instructions(["one"]) == record.instructions(["other"])) is same, (old, new, same)


def test_the_text_of_code_is_that_of_every_python() -> None:
    """``ast.dump`` writes empty fields until Python 3.12 and leaves them out from 3.13 on; this never writes them."""
    assert "=[]" not in record.instructions(["shapes", "svg"])
    assert "=None" not in record.instructions(["shapes", "svg"])


def test_no_picture_that_is_here_was_made_from_other_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the steps without Blender, whose pictures anyone can make again."""
    stale: list[str] = []

    def noted(name: str, fingerprint: str, *_: object) -> bool:
        if record.recorded().get(name, fingerprint) != fingerprint:
            stale.append(name)
        return True

    for module in (composed, drawings, overviews, social):
        monkeypatch.setattr(module, "fresh", noted)
    for step in (drawings, composed, shelves, social, overviews):
        step.write()
    assert stale == [], "make them again: .venv/bin/python -m art drawings compose social overviews"
