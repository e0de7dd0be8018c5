"""The page of results."""

from starbond_site.content import Site
from starbond_site.content.addresses import FIGURES_PAGE, RESULTS_PAGE
from starbond_site.pages.live import live_pages
from starbond_site.pages.page import Page
from starbond_site.shared.categories import RESULTS


def pages(site: Site) -> list[Page]:
    words, style = site.interface, "results figures"
    lead, label = words.results.lead, words.figures.link
    return live_pages(site, RESULTS_PAGE, RESULTS, lead, links={FIGURES_PAGE: label}, style=style)
