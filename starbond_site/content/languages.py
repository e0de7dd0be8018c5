"""The languages of the site, and which of them a request, a path or an untrusted value asks for.

``languages`` in ``company.toml`` lists them. Pages in the first stand at their own path, the others below the code of
their language (docs/requirements.md, "Languages").
"""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starbond_site.shared.declarations import declared

Language = str
"""Code of a language of the site (ISO 639), such as ``en``."""
CODE = re.compile(r"[a-z]{2,3}")
FILE = "company.toml"


def listed(fields: Mapping[str, Any]) -> tuple[Language, ...]:
    """Return the languages in the fields of ``company.toml``; English where they are wrong, which `content` reports."""
    given = fields.get("languages")
    if not isinstance(given, list) or not all(isinstance(code, str) and CODE.fullmatch(code) for code in given):
        return ("en",)
    return tuple(dict.fromkeys(given)) or ("en",)


LANGUAGES: tuple[Language, ...] = listed(declared(FILE))
DEFAULT: Language = LANGUAGES[0]
"""Stands at the root; also the answer where nothing else is known."""
PREFIXED: tuple[Language, ...] = LANGUAGES[1:]
"""Languages whose pages stand below a prefix."""
ENGLISH, BANGLA = "en", "bn"
"""Languages in which records exist: columns are named after them, so that content cannot choose others."""
HAS_PAIRS = {ENGLISH, BANGLA} <= set(LANGUAGES)
"""Whether two documents can be one filing, one in English and one in Bangla: only on sites in both."""
HAS_BANGLA_TEXTS = BANGLA in LANGUAGES and len(LANGUAGES) > 1
"""Whether calendar dates, figures and dealers have texts in Bangla beside their own."""


def others(language: Language) -> tuple[Language, ...]:
    """Return the other languages of the site; none where it has one."""
    return tuple(other for other in LANGUAGES if other != language)


def text_of_record(language: Language, own: str, bangla: str) -> str:
    """Return the text of a calendar date, a figure or a dealer on a page: in Bangla where it has one, else its own."""
    return (language == BANGLA and bangla) or own


def is_printable(text: str) -> bool:
    """Return whether a text has visible characters and blanks alone; Bangla needs joiners (Unicode, section 12.2)."""
    return text.replace("\u200c", "").replace("\u200d", "").isprintable()


def as_language(value: object) -> Language:
    """Return a value from outside as a language; `DEFAULT` where it is none."""
    return value if isinstance(value, str) and value in LANGUAGES else DEFAULT


def language_of_path(path: str) -> Language:
    """Return the language of a path of this site; its first segment names it, in any case."""
    return as_language(path.strip("/").partition("/")[0].casefold())


def language_of_address(address: str) -> Language:
    """Return the language of a whole address, such as a ``Referer``; `DEFAULT` where it cannot be parsed."""
    try:
        return language_of_path(urlsplit(address).path)
    except ValueError:
        return DEFAULT
