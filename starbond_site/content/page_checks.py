"""Checks of pages and their addresses against what makes them: templates, letters, investor pages and products."""

import difflib
from collections.abc import Iterator
from typing import NamedTuple

from starbond_site.content import addresses
from starbond_site.content.addresses import data_sheet, is_reserved
from starbond_site.content.pictures import PictureError, picture, pictures
from starbond_site.content.site import Site

Contradiction = tuple[str, str, str]
"""File, field and what is wrong there."""


def mistakes(site: Site) -> Iterator[Contradiction]:
    """Yield what is wrong with the paths of the pages, and with what they show."""
    yield from _claimed(site)
    yield from _paths(site)
    yield from _shown(site)
    yield from _empty_pages(site)
    yield from _letters(site)


def _paths(site: Site) -> Iterator[Contradiction]:
    """Yield pages that nothing makes, that are missing, and that two files want to make.

    Products, which need no entry in ``pages.toml``, are compared with all other addresses by `_claimed`.
    """
    listed = {page.path for page in site.pages}
    made = {*addresses.REQUIRED, *addresses.OPTIONAL, *(product.path for product in site.products)}
    # Whatever their capitals: the server leads every spelling to one page.
    taken = {path.casefold(): "the site itself" for path in (*addresses.REQUIRED, *addresses.OPTIONAL)}
    for file, field, path in _own_pages(site):
        if maker := taken.get(path.casefold()):
            yield file, field, f"the page at {path!r} is made by {maker} already"
        elif path not in listed:
            yield file, field, f"no page has the path {path!r}: pages.toml gives it a title and a description"
        made.add(path)
        taken.setdefault(path.casefold(), file)
    for path in addresses.REQUIRED:
        if path not in listed:
            yield "pages.toml", "pages", f"the page {path!r} is missing; every site has it"
    for n, page in enumerate(site.pages):
        if page.path not in made:
            yield "pages.toml", f"pages.{n}.path", f"no template makes a page at {page.path!r}"


def _own_pages(site: Site) -> Iterator[Contradiction]:
    """Yield file, field and path of every page that the company adds to ``pages.toml``."""
    for letter in site.letters:
        yield f"letters/{letter.id}.md", "path", letter.path
    for n, page in enumerate(site.investors.pages):
        yield "investors.toml", f"pages.{n}.path", page.path


def _shown(site: Site) -> Iterator[Contradiction]:
    own_lead = {*addresses.WITHOUT_LEAD, *(page.path for page in site.investors.pages)}
    for n, page in enumerate(site.pages):
        if page.lead and page.path in own_lead:
            yield "pages.toml", f"pages.{n}.lead", f"the page {page.path!r} does not show it"
        if page.picture and page.path not in addresses.WITH_PICTURE:
            yield "pages.toml", f"pages.{n}.picture", f"the page {page.path!r} shows no picture of its own"
    for file, field, name in named_pictures(site):
        try:
            picture(name)
        except PictureError as missing:
            near = difflib.get_close_matches(name, pictures(), 1, 0.6)
            own = "For a new one, put NAME.jpg into content/pages, write pages/NAME here, then make pictures."
            yield file, field, f"{missing} {f'Is it {near[0]}?' if near else own}"


def named_pictures(site: Site) -> Iterator[tuple[str, str, str]]:
    """Yield file, field and name of every picture that a page names; those of products and news follow from ids."""
    blocks = enumerate(site.about.blocks)
    yield from (("pages.toml", f"pages.{n}.picture", page.picture) for n, page in enumerate(site.pages) if page.picture)
    yield from ((f"pages/{page.id}.md", "picture", page.picture) for page in site.written if page.picture)
    yield from (("about.toml", f"blocks.{n}.picture", block.picture) for n, block in blocks if block.picture)
    for page in (*site.written, *site.news):
        yield from ((file, f"line {line}", name) for file, line, name in page.body.pictures)


def _empty_pages(site: Site) -> Iterator[Contradiction]:
    has_figures = (
        bool(site.figures.kinds) and any(category.figures for category in site.investors.categories),
        "it needs figures.toml, and a list with figures = true in investors.toml",
    )
    needs = {
        addresses.ABOUT: (bool(site.about.blocks), "about.toml has no blocks"),
        addresses.BOARD: (bool(site.people.directors), "people.toml has no directors"),
        addresses.MANAGEMENT: (bool(site.people.managers), "people.toml has no managers"),
        addresses.FINDER: (
            len(site.materials) > 1 and bool(site.facts.facts),
            "it needs two materials in materials.toml, and facts.toml",
        ),
        addresses.CALENDAR_PAGE: (bool(site.calendar.kinds), "there is no calendar.toml"),
        addresses.FIGURES_PAGE: has_figures,
        addresses.RESULTS_PAGE: has_figures,
        addresses.SAFETY: (bool(site.safety.first_aid), "safety.toml has no first_aid"),
        addresses.DEALERS_PAGE: (site.company.dealer_places is not None, "company.toml has no dealer_places"),
        addresses.DISCLOSURES_PAGE: (bool(site.duties.duties), "duties.toml has no duties"),
        addresses.DIVIDENDS_PAGE: (site.dividends.face_value is not None, "dividends.toml has no face_value"),
        addresses.SHAREHOLDING_PAGE: (bool(site.shareholding.facts), "shareholding.toml has no facts"),
        addresses.MEETINGS_PAGE: (bool(site.meetings.kinds), "meetings.toml has no kinds"),
        addresses.SHARED: (bool(site.investors.shared), "investors.toml has no row for it under shared"),
        addresses.PROSPECTUS: (bool(site.investors.shared), "investors.toml has no row for it under shared"),
    }
    for n, page in enumerate(site.pages):
        has_content, reason = needs.get(page.path, (True, ""))
        if not has_content:
            yield "pages.toml", f"pages.{n}.path", f"the page {page.path!r} would be empty: {reason}"
    if site.investors.shared and not site.has(addresses.SHARED):
        yield "investors.toml", "shared", f"pages.toml has no page {addresses.SHARED!r} to show these rows"


def _letters(site: Site) -> Iterator[Contradiction]:
    on_home = [letter for letter in site.letters if letter.on_home]
    for letter in on_home[1:]:
        message = f"the home page leads to one letter, and letters/{on_home[0].id}.md says so already"
        yield f"letters/{letter.id}.md", "on_home", message
    for letter in on_home:
        if not letter.summary:
            yield f"letters/{letter.id}.md", "summary", "the home page shows it, so that it must be there"


class _Claim(NamedTuple):
    """An address that content asks for."""

    file: str
    field: str
    path: str
    page: str
    """What it leads to."""


def _claimed(site: Site) -> Iterator[Contradiction]:
    """Yield addresses that lead to two pages, or to the site itself; capital letters do not count (`web.paths`)."""
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
    for item in site.news if site.has(addresses.NEWS) else ():
        yield _Claim(f"news/{item.id}.md", "id", item.path, item.path)
    listed = {page.path.casefold() for page in site.pages}
    for path in addresses.OPTIONAL:
        if path.casefold() not in listed and not is_reserved(path):
            yield _Claim("the site itself", "", path, path)
    for product in site.products:
        yield _Claim(f"products/{product.id}.toml", "path", product.path, product.path)
    for product in site.products:
        yield _Claim(f"products/{product.id}.toml", "path", data_sheet(product.path), product.path)
    for file, entry, page in files:
        yield from (_Claim(file, f"{entry}aliases", alias, page.path) for alias in page.aliases)


def _is_own_page(claim: _Claim) -> bool:
    return claim.path == claim.page and claim.path in addresses.OWN_PAGES and claim.file == "pages.toml"


def _is_spelling(first: _Claim, alias: _Claim) -> bool:
    """Return whether an alias is another spelling of its own page, which then answers instead of being redirected."""
    return alias.field.endswith("aliases") and alias.page == first.page and alias.path != first.path
