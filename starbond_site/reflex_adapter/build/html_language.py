"""The language of every page in ``<html lang>`` (WCAG 2.2 SC 3.1.1); Reflex writes one language for all."""

from pathlib import Path

from starbond_site.content.languages import language_of_path
from starbond_site.reflex_adapter.build.step import replace_once

WRITTEN = "en"
"""The language that Reflex writes."""


def with_language(html: str, file: Path, static_dir: Path) -> str:
    """Return a page that names its language; hydration accepts it, since Reflex suppresses the warning."""
    language = language_of_path(file.relative_to(static_dir).with_suffix("").as_posix())
    if language == WRITTEN:
        return html
    return replace_once(html, f'<html lang="{WRITTEN}"', f'<html lang="{language}"', file.name)
