"""What a model refuses, as a sentence for whoever wrote the file or the setting; pydantic's are about its own types."""

import re

from pydantic_core import ErrorDetails

_NUMBER = "this must be a number"
_SENTENCES = {
    "missing": "this field is missing",
    "extra_forbidden": "this field is not known",
    "string_type": "this must be a text",
    "string_pattern_mismatch": "this must have the form {pattern}",
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


def sentence(found: ErrorDetails) -> str:
    """Return what is wrong; a rule of our own says it itself, everything else begins with "this"."""
    kind, values = found["type"], found.get("ctx", {})
    if kind in ("value_error", "assertion_error"):
        return str(values["error"])
    said = _SENTENCES.get(kind) or _SENTENCES.get(kind.partition("_")[0])
    return said.format_map(values) if said else re.sub("^(Input|Value|String) should", "this should", found["msg"])
