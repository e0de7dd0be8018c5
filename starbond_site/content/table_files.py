"""Mistakes in table files (CSV): all are found at once, each with its sentence."""

from collections.abc import Mapping

from starbond_site.content.interface import Code

Mistake = tuple[Code, Mapping[str, object]]
"""The sentence of ``errors.toml`` that says what is wrong with a file, and its values."""
LARGEST_BYTES = 5_000_000


class TableMistakes(Exception):  # noqa: N818  whoever made the file can correct it
    """A table file cannot be read."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes


def mistake(code: Code, **values: object) -> Mistake:
    return code, values


def decoded(content: bytes, most: int = LARGEST_BYTES) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark.

    Raises:
        TableMistakes: it is too large, or in another encoding.
    """
    if len(content) > most:
        raise TableMistakes(mistake("too_large", limit=most // 1_000_000))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise TableMistakes(mistake("not_utf8")) from wrong
