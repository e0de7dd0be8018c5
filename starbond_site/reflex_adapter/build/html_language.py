"""The language of every page in ``<html lang>`` (WCAG 2.2 SC 3.1.1); Reflex writes one language for all."""

from pathlib import Path

from starbond_site.content.models import LANGUAGES, Language
from starbond_site.reflex_adapter.build.step import replace_once

DEFAULT = LANGUAGES[0]


def language_of(file: Path, static_dir: Path) -> Language:
    """Return the language of a page from its place: ``bn.html`` and everything in ``bn/`` is Bangla."""
    first = file.relative_to(static_dir).parts[0].removesuffix(".html")
    for language in LANGUAGES:
        if language == first:
            return language
    return DEFAULT


def with_language(html: str, file: Path, static_dir: Path) -> str:
    """Return a page that names its language; hydration accepts it, since Reflex suppresses the warning."""
    language = language_of(file, static_dir)
    if language == DEFAULT:
        return html
    return replace_once(html, f'<html lang="{DEFAULT}"', f'<html lang="{language}"', file.name)
