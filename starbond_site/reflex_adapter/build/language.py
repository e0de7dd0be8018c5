"""The language of every page, where screen readers and search engines look for it."""

from pathlib import Path
from typing import Any

from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build.prerendered import DEFAULT_LANGUAGE, language_of, replace_once, rewrite


class LanguagePlugin(Plugin):
    """Writes ``<html lang>`` into the pages of the other languages; hydration accepts it, since Reflex says so."""

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Rewrite the pages."""
        static_dir: Path = context["static_dir"]

        def spoken(html: str, file: Path) -> str:
            language = language_of(file, static_dir)
            if language == DEFAULT_LANGUAGE:
                return html
            return replace_once(html, f'<html lang="{DEFAULT_LANGUAGE}"', f'<html lang="{language}"', file.name)

        rewrite(static_dir, spoken)
