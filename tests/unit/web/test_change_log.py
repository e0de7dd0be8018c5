"""``GET /api/changes``: everything that happened, in order, from any point on."""

import json
from typing import Any

import pytest
from asgi_client import Answer, ask
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette

from starbond_site.documents import changes
from starbond_site.documents.archive import Archive
from starbond_site.documents.withdraw import withdraw
from starbond_site.web import changes as web_changes
from tests.unit.documents import samples
from tests.unit.documents.publishing import PUBLIC_URL, WHO, publish


def get(archive: Archive, query: str = "", **headers: str) -> Answer:
    served = Starlette(routes=[web_changes.route(lambda: archive)])
    return ask(
        served, "/api/changes", headers={key.replace("_", "-"): value for key, value in headers.items()}, query=query
    )


def read(archive: Archive, after: int) -> dict[str, Any]:
    answer = get(archive, f"after={after}")
    assert answer.status == 200
    return json.loads(answer.body)


def test_nothing_has_happened(archive: Archive):
    assert json.loads(get(archive).body) == {"changes": [], "next": 0}


def test_every_change_oldest_first(archive: Archive):
    first = publish(archive, "Prospectus", "One.pdf", samples.pdf("one"))
    second = publish(archive, "Prospectus", "Two.pdf", samples.pdf("two"))
    withdraw(archive, second.id, WHO)
    page = read(archive, 0)
    assert [(change["number"], change["kind"], change["document"]) for change in page["changes"]] == [
        (1, "published", first.id),
        (2, "replaced", first.id),
        (3, "published", second.id),
        (4, "withdrawn", second.id),
        (5, "restored", first.id),
    ]
    assert page["next"] == 5
    assert page["changes"][0] == {
        "number": 1,
        "kind": "published",
        "document": first.id,
        "url": f"{PUBLIC_URL}/documents/{first.id}.json",
        "at": page["changes"][0]["at"],
    }
    assert page["changes"][0]["at"].endswith("Z")
    assert read(archive, 3) == {"changes": page["changes"][3:], "next": 5}
    assert read(archive, 5) == {"changes": [], "next": 5}


def test_long_log_comes_in_pages(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(web_changes, "LIMIT", 2)
    for number in range(5):
        publish(archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)))
    seen: list[int] = []
    after = 0
    while page := read(archive, after)["changes"]:
        assert len(page) <= 2
        seen += [change["number"] for change in page]
        after = seen[-1]
    assert seen == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "query", ["after=", "after=-1", "after=x", "after=1.5", "after=01", "after=1&after=2", "after=" + "9" * 19]
)
def test_wrong_number_is_refused_with_a_sentence(archive: Archive, query: str):
    answer = get(archive, query)
    assert (answer.status, json.loads(answer.body)["error"]) == (400, "after_invalid")
    assert "number of one change" in answer.text
    assert "পরিবর্তনের" in get(archive, query, referer="http://localhost/bn").text


def test_number_that_was_never_reached_is_refused(archive: Archive):
    """Whoever asks after a restore with a number of the time before must not wait in silence."""
    publish(archive, "AllNotice", "a.pdf", samples.pdf("a"))
    answer = get(archive, "after=7")
    assert (answer.status, json.loads(answer.body)["error"]) == (400, "after_unknown")
    assert "no change 7 yet: the newest is 1" in answer.text


def test_what_the_client_has_is_not_sent_again(archive: Archive):
    first = get(archive, "after=0")
    assert get(archive, "after=0", if_none_match=first.headers["etag"]).status == 304
    publish(archive, "AllNotice", "a.pdf", samples.pdf("a"))
    assert get(archive, "after=0", if_none_match=first.headers["etag"]).status == 200


def test_database_that_fails_is_unavailable(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise SQLAlchemyError

    monkeypatch.setattr(changes, "after", fail)
    answer = get(archive)
    assert (answer.status, "database_unavailable" in answer.text) == (503, True)
    assert int(answer.headers["retry-after"]) > 0
