"""The whole content of a topic by HTTP."""

import json
from collections.abc import Mapping

import pytest
from asgi_client import Answer, ask
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette

from starbond_site.content import Language
from starbond_site.presentation.fragments import Fragment
from starbond_site.presentation.topics import TOPICS
from starbond_site.web.live import LiveContent

PATH = "/api/live/AllNotice"


class Topic:
    """A topic that the test fills."""

    def __init__(self) -> None:
        self.version = 3
        self.is_broken = False

    async def prepare(self, _topics: object, _language: Language) -> None:
        """Have everything."""

    def newest(self, _topic: str, language: Language) -> Fragment:
        """Return the first page."""
        return self._page(language, "1")

    async def of(self, _topic: str, language: Language, query: Mapping[str, str]) -> Fragment:
        """Return a fragment that names language and page."""
        if self.is_broken:
            message = "down"
            raise SQLAlchemyError(message)
        return self._page(language, query.get("page", "1"))

    def _page(self, language: Language, number: str) -> Fragment:
        return Fragment(f"<p>{language} {number} খ</p>", self.version)


@pytest.fixture
def topic() -> Topic:
    return Topic()


def get(topic: Topic, path: str = PATH, query: str = "", **headers: str) -> Answer:
    app = Starlette(routes=[LiveContent(topic).route])
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return ask(app, path, query=query, headers=given)


@pytest.mark.parametrize(("query", "language", "page"), [("", "en", 1), ("language=bn&page=2", "bn", 2)])
def test_content_is_that_of_the_page(topic: Topic, query: str, language: str, page: int) -> None:
    answer = get(topic, query=query)

    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    assert json.loads(answer.body) == {"version": 3, "html": {language: f"<p>{language} {page} খ</p>"}}


def test_unchanged_content_is_not_sent_again(topic: Topic) -> None:
    tag = get(topic, accept_encoding="br").headers["etag"]

    assert get(topic, accept_encoding="br", if_none_match=tag).status == 304
    topic.version = 4
    assert get(topic, accept_encoding="br", if_none_match=tag).status == 200


def test_unknown_topic_is_not_found(topic: Topic) -> None:
    answer = get(topic, "/api/live/nowhere")
    assert (answer.status, json.loads(answer.body)["topics"]) == (404, list(TOPICS))


@pytest.mark.parametrize("reason", ["never read", "down"])
def test_content_that_cannot_be_read_is_unavailable(topic: Topic, reason: str) -> None:
    topic.version, topic.is_broken = (3, True) if reason == "down" else (0, False)
    answer = get(topic)
    assert (answer.status, json.loads(answer.body)["error"]) == (503, "database_unavailable")
