"""The index that the header's search fetches when it is first opened: products and pages, one file per language."""

import json
from collections.abc import Iterable
from pathlib import Path

from starbond_site import content
from starbond_site.content.addresses import UNSEARCHED, localized, search_index


def index(site: content.Site) -> list[dict[str, str]]:
    """Return what can be found; in ``search`` the words of a query are looked for."""
    english = content.read("en")
    products = [
        _entry(
            "product", product.name, product.summary, localized(product.path, site.language),
            english.product(product.path).name, site.brand(product.brand).name, product.uses,
        )
        for product in site.products
    ]  # fmt: skip
    pages = [
        _entry("page", page.title, page.description, localized(page.path, site.language), english.page(page.path).title)
        for page in site.pages
        if page.path not in UNSEARCHED
    ]
    return products + pages


def index_files() -> Iterable[tuple[Path, str]]:
    """Return one file per language."""
    return [
        (
            Path("public") / search_index(language).lstrip("/"),
            json.dumps(index(content.read(language)), ensure_ascii=False, separators=(",", ":")),
        )
        for language in content.LANGUAGES
    ]


def _entry(kind: str, title: str, text: str, url: str, *more: str) -> dict[str, str]:
    return {"kind": kind, "title": title, "text": text, "url": url, "search": " ".join((title, text, *more)).lower()}
