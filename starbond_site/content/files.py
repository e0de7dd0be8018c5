"""Reading content files: TOML, and Markdown with TOML in front; every mistake names file and field."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from markdown_it import MarkdownIt
from pydantic import BaseModel, ValidationError

from starbond_site.content import dealers
from starbond_site.content.dealers import Dealer, DealersFileError
from starbond_site.content.models import Language

FENCE = "+++"
SENTENCES = {"extra_forbidden": "this field is not known", "missing": "this field is missing"}
"""Plain sentences for two kinds of mistake; pydantic's own message serves for the others."""
Model = TypeVar("Model", bound=BaseModel)


class ContentError(Exception):
    """A mistake in a content file: which file, which field (dotted), and what is wrong with it."""

    def __init__(self, file: str, field: str, message: str) -> None:
        """Say where the mistake stands; ``field`` is empty when the whole file is meant."""
        self.file = file
        self.field = field
        self.message = message
        super().__init__(": ".join(part for part in (file, field, message) if part))


class Reader:
    """Reads the files of one folder in one language and notes the translations it misses."""

    def __init__(self, folder: Path, language: Language) -> None:
        """Read from ``folder`` in ``language``."""
        self.folder = folder
        self.language: Language = language
        self.missing: list[str] = []
        self.facts: dict[str, str] = {}
        """What stands in every text for words in braces, such as ``zone``."""
        self.country = ""
        """Whose rules the telephone numbers of dealers follow."""

    def stems(self, pattern: str) -> list[str]:
        """Return the files that match, by name, without the Bangla bodies that stand beside them."""
        found = (path.relative_to(self.folder).as_posix() for path in self.folder.glob(pattern))
        return sorted(name for name in found if not name.endswith(".bn.md"))

    def toml(self, model: type[Model], name: str) -> Model:
        """Return the content of one TOML file."""
        return self.typed(model, _toml(name, self._text(name)), name)

    def markdown(self, model: type[Model], name: str) -> Model:
        """Return a Markdown file with TOML in front; ``body`` becomes HTML in the language being read."""
        _, fence, rest = self._text(name).partition(f"{FENCE}\n")
        front, closing, body = rest.partition(f"\n{FENCE}\n")
        if not (fence and closing):
            raise ContentError(name, "", f"the fields at the top must stand between two lines of {FENCE}")
        fields = _toml(name, front)
        if "body" in fields:
            raise ContentError(name, "body", "the body is the Markdown below the fields")
        return self.typed(model, fields | {"body": _html(self._translated(name, body))}, name)

    def dealers(self, name: str) -> tuple[Dealer, ...]:
        """Return the dealers of a table file; none where there is no such file."""
        path = self.folder / name
        try:
            return dealers.parse(path.read_bytes(), self.country) if path.is_file() else ()
        except DealersFileError as mistakes:
            raise ContentError(name, "", mistakes.mistakes[0]) from mistakes

    def typed(self, model: type[Model], fields: dict[str, Any], name: str) -> Model:
        """Return ``fields`` as ``model``, and remember the file of every translation that is missing."""
        missing: list[str] = []
        try:
            content = model.model_validate(
                fields, context={"language": self.language, "missing": missing, "facts": self.facts}
            )
        except ValidationError as mistakes:
            first = mistakes.errors()[0]
            message = SENTENCES.get(first["type"], first["msg"])
            raise ContentError(name, ".".join(map(str, first["loc"])), message) from mistakes
        self.missing += [f"{name}: {text}" for text in missing]
        return content

    def _translated(self, name: str, body: str) -> str:
        """Return the body in the language being read, or the English one where it has not been translated."""
        if self.language == "en":
            return body
        own = name.removesuffix(".md") + f".{self.language}.md"
        if (self.folder / own).is_file():
            return self._text(own)
        self.missing.append(f"{name}: body")
        return body

    def _text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except FileNotFoundError as missing:
            raise ContentError(name, "", "the file is missing") from missing
        except UnicodeDecodeError as mistake:
            raise ContentError(name, "", f"the file is not UTF-8: {mistake}") from mistake


def _toml(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        raise ContentError(name, "", f"this is not TOML: {mistake}") from mistake


@cache
def _markdown() -> MarkdownIt:
    # Content is trusted, yet raw HTML in it would escape the design and the content security policy.
    return MarkdownIt("commonmark", {"html": False})


def _html(markdown: str) -> str:
    return _markdown().render(markdown).strip()
