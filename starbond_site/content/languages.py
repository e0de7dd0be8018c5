"""Which language a request, a path or an untrusted value asks for.

English pages stand at their own path, the others below the code of their language (docs/requirements.md, "Languages").
"""

from typing import cast
from urllib.parse import urlsplit

from starbond_site.content.models import LANGUAGES, Language

DEFAULT: Language = "en"
"""Stands at the root; also the answer where nothing else is known."""
PREFIXED: tuple[Language, ...] = tuple(language for language in LANGUAGES if language != DEFAULT)
"""Languages whose pages stand below a prefix."""


def as_language(value: object) -> Language:
    """Return a value from outside as a language; `DEFAULT` where it is none."""
    return cast("Language", value) if value in LANGUAGES else DEFAULT


def language_of_path(path: str) -> Language:
    """Return the language of a path of this site; its first segment names it, in any case."""
    return as_language(path.strip("/").partition("/")[0].casefold())


def language_of_address(address: str) -> Language:
    """Return the language of a whole address, such as a ``Referer``; `DEFAULT` where it cannot be parsed."""
    try:
        return language_of_path(urlsplit(address).path)
    except ValueError:
        return DEFAULT
