"""Content with other numbers of things than the repository has, for rules that hold for any company."""

from typing import Any

from starbond_site.content import Site


def without(site: Site, *paths: str) -> Site:
    return changed(site, pages=tuple(page for page in site.pages if page.path not in paths))


def changed(site: Site, **fields: Any) -> Site:  # noqa: ANN401
    return site.model_copy(update=fields)
