"""The index that the header's search fetches when it is first opened: products and pages, one file per language.

It has the words of both languages, since people type either. ``components/react/site_search/ranking.jsx`` ranks.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from starbond_site import content
from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import FINDER, NEWS, UNSEARCHED, localized, search_index
from starbond_site.content.models import Product


def index(site: Site) -> dict[str, Any]:
    """Return what can be found, and how words and units of a query are read."""
    words = site.trade_words
    return {
        "endings": words.endings,
        "ignored": words.ignored,
        "units": words.units,
        "entries": [
            *(_product(site, product) for product in site.products),
            *(_page(site, page.path) for page in site.texts if page.path not in UNSEARCHED),
        ],
    }


def index_files() -> Iterable[tuple[Path, str]]:
    """Return one file per language."""
    return [
        (
            Path("public") / search_index(language).lstrip("/"),
            json.dumps(index(content.read(language)), ensure_ascii=False, separators=(",", ":")),
        )
        for language in LANGUAGES
    ]


def _product(site: Site, product: Product) -> dict[str, Any]:
    names: list[str] = []
    words = [*site.trade_words.of(product.id), *_materials(site, product)]
    for language in LANGUAGES:
        read = content.read(language)
        translated = read.product(product.path)
        names.append(translated.name)
        words += [read.brand(product.brand).name, *(size.label for size in translated.sizes)]
    return _entry("product", product.name, product.summary, localized(product.path, site.language), names, words)


def _materials(site: Site, product: Product) -> Iterator[str]:
    """Yield what people call the materials that a product joins."""
    facts = site.facts.by_product.get(product.id)
    joined = {join.material for join in facts.joins} if facts else set()
    for language in LANGUAGES:
        yield from (material.name for material in content.read(language).materials if material.id in joined)
    for material in site.materials:
        if material.id in joined:
            yield from material.words.all


def _page(site: Site, path: str) -> dict[str, Any]:
    page = site.page(path)
    names = [content.read(language).page(path).title for language in LANGUAGES]
    words = [*site.trade_words.of_page(path)]
    if path == FINDER:
        joined = {join.material for facts in site.facts.by_product.values() for join in facts.joins}
        asked = [material for material in site.materials if material.id not in joined]
        words += [word for material in asked for word in (material.name, *material.words.all)]
    if path.startswith(f"{NEWS}/"):
        # Behind the page whose subject it is.
        names, words = [], names
    return _entry("page", page.title, page.description, localized(path, site.language), names, words)


def _entry(kind: str, title: str, text: str, url: str, names: list[str], words: list[str]) -> dict[str, Any]:
    phrases = [phrase for phrase in dict.fromkeys(words) if phrase not in names]
    return {"kind": kind, "title": title, "text": text, "url": url, "names": names, "words": phrases}
