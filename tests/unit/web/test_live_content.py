"""The whole content of a topic by HTTP."""

import pytest
from whole_site import Rows, Site

from starbond_site.documents.archive import Archive
from starbond_site.presentation.topics import TOPICS

PATH = "/api/live/AllNotice"


@pytest.fixture
def topic() -> Rows:
    return Rows("<p>LANGUAGE PAGE খ</p>", 3)


@pytest.fixture
def site(archive: Archive, topic: Rows) -> Site:
    return Site(archive, fragments=topic)


def test_content_is_that_of_the_page(site: Site) -> None:
    for query, language, page in (("", "en", 1), ("language=bn&page=2", "bn", 2)):
        answer = site.get(PATH, query)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
        assert answer.json == {"version": 3, "html": {language: f"<p>{language} {page} খ</p>"}}


def test_unchanged_content_is_not_sent_again(site: Site, topic: Rows) -> None:
    tag = site.get(PATH, accept_encoding="br").headers["etag"]
    assert site.get(PATH, accept_encoding="br", if_none_match=tag).status == 304
    topic.version = 4
    assert site.get(PATH, accept_encoding="br", if_none_match=tag).status == 200


def test_unknown_topic_is_not_found(site: Site) -> None:
    answer = site.get("/api/live/nowhere")
    assert (answer.status, answer.json["topics"]) == (404, list(TOPICS))


def test_content_that_cannot_be_read_is_unavailable(site: Site, topic: Rows) -> None:
    for topic.version, topic.is_down in ((0, False), (3, True)):
        answer = site.get(PATH)
        assert (answer.status, answer.json["error"]) == (503, "database_unavailable")
