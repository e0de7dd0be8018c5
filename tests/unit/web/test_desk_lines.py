"""The header's lines on the desk, and the audit with its filter and its CSV."""

import csv
import io
from datetime import timedelta

import pytest
from whole_site import Site, visible

from starbond_site import content, local_time
from starbond_site.documents import audit, database, nodes
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.people import Holder

WORDS, ERRORS = content.read("en").interface.desk_lines, content.read("en").errors


@pytest.fixture
def site(archive: Archive) -> Site:
    return Site(archive, Holder(name="Rahima Khatun"))


def typed(text: str = "Dividend: 12%", url: str = "/AllNotice", end: str = "", seen: str = "") -> dict[str, str]:
    fields = {"Dividend-text": text, "Dividend-url": url, "Dividend-end": end}
    return fields | ({"_seen": seen} if seen else {})


def test_line_is_set_with_its_end_and_cleared(site: Site) -> None:
    end = local_time.in_local_time(local_time.now() + timedelta(days=1)).replace(second=0, microsecond=0)
    done = site.post("/bn/desk/lines/Dividend", typed(end=f"{end:%Y-%m-%dT%H:%M}"))
    assert (done.status, done.headers["location"]) == (303, "/bn/desk?line=set#lines")
    standing = nodes.standing(site.archive)[1]
    assert (standing.line, standing.ends_at) == (nodes.Headline("Dividend: 12%", "/AllNotice"), end)
    page = site.get("/desk", "line=set")
    assert (WORDS.done_set in visible(page.text), f'value="{end:%Y-%m-%dT%H:%M}"' in page.text) == (True, True)
    assert site.post("/desk/lines/Dividend", {"clear": "1"}).headers["location"] == "/desk?line=cleared#lines"
    assert nodes.values(site.archive)["Dividend"] is None
    assert site.post("/desk/lines/Prospectus", typed()).status == 404
    # It has words in both languages.
    done = site.post("/desk/lines/Dividend", typed() | {"Dividend-text-bn": " লভ্যাংশ: ১২% "})
    assert done.status == 303
    shown = nodes.values(site.archive)["Dividend"]
    assert shown == {"text": {"en": "Dividend: 12%", "bn": "লভ্যাংশ: ১২%"}, "url": "/AllNotice"}
    page = site.get("/desk").text
    assert ('value="লভ্যাংশ: ১২%"' in page, '<strong lang="bn">লভ্যাংশ: ১২%</strong>' in page) == (True, True)
    assert site.post("/desk/lines/Dividend", typed() | {"Dividend-text-bn": "ক" * 201}).status == 422
    assert nodes.values(site.archive)["Dividend"] == shown


def test_refused_line_keeps_what_was_typed_and_two_windows(site: Site) -> None:
    for fields, code in (
        (typed(text=" "), "line_missing"),
        (typed(url="javascript:alert(1)"), "link_invalid"),
        (typed(end="2020-01-01T10:00"), "end_invalid"),
        (typed(end="tomorrow"), "end_invalid"),
    ):
        answer = site.post("/desk/lines/Dividend", fields)
        assert (answer.status, ERRORS.say(code) in visible(answer.text)) == (422, True)
        for value in fields.values():
            assert f'value="{value}"' in answer.text
        assert nodes.values(site.archive)["Dividend"] is None
    assert site.post("/desk/lines/Dividend", typed("First", seen="0")).status == 303
    again = site.post("/desk/lines/Dividend", typed("Second", seen="0"))
    assert (again.status, ERRORS.changed_meanwhile in visible(again.text)) == (409, True)
    assert ('value="Second"' in again.text, "<strong>First</strong>" in again.text) == (True, True)


def entries(archive: Archive) -> None:
    with database.writing(archive.engine) as session:
        for number in range(60):
            audit.add(session, Actor("192.0.2.1", "key"), "publish", f"AllNotice/{number}/a%_b.pdf", audit.DONE)
        audit.add(session, Actor("192.0.2.2", "people", "Karim"), "withdraw", "AllNotice/3/x", "done", '=cmd|" /C"!A0')
        audit.add(session, Actor("192.0.2.2", "people", "Karim"), "enter key", "<script>", "key_wrong")


def test_audit_is_selected_and_paged_and_its_csv_has_no_formula(site: Site) -> None:
    entries(site.archive)
    everything = site.get("/desk/audit")
    assert ("<script>" in everything.text, "Entries: 62" in visible(everything.text)) == (False, True)
    assert "AllNotice/0/" not in everything.text
    assert "AllNotice/0/" in site.get("/desk/audit", "page=2").text
    today = local_time.today()
    for query, count in [
        ("person=Karim", 2),
        ("person=Karim&action=withdraw", 1),
        ("outcome=key_wrong", 1),
        ("text=192.0.2.2", 2),
        ("text=a%25_b", 60),
        ("text=%25%25", 0),
        (f"first={today}&last={today}", 62),
        (f"first={today + timedelta(days=1)}", 0),
        (f"last={today - timedelta(days=1)}", 0),
        ("first=never&text=%00", 62),
    ]:
        text = visible(site.get("/desk/audit", query).text)
        assert (f"Entries: {count}" in text) == bool(count), query
        assert (content.read("en").interface.desk_audit.none in text) == (not count), query
    page = site.get("/bn/desk/audit", "person=Karim")
    assert 'href="/bn/desk/audit.csv?person=Karim"' in page.text
    answer = site.get("/bn/desk/audit.csv", "person=Karim")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    heads, *rows = csv.reader(io.StringIO(answer.body.decode("utf-8-sig")))
    assert heads[0] == content.read("bn").interface.desk_audit.at
    assert [row[-2] for row in rows] == ["key_wrong", "done"]
    assert rows[1][-1].startswith("'=cmd")
    assert len(list(csv.reader(io.StringIO(site.get("/desk/audit.csv").text)))) == 63
