"""Makes what a parser read fit to be stored and shown, within the limits."""

import re
from collections.abc import Iterable

from starbond_site.documents.extraction import MAX_CHARACTERS, MAX_PAGE_CHARACTERS, MAX_PAGES
from starbond_site.documents.names import normalized

_HYPHENATED = re.compile("[\x02\ufffe]\\s*|\u00ad\\s*\n\\s*")
"""How PDFium marks a word that goes on in the next line."""
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff\ufff9-\ufffb]")
_BLANKS = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")


def cleaned(text: str) -> str:
    """Return text in NFC, without control characters, with single blanks and line breaks."""
    text = _CONTROLS.sub("", _HYPHENATED.sub("", text.replace("\r", "\n")))
    text = _LINES.sub("\n", _BLANKS.sub(" ", text)).strip()
    return normalized("NFC", text[:MAX_PAGE_CHARACTERS])


def limited(texts: Iterable[str]) -> list[str]:
    """Return the texts of as many pages as may be kept, cleaned."""
    kept: list[str] = []
    left = MAX_CHARACTERS
    for text in texts:
        if len(kept) == MAX_PAGES or left <= 0:
            break
        kept.append(cleaned(text)[:left])
        left -= len(kept[-1])
    return kept
