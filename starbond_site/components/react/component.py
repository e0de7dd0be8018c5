"""Components of React, and HTML around them: pages are htpy's elements with such components between.

What has no component inside is sent once, as HTML: the bundle for browsers does not contain it a second time.
"""

import hashlib
import json
from collections.abc import Iterator
from functools import partial
from html import unescape
from html.entities import html5
from html.parser import HTMLParser
from typing import Any, NamedTuple, Self

import htpy as h
import reflex as rx
from htpy import Node

from starbond_site.reflex_adapter import assets
from starbond_site.reflex_adapter.event_logs import on_error_spec

IS_WRITTEN = "import.meta.env.SSR||import.meta.env.DEV"
"""Constants of Vite: true where pages are prerendered, and in development, where React Router draws them itself."""
LEAST_KEPT = 40
"""Bytes of a text that costs more in the script than the mark by which it is found in the page."""
VOID = frozenset(name for name, element in vars(h).items() if isinstance(element, h.VoidElement))
"""Elements without an end."""
NAMES = {"class": "className", "for": "htmlFor", "tabindex": "tabIndex", "viewbox": "viewBox"}
"""Attributes that React calls by another name."""

assets.link()


def _step(upload: rx.Var[str], fields: rx.Var[dict[str, str]]) -> tuple[rx.Var[str], rx.Var[dict[str, str]]]:
    return upload, fields


class ReactComponent(rx.Component):
    """A component that passes on every prop which the class does not declare, and sends events to the server."""

    on_access: rx.EventHandler[rx.event.no_args_event_spec]
    """Who may publish has to be asked again: after a key, a refusal, and some time, or the server forgets the page."""
    on_step: rx.EventHandler[_step]
    """A step is to be taken with an upload: its token, and the fields of `web.upload_steps.UploadStep`."""
    on_error: rx.EventHandler[on_error_spec]
    """Drawing a page failed."""

    @classmethod
    def create(cls, *children: Any, **props: Any) -> Self:  # noqa: ANN401  (as Reflex declares it)
        declared = {*cls.get_fields(), *cls.get_event_triggers()}
        passed_on = {
            name: rx.Var.create(value) for name, value in props.items() if name not in declared and value is not None
        }
        own = {name: value for name, value in props.items() if name in declared}
        return super().create(*_parts(children), custom_attrs=passed_on, **own)

    def __html__(self) -> str:
        """Return its code: it is a node of htpy."""
        return str(self)

    def iter_chunks(self, _context: object = None) -> Iterator[Self]:
        """Yield itself, where htpy yields what it has written (`drawn`)."""
        yield self


class Placed(ReactComponent):
    """Takes elements of Reflex along: those that depend on its state."""

    library = "react"
    tag = "Fragment"


def library(file: str) -> str:
    """Return the import path of a JSX file below this folder."""
    return assets.library(f"components/react/{file}")


def component(file: str, tag: str, *packages: str) -> partial[ReactComponent]:
    """Return a function that creates a component, which a JSX file below this folder exports.

    Args:
        file: such as ``tabs/tabs.jsx``.
        tag: the name of the export.
        packages: of npm, with their exact versions, that the file imports.
    """
    return partial(ReactComponent.create, library=library(file), tag=tag, lib_dependencies=list(packages))


class Prerendered(rx.Component):
    """An element that keeps its content in the browser as it was prerendered."""

    library = library("prerendered/prerendered.jsx")
    tag = "Prerendered"

    def add_imports(self) -> dict[str, Any]:
        """Return what the frame of every page imports: what all pages share is then one chunk (`build.bundle`)."""
        return {"$/utils/state": "refs"}


class PrerenderedHead(rx.Fragment):
    """Keeps its elements of the head in the browser as they were prerendered."""

    def render(self) -> dict[str, Any]:
        """Return the elements behind a condition, which only prerendering and development meet."""
        kept = {"cond_state": IS_WRITTEN, "true_value": super().render(), "false_value": {"contents": "undefined"}}
        return {"name": "Fragment", "props": [], "children": [kept]}


def prerendered_head(*nodes: Node) -> rx.Component:
    """Return elements without content, and texts of scripts, as they stand in the head."""
    return PrerenderedHead.create(*_parts(nodes))


def prerendered_prop(value: Any) -> rx.Var[Any]:  # noqa: ANN401  (any prop)
    """Return a prop for what is prerendered alone: browsers get ``undefined``, and read the page."""
    return rx.Var(f"({IS_WRITTEN}?{json.dumps(value)}:undefined)")


def drawn(*nodes: Node) -> rx.Component:
    """Return nodes of htpy as one component; the prerendered page has to have all of it."""
    parts = _parts(nodes)
    return parts[0] if len(parts) == 1 and isinstance(parts[0], rx.Component) else rx.fragment(*parts)


def _parts(nodes: tuple[Any, ...]) -> list[rx.Component | rx.Var[Any] | str]:
    """Return nodes of htpy as components and texts; what is Reflex's own stays as it is."""
    found = []
    for node in nodes:
        if isinstance(node, rx.Component | rx.Var):
            found.append(node)
            continue
        reader = _Reader()
        for chunk in h.fragment[node].iter_chunks():
            reader.feed(chunk) if isinstance(chunk, str) else reader.open[-1].parts.append(chunk)
        whole, *unclosed = reader.open
        if unclosed:
            raise ValueError(f"<{unclosed[-1].name}> is not closed")
        found += whole.children()
    return found


class _Element(NamedTuple):
    """An element that was read: its opening tag, and texts as HTML, elements without components, and components."""

    tag: str
    name: str
    attributes: dict[str, Any]
    parts: list["str | _Element | rx.Component"]

    def __str__(self) -> str:
        # As it was written: names of SVG have capitals.
        return self.tag + self.inside + ("" if self.name in VOID else f"</{self.tag[1 : len(self.name) + 1]}>")

    @property
    def inside(self) -> str:
        return "".join(map(str, self.parts))

    @property
    def is_static(self) -> bool:
        return not any(isinstance(part, rx.Component) for part in self.parts)

    def drawn(self) -> rx.Component:
        props: dict[str, Any] = {NAMES.get(name, name): value for name, value in self.attributes.items()}
        if "style" in props:
            props["style"] = dict(rule.split(":", 1) for rule in props["style"].split(";"))
        is_short = "<" not in self.inside and 0 < len(self.inside.encode()) < LEAST_KEPT
        if self.is_static and not is_short and self.name not in VOID:
            part = hashlib.sha256(self.inside.encode()).hexdigest()[:6]
            kept = {"element": self.name, "part": part, "html": prerendered_prop(self.inside)}
            return Prerendered.create(custom_attrs=props | kept)
        element = rx.el.div(*self.children(), custom_attrs=props)
        element.tag = self.name
        return element

    def children(self) -> list[rx.Component | str]:
        texts = (unescape(part) if isinstance(part, str) else part for part in self.parts)
        return [part.drawn() if isinstance(part, _Element) else part for part in texts]


class _Reader(HTMLParser):
    """Reads what htpy writes, with components between."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.open = [_Element("", "", {}, [])]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: not name.startswith("data-") or "" if value is None else value for name, value in attrs}
        self.open.append(_Element(self.get_starttag_text() or "", tag, attributes, []))
        if tag in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        element = self.open.pop()
        if tag != element.name:
            raise ValueError(f"</{tag}> closes <{element.name}>")
        self.open[-1].parts.append(element if element.is_static else element.drawn())

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element of a drawing, or of Markdown, as it is written."""
        self.handle_data(self.get_starttag_text() or "")

    def handle_data(self, data: str) -> None:
        parts = self.open[-1].parts
        if parts and isinstance(before := parts[-1], str):
            parts[-1] = before + data
        else:
            parts.append(data)

    def handle_entityref(self, name: str) -> None:
        if f"{name};" not in html5:
            raise ValueError(f"&{name} is not escaped")
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")
