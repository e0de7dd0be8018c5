"""The header of every page: logo, navigation, search, language and theme switch."""

import json
from typing import Any

import reflex as rx

from starbond_site.components.elements import icon, link, plain_link
from starbond_site.components.react import site_menu, site_search
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import FOLDER, Site, read
from starbond_site.content.addresses import ALERTS, DESK, SEARCH, SEARCH_RESULTS, others
from starbond_site.content.models import NavigationGroup, NavigationLink, NavigationSubgroup
from starbond_site.presentation.html_parts import inline_drawing

TOGGLE = "menu-toggle"
OUTLINES = json.loads((FOLDER / "word_outlines.json").read_text("utf-8"))
"""Words as SVG outlines, by ``python -m art outlines``: bounding box (left, top, width, height), and path."""
UNITS = 100
"""Units of the outlines per em; their baseline is at zero."""


def header(site: Site, path: str) -> rx.Component:
    return rx.el.header(
        rx.el.div(
            prerendered(_home(site)),
            *(_menu(site, path) if site.navigation else ()),
            _tools(site, path, _search(site)),
            class_name="site-header__inner container",
        ),
        class_name="site-header",
    )


def desk_header(site: Site, path: str) -> rx.Component:
    """Return the slim header of those who publish; the server writes the menu of the desk for each person."""
    name = link(site.page(DESK).title, href=site.address(DESK), class_name="site-header__desk")
    return rx.el.header(
        rx.el.div(
            prerendered(_home(site)), prerendered(name), _tools(site, path), class_name="site-header__inner container"
        ),
        class_name="site-header site-header--slim",
    )


def _language_link(other: Site, path: str) -> rx.Component:
    """Return the link to the same page in another language, in the words of that language."""
    words = other.interface.language
    return plain_link(
        _outlined(words.name),
        href=other.address(path if path != "/404" else "/"),
        class_name="tool tool--text",
        aria_label=words.call,
        lang=other.language,
        custom_attrs={"hrefLang": other.language, "data-language": other.language},
    )


def _outlined(word: str) -> rx.Component | str:
    """Return a word of another script as an outline, which is in the first paint and needs no typeface of that script.

    The word itself where there is no outline. Assistive technology reads the name of the element around it.
    """
    if word not in OUTLINES:
        return word
    box, path = OUTLINES[word]["box"], OUTLINES[word]["outline"]
    return rx.el.svg(
        rx.el.path(d=path),
        custom_attrs={
            "viewBox": " ".join(map(str, box)),
            "aria-hidden": "true",
            "style": {"width": f"{box[2] / UNITS}em", "height": f"{box[3] / UNITS}em", "fill": "currentColor"},
        },
    )


def _menu(site: Site, path: str) -> tuple[rx.Component, ...]:
    words = site.interface.header
    return (
        rx.el.input(type="checkbox", id=TOGGLE, class_name="menu-toggle", aria_label=words.menu),
        prerendered(
            rx.el.label(
                icon("menu"), rx.el.span(words.menu, aria_hidden=True), html_for=TOGGLE, class_name="menu-button"
            )
        ),
        site_menu(
            *(prerendered(_group(site, group, path)) for group in site.navigation),
            label=words.navigation_label,
            toggle=TOGGLE,
        ),
    )


def _home(site: Site) -> rx.Component:
    return link(
        *(_logo(variant) for variant in ("", "-dark")),
        rx.el.span(site.company.name, class_name="site-header__name"),
        href=site.address("/"),
        class_name="site-header__home",
        aria_label=site.interface.header.home_link.format(company=site.company.name),
    )


def _logo(variant: str) -> rx.Component:
    path, name = f"/marks/company{variant}.svg", f"logo logo{variant or '-light'}"
    if drawing := inline_drawing(path, f"logo{variant}"):
        attributes = {"aria-hidden": "true", "dangerouslySetInnerHTML": {"__html": drawing}}
        return rx.el.span(class_name=name, custom_attrs=attributes)
    # Lazy: the logo of the other theme is never loaded, and neither is loaded before the first picture.
    attributes = {"width": "40", "height": "40", "loading": "lazy"}
    return rx.el.img(src=path, alt="", class_name=name, custom_attrs=attributes)


def _group(site: Site, group: NavigationGroup, path: str) -> rx.Component:
    here = _is_entry(site, path) and any(item.path == path for item in _all_links(group))
    return rx.el.details(
        rx.el.summary(
            rx.el.span(group.title, class_name="menu__title"),
            icon("chevron"),
            class_name="menu__summary menu__summary--here" if here else "menu__summary",
        ),
        rx.el.div(
            _links(site, group.links, path) if group.links else None,
            *(_subgroup(site, subgroup, path) for subgroup in group.subgroups),
            class_name="menu__panel menu__panel--wide" if group.subgroups else "menu__panel",
        ),
        class_name="menu__group",
        # Exclusive accordion: the browser keeps one menu open at a time.
        custom_attrs={"name": "site-menu"},
    )


def _subgroup(site: Site, subgroup: NavigationSubgroup, path: str) -> rx.Component:
    # The address of its first page stands for a title, which has no id.
    id = f"menu-{subgroup.brand or subgroup.links[0].path[1:]}"
    title = subgroup.title or site.brand(subgroup.brand).name
    return rx.el.div(
        rx.el.p(title, class_name="menu__brand", id=id),
        _links(site, subgroup.links, path, labelled_by=id),
        class_name=f"menu__subgroup brand-{subgroup.brand}" if subgroup.brand else "menu__subgroup",
    )


def _links(site: Site, links: tuple[NavigationLink, ...], path: str, labelled_by: str = "") -> rx.Component:
    name: dict[str, Any] = {"aria_labelledby": labelled_by} if labelled_by else {}
    return rx.el.ul(
        *(
            rx.el.li(_entry(site, item, path), _unfinished(site, item), custom_attrs=_offer(item.path))
            for item in links
        ),
        class_name="menu__links",
        **name,
    )


def _offer(path: str) -> dict[str, str]:
    """Return the class that hides an entry where the server has written that it sends no mail (`web.built`)."""
    return {"data-alerts": "unknown"} if path == ALERTS else {}


def _entry(site: Site, item: NavigationLink, path: str) -> rx.Component:
    current: dict[str, Any] = {"aria_current": "page"} if item.path == path and _is_entry(site, path) else {}
    return link(item.label, href=site.address(item.path), class_name="menu__link", **current)


def _unfinished(site: Site, item: NavigationLink) -> rx.Component | None:
    """Return the note beside an entry whose page is still to come; the name of the link stays its label."""
    if "#" in item.path or not site.page(item.path).unfinished:
        return None
    return rx.el.small(f"({site.interface.header.unfinished})", class_name="menu__note")


def _is_entry(site: Site, path: str) -> bool:
    """Return whether exactly one menu entry links to the page; several link to the placeholder page."""
    return sum(item.path == path for group in site.navigation for item in _all_links(group)) == 1


def _all_links(group: NavigationGroup) -> list[NavigationLink]:
    return [*group.links, *(item for subgroup in group.subgroups for item in subgroup.links)]


def _search(site: Site) -> rx.Component:
    words = {"open", "label", "placeholder", "close", "hint", "loading", "failed"}
    return site_search(
        icon("search"),
        page=site.address(SEARCH),
        source=f"{SEARCH_RESULTS}?language={site.language}&q=",
        labels=site.interface.search.model_dump(include=words),
    )


def _tools(site: Site, path: str, *first: rx.Component) -> rx.Component:
    words = site.interface
    return rx.el.div(
        *first,
        *(prerendered(_language_link(read(other), path)) for other in others(site.language)),
        # `pages/theme.js` changes the colours.
        prerendered(
            rx.el.button(icon("sun"), type="button", id="theme", class_name="tool", aria_label=words.theme.label)
        ),
        class_name="site-header__tools",
    )
