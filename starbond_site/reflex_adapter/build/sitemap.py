"""``sitemap.xml`` with every language of every page, and ``robots.txt``."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from reflex_base.plugins import Plugin

from starbond_site.content.models import LANGUAGES
from starbond_site.reflex_adapter.build.not_found import FILE as NOT_FOUND
from starbond_site.reflex_adapter.build.prerendered import DEFAULT_LANGUAGE, BuildError, language_of
from starbond_site.settings import settings

UNLISTED = re.compile(r'<meta\b(?=[^>]*name="robots")(?=[^>]*content="[^"]*noindex)[^>]*>')


def listed(static_dir: Path) -> list[str]:
    """Return the English path of every page that search engines may list, the home page first."""
    paths = []
    for file in static_dir.rglob("index.html"):
        if language_of(file, static_dir) == DEFAULT_LANGUAGE and not UNLISTED.search(file.read_text("utf-8")):
            folder = file.parent.relative_to(static_dir).as_posix()
            paths.append("/" if folder == "." else f"/{folder}")
    return sorted(paths)


def sitemap(paths: Iterable[str], home: str) -> str:
    """Return the sitemap: one entry per page and language, each naming all its languages."""
    entries = []
    for path in paths:
        addresses = {language: home + _localized(path, language) for language in LANGUAGES}
        alternates = {**addresses, "x-default": addresses[DEFAULT_LANGUAGE]}
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{name}" href={quoteattr(href)}/>'
            for name, href in alternates.items()
        )
        entries += [f"<url><loc>{address}</loc>{links}</url>" for address in addresses.values()]
    spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {spaces}>\n' + "\n".join(entries) + "\n</urlset>\n"


def robots(home: str) -> str:
    """Return ``robots.txt``.

    The upload pages are not named: this file is public, and whoever may not fetch a page cannot read its ``noindex``.
    They keep themselves out by that tag and by ``X-Robots-Tag``.
    """
    return f"User-agent: *\nAllow: /\n\nSitemap: {home}/sitemap.xml\n"


def _localized(path: str, language: str) -> str:
    prefix = "" if language == DEFAULT_LANGUAGE else f"/{language}"
    return prefix + path if path != "/" else prefix or "/"


class SitemapPlugin(Plugin):
    """Writes both files from the pages that were built."""

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Write the files.

        Raises:
            BuildError: a page that must stay out is in the list, or the home page is not.

        """
        static_dir: Path = context["static_dir"]
        paths = listed(static_dir)
        if "/" not in paths or not (static_dir / NOT_FOUND).is_file():
            message = "the sitemap would miss the home page, or is written before the page for unknown addresses"
            raise BuildError(message)
        home = settings().public_url
        (static_dir / "sitemap.xml").write_text(sitemap(paths, home), "utf-8")
        (static_dir / "robots.txt").write_text(robots(home), "utf-8")
