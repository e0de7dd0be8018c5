"""``GET /api/changes``: everything that happened, in order, from any point on."""

from collections.abc import Callable
from typing import Any

import pytest
from whole_site import Site

from starbond_site.documents.archive import Archive
from starbond_site.documents.withdraw import withdraw
from starbond_site.web import changes as web_changes
from tests.unit.documents import samples
from tests.unit.documents.publishing import PUBLIC_URL, WHO, publish


def read(site: Site, after: int) -> dict[str, Any]:
    answer = site.get("/api/changes", f"after={after}")
    assert answer.status == 200
    return answer.json


def test_every_change_oldest_first(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    empty = site.get("/api/changes")
    assert empty.json == {"changes": [], "next": 0}
    first = publish(archive, "Prospectus", "One.pdf", samples.pdf("one"))
    second = publish(archive, "Prospectus", "Two.pdf", samples.pdf("two"))
    withdraw(archive, second.id, WHO)
    page = read(site, 0)
    assert [(change["number"], change["kind"], change["document"]) for change in page["changes"]] == [
        (1, "published", first.id),
        (2, "replaced", first.id),
        (3, "published", second.id),
        (4, "withdrawn", second.id),
        (5, "restored", first.id),
    ]
    at = page["changes"][0]["at"]
    url = f"{PUBLIC_URL}/documents/{first.id}.json"
    assert page["changes"][0] == {"number": 1, "kind": "published", "document": first.id, "url": url, "at": at}
    assert (page["next"], at[-1:]) == (5, "Z")
    assert read(site, 3) == {"changes": page["changes"][3:], "next": 5}
    assert read(site, 5) == {"changes": [], "next": 5}
    tag = site.get("/api/changes", if_none_match=empty.headers["etag"]).headers["etag"]
    assert site.get("/api/changes", if_none_match=tag).status == 304
    monkeypatch.setattr(web_changes, "LIMIT", 2)
    pages = [read(site, after) for after in (0, 2, 4)]
    assert [[change["number"] for change in each["changes"]] for each in pages] == [[1, 2], [3, 4], [5]]


def test_wrong_number_is_refused_with_a_sentence(site: Site, archive: Archive, take_away: Callable[..., None]):
    for number in ("", "-1", "x", "1.5", "01", "1&after=2", "9" * 19):
        answer = site.get("/api/changes", f"after={number}")
        assert (answer.status, answer.json["error"]) == (400, "after_invalid"), number
        assert "number of one change" in answer.text
        assert "পরিবর্তনের" in site.get("/api/changes", f"after={number}", referer="http://localhost/bn").text
    # Whoever asks after a restore with a number of the time before must not wait in silence.
    publish(archive, "AllNotice", "a.pdf", samples.pdf("a"))
    answer = site.get("/api/changes", "after=7")
    assert (answer.status, answer.json["error"]) == (400, "after_unknown")
    assert "no change 7 yet: the newest is 1" in answer.text
    take_away()
    answer = site.get("/api/changes")
    assert (answer.status, "database_unavailable" in answer.text) == (503, True)
    assert int(answer.headers["retry-after"]) > 0
