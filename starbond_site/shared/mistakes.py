"""Mistakes in content and settings, as sentences for whoever wrote them, in no words of a library."""

import re
from collections.abc import Iterable
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import TypeVar

from pydantic import AfterValidator
from pydantic_core import ErrorDetails

Value = TypeVar("Value")

_NUMBER = "this must be a number"
_SENTENCES = {
    "missing": "this field is missing",
    "extra_forbidden": "this field is not known",
    "string_type": "this must be a text in quotation marks",
    "string_too_short": "this must have at least {min_length} characters",
    "string_too_long": "this must have at most {max_length} characters",
    "too_short": "this must have a length of at least {min_length}",
    "too_long": "this must have a length of at most {max_length}",
    "literal_error": "this must be {expected}",
    "enum": "this must be {expected}",
    "int": "this must be a whole number",
    "float": _NUMBER,
    "decimal": _NUMBER,
    "bool": "this must be true or false",
    "greater_than": "this must be more than {gt}",
    "greater_than_equal": "this must be at least {ge}",
    "less_than": "this must be less than {lt}",
    "less_than_equal": "this must be at most {le}",
    "finite_number": _NUMBER,
    "date": "this must be a date, such as 2026-12-31",
    "datetime": "this must be a date with a time, such as 2026-12-31T10:30:00+06:00",
    "time": "this must be a time, such as 10:30:00",
    "timezone": "this must say its time zone, such as 2026-12-31T10:30:00+06:00",
    "uuid": "this must be a UUID, such as c7f4a1d2-8f6b-4f0e-9a51-3f2b6f1f0c11",
    "list": "this must be a list, such as [...]",
    "tuple": "this must be a list, such as [...]",
    "dict": "this must be a table, such as {{...}}",
    "model": "this must be a table, such as {{...}}",
}
"""By the type of an error, or its first word."""
_TOML = {
    "Cannot|Duplicate": "this name is there already; the entries of a list are headed [[name]], with two brackets",
    r"Illegal character '\\n'|Unterminated": 'a text needs a quotation mark at both ends, such as "Dhaka"',
    "Illegal|Found invalid": "a character that nobody sees stands here; type the line anew",
    "Unclosed array": "the list that ends here or above needs a comma after each entry, and ] at its end",
    "Unescaped|Invalid hex|Escaped": "write \\\\ for \\, or the text between single quotation marks",
    "Invalid date": "there is no such day or time; write it as 2026-12-31 or 10:30:00",
    "Invalid value": 'a text stands between straight quotation marks, as "Dhaka"; true and false have small letters',
    "Expected ']": "the heading needs its closing bracket: [name], or [[name]] for one of a list",
    "Expected newline": "something stands behind the value, such as a comma; a date is written as 2026-12-31",
    "": 'write a name, = and a value, such as name = "Dhaka"; what is between { and } stays on one line',
}
"""By how tomllib begins to say what it did not expect."""


class ContentError(Exception):
    """A mistake in a content file: which file, which field (dotted), and what is wrong with it."""

    def __init__(self, file: str, field: str, message: str, *others: "ContentError") -> None:
        """Say where the mistake stands; ``field`` is empty when the whole file is meant."""
        self.all = (self, *others)
        self.file = file
        self.field = field
        self.message = message
        super().__init__(": ".join(part for part in (file, field, message) if part))

    def in_line(self, folder: Path) -> str:
        """Return the sentence, with the line that the field begins in where a file of the folder shows it."""
        path, (name, *rest) = folder / self.file, self.field.split(".")
        if not path.is_file() or not name or name.startswith("line "):
            return str(self)
        lines = path.read_text("utf-8-sig", "replace").splitlines()
        heads = [*(number for number, line in enumerate(lines) if line.startswith("[")), len(lines)]
        found = _line(lines[: heads[0]], rf"{re.escape(name)}\s*=", 0, 0)
        if found is None and rest and rest[0].isdigit():
            found = _line(lines, rf"\[\[{re.escape(name)}\]\]", 0, int(rest[0]))
            if found and rest[1:]:
                end = next(number for number in heads if number >= found)
                found = _line(lines[:end], rf"{re.escape(rest[1])}\s*=", found, 0) or found
        return f"{self.file}: line {found}: {self.field}: {self.message}" if found else str(self)


def _line(lines: list[str], pattern: str, after: int, nth: int) -> int | None:
    """Return the number of the nth line behind another that begins with a pattern."""
    found = [number for number, line in enumerate(lines, 1) if number > after and re.match(pattern, line)]
    return found[nth] if nth < len(found) else None


def together(mistakes: Iterable[ContentError]) -> ContentError:
    """Return the first mistake with all others; at least one is needed."""
    first, *others = mistakes
    return ContentError(first.file, first.field, first.message, *others)


def matching(pattern: str, sentence: str) -> AfterValidator:
    """Return a validator of what has to match; the sentence says of what form that is."""

    def check(value: Value) -> Value:
        if not re.fullmatch(pattern, "" if value is None else str(value)):
            raise ValueError(sentence)
        return value

    return AfterValidator(check)


def of_toml(text: str, mistake: TOMLDecodeError) -> tuple[str, str]:
    """Return where a text is not TOML, its line and the name that begins it where that is known, and what to do."""
    said, place = str(mistake), ""
    if found := re.search(r"at line (\d+)", said):
        name = re.match(r"\s*([\w-]+)\s*[= ]", text.split("\n")[int(found[1]) - 1])
        place = f"line {found[1]}: {name[1]}" if name and not said.startswith("Unclosed") else f"line {found[1]}"
    return place, next(sentence for begin, sentence in _TOML.items() if re.match(begin, said))


def sentence(found: ErrorDetails) -> str:
    """Return what is wrong; a rule of our own says it itself, everything else begins with "this"."""
    kind, values = found["type"], found.get("ctx", {})
    if kind in ("value_error", "assertion_error"):
        return str(values["error"])
    if values.get("min_length") == 1:
        return "this must not be empty"
    said = _SENTENCES.get(kind) or _SENTENCES.get(kind.partition("_")[0])
    return said.format_map(values) if said else re.sub("^(Input|Value|String) should", "this should", found["msg"])
