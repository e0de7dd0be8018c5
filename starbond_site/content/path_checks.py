"""Checks that every address of content leads to one page, and to none of the site's own addresses.

Capital letters do not count, since another spelling of an address is redirected to the right one (`web.paths`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from starbond_site.content.addresses import NEWS, OPTIONAL, OWN_PAGES, data_sheet, is_reserved
from starbond_site.content.site import Site


class _Claim(NamedTuple):
    """An address that content asks for."""

    file: str
    field: str
    path: str
    page: str
    """What it leads to."""


def mistakes(site: Site) -> Iterator[tuple[str, str, str]]:
    taken: dict[str, _Claim] = {}
    for claim in _claims(site):
        if is_reserved(claim.path) and not _is_own_page(claim):
            yield claim.file, claim.field, f"{claim.path!r} is an address of the site itself; no page can have it"
        first = taken.setdefault(claim.path.casefold(), claim)
        if first is not claim and not _is_spelling(first, claim):
            message = f"{claim.path!r} is taken by the page {first.page!r} ({first.file}); capital letters do not count"
            yield claim.file, claim.field, message


def _claims(site: Site) -> Iterator[_Claim]:
    """Yield every address: those of pages first, so that the mistake is named where it can be mended."""
    files = [("pages.toml", f"pages.{n}.", page) for n, page in enumerate(site.pages)]
    files += [(f"pages/{page.id}.md", "", page) for page in site.written]
    for file, entry, page in files:
        yield _Claim(file, f"{entry}path", page.path, page.path)
    for item in site.news if site.has(NEWS) else ():
        yield _Claim(f"news/{item.id}.md", "id", item.path, item.path)
    listed = {page.path.casefold() for page in site.pages}
    for path in OPTIONAL:
        if path.casefold() not in listed and not is_reserved(path):
            yield _Claim("the engine", "", path, path)
    for product in site.products:
        yield _Claim(f"products/{product.id}.toml", "path", product.path, product.path)
    for product in site.products:
        yield _Claim(f"products/{product.id}.toml", "path", data_sheet(product.path), product.path)
    for file, entry, page in files:
        yield from (_Claim(file, f"{entry}aliases", alias, page.path) for alias in page.aliases)


def _is_own_page(claim: _Claim) -> bool:
    return claim.path == claim.page and claim.path in OWN_PAGES and claim.file == "pages.toml"


def _is_spelling(first: _Claim, alias: _Claim) -> bool:
    """Return whether an alias is another spelling of its own page, which then answers instead of being redirected."""
    return alias.field.endswith("aliases") and alias.page == first.page and alias.path != first.path
