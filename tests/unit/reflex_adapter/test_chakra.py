"""Contract with reflex-chakra: its import copies nothing, and its components do not wrap the app."""

import os
import subprocess
import sys
from pathlib import Path

from starbond_site.reflex_adapter import chakra

ROOT = Path(__file__).resolve().parents[3]


def test_import_and_create_leave_the_folder_of_the_app_unchanged(tmp_path: Path) -> None:
    code = (
        "import shutil; copy = shutil.copy\n"
        "from starbond_site.reflex_adapter import chakra\n"
        "chakra.button('Send'); chakra.input_field(name='email')\n"
        "assert shutil.copy is copy"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.rglob("chakra*")] == []
    assert not (tmp_path / "assets").exists()


def test_nothing_is_wrapped_around_the_app() -> None:
    for component in (chakra.button("Send"), chakra.input_field(name="email"), chakra.progress()):
        assert not [name for _, name in component._get_all_app_wrap_components() if "Chakra" in name]
