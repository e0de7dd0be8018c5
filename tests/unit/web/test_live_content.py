"""The whole content of a topic by HTTP."""

from whole_site import Rows, Site

from starbond_site.documents.archive import Archive
from starbond_site.presentation.topics import TOPICS

PATH = "/api/live/AllNotice"


def test_content_is_that_of_the_page(archive: Archive) -> None:
    topic = Rows("<p>LANGUAGE PAGE খ</p>", 3)
    site = Site(archive, fragments=topic)
    for query, language, page in (("", "en", 1), ("language=bn&page=2", "bn", 2)):
        answer = site.get(PATH, query)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
        assert answer.json == {"version": 3, "html": {language: f"<p>{language} {page} খ</p>"}}
    tag = site.get(PATH, accept_encoding="br").headers["etag"]
    assert site.get(PATH, accept_encoding="br", if_none_match=tag).status == 304
    topic.version = 4
    assert site.get(PATH, accept_encoding="br", if_none_match=tag).status == 200
    unknown = site.get("/api/live/nowhere")
    assert (unknown.status, unknown.json["topics"]) == (404, list(TOPICS))
    for topic.version, topic.is_down in ((0, False), (3, True)):
        answer = site.get(PATH)
        assert (answer.status, answer.json["error"]) == (503, "database_unavailable")
