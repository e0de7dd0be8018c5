"""``sitemap.xml`` (https://www.sitemaps.org/protocol.html) with every language of every page, and ``robots.txt``."""

import re
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import quoteattr

from starbond_site.content.addresses import DEFAULT, LANGUAGES, alternates, language_of_path, localized
from starbond_site.presentation.site_files import weight
from starbond_site.shared.settings import settings

NOINDEX = re.compile(r'<meta\b(?=[^>]*name="robots")(?=[^>]*content="[^"]*noindex)[^>]*>')
SPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'

FILE = "sitemap.xml"
DOCUMENTS = "sitemap-documents.xml"
"""The pages of documents, which the server writes (`web.document_page`)."""


def listed(static_dir: Path) -> list[str]:
    """Return the path of every page, in the first language, that search engines may list, the home page first."""
    folders = (folder for folder in weight.pages(static_dir) if language_of_path(folder) == DEFAULT)
    files = {f"/{folder}": static_dir / folder / "index.html" for folder in folders}
    return [path for path, file in files.items() if not NOINDEX.search(file.read_text("utf-8"))]


def sitemap(paths: Iterable[str], home: str) -> str:
    """Return the sitemap: one entry per page and language, each naming all its languages."""
    entries = []
    for path in paths:
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{name}" href={quoteattr(home + address)}/>'
            for name, address in alternates(path).items()
        )
        entries += [f"<url><loc>{home}{localized(path, language)}</loc>{links}</url>" for language in LANGUAGES]
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {SPACES}>\n' + "\n".join(entries) + "\n</urlset>\n"


def robots(home: str) -> str:
    """Return ``robots.txt``.

    The upload pages are not named: the file is public, and a crawler that may not fetch a page cannot read its
    ``noindex``, the tag that keeps it out of search engines.
    """
    sitemaps = "".join(f"Sitemap: {home}/{name}\n" for name in (FILE, DOCUMENTS))
    return f"User-agent: *\nAllow: /\n\n{sitemaps}"


def write_sitemap(static_dir: Path) -> None:
    """Write both files from the pages that were built.

    Raises:
        ValueError: the home page is not in the list.
    """
    paths = listed(static_dir)
    if "/" not in paths:
        raise ValueError("the sitemap would miss the home page")
    home = settings().public_url
    (static_dir / FILE).write_text(sitemap(paths, home), "utf-8")
    (static_dir / "robots.txt").write_text(robots(home), "utf-8")
