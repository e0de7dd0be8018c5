"""Safety data sheets: published on the desk, found from their product, replaced with their history kept."""

import re

import pytest
from asgi_client import Answer
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.documents import corrections, public_view, snapshot
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.publish import publish
from starbond_site.features.safety import service
from starbond_site.presentation.form_fields import UPLOAD
from starbond_site.presentation.topics import Fragments
from starbond_site.shared.categories import SHEETS
from tests.unit.documents import publishing, samples
from tests.unit.documents.publishing import details_of, existing, outcome

pytestmark = pytest.mark.features("safety")

ERRORS = content.read("en").errors
LIST = SHEETS[0].value


def send(desk: Site, name: str, **fields: str) -> Answer:
    return desk.post("/desk/sheets", {UPLOAD: desk.upload(f"{name}.pdf", samples.pdf(name)), **fields})


def published(desk: Site, product: str, language: str, version: str) -> int:
    answer = send(desk, f"{product} {language} {version}", product=product, language=language, version=version)
    assert answer.status == 303, answer.text
    return int(existing(re.search(r"/desk/documents/(\d+)\?done=published", answer.headers["location"]))[1])


def leads_to(desk: Site, product: str, language: str = "en") -> str:
    answer = desk.get(localized(f"/SafetySheets/{product}/latest", language))
    assert answer.status == 302
    return answer.headers["location"]


def test_the_page_of_a_product_has_the_link_where_it_has_a_sheet(desk: Site) -> None:
    link = '<a class="product__way" href="/bn/SafetySheets/super-glue/latest">সেফটি ডেটা শিট</a>'
    desk = Site(desk.archive, fragments=Fragments(lambda: desk.archive, lambda: snapshot.read(desk.archive)))
    published(desk, "pur-adhesive", "en", "1")
    assert link not in desk.get("/bn/SuperGlue").text
    id = published(desk, "super-glue", "en", "1")
    assert link in desk.get("/bn/SuperGlue").text
    corrections.withdraw(desk.archive, id, COMMAND_LINE, "wrong file")
    assert link not in desk.get("/bn/SuperGlue").text


def test_a_product_leads_to_its_newest_sheet_in_the_language_of_the_reader(desk: Site) -> None:
    assert leads_to(desk, "super-glue", "bn") == "/bn/SafetySheets"
    first, other = published(desk, "super-glue", "en", "1"), published(desk, "pur-adhesive", "en", "1")
    assert (leads_to(desk, "super-glue"), leads_to(desk, "super-glue", "bn")) == (
        f"/documents/{first}", f"/bn/documents/{first}",
    )  # fmt: skip
    bangla, second = published(desk, "super-glue", "bn", "1"), published(desk, "super-glue", "en", "২.১")
    assert [leads_to(desk, "super-glue", one) for one in ("en", "bn")] == [
        f"/documents/{second}", f"/bn/documents/{bangla}",
    ]  # fmt: skip
    assert leads_to(desk, "pur-adhesive") == f"/documents/{other}"
    assert desk.get("/SafetySheets/no-such-product/latest").status == 404
    corrections.withdraw(desk.archive, second, COMMAND_LINE)
    assert leads_to(desk, "super-glue") == f"/documents/{bangla}"


def test_a_newer_sheet_takes_the_place_of_the_one_before_which_keeps_its_address_and_its_receipt(desk: Site) -> None:
    first, _ = published(desk, "super-glue", "en", "1"), published(desk, "pur-adhesive", "en", "1")
    _, second = published(desk, "super-glue", "bn", "1"), published(desk, "super-glue", "en", "২.১")
    before, now = details_of(desk.archive, first), details_of(desk.archive, second)
    assert (existing(before.replaced_by).id, before.document.is_withdrawn) == (second, False)
    assert desk.get(f"/documents/{first}.receipt").status == 200
    assert now.as_record()["sheet"] == {"product": "super-glue", "language": "en", "version": "2.1"}
    shown = [document.title for document in public_view.page(desk.archive, LIST).documents]
    assert shown == [
        "Super Glue: safety data sheet, version 2.1", "সুপার গ্লু: সেফটি ডেটা শিট, সংস্করণ ১",
        "PUR Adhesive: safety data sheet, version 1",
    ]  # fmt: skip
    assert desk.get(f"/api/documents/{LIST}").json["documents"][-1]["sheet"]["product"] == "pur-adhesive"
    # They are no filings.
    assert public_view.page(desk.archive, public_view.FILINGS).total == 0


@pytest.mark.parametrize(("field", "value", "sentence"), [
    ("product", "", ERRORS.sheet_product), ("product", "other", ERRORS.sheet_product),
    ("language", "xx", ERRORS.sheet_language), ("version", " ", ERRORS.say("sheet_version", limit=20)),
    ("version", "1" * 21, ERRORS.say("sheet_version", limit=20)),
])  # fmt: skip
def test_what_is_missing_is_said_at_its_field_and_nothing_is_published(
    desk: Site, field: str, value: str, sentence: str
) -> None:
    whole = {"product": "super-glue", "language": "en", "version": "1"}
    answer = send(desk, "Sheet", **whole | {field: value})
    assert (answer.status, f'<a href="#{field}">{sentence}</a>' in answer.text) == (422, True)
    assert desk.post("/desk/sheets", whole).status == 422
    assert public_view.page(desk.archive, LIST).total == 0


def test_every_other_way_into_the_list_leads_to_the_desk(desk: Site) -> None:
    """A file of the upload page or the command line, and a notice that is moved, would have no product."""
    notice = publishing.publish(desk.archive, "AllNotice", "Notice.pdf", samples.pdf("notice"))
    assert outcome(corrections.move, desk.archive, notice.id, LIST, COMMAND_LINE) == "sheet_elsewhere"
    assert outcome(publishing.publish, desk.archive, LIST, "Sheet.pdf", samples.pdf("sheet")) == "sheet_elsewhere"
    assert LIST not in content.read().listed
    # So would a file in the place of a sheet have its old version: the page of the sheet leads on with its product.
    number = published(desk, "super-glue", "bn", "1")
    assert 'href="/desk/sheets?product=super-glue&amp;language=bn"' in desk.get(f"/desk/documents/{number}").text
    page = desk.get("/desk/sheets", "product=super-glue&language=bn").text
    assert [f'<option value="{one}" selected>' in page for one in ("super-glue", "bn")] == [True, True]
    refused = desk.post(f"/desk/documents/{number}/file", {UPLOAD: desk.upload("New.pdf", samples.pdf("new"))})
    assert (refused.status, ERRORS.sheet_elsewhere in visible(refused)) == (422, True)
    assert leads_to(desk, "super-glue", "bn") == f"/bn/documents/{number}"
    moved = corrections.move(desk.archive, number, "AllNotice", COMMAND_LINE)
    assert (moved.sheet, leads_to(desk, "super-glue")) == (None, "/SafetySheets")
    replaced = desk.post(f"/desk/documents/{number}/file", {UPLOAD: desk.upload("New.pdf", samples.pdf("new"))})
    assert replaced.status == 303


def test_the_command_line_publishes_the_same(archive: Archive) -> None:
    wanted = service.submission(archive, "Sheet.pdf", "super-glue", "bn", " ৩ ")
    assert (wanted.title, wanted.replaces) == ("সুপার গ্লু: সেফটি ডেটা শিট, সংস্করণ ৩", None)
    with publishing.arrived(archive, samples.pdf("x")) as file:
        first = publish(archive, wanted, file, COMMAND_LINE)
    assert service.submission(archive, "Sheet.pdf", "super-glue", "bn", "4").replaces == first.id
    assert service.submission(archive, "Sheet.pdf", "super-glue", "en", "4").replaces is None
