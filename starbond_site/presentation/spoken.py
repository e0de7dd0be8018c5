"""Marks words in the letters of another language, so that screen readers say them in it (``lang``: WCAG 2.2, 3.1.2).

Names of documents, people and places are typed in either language and stand on the pages of both. What is written from
records passes here as finished HTML, before it is kept: so no page has to think of it.
"""

import re
from functools import partial

from starbond_site.content.addresses import BANGLA, ENGLISH, LANGUAGES, Language

_PARTS = re.compile(
    r"<(script|style|title|textarea|select|svg|code)\b.*?</\1>"
    r'|<(\w+)\b[^>]*\slang="[^"]*"[^>]*>.*?</\2>'
    r"|(<[^<>]*>|^)([^<]*)(?=(</\w+)?)",
    re.DOTALL,
)
"""Of HTML that escapes every ``<`` and ``>`` of a text: what is left as it is, or a tag, the text behind it, and
the end of an element behind it."""
_LETTERS = {BANGLA: "\u0980-\u09ff", ENGLISH: "A-Za-z"}
_ENTITY = re.compile(r"&#?\w+;")
_WORDS = {
    language: re.compile(rf"{_ENTITY.pattern}|[{letters}](?:(?:{_ENTITY.pattern}|[^&{_LETTERS[other]}])*[{letters}])?")
    for (language, letters), other in zip(_LETTERS.items(), (ENGLISH, BANGLA), strict=True)
}
"""From the first to the last letter of one language without a letter of the other between."""
_FEWEST = {BANGLA: 1, ENGLISH: 4}
"""Letters of a name: PDF and KB are read well in either language."""
_LONGEST_ACRONYM = 6
"""Letters of JSON or NOCFPS."""


def other_language(language: Language, text: str) -> Language | None:
    """Return the language of a text that has no letters of the language of its page, and some of the other one."""
    other, text = _other(language), _ENTITY.sub("", text)
    if other is None or re.search(f"[{_LETTERS[ENGLISH if other == BANGLA else BANGLA]}]", text):
        return None
    letters = "".join(re.findall(f"[{_LETTERS[other]}]", text))
    return (
        other
        if len(letters) >= _FEWEST[other] and not (letters.isupper() and len(letters) <= _LONGEST_ACRONYM)
        else None
    )


def spoken(language: Language, html: str) -> str:
    """Return the HTML of a page with what is in another language marked."""
    other = _other(language)
    if other is None or (other == BANGLA and html.isascii()):
        return html
    return _PARTS.sub(partial(_marked, language, other), html)


def _other(language: Language) -> Language | None:
    other = ENGLISH if language == BANGLA else BANGLA
    return other if other in LANGUAGES else None


def _marked(language: Language, other: Language, found: re.Match[str]) -> str:
    tag, text, end = found[3], found[4], found[5]
    if not text:
        return found[0]
    if end and re.match(rf"<{end[2:]}[\s>]", tag) and other_language(language, text):
        return f'{tag[:-1]} lang="{other}">{text}'
    return tag + _WORDS[other].sub(partial(_span, language), text)


def _span(language: Language, words: re.Match[str]) -> str:
    other = other_language(language, words[0])
    return f'<span lang="{other}">{words[0]}</span>' if other else words[0]
