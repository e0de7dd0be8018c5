"""All news on a page of their own; the home page shows the newest."""

import json
import re
from typing import Any

import pytest

from starbond_site import content
from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import NEWS
from starbond_site.pages import head, home, news
from starbond_site.pages.page import Page
from tests.unit.content.changed import changed, without

SITES = [content.read(language) for language in LANGUAGES]
EACH = pytest.mark.parametrize("site", SITES, ids=lambda site: site.language)


def many(site: Site, count: int) -> Site:
    return changed(
        site,
        news=tuple(site.news[0].model_copy(update={"id": f"item-{n}", "title": f"Title {n}"}) for n in range(count)),
    )


def rendered(page: Page, site: Site) -> str:
    """Return the content of a page as the compiler gets it."""
    compiled = json.dumps(page.body(site).render(), default=str)
    return re.sub(r"\\+u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), compiled)


def only(pages: list[Page]) -> Page:
    [page] = pages
    return page


@EACH
def test_every_piece_is_there_whole_and_newest_first(site: Site) -> None:
    shown = rendered(only(news.pages(site)), site)
    places = [shown.index(f'id:\\"{item.id}\\"') for item in site.news]
    assert places == sorted(places)
    for item in site.news:
        assert item.title in shown
        assert item.summary in shown
        assert item.body.split("</p>")[0].removeprefix("<p>")[:40] in shown


def test_thirty_pieces_are_all_there_and_the_home_page_shows_six() -> None:
    site = many(SITES[0], 30)
    assert rendered(only(news.pages(site)), site).count("news__item") == 30
    shown = rendered(only(home.pages(site)), site)
    assert [f"Title {n}" in shown for n in range(30)] == [True] * home.NEWEST + [False] * (30 - home.NEWEST)


def test_a_site_without_the_page_has_all_news_at_home() -> None:
    site = without(many(SITES[0], 9), NEWS)
    assert news.pages(site) == []
    shown = rendered(only(home.pages(site)), site)
    assert "Title 8" in shown
    assert NEWS not in shown


def test_search_engines_are_told_of_a_piece_of_news_once() -> None:
    def told(site: Site, page: Page) -> list[dict[str, Any]]:
        assert all(str(item["headline"]) in "".join(map(str, head.meta(site, page))) for item in page.structured_data)
        return [item for item in page.structured_data if item["@type"] == "NewsArticle"]

    site, single = SITES[0], without(SITES[0], NEWS)
    assert len(told(site, only(news.pages(site)))) == len(site.news)
    assert told(site, only(home.pages(site))) == []
    assert len(told(single, only(home.pages(single)))) == len(site.news)
