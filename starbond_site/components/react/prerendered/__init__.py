"""Sends content that no script changes once, as HTML: the bundle for browsers does not contain it a second time."""

import hashlib
import json
from typing import Any

import reflex as rx

from starbond_site.components.react import library
from starbond_site.reflex_adapter.build import scripts, steps
from starbond_site.shared.settings import settings

IS_WRITTEN = "import.meta.env.SSR||import.meta.env.DEV"
"""Constants of Vite: true where pages are prerendered, and in development, where React Router draws them itself."""


class Prerendered(rx.Component):
    """Keeps the content of its children in the browser as it was prerendered; nothing in them may have events."""

    library = library("prerendered/prerendered.jsx")
    tag = "Prerendered"

    def render(self) -> dict[str, Any]:
        """Return the elements, each with its content behind a condition, and a hash by which the page finds it."""
        elements = [child.render() for child in self.children]
        return _fragment([self._kept(element) for element in elements] if _is_document() else elements)

    def _kept(self, element: dict[str, Any]) -> dict[str, Any]:
        part = hashlib.sha256(str(element).encode()).hexdigest()[:4]
        props = [*element["props"], f"element:{element['name']}", f'part:"{part}"']
        return {"name": self.tag, "props": props, "children": [_written(element["children"])]}


class PrerenderedHead(rx.Fragment):
    """Keeps its elements of the head in the browser as they were prerendered."""

    def render(self) -> dict[str, Any]:
        """Return the elements behind a condition."""
        elements = super().render()
        return {**elements, "children": [_written(elements["children"])]} if _is_document() else elements


prerendered = Prerendered.create
prerendered_head = PrerenderedHead.create


def prerendered_prop(value: list[Any]) -> list[Any] | rx.Var[list[Any]]:
    """Return a prop for what is prerendered alone: browsers get ``undefined``, and read the page."""
    return rx.Var(f"({IS_WRITTEN}?{json.dumps(value)}:undefined)", _var_type=list[Any]) if _is_document() else value


def _is_document() -> bool:
    """Return whether browsers load every page as a document, so that none is drawn by scripts alone."""
    return any(step.rewrite is scripts.as_document for step in steps.steps(settings().build))


def _written(children: list[dict[str, Any]]) -> dict[str, Any]:
    """Return children that only the bundles of prerendering and of development contain."""
    return {"cond_state": IS_WRITTEN, "true_value": _fragment(children), "false_value": {"contents": "undefined"}}


def _fragment(children: list[dict[str, Any]]) -> dict[str, Any]:
    return children[0] if len(children) == 1 else {"name": "Fragment", "props": [], "children": children}
