"""The page of a document on the desk: its forms, what they do, and what they say when they are refused."""

import re
from collections.abc import Callable, Mapping

import pytest
from asgi_client import Answer
from sqlmodel import col, select
from whole_site import Site, visible

from starbond_site import content
from starbond_site.documents import database, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Audit
from starbond_site.people import Holder
from starbond_site.web.desk.replacing import ENVELOPE_BYTES
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish

WORDS, ERRORS = content.read("en").interface.desk_document, content.read("en").errors
BOUNDARY = "----star"


@pytest.fixture
def site(archive: Archive) -> Site:
    return Site(archive, Holder(name="Rahima Khatun"))


def notice(site: Site, name: str = "One", category: str = "AllNotice") -> int:
    return publish(site.archive, category, f"{name}.pdf", samples.pdf(name)).id


def seen(page: Answer) -> str:
    found = re.search(r'name="_seen" value="(\d+)"', page.text)
    assert found
    return found[1]


def listed(site: Site, category: str = "AllNotice") -> list[int]:
    return [document.id for document in reading.page(site.archive, category).documents]


def send_file(
    site: Site,
    number: int,
    name: str | None,
    data: bytes,
    *,
    is_cut: bool = False,
    head: Mapping[str, str] | None = None,
) -> Answer:
    part = "" if name is None else f'; filename="{name}"'
    opening = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="_seen"\r\n\r\n1\r\n--{BOUNDARY}\r\n'
    opening += f'Content-Disposition: form-data; name="file"{part}\r\nContent-Type: application/pdf\r\n\r\n'
    body = opening.encode() + data + f"\r\n--{BOUNDARY}--\r\n".encode()
    kind = {"content-type": f"multipart/form-data; boundary={BOUNDARY}", "content-length": str(len(body))}
    pieces = [body[start : start + 1000] for start in range(0, len(body), 1000)]
    pieces = pieces[:2] if is_cut else pieces
    path = f"/desk/documents/{number}/file"
    return site.send("POST", path, {**kind, **(head or {})}, pieces=pieces, is_cut=is_cut)


def test_page_has_what_can_be_done(site: Site) -> None:
    first, second = notice(site), notice(site, "Two")
    text = visible(site.get(f"/desk/documents/{first}").text)
    for words in (WORDS.by_file, WORDS.by_other, WORDS.move, WORDS.rename, WORDS.withdraw):
        assert words in text
    assert WORDS.restore not in text
    page = site.get(f"/desk/documents/{first}").text
    assert f'<option value="{second}"' in page
    assert 'value="One"' in page, "the name without date and type"
    assert site.get("/desk/documents/99").status == 404
    # An id that a heading has, too, would take the label of its field.
    for path in ("/desk", f"/desk/documents/{first}", "/desk/audit"):
        page = site.get(path).text
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), path
        named = re.findall(r'\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"', page)
        assert {name for names in named for name in names.split()} <= set(ids), path


def test_withdraw_and_restore(site: Site) -> None:
    number = notice(site)
    page = f"/desk/documents/{number}"
    refused = site.post(f"{page}/withdraw", {"reason": "A slip <b>", "_seen": seen(site.get(page))})
    assert (refused.status, ERRORS.not_confirmed in visible(refused.text)) == (422, True)
    assert "\nA slip &lt;b&gt;</textarea>" in refused.text
    done = site.post(f"{page}/withdraw", {"reason": "A slip", "confirmed": "1", "_seen": seen(site.get(page))})
    assert (done.status, done.headers["location"], listed(site)) == (303, f"{page}?done=withdrawn", [])
    text = visible(site.get(page, "done=withdrawn").text)
    assert (WORDS.done_withdrawn in text, "A slip" in text) == (True, True)
    done = site.post("/bn" + page + "/restore", {"_seen": seen(site.get(page))})
    assert (done.headers["location"], listed(site)) == (f"/bn{page}?done=restored", [number])
    with database.reading(site.archive.engine) as session:
        wanted = select(Audit.person).where(col(Audit.action).in_(("withdraw", "restore")))
        people = set(session.exec(wanted))
    assert people == {"Rahima Khatun"}


def test_two_windows_doing_the_same(site: Site) -> None:
    number = notice(site)
    page = f"/desk/documents/{number}"
    typed = {"name": "Right", "confirmed": "1", "_seen": seen(site.get(page))}
    assert site.post(f"{page}/withdraw", typed).status == 303
    again = site.post(f"{page}/withdraw", typed)
    assert (again.status, site.post(f"{page}/rename", typed).status) == (409, 409)
    refused = site.post(f"{page}/rename", typed)
    assert (ERRORS.changed_meanwhile in visible(refused.text), 'value="Right"' in refused.text) == (True, True)
    assert site.post(f"{page}/rename", {"name": "Right", "_seen": seen(refused)}).status == 303


def test_rename_and_move(site: Site) -> None:
    number = notice(site)
    page = f"/desk/documents/{number}"
    refused = site.post(f"{page}/rename", {"name": "a/b"})
    assert (refused.status, ERRORS.name_path in visible(refused.text)) == (422, True)
    assert 'value="a/b"' in refused.text
    assert site.post(f"{page}/rename", {"name": "Right & proper"}).status == 303
    assert "<h1>Right &amp; proper -" in site.get(page).text
    # Whoever presses without choosing moves nothing, and the browser asks first.
    assert re.search(r'<select [^>]*name="category" required><option value="">', site.get(page).text)
    assert site.post(f"{page}/move", {"category": ""}).status == 422
    assert site.post(f"{page}/move", {"category": "Nowhere"}).status == 422
    assert site.post(f"{page}/move", {"category": "Prospectus"}).status == 303
    assert (listed(site), listed(site, "Prospectus")) == ([], [number])


def test_another_document_or_a_new_file_takes_its_place(site: Site) -> None:
    old, new = notice(site, "Old"), notice(site, "New")
    for given in ("", "x", "99", str(old), "9" * 30):
        assert site.post(f"/desk/documents/{old}/replace", {"by": given}).status == 422
    done = site.post(f"/desk/documents/{old}/replace", {"by": str(new)})
    assert (done.headers["location"], listed(site)) == (f"/desk/documents/{new}?done=replaced", [new])
    old = new
    for name in ("Newer", "নতুন"):
        answer = send_file(site, old, f"{name}.pdf", samples.pdf(name))
        (old,) = listed(site)
        assert (answer.status, answer.headers["location"]) == (303, f"/desk/documents/{old}?done=replaced")
        assert reading.page(site.archive, "AllNotice").documents[0].file_name.startswith(name)


def test_title_is_given_kept_by_a_new_file_and_never_lost_on_a_refusal(site: Site) -> None:
    old = notice(site)
    long = "x" * 201
    refused = site.post(f"/desk/documents/{old}/title", {"title": long})
    assert (refused.status, f'value="{long}"' in refused.text) == (422, True)
    done = site.post(f"/desk/documents/{old}/title", {"title": " Interim  dividend "})
    assert done.headers["location"] == f"/desk/documents/{old}?done=titled"
    assert reading.page(site.archive, "AllNotice").documents[0].shown_name == "Interim dividend"
    assert send_file(site, old, "New.pdf", samples.pdf("new")).status == 303
    assert reading.page(site.archive, "AllNotice").documents[0].shown_name == "Interim dividend"


def test_files_that_are_refused(site: Site) -> None:
    old = notice(site)
    limit = site.archive.settings.max_upload_mb
    large = str(site.archive.settings.max_upload_bytes + ENVELOPE_BYTES + 1)
    too_large = ERRORS.say("too_large", limit=limit)
    for answer, status, sentence in [
        (send_file(site, old, "", b""), 422, ERRORS.no_file),
        (send_file(site, old, None, b"words"), 422, ERRORS.no_file),
        (send_file(site, old, "New.pdf", b""), 422, ERRORS.empty_file),
        (send_file(site, old, "New.pdf", b"words"), 422, ERRORS.type_mismatch),
        (send_file(site, old, "New.exe", b"MZ"), 422, ERRORS.type_not_accepted.partition("{")[0].strip()),
        (send_file(site, old, "New.pdf", samples.pdf("x"), is_cut=True), 422, ERRORS.interrupted),
        (send_file(site, old, "New.pdf", b"x", head={"content-length": large}), 413, too_large),
        (site.get(f"/desk/documents/{old}", "refused=too_large"), 200, too_large),
        (send_file(site, old, "New.pdf", b"x", head={"content-length": "many"}), 411, ERRORS.length_missing),
        (send_file(site, old, "New.pdf", b"x", head={"content-type": "text/plain"}), 400, ERRORS.malformed),
    ]:
        assert (answer.status, sentence in visible(answer)) == (status, True), visible(answer)[:3000]
        assert status != 413 or answer.pieces_read == 0
    assert (listed(site), list(site.archive.incoming.glob("*"))) == ([old], [])


def test_database_that_does_not_answer_costs_nothing(site: Site, take_away: Callable[..., None]) -> None:
    number = notice(site)
    for broken in ("writing", "reading"):
        take_away(broken)
        answer = site.post(f"/desk/documents/{number}/withdraw", {"reason": "Kept", "confirmed": "1"})
        assert (answer.status, "Kept" in answer.text) == (503, True), broken
        assert "\nKept</textarea>" in answer.text or broken == "reading"
    for path in ("/desk", f"/desk/documents/{number}", "/desk/audit", "/desk/audit.csv"):
        assert site.get(path).status == 503
