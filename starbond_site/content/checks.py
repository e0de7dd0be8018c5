"""Checks across content files: references between files, values that must be unique, and pictures that must exist."""

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from starbond_site.content import facts, page_checks
from starbond_site.content.addresses import NEWS_ANCHOR, is_reserved
from starbond_site.content.colours import TEXT, contrast
from starbond_site.content.page_checks import Contradiction
from starbond_site.content.pictures import has_mark, pictures
from starbond_site.content.site import Site
from starbond_site.shared.mistakes import ContentError, together


def check(site: Site) -> None:
    """Raise ``ContentError`` with every contradiction between files."""
    found = chain(
        *(page_checks.mistakes(site), _repetitions(site), _dead_links(site), _menus(site)),
        *(_references(site), _lists(site), _facts(site), _colours(site), _languages(site), _logo()),
    )
    if mistakes := [ContentError(*mistake) for mistake in found]:
        raise together(mistakes)


def missing_pictures(site: Site) -> list[str]:
    """Return ``file: field: name`` of each picture that the content names and ``pictures.json`` does not have.

    No mistake: a placeholder stands for it (`content.pictures`).
    """
    known = pictures()
    return [f"{file}: {field}: {name}" for file, field, name in named_pictures(site) if name not in known]


def named_pictures(site: Site) -> Iterator[tuple[str, str, str]]:
    """Yield file, field and name of every picture that the content names."""
    for product in site.products:
        file, folder = f"products/{product.id}.toml", f"products/{product.id}"
        yield from ((file, "id", f"{folder}/{part}") for part in ("family", "use"))
        for n, size in enumerate(product.sizes):
            yield from ((file, f"sizes.{n}.id", f"{folder}/{size.id}-{view}") for view in ("front", "quarter"))
        yield from ((file, f"steps.{n}.picture", step.picture) for n, step in enumerate(product.steps) if step.picture)
    for n, slide in enumerate(site.slides):
        yield from (("slides.toml", f"slides.{n}.id", f"slides/{slide.id}{crop}") for crop in ("", "-portrait"))
    yield from (("brands.toml", f"brands.{n}.id", f"brands/{brand.id}") for n, brand in enumerate(site.brands))
    yield from ((f"news/{item.id}.md", "id", f"news/{item.id}") for item in site.news)
    yield from page_checks.named_pictures(site)
    for n, page in enumerate(site.investors.pages):
        if page.banner:
            yield "investors.toml", f"pages.{n}.banner", f"banners/{page.banner}"
    for group in ("directors", "managers"):
        for n, person in enumerate(getattr(site.people, group)):
            # A monogram stands for who has no photograph; nothing is missing then.
            if (name := f"people/{person.id}") in pictures():
                yield "people.toml", f"{group}.{n}.id", name


def _repetitions(site: Site) -> Iterator[Contradiction]:
    people = (*site.people.directors, *site.people.managers)
    names = {
        ("pages.toml", "pages", "title"): (page.title for page in site.pages),
        ("navigation.toml", "groups", "id"): (group.id for group in site.navigation),
        ("brands.toml", "brands", "id"): (brand.id for brand in site.brands),
        ("slides.toml", "slides", "id"): (slide.id for slide in site.slides),
        ("people.toml", "directors or managers", "id"): (person.id for person in people),
        ("company.toml", "offices", "id"): (office.id for office in site.company.offices),
        ("company.toml", "social", "name"): (profile.name for profile in site.company.social),
        ("materials.toml", "materials", "id"): (material.id for material in site.materials),
        ("facts.toml", "jobs", "id"): (job.id for job in site.facts.jobs),
        ("facts.toml", "facts", "product"): (facts.product for facts in site.facts.facts),
        ("calendar.toml", "kinds", "id"): (kind.id for kind in site.calendar.kinds),
        ("calendar.toml", "dates", "id"): (date.id for date in site.calendar.dates),
        ("figures.toml", "kinds", "id"): (kind.id for kind in site.figures.kinds),
        ("duties.toml", "duties", "id"): (duty.id for duty in site.duties.duties),
        ("about.toml", "blocks", "id"): (block.id for block in site.about.blocks),
        ("investors.toml", "categories", "id"): (category.id for category in site.investors.categories),
        ("investors.toml", "pages", "path"): (page.path for page in site.investors.pages),
        ("investors.toml", "shared", "node"): (row.node for row in site.investors.shared),
        ("products", "", "description"): (each.description for each in (*site.pages, *site.products)),
        **{(f"products/{one.id}.toml", "sizes", "id"): (size.id for size in one.sizes) for one in site.products},
    }
    for (file, collection, field), values in names.items():
        for value, number in Counter(values).items():
            if number > 1:
                yield file, f"{collection}.{field}".strip("."), f"{value!r} is there twice"
    for field in ("title", "description"):
        before = [getattr(page, field) for page in site.pages]
        for page in site.written:
            if (value := getattr(page, field)) in before:
                message = f"another page has {value!r}, too; search engines need one of its own"
                yield f"pages/{page.id}.md", field, message
            before.append(value)


def _dead_links(site: Site) -> Iterator[Contradiction]:
    known = {*site.paths, NEWS_ANCHOR}
    for file, field, path in _links(site):
        if path not in known:
            yield file, field, f"no page has the path {path!r}{_suggestion(path, known)}"
    known |= {*site.aliases}
    for file, line, link in chain(*(page.body.links for page in (*site.written, *site.news))):
        path = link.partition("#")[0].partition("?")[0]
        if path not in known and not is_reserved(path) and path.removesuffix("/latest") not in known:
            yield file, f"line {line}", f"no page has the path {path!r}{_suggestion(path, known)}"


def _suggestion(path: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(path, known, 1, 0.75)
    return f"; is it {near[0]!r}?" if near else ""


def _links(site: Site) -> Iterator[tuple[str, str, str]]:
    for g, group in enumerate(site.navigation):
        for n, link in enumerate(group.links):
            yield "navigation.toml", f"groups.{g}.links.{n}.path", link.path
        for s, subgroup in enumerate(group.subgroups):
            for n, link in enumerate(subgroup.links):
                yield "navigation.toml", f"groups.{g}.subgroups.{s}.links.{n}.path", link.path
    for n, slide in enumerate(site.slides):
        yield "slides.toml", f"slides.{n}.link.path", slide.link.path


def _references(site: Site) -> Iterator[Contradiction]:
    """Yield what names something that another file does not have."""
    brands, lists = {brand.id for brand in site.brands}, {category.id for category in site.investors.categories}
    people = {person.id for person in (*site.people.directors, *site.people.managers)}
    products, offices = {product.id for product in site.products}, {office.id for office in site.company.offices}
    subgroups = [(f"groups.{g}.subgroups.{s}.brand", sub.brand) for g, group in enumerate(site.navigation)
                 for s, sub in enumerate(group.subgroups) if not sub.title]  # fmt: skip
    of_pages = [(f"pages.{n}.categories", name) for n, page in enumerate(site.investors.pages)
                for name in page.categories]  # fmt: skip
    dates = {kind.id for kind in site.calendar.kinds}
    of_meetings = [(f"kinds.{n}.date", kind.date) for n, kind in enumerate(site.meetings.kinds)]
    of_meetings += [("record_date", site.meetings.record_date)] if of_meetings else []
    places = enumerate(site.map.places if site.map else ())
    accidents_of = (site.trade_words.accidents,) if site.trade_words.accidents else ()
    materials, jobs = {material.id for material in site.materials}, {job.id for job in site.facts.jobs}
    joins = [(f"facts.{one.product}.joins.{n}", join) for one in site.facts.facts for n, join in enumerate(one.joins)]
    named: tuple[tuple[str, str, str, Collection[str], str], ...] = (
        *((f"products/{one.id}.toml", "brand", one.brand, brands, "brands.toml has no brand") for one in site.products),
        *(("navigation.toml", field, brand, brands, "brands.toml has no brand") for field, brand in subgroups),
        *((f"letters/{one.id}.md", "person", one.person, people, "people.toml has nobody") for one in site.letters),
        *(("investors.toml", field, name, lists, "there is no list") for field, name in of_pages),
        *(("duties.toml", f"duties.{n}.list", duty.list, lists, "investors.toml has no list")
          for n, duty in enumerate(site.duties.duties)),
        *(("meetings.toml", field, kind, dates, "calendar.toml has no kind") for field, kind in of_meetings if dates),
        *(("dividends.toml", f"dates.{name}", kind, dates, "calendar.toml has no kind")
          for name, kind in site.dividends.dates.items() if dates),
        *(("calendar.toml", f"dates.{n}.kind", date.kind, dates, "there is no kind")
          for n, date in enumerate(site.calendar.dates)),
        *(("trade_words.toml", f"products.{n}.product", entry.product, products, "there is no product")
          for n, entry in enumerate(site.trade_words.products)),
        *(("trade_words.toml", f"pages.{n}.path", entry.path, site.paths, "no page has the path")
          for n, entry in enumerate(site.trade_words.pages)),
        *(("trade_words.toml", "accidents.path", accidents.path, site.paths, "no page has the path")
          for accidents in accidents_of),
        *(("trade_words.toml", f"accidents.signs.{n}", name, accidents.words, "accidents.words has no set")
          for accidents in accidents_of for n, sign in enumerate(accidents.signs) for name in sign),
        *(("map.toml", f"places.{n}.office", place.office, offices, "company.toml has no office")
          for n, place in places if place.office),
        *(("facts.toml", f"facts.{one.product}.product", one.product, products, "there is no product")
          for one in site.facts.facts),
        *(("facts.toml", f"{field}.material", join.material, materials, "materials.toml has no")
          for field, join in joins),
        *(("facts.toml", f"{field}.mixed_with", join.mixed_with, products, "there is no product")
          for field, join in joins if join.mixed_with),
        *(("facts.toml", f"facts.{one.product}.jobs", job, jobs, "there is no job")
          for one in site.facts.facts for job in (*one.jobs, *(dose.job for dose in one.doses))),
    )  # fmt: skip
    for file, field, name, known, missing in named:
        if name not in known:
            yield file, field, f"{missing} {name!r}"


def _menus(site: Site) -> Iterator[Contradiction]:
    brand_of = {product.path: product.brand for product in site.products}
    menus = [group.id for group in site.navigation]
    for page in site.written:
        if page.menu and page.menu not in menus:
            message = f"navigation.toml has no menu {page.menu!r}; it has {', '.join(menus) or 'none'}"
            yield f"pages/{page.id}.md", "menu", message
    for g, group in enumerate(site.navigation):
        if not (group.links or group.subgroups):
            yield "navigation.toml", f"groups.{g}.links", f"the menu {group.title!r} has no entry"
        for s, subgroup in enumerate(group.subgroups):
            field = f"groups.{g}.subgroups.{s}"
            for n, link in enumerate(subgroup.links):
                brand = brand_of.get(link.path, subgroup.brand)
                if brand != subgroup.brand and not subgroup.title:
                    message = f"{link.path!r} is a product of the brand {brand!r}"
                    yield "navigation.toml", f"{field}.links.{n}.path", message


def _lists(site: Site) -> Iterator[Contradiction]:
    for n, page in enumerate(site.investors.pages):
        if not page.categories:
            yield "investors.toml", f"pages.{n}.categories", f"the page {page.path!r} shows no list"
    if len([category for category in site.investors.categories if category.of_products]) > 1:
        yield "investors.toml", "categories.of_products", "two lists have the safety data sheets; there can be one"
    shown = {category for page in site.investors.pages for category in page.categories}
    for n, category in enumerate(site.investors.categories):
        if category.id not in shown:
            yield "investors.toml", f"categories.{n}.id", f"no page shows the list {category.id!r}"
    lists = {category.id for category in site.investors.categories}
    for n, row in enumerate(site.investors.shared):
        if row.node in lists:
            yield "investors.toml", f"shared.{n}.node", f"{row.node!r} is a list already"


def _facts(site: Site) -> Iterator[Contradiction]:
    languages = site.company.languages
    written = site.facts.language or languages[0]
    if written not in languages:
        yield "facts.toml", "language", f"{written!r} is not among the languages of company.toml"
    found = facts.mistakes(site.facts, site.products, language=site.language, written=written)
    yield from (("facts.toml", field, message) for field, message in found)


def _colours(site: Site) -> Iterator[Contradiction]:
    yield from (("colours.toml", field, message) for field, message in site.colours.weak())
    ink = site.colours.ink
    for n, brand in enumerate(site.brands):
        for field, text, ground in (("tint", ink.light, brand.tint), ("tint_dark", ink.dark, brand.tint_dark)):
            if (found := contrast(text, ground)) < TEXT:
                message = f"the contrast of text on it is {found:.2f}, {TEXT} is the least"
                yield "brands.toml", f"brands.{n}.{field}", message


def _languages(site: Site) -> Iterator[Contradiction]:
    """Yield the languages whose prefix begins the path of a page: its address would name two pages."""
    beginnings = {path.strip("/").partition("/")[0].casefold(): path for path in site.paths}
    for n, language in enumerate(site.company.languages[1:], 1):
        if path := beginnings.get(language):
            yield "company.toml", f"languages.{n}", f"the page {path!r} begins with {language!r}, too"


def _logo() -> Iterator[Contradiction]:
    if not has_mark("company"):
        yield "marks/company.svg", "", "the logo is missing: put it there, or a JPEG or PNG, then make pictures"
