"""Every command that content, papers, comments and scripts name exists, with its options."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
import typer

from art.steps import STEPS
from starbond_site.admin.__main__ import app
from starbond_site.admin.desk import DeskClient
from starbond_site.documents.archive import Archive
from starbond_site.shared.settings import Settings
from tests.serving import ROOT

FILES = (
    "*.md",
    "*.toml",
    "*.py",
    "*.sh",
    "*.js",
    "*.jsx",
    "*.service",
    "*.timer",
    "*.yml",
    "Makefile",
    "deploy",
    ".ci",
)
SPAN = re.compile(r"(`{1,2})([^`\n]+)\1")
LINE = re.compile(r"(?:^\s*(?:# )?|bin/|exec \S+ )((?:starbond|make|python -m) [^=].*)")
"""A command in a block of code, a unit or a script, outside of Python, whose comments have spans."""
END, QUOTED = re.compile(r"\s#|[|&;<>(){]"), re.compile(r"\"[^\"]*\"|'[^']*'")
"""Where a command ends in its line or becomes an f-string, and an argument that may hold anything."""
COMMAND_LINE = typer.main.get_command(app)
DESK = DeskClient(cast("Archive", SimpleNamespace(settings=Settings()))).routes
TARGETS = {*re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)}


def _named() -> Iterator[tuple[str, str]]:
    """Yield what is written as a command, with its place."""
    for name in subprocess.check_output(["git", "ls-files", *FILES], cwd=ROOT, text=True).split():
        is_block = not name.endswith((".md", ".py", ".js", ".jsx"))
        for number, line in enumerate((ROOT / name).read_text("utf-8").replace("\\\n", " ").splitlines(), 1):
            if name.endswith(".md") and line.lstrip().startswith("```"):
                is_block = not is_block
            found = [span for _, span in SPAN.findall(line)] + (LINE.findall(line) if is_block else [])
            yield from ((f"{name}:{number}", span) for span in found)


def _unknown(written: str) -> str:
    """Return what does not exist of a command; empty where all does, and where it is no command of this project."""
    words = END.split(QUOTED.sub("", written))[0].split()
    program, rest = (words[0].rpartition("/")[2], words[1:]) if words else ("", [])
    if program.startswith("python") and rest[:1] == ["-m"]:
        return _unknown_module(*rest[1:])
    if program == "make":
        return next((word for word in rest if re.fullmatch("[a-z-]+", word) and word not in TARGETS), "")
    if program == "starbond":
        return _unknown_word(rest)
    # `documents list`, as sentences for administrators have it.
    if program == "admin" and rest:
        return program
    return _unknown_word(words) if words and _commands(_commands(COMMAND_LINE).get(words[0])) else ""


def _unknown_module(module: str = "", *rest: str) -> str:
    if module == "starbond_site.admin":
        return _unknown_word(rest)
    if module == "art" and rest[:1] != ("import",):
        return next((word for word in rest if word.islower() and word not in STEPS), "")
    path = ROOT / module.replace(".", "/")
    is_own = module.islower() and (ROOT / module.partition(".")[0]).is_dir()
    return module if is_own and not (path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()) else ""


def _unknown_word(words: Sequence[str]) -> str:
    """Follow words through the groups of ``starbond``, then look for the options of what they lead to."""
    command: Any = COMMAND_LINE
    if words[:1] == ["desk"]:
        return _unknown_page(*words[1:2])
    for word in words:
        if word.startswith("--"):
            option = word.partition("=")[0]
            known = {each for parameter in command.params for each in (*parameter.opts, *parameter.secondary_opts)}
            if option not in {*known, "--help"}:
                return option
        elif commands := _commands(command):
            if word not in commands:
                return word
            command = commands[word]
    return ""


def _unknown_page(page: str = "") -> str:
    path = f"/desk/{page.partition('?')[0]}".rstrip("/")
    is_known = path == "/desk" or page == "PAGE" or any(route.path_regex.match(path) for route in DESK)
    return "" if is_known or page.startswith(("#", "--")) else page


def _commands(command: object) -> dict[str, Any]:
    """Return the commands of a group; Typer's own copy of click has no types."""
    return getattr(command, "commands", {})


@pytest.mark.parametrize(
    ("written", "unknown"),
    [
        ("starbond key revoke ID", ""), ("admin key revoke ID", "admin"), ("starbond key forget", "forget"),
        ("starbond check --mend", "--mend"), (".venv/bin/starbond documents list | less", ""), ("key lists", "lists"),
        ("python -m starbond_site.admin contents", "contents"), ("python -m art socials", "socials"),
        ("python -m starbond_site.start", "starbond_site.start"), ("make everything", "everything"), ("make", ""),
        ("starbond desk calendar/add day=2026-12-20", ""), ("starbond desk dates/move", "dates/move"),
        ("starbond desk documents/12/rename name=x", ""),
        ("python -m pytest FILE", ""), ("admin", ""), ("content", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_command_that_is_not_there_is_noticed(written: str, unknown: str) -> None:
    assert _unknown(written) == unknown


@pytest.mark.features
def test_every_command_that_is_named_exists() -> None:
    named = [(place, written) for place, written in _named() if written.split()]
    wrong = [f"{place}: {written}: there is no {unknown}" for place, written in named if (unknown := _unknown(written))]
    assert not wrong, "\n".join(wrong)
    assert sum(written.startswith("starbond ") for _, written in named) > 50
