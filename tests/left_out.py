"""Tests on a site that has left out features: what needs one is skipped, and everything else runs.

Where a module of tests imports a feature that is gone, a stand-in comes in its place; a test that uses it is skipped,
and so is one that asks for an address or a command of the feature. What needs it in another way is marked with its
name, as by ``@pytest.mark.features("sealed")``; without a name the mark means all of them.
"""

import re
import sys
import tomllib
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

from starbond_site.features import FEATURES

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
LAYERS = tomllib.loads(PROJECT.read_text("utf-8"))["tool"]["importlinter"]["contracts"][1]["layers"]
EVERY = frozenset(str(name) for name in re.findall(r"\((\w+)\)", "".join(LAYERS)))
"""All features that the contract about them knows; it writes them in brackets, since each may be left out."""
LEFT_OUT = EVERY.difference(feature.name for feature in FEATURES)
WORDS = {
    "alerts": "alerts|newsletter|subscribers",
    "dividends": "dividends|holders",
    "general_meetings": "meetings|agm",
    "holders": r"holders|(?<=POST\+bn /)dividends",
    "people": "people|account|invitation|passkeys|sign-in|sign-out|webauthn",
    "results": "(?<!search/)results",
    "safety": "safety|sheets|SafetySheets",
}
"""What addresses and commands of a feature call it, where that is more than its name."""
GONE = re.compile(rf"(?:^|[/.])(?:{'|'.join(WORDS.get(name, name) for name in LEFT_OUT)})(?![\w-])")


def missing_features(item: pytest.Item) -> str:
    """Return the features that a test is marked with and the site has left out; empty where there are none."""
    named = {name for mark in item.iter_markers("features") for name in mark.args or EVERY}
    return ", ".join(sorted(named & LEFT_OUT))


def is_gone(address: str) -> bool:
    """Return whether an address or a command is that of a feature that is left out, in a run of the tests."""
    return any(isinstance(finder, _Finder) for finder in sys.meta_path) and bool(GONE.search(address))


def skip() -> NoReturn:
    """Skip the test that runs, or the module that is being imported."""
    pytest.skip(f"left out: {', '.join(sorted(LEFT_OUT))}", allow_module_level=True)


class _StandIn:
    """What a module of tests imports by name, and all that is read from it."""

    def __getattr__(self, name: str) -> "_StandIn":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __or__(self, _other: object) -> "_StandIn":
        """Be the type of an argument."""
        return self

    def __call__(self, *_given: object, **_named: object) -> NoReturn:
        skip()

    __ror__ = __or__
    __iter__ = __len__ = __getitem__ = __enter__ = __eq__ = __lt__ = __add__ = __radd__ = __sub__ = __mul__ = __call__
    __hash__ = object.__hash__


class _Module(ModuleType):
    def __getattr__(self, name: str) -> _StandIn:
        if name.startswith("__"):
            raise AttributeError(name)
        return _StandIn()


class _Finder(MetaPathFinder, Loader):
    """Finds modules of features that are gone."""

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: object = None) -> ModuleSpec | None:
        is_feature = name.startswith("starbond_site.features.") and name.split(".")[2] in LEFT_OUT
        return ModuleSpec(name, self, is_package=True) if is_feature else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave it empty."""


def stand_in() -> None:
    """Let features that are gone be imported."""
    if LEFT_OUT:
        sys.meta_path.append(_Finder())
