"""The pages that list documents, and Shared Information with its fixed rows."""

from collections.abc import Callable

import reflex as rx

from starbond_site.components.elements import heading_of, icon, link, page_heading, plain_link, print_button
from starbond_site.components.picture import page_picture, responsive_picture
from starbond_site.components.react.live import live_list, live_shared_rows
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import ALERTS, FIGURES_PAGE, SAFETY, SHARED, VERIFY
from starbond_site.content.addresses import FILINGS as FILINGS_PATH
from starbond_site.content.investors import InvestorPage
from starbond_site.documents.public_view import FILINGS
from starbond_site.pages.page import Page, optional_page, page_at
from starbond_site.presentation import atom
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


def _page_with_banner(site: Site, path: str, body: Callable[[Site], rx.Component]) -> list[Page]:
    """Return a page of this module with the banner that ``pages.toml`` names, where the site has it."""
    banner = site.page(path).picture if site.has(path) else None
    return optional_page(site, path, body, first_picture=(banner, "100vw") if banner else None)


def _lists(site: Site, page: InvestorPage) -> rx.Component:
    only = len(page.categories) == 1
    reports = [category for category in page.categories if category in WITH_FIGURES]
    return rx.fragment(
        responsive_picture(f"banners/{page.banner}", alt="", sizes="100vw", first=True, class_name="banner")
        if page.banner
        else None,
        page_heading(page.title, page.lead),
        *(_list(site, category, titled=not only, has_figures=category in reports[-1:]) for category in page.categories),
        _end(site, page.path),
    )


def _list(site: Site, topic: str, *, titled: bool, has_figures: bool) -> rx.Component:
    category = site.category(topic)
    return rx.el.section(
        rx.el.h2(category.title) if titled else None,
        # The lead of a page with one list says it.
        rx.el.p(category.note, class_name="muted") if titled else None,
        live_list(site, topic),
        rx.el.p(link(site.interface.figures.link, href=site.address(FIGURES_PAGE)))
        if has_figures and site.has(FIGURES_PAGE)
        else None,
        _feed_link(site, topic),
        # Forms and pages of the list lead back to it.
        id=topic,
        class_name="container section--tight stack",
        aria_label=category.title,
    )


def _feed_link(site: Site, name: str) -> rx.Component:
    """Return the link; ``name`` is one of `atom.NAMES`."""
    words = site.interface.feeds
    return plain_link(
        icon("feed"),
        words.link,
        href=atom.address(name, site.language),
        class_name="feed-link no-print",
        aria_label=words.link_name.format(list=atom.title(site, name)),
    )


def _filings(site: Site) -> rx.Component:
    title = site.page(FILINGS_PATH).title
    return rx.fragment(
        page_picture(site, FILINGS_PATH, sizes="100vw", class_name="banner"),
        heading_of(site, FILINGS_PATH, site.interface.lists.filings_lead),
        rx.el.section(
            live_list(site, FILINGS),
            _feed_link(site, atom.ALL),
            id=FILINGS,
            class_name="container section--tight stack",
            aria_label=title,
        ),
        _end(site, FILINGS_PATH),
    )


def _shared(site: Site) -> rx.Component:
    words = site.interface
    return rx.fragment(
        page_picture(site, SHARED, sizes="100vw", class_name="banner"),
        heading_of(site, SHARED),
        rx.el.section(
            rx.el.table(
                rx.el.thead(
                    rx.el.tr(
                        rx.el.th(words.documents.serial, scope="col"),
                        rx.el.th(words.documents.file_name, scope="col"),
                        rx.el.th(words.documents.action, scope="col"),
                    )
                ),
                live_shared_rows(site),
                class_name="documents",
                aria_label=site.page(SHARED).title,
            ),
            class_name="container section--tight",
        ),
        _end(site, SHARED),
    )


def _end(site: Site, path: str) -> rx.Component:
    """Return the links below the list of a page: mails, the other lists, help, checks and paper."""
    words = site.interface
    sheets = site.page_of(site.sheets.id) if site.sheets else ""
    others = [(page.title, page.path) for page in site.investors.pages if page.path != sheets]
    others += [(site.page(other).title, other) for other in (FILINGS_PATH, SHARED) if site.has(other)]
    # Who reads of a product's hazards looks for first aid, not for filings.
    related = [place(site, title, other) for title, other in others if path not in (other, sheets)]
    first_aid = place(site, site.page(SAFETY).title, SAFETY) if path == sheets and site.has(SAFETY) else None
    return rx.el.div(
        prerendered(rx.el.div(alerts(site))) if site.has(ALERTS) else None,
        rx.el.div(rx.el.h2(words.lists.related), rx.el.ul(*related), class_name="stack") if related else None,
        rx.el.div(
            rx.el.h2(words.lists.further),
            rx.el.ul(
                first_aid,
                place(site, words.documents.help, "/contact"),
                place(site, words.verify.link, VERIFY),
            ),
            print_button(words.print.list_button),
            class_name="stack",
        ),
        class_name="list-end container no-print",
    )


def alerts(site: Site) -> rx.Component:
    """Return the offer of alerts, which styles hide where the server has written that it sends no mail."""
    words = site.interface
    return rx.el.div(
        rx.el.h2(words.lists.told_heading),
        rx.el.p(words.lists.told_text),
        link(words.alerts.list_link, href=site.address(ALERTS), class_name="button"),
        class_name="list-end__alerts stack",
        custom_attrs={"data-alerts": "unknown"},
    )


def place(site: Site, text: str, path: str) -> rx.Component:
    return rx.el.li(link(text, href=site.address(path)))
