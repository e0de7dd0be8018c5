"""A page of the desk as its text and its forms, read from its HTML as a browser reads it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lxml.html import HtmlElement, fragment_fromstring

LINES = {"h1", "h2", "h3", "p", "div", "section", "table", "tr", "li", "dt", "summary", "form", "small"}
"""Elements that begin a line; those in a cell of a table do not."""
CELLS = {"td", "th"}
UNSENT = ("checkbox", "file")
"""Types of what is sent only once it is ticked or chosen."""
PARTS = ("mistakes", "alert", "status", "form", "page")
"""What texts belong to: the mistakes of a table, what is wrong, what was done, a form, or else the page.

The first one that an element around a text begins.
"""


@dataclass
class HtmlForm:
    """A form, and what a browser would send of it."""

    path: str
    method: str
    label: str
    sent: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    """Of fields that people fill, by name."""
    options: dict[str, list[str]] = field(default_factory=dict)
    """Values that may be chosen, by field."""
    fixed: dict[str, set[str]] = field(default_factory=dict)
    """Values of hidden fields and buttons, which tell forms of one address apart."""

    @property
    def names(self) -> list[str]:
        return [*self.labels, *(name for name in self.fixed if not name.startswith("_") and name != "version")]

    def fits(self, given: Mapping[str, str]) -> bool:
        return all(name in self.labels or value in self.fixed.get(name, ()) for name, value in given.items())


class ParsedDeskPage:
    """A page that was read."""

    def __init__(self, html: str, prefix: str) -> None:
        """Read a page.

        Args:
            prefix: with which addresses begin that its text has in brackets behind their link, without it.
        """
        root = fragment_fromstring(f"<div>{html}</div>")
        self.forms = list(map(_form, root.iter("form")))
        self._prefix, self._texts = prefix, defaultdict[str, str](str)
        for part, text in self._read(root, PARTS[-1], is_in_cell=False):
            self._texts[part] += text

    def text(self, part: str = "page") -> list[str]:
        """Return the lines of the page outside of its forms, of what it announces, or of the mistakes of a table."""
        lines = (re.sub(" *\t *", "\t", re.sub(" +", " ", line)).strip() for line in self._texts[part].splitlines())
        return [line for line in lines if line]

    def _read(self, element: HtmlElement, around: str, *, is_in_cell: bool) -> Iterator[tuple[str, str]]:
        """Yield what an element says, and to which part that belongs."""
        tag, address = element.tag, element.get("href", "")
        begun = {element.get("aria-labelledby"), element.get("role"), tag, around}
        part = next(part for part in PARTS if part in begun)
        begin = (" " if is_in_cell else "\n") if tag in LINES else ""
        said = element.get("value", "") if "readonly" in element.attrib else _said(element, part, element.text)
        yield around, begin
        yield part, " " if tag == "br" else said
        for child in element:
            yield from self._read(child, part, is_in_cell=is_in_cell or tag in CELLS)
            yield part, _said(element, part, child.tail)
        if tag == "a" and address.startswith(f"{self._prefix}/"):
            yield part, f" [{address.removeprefix(self._prefix).partition('#')[0].strip('/')}] "
        yield around, "\t" if tag in CELLS else begin


def _said(element: HtmlElement, part: str, text: str | None) -> str:
    """Return a text that stands in an element itself."""
    text, name = (text or "").replace("\n", " "), element.get("href", "").removeprefix("#")
    if part == "alert" and text:
        # A sentence leads to its field, where it is said again, with what stands in small type below it.
        return "" if element.get("id", "").endswith("-problem") else f"{name}: {text}" if name else text
    return text


def _form(element: HtmlElement) -> HtmlForm:
    form = HtmlForm(element.get("action", ""), element.get("method", "get"), element.get("aria-label", ""))
    has_button = False
    for control in element.iter("label", "input", "select", "textarea", "button"):
        tag, name, value = control.tag, control.get("name", ""), control.get("value", "")
        kind = control.get("type", "text") if tag == "input" else tag
        if tag == "label":
            of = control.get("for") or next(control.iter("input")).get("name")
            form.labels[of] = "".join(text.strip() for text in control.itertext())
        elif not name or "readonly" in control.attrib:
            pass
        elif kind in ("hidden", "button"):
            # Without a pointer a form is sent by its first button.
            if kind == "hidden" or not has_button:
                form.sent[name] = value
            form.fixed.setdefault(name, set()).add(value)
            form.label = form.label or control.get("aria-label", "")
        else:
            form.labels.setdefault(name, control.get("aria-label", ""))
            if tag == "select":
                form.options[name] = control.value_options
                # A browser sends the first one where none is marked.
                value = next(iter([*control.xpath(".//option[@selected]/@value"), *control.value_options]), "")
            elif tag == "textarea":
                value = (control.text or "").removeprefix("\n")
            if kind not in UNSENT or "checked" in control.attrib:
                form.sent.setdefault(name, value or ("on" if kind == "checkbox" else ""))
        has_button |= tag == "button"
    return form
