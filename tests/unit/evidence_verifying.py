"""Verifies an evidence pack as a stranger does: the commands of its instructions, in a shell in an empty folder."""

import re
import shutil
import subprocess
from pathlib import Path
from zipfile import ZipFile

from starbond_site.content import LANGUAGES
from starbond_site.features.evidence.readme import WIDTH

PROGRAMS = ("unzip", "sha256sum", "openssl", "cut", "tr", "awk", "cmp", "cat", "grep")
"""All that the instructions need, apart from ``cd`` and ``echo`` of the shell."""
SIGNED = "Signature Verified Successfully"
SAME = "The document is the one of the receipt"


def commands(text: str, language: str = "en") -> list[str]:
    """Return the commands of ``README.txt``: the lines four blanks from the margin, in the part of a language."""
    part = text.split("=" * WIDTH)[LANGUAGES.index(language)]
    return re.findall(r"^    (\S.*)$", part, re.MULTILINE)


def readme(pack: Path, name: str = "README.txt") -> str:
    with ZipFile(pack) as file:
        (found,) = (one for one in file.namelist() if one.endswith("/" + name))
        return file.read(found).decode()


def verify(pack: Path, folder: Path, language: str = "en") -> subprocess.CompletedProcess[str]:
    """Run the commands of a pack in a folder that has nothing else, with the named programs alone.

    Args:
        pack: the ZIP.
        folder: that does not exist yet.
        language: whose instructions are followed.
    """
    place, programs = folder / "place", folder / "bin"
    place.mkdir(parents=True)
    programs.mkdir()
    shutil.copy(pack, place / pack.name)
    for name in PROGRAMS:
        # Without a target it would be a link to itself, which is "too many levels of symbolic links".
        program = shutil.which(name)
        assert program, f"{name} is not installed"
        (programs / name).symlink_to(program)
    return run(commands(readme(pack), language), place, programs)


def run(steps: list[str], place: Path, programs: Path | str, **names: str) -> subprocess.CompletedProcess[str]:
    """Run commands in one POSIX shell, as somebody who pastes them one after the other."""
    command, environment = ["/bin/sh", "-eu", "-c", "\n".join(steps)], {"PATH": str(programs), "LC_ALL": "C", **names}
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False, timeout=120)
