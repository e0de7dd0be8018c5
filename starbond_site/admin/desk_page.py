"""A page of the desk as its text and its forms, read from its HTML as a browser reads it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

EMPTY = ("input", "br", "hr", "img")
LINES = {"h1", "h2", "h3", "p", "div", "section", "table", "tr", "li", "dt", "summary", "form", "small"}
"""Elements that begin a line; those in a cell of a table do not."""
UNSENT = ("checkbox", "file")
"""Types of what is sent only once it is ticked or chosen."""


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


class DeskPageParser(HTMLParser):
    """A page that was read."""

    def __init__(self, html: str, prefix: str) -> None:
        """Read a page.

        Args:
            prefix: with which addresses begin that its text has in brackets behind their link, without it.
        """
        super().__init__()
        self.forms: list[HtmlForm] = []
        self._prefix, self._open = prefix, list[tuple[str, Mapping[str, str]]]()
        self._has_button = False
        """Whether the form that is read has had a button."""
        self._texts: dict[str, str] = {"page": "", "status": "", "alert": "", "mistakes": ""}
        self.feed(html)
        self.close()

    def text(self, part: str = "page") -> list[str]:
        """Return the lines of the page outside of its forms, of what it announces, or of the mistakes of a table."""
        lines = (re.sub(" *\t *", "\t", re.sub(" +", " ", line)).strip() for line in self._texts[part].splitlines())
        return [line for line in lines if line]

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self._begin_line(tag)
        if tag not in EMPTY:
            self._open.append((tag, found))
        if tag == "form":
            self.forms.append(
                HtmlForm(found.get("action", ""), found.get("method", "get"), found.get("aria-label", ""))
            )
            self._has_button = False
        elif tag == "br":
            self._write(" ")
        elif "readonly" in found:
            self._write(found.get("value", ""))
        elif self.forms and self._is_in("form"):
            self._control(tag, found)

    def handle_endtag(self, tag: str) -> None:
        _, found = self._open[-1]
        address = found.get("href", "")
        if tag == "a" and address.startswith(f"{self._prefix}/"):
            self._write(f" [{address.removeprefix(self._prefix).partition('#')[0].strip('/')}] ")
        self._open.pop()
        self._write("\t" if tag in ("td", "th") else "")
        self._begin_line(tag)

    def handle_data(self, data: str) -> None:
        self._write(data.replace("\n", " ") if not self._is_in("textarea") else data)

    def _is_in(self, *tags: str) -> bool:
        return any(tag in tags for tag, _ in self._open)

    def _begin_line(self, tag: str) -> None:
        if tag in LINES:
            self._write(" " if self._is_in("td", "th") else "\n")

    def _write(self, text: str) -> None:
        """Add a text to the part of the page that it belongs to."""
        if not text:
            return
        tag, inner = self._open[-1] if self._open else ("", {})
        roles = [found.get("role") for _, found in self._open]
        if any(found.get("aria-labelledby") == "mistakes" for _, found in self._open):
            self._texts["mistakes"] += text
        elif "alert" in roles:
            # A sentence leads to its field, where it is said again, with what stands in small type below it.
            name, is_said = inner.get("href", "").removeprefix("#"), inner.get("id", "").endswith("-problem")
            self._texts["alert"] += "" if is_said else f"{name}: {text}" if name and tag == "a" else text
        elif "status" in roles:
            self._texts["status"] += text
        elif not self._is_in("form"):
            self._texts["page"] += text
        elif label := next((found for tag, found in self._open if tag == "label"), None):
            name = label.get("for") or next(reversed(self.forms[-1].labels), "")
            self.forms[-1].labels[name] = self.forms[-1].labels.get(name, "") + text.strip()
        elif tag == "textarea":
            self.forms[-1].sent[inner["name"]] = self.forms[-1].sent.get(inner["name"], "") + text.removeprefix("\n")

    def _control(self, tag: str, found: Mapping[str, str]) -> None:
        form, name, value = self.forms[-1], found.get("name", ""), found.get("value", "")
        kind = found.get("type", "text") if tag == "input" else tag
        if tag == "option":
            name = next(found["name"] for tag, found in reversed(self._open) if tag == "select")
            form.options.setdefault(name, []).append(value)
            if name not in form.sent or "selected" in found:
                form.sent[name] = value
        elif not name:
            pass
        elif kind in ("hidden", "button"):
            # Without a pointer a form is sent by its first button.
            if kind == "hidden" or not self._has_button:
                form.sent[name] = value
            form.fixed.setdefault(name, set()).add(value)
            form.label = form.label or found.get("aria-label", "")
        else:
            form.labels.setdefault(name, found.get("aria-label", ""))
            if kind not in UNSENT or "checked" in found:
                form.sent.setdefault(name, value or ("on" if kind == "checkbox" else ""))
        self._has_button |= tag == "button"
