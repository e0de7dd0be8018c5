"""The drawings that pages show, by the names of ``pictures.toml``."""

from collections.abc import Callable

from art.company.joint import drawing

DRAWINGS: dict[str, Callable[[], str]] = {"unfinished-joint": drawing}
"""Functions that return SVG."""
