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


def test_nothing_has_happened(site: Site, archive: Archive):
    assert site.get("/api/changes").json == {"changes": [], "next": 0}


def test_every_change_oldest_first(site: Site, archive: Archive):
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
    assert page["next"] == 5
    assert page["changes"][0] == {
        "number": 1,
        "kind": "published",
        "document": first.id,
        "url": f"{PUBLIC_URL}/documents/{first.id}.json",
        "at": page["changes"][0]["at"],
    }
    assert page["changes"][0]["at"].endswith("Z")
    assert read(site, 3) == {"changes": page["changes"][3:], "next": 5}
    assert read(site, 5) == {"changes": [], "next": 5}


def test_long_log_comes_in_pages(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(web_changes, "LIMIT", 2)
    for number in range(5):
        publish(archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)))
    seen: list[int] = []
    after = 0
    while page := read(site, after)["changes"]:
        assert len(page) <= 2
        seen += [change["number"] for change in page]
        after = seen[-1]
    assert seen == [1, 2, 3, 4, 5]


def test_wrong_number_is_refused_with_a_sentence(site: Site):
    for number in ("", "-1", "x", "1.5", "01", "1&after=2", "9" * 19):
        answer = site.get("/api/changes", f"after={number}")
        assert (answer.status, answer.json["error"]) == (400, "after_invalid"), number
        assert "number of one change" in answer.text
        assert "পরিবর্তনের" in site.get("/api/changes", f"after={number}", referer="http://localhost/bn").text


def test_number_that_was_never_reached_is_refused(site: Site, archive: Archive):
    """Whoever asks after a restore with a number of the time before must not wait in silence."""
    publish(archive, "AllNotice", "a.pdf", samples.pdf("a"))
    answer = site.get("/api/changes", "after=7")
    assert (answer.status, answer.json["error"]) == (400, "after_unknown")
    assert "no change 7 yet: the newest is 1" in answer.text


def test_what_the_client_has_is_not_sent_again(site: Site, archive: Archive):
    first = site.get("/api/changes", "after=0")
    assert site.get("/api/changes", "after=0", if_none_match=first.headers["etag"]).status == 304
    publish(archive, "AllNotice", "a.pdf", samples.pdf("a"))
    assert site.get("/api/changes", "after=0", if_none_match=first.headers["etag"]).status == 200


def test_database_that_fails_is_unavailable(site: Site, take_away: Callable[..., None]):
    take_away()
    answer = site.get("/api/changes")
    assert (answer.status, "database_unavailable" in answer.text) == (503, True)
    assert int(answer.headers["retry-after"]) > 0
