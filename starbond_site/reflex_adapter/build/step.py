"""A build step: one change to what Reflex, React Router or Vite generate, with what it is worth."""

import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import reflex as rx
from reflex.utils import path_ops
from reflex.utils.exec import is_prod_mode
from reflex_base.config import get_config

JAVASCRIPT = Path(__file__).parent / "javascript"
COPIED_TO = "build-steps"
"""Folder beside Vite's configuration into which the JavaScript of the steps is copied."""
VITE, STATE = "vite.config.js", "utils/state.js"
TextChange = Callable[[str], str]
"""Takes the text of a generated file and returns it changed."""


class BuildError(RuntimeError):
    """Reflex, React Router or Vite generates something else than a step expects: look at it after an upgrade."""


@dataclass(frozen=True, kw_only=True)
class BuildStep(rx.plugins.Plugin):
    """One step, as a plugin of Reflex; ``reflex.plugins.Plugin`` describes the hooks."""

    name: str
    worth: str
    """The fault without a required step, or the saving of an optional one."""
    required: bool = False
    mode: Literal["production", "development", "both"] = "production"
    """In which builds ``changes`` and ``vite_plugin`` apply; the rest is part of every build that it belongs to."""
    changes: Mapping[str, TextChange] = field(default_factory=dict)
    """By generated file, relative to Reflex's working folder."""
    vite_plugin: str = ""
    """Name of a file in ``javascript/`` whose default export is a plugin of Vite."""
    javascript: Sequence[str] = ()
    """Further files of ``javascript/`` that the plugin uses."""
    assets: Callable[[], Iterable[tuple[Path, str]]] = tuple
    """Returns files (path in Reflex's working folder, text) to be written before the build."""
    packages: Sequence[str] = ()
    """npm packages with their exact versions, such as ``workbox-core@7.4.1``, that the build needs."""
    kept_packages: Callable[[], Iterable[str]] = tuple
    """Returns npm packages without versions that stay installed in builds of ``mode``, needed or not."""
    stylesheets: Sequence[str] = ()
    """Stylesheets among the assets, relative to the folder ``styles``."""
    rewrite: Callable[[str, Path, Path], str] | None = None
    """Takes the HTML of a built page, its file and the folder of the built site; returns the page changed."""
    finish: Callable[[Path], None] | None = None
    """Takes the folder of the built site, after the pages were rewritten."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str | bytes]]:  # noqa: ANN401
        """Return the files of the step; called by Reflex before it compiles."""
        names = [*([self.vite_plugin] if self.vite_plugin else []), *self.javascript]
        copied = [(Path(COPIED_TO) / name, (JAVASCRIPT / name).read_text("utf-8")) for name in names]
        return [*copied, *self.assets()]

    def get_frontend_development_dependencies(self, **_context: Any) -> tuple[str, ...]:  # noqa: ANN401
        """Return the npm packages that Reflex installs for the build."""
        return tuple(self.packages)

    def get_stylesheet_paths(self, **_context: Any) -> Sequence[str]:  # noqa: ANN401
        """Return the stylesheets that Reflex imports into its root stylesheet."""
        return self.stylesheets

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Ask Reflex for the changes; called before it compiles."""
        if self.mode not in ("both", "production" if is_prod_mode() else "development"):
            return
        get_config().frontend_packages.extend(self.kept_packages())
        for file, change in self.changes.items():
            context["add_modify_task"](file, change)
        if self.vite_plugin:
            context["add_modify_task"](VITE, with_vite_plugin(self.vite_plugin))

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Rewrite the pages, and finish; called after Vite and before Reflex compresses the files."""
        static_dir: Path = context["static_dir"]
        if self.rewrite:
            for file in html_files(static_dir):
                before = file.read_text("utf-8")
                if (after := self.rewrite(before, file, static_dir)) != before:
                    file.write_text(after, "utf-8")
        if self.finish:
            self.finish(static_dir)


def bundled(source: Path, kind: Literal["esm", "iife"]) -> str:
    """Return a script with all that it imports, minified.

    Raises:
        BuildError: Bun is not installed, or cannot bundle it.
    """
    bun = path_ops.get_bun_path()
    if bun is None:
        raise BuildError(f"Bun, which bundles {source.name}, is not installed")
    command = [bun, "build", source.resolve(), "--minify", "--target=browser", f"--format={kind}"]
    command += ["--define", 'process.env.NODE_ENV="production"']
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or "process.env" in done.stdout or not done.stdout:
        raise BuildError(f"{source.name} was not bundled:\n{done.stderr}")
    return done.stdout


def html_files(static_dir: Path) -> Iterator[Path]:
    yield from sorted(static_dir.rglob("*.html"))


def replace_once(text: str, old: str, new: str, where: str) -> str:
    """Replace the one occurrence of ``old``.

    Raises:
        BuildError: there is none, or more than one; the message names ``where``.
    """
    if (found := text.count(old)) != 1:
        raise BuildError(f"{where}: expected once, found {found} times: {old}")
    return text.replace(old, new)


def replaced(where: str, *texts: tuple[str, str]) -> TextChange:
    """Return the change that replaces texts of a generated file, one after the other; see `replace_once`."""

    def change(text: str) -> str:
        for old, new in texts:
            text = replace_once(text, old, new, where)
        return text

    return change


def with_vite_plugin(file: str) -> TextChange:
    """Return the change that adds a plugin to Vite's configuration, before React Router's."""
    name = "".join(part.capitalize() for part in Path(file).stem.split("_"))

    def add(config: str) -> str:
        config = f'import {name} from "./{COPIED_TO}/{file}";\n{config}'
        return replace_once(config, "    reactRouter(),\n", f"    {name}(),\n    reactRouter(),\n", VITE)

    return add
