"""Products and pages as the search finds them, with the words of both languages, since people type either."""

from collections.abc import Iterator
from functools import lru_cache

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import FINDER, NEWS, UNSEARCHED
from starbond_site.content.models import Product
from starbond_site.presentation.search.ranking import Index, IndexEntry


@lru_cache(maxsize=len(LANGUAGES))
def index(language: Language) -> Index:
    """Return the index of a language, which is made once."""
    return made(content.read(language))


def made(site: Site) -> Index:
    pages = (_page(site, page.path) for page in site.texts if page.path not in UNSEARCHED)
    return Index([*(_product(site, product) for product in site.products), *pages], site.trade_words)


def _product(site: Site, product: Product) -> IndexEntry:
    names: list[str] = []
    words = [*site.trade_words.of(product.id), *_materials(site, product)]
    for language in LANGUAGES:
        read = content.read(language)
        translated = read.product(product.path)
        names.append(translated.name)
        words += [read.brand(product.brand).name, *(size.label for size in translated.sizes)]
    return IndexEntry("product", product.name, product.summary, product.path, names, words)


def _materials(site: Site, product: Product) -> Iterator[str]:
    """Yield what people call the materials that a product joins."""
    facts = site.facts.by_product.get(product.id)
    joined = {join.material for join in facts.joins} if facts else set()
    for language in LANGUAGES:
        yield from (material.name for material in content.read(language).materials if material.id in joined)
    for material in site.materials:
        if material.id in joined:
            yield from material.words.all


def _page(site: Site, path: str) -> IndexEntry:
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
    return IndexEntry("page", page.title, page.description, path, names, words)
