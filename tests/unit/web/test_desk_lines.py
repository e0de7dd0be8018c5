"""The header's lines on the desk, and the audit with its filter and its CSV."""

import csv
import io
from datetime import timedelta
from pathlib import Path

import addresses
import pytest
from factories import store_document
from sqlalchemy import event
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES, Language, localized
from starbond_site.documents import audit, database, nodes, snapshot
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.shared import local_time
from starbond_site.shared.roles import Principal, Role
from starbond_site.shared.settings import UploadPolicy
from tests.unit import evidence_verifying as stranger
from tests.unit.documents.publishing import WHO, raising, rows
from tests.unit.presentation.samples import values

WORDS, ERRORS = content.read("en").interface.desk_lines, content.read("en").errors


def typed(text: str = "Dividend: 12%", url: str = "/AllNotice", end: str = "", seen: str = "") -> dict[str, str]:
    return {"Dividend-text": text, "Dividend-url": url, "Dividend-end": end} | ({"_seen": seen} if seen else {})


def test_line_is_set_with_its_end_and_cleared(desk: Site) -> None:
    end = local_time.in_local_time(local_time.now() + timedelta(days=1)).replace(second=30, microsecond=0)
    done = desk.post("/bn/desk/lines/Dividend", typed(end=local_time.typed(end)))
    assert (done.status, done.headers["location"]) == (303, "/bn/desk?line=set#lines")
    standing = snapshot.node_views(desk.archive)["Dividend"]
    assert (standing.line, standing.ends_at) == (nodes.Headline("Dividend: 12%", "/AllNotice"), end)
    page = desk.get("/desk", "line=set")
    assert (WORDS.done["set"] in visible(page.text), f'value="{local_time.typed(end)}"' in page.text) == (True, True)
    assert 'name="Dividend-end" step="1"' in page.text
    assert desk.post("/desk/lines/Dividend", {"clear": "1"}).headers["location"] == "/desk?line=cleared#lines"
    assert snapshot.node_views(desk.archive)["Dividend"].value is None
    assert desk.post("/desk/lines/Prospectus", typed()).status == 404
    # It has words in both languages.
    done = desk.post("/desk/lines/Dividend", typed() | {"Dividend-text-bn": " লভ্যাংশ: ১২% "})
    assert done.status == 303
    shown = snapshot.node_views(desk.archive)["Dividend"].value
    assert shown == {"text": {"en": "Dividend: 12%", "bn": "লভ্যাংশ: ১২%"}, "url": "/AllNotice"}
    page = desk.get("/desk").text
    assert ('value="লভ্যাংশ: ১২%"' in page, '<strong lang="bn">লভ্যাংশ: ১২%</strong>' in page) == (True, True)
    assert desk.post("/desk/lines/Dividend", typed() | {"Dividend-text-bn": "ক" * 201}).status == 422
    assert snapshot.node_views(desk.archive)["Dividend"].value == shown


def test_the_desk_reads_no_more_than_it_shows(desk: Site) -> None:
    asked: list[str] = []
    event.listen(desk.archive.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    assert desk.get("/desk").status == 200
    assert 0 < len(asked) <= 23


@pytest.mark.parametrize(("fields", "code"), [
    (typed(text=" \u200b "), "line_missing"),
    (typed(text="x" * 201), "line_too_long"),
    *((typed(url=url), "link_invalid") for url in ("javascript:alert(1)", "//example.com")),
    (typed(end="2020-01-01T10:00"), "end_invalid"),
    (typed(end="tomorrow"), "end_invalid"),
])  # fmt: skip
def test_refused_line_keeps_what_was_typed(desk: Site, fields: dict[str, str], code: str) -> None:
    answer = desk.post("/desk/lines/Dividend", fields)
    assert (answer.status, ERRORS.say(code, limit=200) in visible(answer.text)) == (422, True)
    for value in fields.values():
        assert f'value="{value}"' in answer.text
    assert snapshot.node_views(desk.archive)["Dividend"].value is None


def test_two_windows_of_one_line(desk: Site) -> None:
    assert desk.post("/desk/lines/Dividend", typed("First", seen="0")).status == 303
    again = desk.post("/desk/lines/Dividend", typed("Second", seen="0"))
    assert (again.status, ERRORS.changed_meanwhile in visible(again.text)) == (409, True)
    assert ('value="Second"' in again.text, "<strong>First</strong>" in again.text) == (True, True)


@pytest.fixture
def audited(desk: Site) -> Site:
    """Put 62 entries into the audit: two pages."""
    with database.writing(desk.archive.engine) as session:
        for number in range(60):
            audit.add(session, Actor("192.0.2.1", "key"), "publish", f"AllNotice/{number}/a%_b.pdf", audit.DONE)
        audit.add(session, Actor("192.0.2.2", "people", "Karim"), "withdraw", "AllNotice/3/x", "done", '=cmd|" /C"!A0')
        audit.add(session, Actor("192.0.2.2", "people", "Karim"), "enter key", "<script>", "key_wrong")
    return desk


def test_audit_is_paged(audited: Site) -> None:
    everything = audited.get("/desk/audit")
    assert "Entries: 62" in visible(everything.text)
    assert "AllNotice/0/" not in everything.text
    assert "AllNotice/0/" in audited.get("/desk/audit", "page=2").text


def test_audit_is_selected(audited: Site) -> None:
    today = local_time.today()
    for query, count in [
        ("person=Karim", 2), ("person=Karim&action=withdraw", 1), ("outcome=key_wrong", 1), ("text=192.0.2.2", 2),
        ("text=a%25_b", 60), ("text=%25%25", 0), (f"first={today}&last={today}", 62),
        (f"first={today + timedelta(days=1)}", 0), (f"last={today - timedelta(days=1)}", 0),
        ("first=never&text=%00", 62),
    ]:  # fmt: skip
        text = visible(audited.get("/desk/audit", query).text)
        assert (f"Entries: {count}" in text) == bool(count), query
        assert (content.read("en").interface.desk_audit.none in text) == (not count), query
    assert 'href="/bn/desk/audit.csv?person=Karim"' in audited.get("/bn/desk/audit", "person=Karim").text


def test_the_csv_of_the_audit_has_no_formula(audited: Site) -> None:
    answer = audited.get("/bn/desk/audit.csv", "person=Karim")
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("text/csv; charset=utf-8", "no-store")
    heads, *rows = csv.reader(io.StringIO(answer.body.decode("utf-8-sig")))
    words = content.read("bn").interface.desk_audit
    texts = [words.who, words.right, words.address, words.action, words.subject, words.outcome, words.detail]
    assert heads == [words.at, "UTC", *texts]
    assert [row[2:] for row in rows] == [
        ["Karim", "people", "192.0.2.2", "enter key", "<script>", "key_wrong", ""],
        ["Karim", "people", "192.0.2.2", "withdraw", "AllNotice/3/x", "done", '\'=cmd|" /C"!A0'],
    ]
    # The page has the same, with the address below the person.
    shown = values(audited.get("/bn/desk/audit", "person=Karim").text)
    _who, _right, _address, *others = zip(texts, rows[0][2:], strict=True)
    assert shown[1:6] == [(words.who, "Karim192.0.2.2"), *others]
    day, _, clock = rows[0][0].partition(" ")
    at = local_time.parse(f"{'-'.join(reversed(day.split('-')))} {clock}")
    assert rows[0][1] == local_time.in_utc(at)
    assert len(list(csv.reader(io.StringIO(audited.get("/desk/audit.csv").text)))) == 63


def test_overview_shows_what_was_published(desk: Site, archive: Archive) -> None:
    for number in range(21):
        store_document(archive, f"No {number:02} -20-11-2026.pdf", data=b"%PDF-1.7 " + str(number).encode())
    first, second = desk.get("/bn/desk"), desk.get("/bn/desk", "page=2")
    assert ("No 00" in first.text, "No 20" in first.text, "No 00" in second.text) == (False, True, True)
    assert 'href="/bn/desk/documents/1"' in second.text
    site = content.read("bn")
    words, shown = site.interface.desk, dict(values(second.text)[::-1])
    assert (shown[words.document], shown[words.list]) == ("No 00 -20-11-2026.pdf", site.category("AllNotice").title)
    assert shown[words.state] == words.states["current"]
    assert 'content="noindex, nofollow" name="robots"' in first.text


@pytest.mark.parametrize("is_built", [True, False])
@pytest.mark.parametrize(("rights", "shown"), [
    (UploadPolicy.KEY, 'action="/api/upload-key"'), (None, 'href="/bn/desk/sign-in?next=/bn/desk"'),
    (Principal(frozenset()), content.read("bn").interface.desk.refused_heading),
    (UploadPolicy.CLOSED, content.read("bn").interface.upload.closed_heading),
])  # fmt: skip
def test_without_the_right_nothing_is_shown_but_the_way_to_it(
    archive: Archive, rights: UploadPolicy | Principal | None, shown: str, is_built: bool
) -> None:
    store_document(archive, "Hidden -20-11-2026.pdf")
    answer = Site(archive, rights, is_built=is_built).get("/bn/desk")
    assert (shown in answer.text, "Hidden" in answer.text) == (True, False)


def test_address_of_a_form_leads_to_its_page(archive: Archive) -> None:
    for _, path in addresses.of(addresses.LEADING_ON, "", "bn"):
        answer = Site(archive, Principal()).get(path)
        own = (
            "documents/1",
            "sealed/1",
            "clocks/1",
            "calendar/1",
            "figures/1",
            "figures-table",
            "meetings/1",
            "meetings",
        )
        lists = ("account", "clocks", "calendar", "dates", "duties", "dealers", "dividends", "shareholding", "holders")
        pages = (*(f"/bn/desk/{page}" for page in (*own, *lists)), "/bn/desk")
        right = next(page for page in pages if path.startswith(page))
        assert (answer.status, answer.headers["location"]) == (303, right), path


def test_what_was_typed_outlives_a_session_that_has_ended(archive: Archive) -> None:
    store_document(archive)
    desk = Site(archive, None)
    answer = desk.post("/desk/documents/1/withdraw", {"reason": "A long & careful reason", "_seen": "7"})
    assert (answer.status, "A long &amp; careful reason</textarea>" in answer.text) == (401, True)
    assert "careful" not in desk.post("/desk/documents/1/withdraw", {"reason": "careful"}, origin="null").text


@pytest.mark.features("sealed")
def test_every_role_sees_its_own_sections(archive: Archive) -> None:
    store_document(archive, "Hidden -20-11-2026.pdf")
    words = content.read("en").interface
    for role in Role:
        answer = Site(archive, Principal(frozenset({role}))).get("/desk")
        assert (answer.status, "Hidden" in answer.text) == (200, role is Role.PREPARE)
        assert (words.desk_lines.heading in answer.text) == (role is Role.PREPARE)
        assert (f">{words.sealed.title}</h2>" in answer.text) == (role is not Role.ADMINISTER)


def test_form_for_the_key_leads_back_and_says_what_was_wrong(archive: Archive) -> None:
    desk = Site(archive, UploadPolicy.KEY)
    answer = desk.get("/bn/desk", "refused=too_many_attempts&minutes=5")
    assert '<input type="hidden" name="next" value="/bn/desk">' in answer.text
    assert content.read("bn").errors.say("too_many_attempts", minutes=5) in visible(answer.text)
    assert [" autofocus" in desk.get("/desk", query).text for query in ("", "refused=key_wrong")] == [False, True]
    for minutes in ("x", "9" * 5000):
        answer = desk.get("/desk", f"refused=<script>alert(1)</script>&minutes={minutes}")
        assert (answer.status, "alert(" in answer.text) == (401, False)


LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def made(archive: Archive) -> list[tuple[object, ...]]:
    return rows(archive, "SELECT person, right, outcome FROM audit WHERE action = 'evidence pack'")


@pytest.mark.features("evidence")
@LANGUAGE
def test_button_leads_to_a_pack_that_verifies(desk: Site, archive: Archive, tmp_path: Path, language: Language):
    store_document(archive, "নোটিশ ; rm.pdf")
    path = localized("/desk/documents/1/evidence.zip", language)
    assert f'href="{path}"' in desk.get(localized("/desk/documents/1", language)).text
    withdraw(archive, 1, WHO, "Wrong")
    answer = desk.get(path, **{"sec-fetch-site": "same-origin"})
    assert (answer.status, answer.headers["content-type"]) == (200, "application/zip")
    assert answer.headers["content-disposition"] == 'attachment; filename="evidence-1.zip"'
    assert int(answer.headers["content-length"]) == len(answer.body)
    pack = tmp_path / "evidence-1.zip"
    pack.write_bytes(answer.body)
    assert "Rahima Khatun" in stranger.readme(pack)
    assert (made(archive), list(archive.incoming.iterdir())) == ([("Rahima Khatun", "people", "done")], [])


def test_no_pack_of_bytes_that_are_gone(desk: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    store_document(archive)
    for stored in archive.storage.list():
        archive.storage.remove(stored.key)
    answer = desk.get("/bn/desk/documents/1/evidence.zip")
    assert (answer.status, content.read("bn").errors.evidence_missing in visible(answer.text)) == (500, True)
    assert (made(archive), list(archive.incoming.iterdir())) == ([("Rahima Khatun", "people", "evidence_missing")], [])
    monkeypatch.setattr(
        "starbond_site.features.evidence.pack._PackWriter.copy", raising(OSError(28, "No space left on device"))
    )
    answer = desk.get("/desk/documents/1/evidence.zip")
    assert (answer.status, content.read("en").errors.evidence_unavailable in visible(answer.text)) == (503, True)
    assert made(archive)[1:] == [("Rahima Khatun", "people", "storage_full")]
