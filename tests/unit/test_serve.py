"""What is built anew, and what is not; and that a build leaves the tree as it was."""

import os
from pathlib import Path

import pytest
from reflex.utils import frontend_skeleton

from starbond_site import serve
from starbond_site.reflex_adapter.build import weight


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the root of a small tree that takes the place of this one."""
    for name in ("rxconfig.py", "requirements.txt", "starbond_site/page.py", "starbond_site/web/door.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(serve, "ROOT", tmp_path)
    return tmp_path


def test_a_file_with_other_content_is_built(clone: Path) -> None:
    before = serve.fingerprint()
    (clone / "starbond_site" / "page.py").write_text("starbond_site/egap.py")
    assert serve.fingerprint() != before


def test_a_file_of_another_name_is_built(clone: Path) -> None:
    before = serve.fingerprint()
    (clone / "assets").mkdir()
    (clone / "assets" / "pack.0a1b2c3d.avif").touch()
    assert serve.fingerprint() != before


def test_a_checkout_of_the_same_files_is_not_built(clone: Path) -> None:
    before = serve.fingerprint()
    for file in clone.rglob("*.py"):
        os.utime(file, (0, 0))
    assert serve.fingerprint() == before


def test_what_only_the_server_reads_is_not_built(clone: Path) -> None:
    before = serve.fingerprint()
    (clone / "starbond_site" / "web" / "door.py").write_text("other")
    assert serve.fingerprint() == before


def test_another_port_is_built(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "1")
    before = serve.fingerprint()
    monkeypatch.setenv("PORT", "2")
    assert clone.is_dir()
    assert serve.fingerprint() != before


def test_the_lock_is_kept_as_reflex_writes_it() -> None:
    # Otherwise every build of a fresh clone changes a tracked file.
    lock = frontend_skeleton.get_root_lockfile_path("package.json")
    assert lock.read_text() == frontend_skeleton._compile_package_json()


def test_what_is_changed_during_a_build_is_built_next_time(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "built"
    monkeypatch.setattr(serve, "BUILT", built)
    monkeypatch.setattr(serve, "STAMP", built / "stamp")
    monkeypatch.setattr(weight, "check", lambda _folder: None)

    def export(*_arguments: str) -> None:
        (built / "build" / "client").mkdir(parents=True, exist_ok=True)
        (built / "build" / "client" / "index.html").touch()
        page = clone / "starbond_site" / "page.py"
        page.write_text("changed while it was built")

    monkeypatch.setattr(serve, "_reflex", export)
    assert serve.build()
    assert serve.build()
    assert not serve.build()
