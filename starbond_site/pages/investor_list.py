"""The pages that list documents, and Shared Information with its fixed rows."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import heading_of, icon, page_heading, print_button
from starbond_site.components.picture import page_picture, responsive_picture
from starbond_site.components.react.live import live_list, live_shared_rows
from starbond_site.content import Site
from starbond_site.content.addresses import ALERTS, FIGURES_PAGE, SAFETY, SHARED, VERIFY
from starbond_site.content.addresses import FILINGS as FILINGS_PATH
from starbond_site.content.investors import InvestorPage
from starbond_site.documents.public_view import FILINGS
from starbond_site.pages.page import Page, PageBody, optional_page, page_at
from starbond_site.presentation import atom
from starbond_site.presentation.html_parts import bullets, column_heads, link
from starbond_site.shared.categories import WITH_FIGURES


def pages(site: Site) -> list[Page]:
    lists = [
        page_at(
            site,
            page.path,
            lambda site, path=page.path: _lists(site, site.investor_page(path)),
            first_picture=(f"banners/{page.banner}", "100vw") if page.banner else None,
        )
        for page in site.investors.pages
    ]
    return [*lists, *_page_with_banner(site, FILINGS_PATH, _filings), *_page_with_banner(site, SHARED, _shared)]


def _page_with_banner(site: Site, path: str, body: PageBody) -> list[Page]:
    """Return a page of this module with the banner that ``pages.toml`` names, where the site has it."""
    banner = site.page(path).picture if site.has(path) else None
    return optional_page(site, path, body, first_picture=(banner, "100vw") if banner else None)


def _lists(site: Site, page: InvestorPage) -> Node:
    only = len(page.categories) == 1
    reports = [category for category in page.categories if category in WITH_FIGURES]
    banner = f"banners/{page.banner}"
    return [
        page.banner and responsive_picture(banner, alt="", sizes="100vw", first=True, style="banner"),
        page_heading(page.title, page.lead),
        [_list(site, category, titled=not only, has_figures=category in reports[-1:]) for category in page.categories],
        _end(site, page.path),
    ]


def _list(site: Site, topic: str, *, titled: bool, has_figures: bool) -> Element:
    category, leads_on = site.category(topic), has_figures and site.has(FIGURES_PAGE)
    # Forms and pages of the list lead back to it.
    return h.section(".container.section--tight.stack", id=topic, aria_label=category.title)[
        # The lead of a page with one list says it.
        titled and [h.h2[category.title], h.p(".muted")[category.note]],
        live_list(site, topic),
        leads_on and h.p[link(site, FIGURES_PAGE, site.interface.figures.link)],
        _feed_link(site, topic),
    ]


def _feed_link(site: Site, name: str) -> Element:
    """Return the link; ``name`` is one of `atom.NAMES`."""
    words = site.interface.feeds
    label = words.link_name.format(list=atom.title(site, name))
    return h.a(".feed-link.no-print", href=atom.address(name, site.language), aria_label=label)[
        icon("feed"), words.link
    ]


def _filings(site: Site) -> Node:
    return [
        page_picture(site, FILINGS_PATH, sizes="100vw", style="banner"),
        heading_of(site, FILINGS_PATH, site.interface.lists.filings_lead),
        h.section(".container.section--tight.stack", id=FILINGS, aria_label=site.page(FILINGS_PATH).title)[
            live_list(site, FILINGS), _feed_link(site, atom.ALL)
        ],
        _end(site, FILINGS_PATH),
    ]


def _shared(site: Site) -> Node:
    words = site.interface.documents
    heads = column_heads((words.serial, words.file_name, words.action))
    return [
        page_picture(site, SHARED, sizes="100vw", style="banner"),
        heading_of(site, SHARED),
        h.section(".container.section--tight")[
            h.table(".documents", aria_label=site.page(SHARED).title)[heads, live_shared_rows(site)]
        ],
        _end(site, SHARED),
    ]


def _end(site: Site, path: str) -> Element:
    """Return the links below the list of a page: mails, the other lists, help, checks and paper."""
    words = site.interface
    sheets = site.page_of(site.sheets.id) if site.sheets else ""
    others = [(page.path, page.title) for page in site.investors.pages if page.path != sheets]
    others += [(other, site.page(other).title) for other in (FILINGS_PATH, SHARED) if site.has(other)]
    # Who reads of a product's hazards looks for first aid, not for filings.
    related = [link(site, *other) for other in others if path not in (other[0], sheets)]
    further = [link(site, "/contact", words.documents.help), link(site, VERIFY, words.verify.link)]
    if path == sheets and site.has(SAFETY):
        further.insert(0, link(site, SAFETY, site.page(SAFETY).title))
    return h.div(".list-end.container.no-print")[
        site.has(ALERTS) and h.div[alerts(site)],
        related and h.div(".stack")[h.h2[words.lists.related], bullets(related)],
        h.div(".stack")[h.h2[words.lists.further], bullets(further), print_button(words.print.list_button)],
    ]


def alerts(site: Site) -> Element:
    """Return the offer of alerts, which styles hide where the server has written that it sends no mail."""
    words = site.interface
    return h.div(".list-end__alerts.stack", data_alerts="unknown")[
        h.h2[words.lists.told_heading],
        h.p[words.lists.told_text],
        link(site, ALERTS, words.alerts.list_link, "button"),
    ]
