"""The page of a document on the desk: its forms, what they do, and what they say when they are refused."""

import re
from collections.abc import Callable
from datetime import date
from itertools import product

import pytest
from asgi_client import Answer
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.documents import corrections, public_view
from starbond_site.documents.archive import COMMAND_LINE
from starbond_site.presentation.form_fields import UPLOAD
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import existing, publish, rows

WORDS, ERRORS = content.read("en").interface.desk_document, content.read("en").errors


def notice(desk: Site, name: str = "One", category: str = "AllNotice", filed_on: date | None = None) -> int:
    return publish(desk.archive, category, f"{name}.pdf", samples.pdf(name), filed_on).id


def seen(page: Answer) -> str:
    return existing(re.search(r'name="_seen" value="(\d+)"', page.text))[1]


def listed(desk: Site, category: str = "AllNotice") -> list[int]:
    return [document.id for document in public_view.page(desk.archive, category).documents]


def send_file(desk: Site, number: int, name: str, data: bytes) -> Answer:
    return desk.post(f"/desk/documents/{number}/file", {UPLOAD: desk.upload(name, data)})


def test_page_has_what_can_be_done(desk: Site) -> None:
    first, second = notice(desk), notice(desk, "Two")
    text = visible(desk.get(f"/desk/documents/{first}").text)
    for words in (WORDS.by_file, WORDS.by_other, WORDS.move, WORDS.rename, WORDS.withdraw):
        assert words in text
    assert WORDS.restore not in text
    page = desk.get(f"/desk/documents/{first}").text
    assert f'<option value="{second}"' in page
    assert 'value="One"' in page, "the name without date and type"
    empty = r'<select [^>]*name="category" required><option value="">'
    assert re.search(empty, page), "whoever presses without choosing moves nothing"
    # An id that a heading has, too, would take the label of its field.
    for path in ("/desk", f"/desk/documents/{first}", "/desk/sealed", "/desk/clocks", "/desk/audit"):
        page = desk.get(path).text
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), path
        named = re.findall(r'\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"', page)
        assert {name for names in named for name in names.split()} <= set(ids), path
        assert page.count("button--primary") == 1, path


def test_refusal_stands_first_with_the_focus_and_its_form_is_open(desk: Site) -> None:
    page = desk.post(f"/desk/documents/{notice(desk)}/rename", {"name": "a/b"}).text
    alert = page.index('role="alert" tabindex="-1" autofocus><p><a href="#form-rename">')
    assert page.index("</h1>") < alert < page.index("<details", page.index("</h1>"))
    assert re.findall(r'<details class="desk__fold" id="(\S+)" open>', page) == ["form-rename-fold"]
    # A form that the page does not have any more is no place to go to.
    gone = desk.post("/desk/documents/1/restore", {})
    assert (gone.status, 'href="#form-restore"' in gone.text, "autofocus" in gone.text) == (409, False, True)


def test_search_finds_every_document_by_words_and_number_in_every_state(desk: Site) -> None:
    # The day stands in file names, and has the number of none.
    names, day = ("Dividend 1999", "Proxy form", "Board meeting"), date(2000, 8, 8)
    numbers = {name: notice(desk, name, filed_on=day) for name in names}
    corrections.withdraw(desk.archive, numbers["Proxy form"], COMMAND_LINE, "A slip")
    for query, names in (
        ("q=DIVIDEND", ["Dividend 1999"]), ("q=1999", ["Dividend 1999"]), ("q=form+proxy", ["Proxy form"]),
        (f"q={numbers['Board meeting']}", ["Board meeting"]), ("q=nothing+of+it", []), ("", numbers),
    ):  # fmt: skip
        page = desk.get("/desk", query).text
        assert [name for name in numbers if f">{name}<small> -" in page] == list(names), query
    assert 'value="&lt;b&gt;"' in desk.get("/desk", "q=%3Cb%3E").text


def test_withdraw_and_restore(desk: Site) -> None:
    number = notice(desk)
    page = f"/desk/documents/{number}"
    refused = desk.post(f"{page}/withdraw", {"reason": "A slip <b>", "_seen": seen(desk.get(page))})
    assert (refused.status, ERRORS.not_confirmed in visible(refused.text)) == (422, True)
    assert "\nA slip &lt;b&gt;</textarea>" in refused.text
    done = desk.post(f"{page}/withdraw", {"reason": "A slip", "confirmed": "1", "_seen": seen(desk.get(page))})
    assert (done.status, done.headers["location"], listed(desk)) == (303, f"{page}?done=withdrawn", [])
    text = visible(desk.get(page, "done=withdrawn").text)
    assert (WORDS.done["withdrawn"] in text, "A slip" in text) == (True, True)
    done = desk.post("/bn" + page + "/restore", {"_seen": seen(desk.get(page))})
    assert (done.headers["location"], listed(desk)) == (f"/bn{page}?done=restored", [number])
    people = rows(desk.archive, "SELECT DISTINCT person FROM audit WHERE action IN ('withdraw', 'restore')")
    assert people == [("Rahima Khatun",)]


def test_two_windows_doing_the_same(desk: Site) -> None:
    page = f"/desk/documents/{notice(desk)}"
    typed = {"name": "Right", "category": "BondIssue", "confirmed": "1", "_seen": seen(desk.get(page))}
    assert desk.post(f"{page}/rename", {**typed, "name": "First"}).status == 303
    refused = [desk.post(f"{page}/{action}", typed) for action in ("withdraw", "move", "rename")]
    assert [(one.status, ERRORS.changed_meanwhile in visible(one.text)) for one in refused] == [(409, True)] * 3
    assert 'value="Right"' in refused[-1].text
    typed["_seen"] = seen(refused[-1])
    assert [desk.post(f"{page}/withdraw", typed).status for _ in range(2)] == [303, 409]


def test_another_document_or_a_new_file_takes_its_place(desk: Site) -> None:
    old, new = notice(desk, "Old"), notice(desk, "New")
    for given in ("", "x", "99", str(old), "9" * 30):
        assert desk.post(f"/desk/documents/{old}/replace", {"by": given}).status == 422
    done = desk.post(f"/desk/documents/{old}/replace", {"by": str(new)})
    assert (done.headers["location"], listed(desk)) == (f"/desk/documents/{new}?done=replaced", [new])
    old = new
    for name in ("Newer", "নতুন"):
        answer = send_file(desk, old, f"{name}.pdf", samples.pdf(name))
        (old,) = listed(desk)
        assert (answer.status, answer.headers["location"]) == (303, f"/desk/documents/{old}?done=replaced")
        assert public_view.page(desk.archive, "AllNotice").documents[0].file_name.startswith(name)


def test_title_and_own_day_are_kept_by_a_new_file_and_a_title_is_never_lost_on_a_refusal(desk: Site) -> None:
    old = publish(desk.archive, "AllNotice", "One.pdf", samples.pdf("One"), day := date(2007, 3, 12)).id
    long = "x" * 201
    refused = desk.post(f"/desk/documents/{old}/title", {"title": long})
    assert (refused.status, f'value="{long}"' in refused.text) == (422, True)
    done = desk.post(f"/desk/documents/{old}/title", {"title": " Interim  dividend "})
    assert done.headers["location"] == f"/desk/documents/{old}?done=titled"
    assert public_view.page(desk.archive, "AllNotice").documents[0].shown_name == "Interim dividend"
    assert send_file(desk, old, "New.pdf", samples.pdf("new")).status == 303
    [new] = public_view.page(desk.archive, "AllNotice").documents
    assert (new.shown_name, new.filed_at) == ("Interim dividend", local_time.start_of(day))


@pytest.mark.parametrize(("status", "name", "size", "sentence"), [
    (422, "", 0, ERRORS.no_file),
    (422, "New.exe", 2, ERRORS.type_not_accepted.partition("{")[0].strip()),
    (413, "New.pdf", 1_200_000, ERRORS.say("too_large", limit=1)),
])  # fmt: skip
def test_wrong_file_of_a_browser_without_scripts_is_refused(
    desk: Site, status: int, name: str, size: int, sentence: str
) -> None:
    answer = desk.post_file(f"/desk/documents/{notice(desk)}/file", name, bytes(size))
    assert (answer.status, sentence in visible(answer)) == (status, True)


def test_file_of_a_browser_without_scripts_takes_the_place(desk: Site) -> None:
    answer = desk.post_file(f"/desk/documents/{notice(desk)}/file", "New.pdf", samples.pdf("new"))
    assert (answer.status, len(listed(desk))) == (303, 1)


def test_files_that_are_refused(desk: Site) -> None:
    """One that is kept need not be chosen again."""
    old, address = notice(desk), "/desk/documents/1/file"
    same = send_file(desk, old, "Same.pdf", samples.pdf("One"))
    assert f'name="{UPLOAD}" value="/api/uploads/' in same.text
    for answer, status, sentence in (
        (desk.post(address), 422, ERRORS.no_file),
        (desk.post(address, {UPLOAD: "x" * 32}), 422, ERRORS.upload_ended),
        (send_file(desk, old, "New.pdf", b"words"), 422, ERRORS.type_mismatch),
        (same, 409, content.read("en").interface.desk.file_kept),
    ):
        assert (answer.status, sentence in visible(answer)) == (status, True), visible(answer)[:3000]
    assert desk.post("/desk/documents/99/file", {UPLOAD: desk.upload("New.pdf", samples.pdf("x"))}).status == 404
    assert (listed(desk), list(desk.archive.incoming.glob("*.part"))) == ([old], [])


def test_database_that_does_not_answer_costs_nothing(desk: Site, take_away: Callable[..., None]) -> None:
    number = notice(desk)
    for broken in ("writing", "reading"):
        take_away(broken)
        answer = desk.post(f"/desk/documents/{number}/withdraw", {"reason": "Kept", "confirmed": "1"})
        assert (answer.status, "Kept" in answer.text) == (503, True), broken
        assert "\nKept</textarea>" in answer.text or broken == "reading"
    pages = ("", f"/documents/{number}", "/audit", "/audit.csv", "/sealed", "/sealed/1", "/sealed/1/file", "/clocks")
    for language, path in product(content.LANGUAGES, (*pages, "/sealed/preview/x")):
        answer = desk.get(localized(f"/desk{path}", language))
        assert (answer.status, answer.headers["retry-after"]) == (503, "60"), path
        assert content.read(language).errors.say("database_unavailable") in visible(answer)
