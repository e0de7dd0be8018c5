"""The header of every page: logo, navigation, search, language and theme switch."""

import json

import htpy as h
from htpy import BaseElement, Element, Node
from markupsafe import Markup

from starbond_site.components.elements import icon
from starbond_site.components.react import site_menu, site_search
from starbond_site.content import FOLDER, Site, read
from starbond_site.content.addresses import ALERTS, DESK, SEARCH, SEARCH_RESULTS, others
from starbond_site.content.models import NavigationGroup, NavigationLink, NavigationSubgroup
from starbond_site.presentation.html_parts import inline_drawing, link

TOGGLE = "menu-toggle"
OUTLINES = json.loads((FOLDER / "word_outlines.json").read_text("utf-8"))
"""Words as SVG outlines, by ``python -m art outlines``: bounding box (left, top, width, height), and path."""
UNITS = 100
"""Units of the outlines per em; their baseline is at zero."""


def header(site: Site, path: str) -> Element:
    return h.header(".site-header")[
        h.div(".site-header__inner.container")[
            _home(site), site.navigation and _menu(site, path), _tools(site, path, _search(site))
        ]
    ]


def desk_header(site: Site, path: str) -> Element:
    """Return the slim header of those who publish; the server writes the menu of the desk for each person."""
    name = link(site, DESK, site.page(DESK).title, "site-header__desk")
    return h.header(".site-header.site-header--slim")[
        h.div(".site-header__inner.container")[_home(site), name, _tools(site, path)]
    ]


def _language_link(other: Site, path: str) -> Element:
    """Return the link to the same page in another language, in the words of that language."""
    words = other.interface.language
    return h.a(
        ".tool.tool--text",
        href=other.address(path if path != "/404" else "/"),
        aria_label=words.call,
        lang=other.language,
        hreflang=other.language,
        data_language=other.language,
    )[_outlined(words.name)]


def _outlined(word: str) -> Node:
    """Return a word of another script as an outline, which is in the first paint and needs no typeface of that script.

    The word itself where there is no outline. Assistive technology reads the name of the element around it.
    """
    if word not in OUTLINES:
        return word
    box, path = OUTLINES[word]["box"], OUTLINES[word]["outline"]
    style = f"width:{box[2] / UNITS}em;height:{box[3] / UNITS}em;fill:currentColor"
    return h.svg(viewBox=" ".join(map(str, box)), aria_hidden="true", style=style)[h.path(d=path)]


def _menu(site: Site, path: str) -> Node:
    words = site.interface.header
    return [
        h.input(".menu-toggle", type="checkbox", id=TOGGLE, aria_label=words.menu),
        h.label(".menu-button", for_=TOGGLE)[icon("menu"), h.span(aria_hidden="true")[words.menu]],
        site_menu(
            *(_group(site, group, path) for group in site.navigation), label=words.navigation_label, toggle=TOGGLE
        ),
    ]


def _home(site: Site) -> Element:
    label = site.interface.header.home_link.format(company=site.company.name)
    return h.a(".site-header__home", href=site.address("/"), aria_label=label)[
        map(_logo, ("", "-dark")), h.span(".site-header__name")[site.company.name]
    ]


def _logo(variant: str) -> BaseElement:
    path, style = f"/marks/company{variant}.svg", f"logo logo{variant or '-light'}"
    if drawing := inline_drawing(path, f"logo{variant}"):
        return h.span(class_=style, aria_hidden="true")[Markup(drawing)]  # noqa: S704  a file of the site
    # Lazy: the logo of the other theme is never loaded, and neither is loaded before the first picture.
    return h.img(class_=style, src=path, alt="", width=40, height=40, loading="lazy")


def _group(site: Site, group: NavigationGroup, path: str) -> Element:
    here = _is_entry(site, path) and any(item.path == path for item in _all_links(group))
    # Exclusive accordion: the browser keeps one menu open at a time.
    return h.details(".menu__group", name="site-menu")[
        h.summary(class_=["menu__summary", here and "menu__summary--here"])[
            h.span(".menu__title")[group.title], icon("chevron")
        ],
        h.div(class_=["menu__panel", {"menu__panel--wide": bool(group.subgroups)}])[
            group.links and _links(site, group.links, path),
            [_subgroup(site, subgroup, path) for subgroup in group.subgroups],
        ],
    ]


def _subgroup(site: Site, subgroup: NavigationSubgroup, path: str) -> Element:
    # The address of its first page stands for a title, which has no id.
    id = f"menu-{subgroup.brand or subgroup.links[0].path[1:]}"
    title = subgroup.title or site.brand(subgroup.brand).name
    return h.div(class_=["menu__subgroup", subgroup.brand and f"brand-{subgroup.brand}"])[
        h.p(".menu__brand", id=id)[title], _links(site, subgroup.links, path, labelled_by=id)
    ]


def _links(site: Site, links: tuple[NavigationLink, ...], path: str, labelled_by: str | None = None) -> Element:
    # The server writes where it sends no mail (`web.built`), which hides the entry of alerts.
    return h.ul(".menu__links", aria_labelledby=labelled_by)[
        [
            h.li(data_alerts=item.path == ALERTS and "unknown")[_entry(site, item, path), _unfinished(site, item)]
            for item in links
        ]
    ]


def _entry(site: Site, item: NavigationLink, path: str) -> Element:
    current = item.path == path and _is_entry(site, path) and "page"
    return h.a(".menu__link", href=site.address(item.path), aria_current=current)[item.label]


def _unfinished(site: Site, item: NavigationLink) -> Node:
    """Return the note beside an entry whose page is still to come; the name of the link stays its label."""
    is_unfinished = "#" not in item.path and site.page(item.path).unfinished
    return is_unfinished and h.small(".menu__note")[f"({site.interface.header.unfinished})"]


def _is_entry(site: Site, path: str) -> bool:
    """Return whether exactly one menu entry links to the page; several link to the placeholder page."""
    return sum(item.path == path for group in site.navigation for item in _all_links(group)) == 1


def _all_links(group: NavigationGroup) -> list[NavigationLink]:
    return [*group.links, *(item for subgroup in group.subgroups for item in subgroup.links)]


def _search(site: Site) -> Node:
    words = {"open", "label", "placeholder", "close", "hint", "loading", "failed"}
    return site_search(
        icon("search"),
        page=site.address(SEARCH),
        source=f"{SEARCH_RESULTS}?language={site.language}&q=",
        labels=site.interface.search.model_dump(include=words),
    )


def _tools(site: Site, path: str, *first: Node) -> Element:
    return h.div(".site-header__tools")[
        first,
        [_language_link(read(other), path) for other in others(site.language)],
        # `pages/theme.js` changes the colours.
        h.button("#theme.tool", type="button", aria_label=site.interface.theme.label)[icon("sun")],
    ]
