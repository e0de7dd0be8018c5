"""The pages that list documents, and Shared Information with its three fixed rows."""

import reflex as rx

from starbond_site.categories import WITH_FIGURES
from starbond_site.components.feed_link import feed_link
from starbond_site.components.heading import page_heading
from starbond_site.components.link import link, localized
from starbond_site.components.picture import responsive_picture
from starbond_site.components.print_button import print_button
from starbond_site.components.react.live import live_list, live_shared_rows
from starbond_site.content import Site
from starbond_site.content.models import InvestorPage
from starbond_site.documents.reading import FILINGS
from starbond_site.pages.page import Page
from starbond_site.presentation import atom

SHARED_PATH, SHARED_BANNER = "/SharedInformation", "financial-report"
FILINGS_PATH, FILINGS_BANNER = "/filings", "financial-statement"


def pages(site: Site) -> list[Page]:
    """Return the list pages, all filings, and Shared Information."""
    lists = [
        _page(site, page.path, page.banner, lambda site, path=page.path: _lists(site, site.investor_page(path)))
        for page in site.investors.pages
    ]
    return [
        *lists,
        _page(site, FILINGS_PATH, FILINGS_BANNER, _filings),
        _page(site, SHARED_PATH, SHARED_BANNER, _shared),
    ]


def _page(site: Site, path: str, banner: str, body: object) -> Page:
    text = site.page(path)
    return Page(
        path=path,
        title=text.title,
        description=text.description,
        body=body,  # type: ignore[arg-type]
        first_picture=(f"banners/{banner}", "100vw"),
    )


def _lists(site: Site, page: InvestorPage) -> rx.Component:
    only = len(page.categories) == 1
    return rx.fragment(
        _banner(page.banner),
        page_heading(page.title, page.lead),
        *(_list(site, category, titled=not only) for category in page.categories),
        _end(site, page.path),
    )


def _list(site: Site, topic: str, *, titled: bool) -> rx.Component:
    category = site.category(topic)
    return rx.el.section(
        rx.el.h2(category.title) if titled else None,
        # The lead of a page with one list says it.
        rx.el.p(category.note, class_name="muted") if titled else None,
        live_list(site, topic),
        _figures_link(site) if topic in WITH_FIGURES else None,
        feed_link(site, topic),
        # Forms and pages of the list lead back to it.
        id=topic,
        class_name="container section--tight stack",
        aria_label=category.title,
    )


def _figures_link(site: Site) -> rx.Component:
    return rx.el.p(link(site.interface.figures.link, href=localized("/figures", site.language)))


def _filings(site: Site) -> rx.Component:
    title = site.page(FILINGS_PATH).title
    return rx.fragment(
        _banner(FILINGS_BANNER),
        page_heading(title, site.interface.lists.filings_lead),
        rx.el.section(
            live_list(site, FILINGS),
            feed_link(site, atom.ALL),
            id=FILINGS,
            class_name="container section--tight stack",
            aria_label=title,
        ),
        _end(site, FILINGS_PATH),
    )


def _shared(site: Site) -> rx.Component:
    words = site.interface
    return rx.fragment(
        _banner(SHARED_BANNER),
        page_heading(site.page(SHARED_PATH).title, words.shared.lead),
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
                aria_label=words.shared.table_label,
            ),
            class_name="container section--tight",
        ),
        _end(site, SHARED_PATH),
    )


def _banner(banner: str) -> rx.Component:
    return responsive_picture(f"banners/{banner}", alt="", sizes="100vw", first=True, class_name="banner")


def _end(site: Site, path: str) -> rx.Component:
    """Return what helps further below the list of a page: mails, the other lists, help, checks and paper."""
    words = site.interface
    others = [(page.title, page.path) for page in site.investors.pages]
    others += [(site.page(other).title, other) for other in (FILINGS_PATH, SHARED_PATH)]
    related = [_place(site, title, other) for title, other in others if other != path]
    return rx.el.div(
        rx.el.div(
            rx.el.h2(words.lists.told_heading),
            rx.el.p(words.lists.told_text),
            link(words.alerts.list_link, href=localized("/alerts", site.language), class_name="button"),
            class_name="stack",
        ),
        rx.el.div(rx.el.h2(words.lists.related), rx.el.ul(*related), class_name="stack"),
        rx.el.div(
            rx.el.h2(words.lists.further),
            rx.el.ul(
                _place(site, words.documents.help, "/contact"),
                _place(site, words.verify.link, "/verify"),
            ),
            print_button(words.print.list_button),
            class_name="stack",
        ),
        class_name="list-end container no-print",
    )


def _place(site: Site, text: str, path: str) -> rx.Component:
    return rx.el.li(link(text, href=localized(path, site.language)))
