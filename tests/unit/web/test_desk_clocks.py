"""Disclosure clocks over HTTP: the forms, and what they refuse, with what was typed kept."""

import re
from datetime import datetime, timedelta
from html import unescape

import addresses
import pytest
from factories import store_document
from prometheus_client import REGISTRY
from whole_site import KEY, PAGES, Site, visible

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES, Language, localized
from starbond_site.documents import changes, database, snapshot
from starbond_site.documents.archive import COMMAND_LINE, Actor, Archive
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.records import Document
from starbond_site.features.clocks import desk_pages as markup
from starbond_site.features.clocks import service
from starbond_site.features.clocks.records import Clock, ClockState, Recipient
from starbond_site.features.sealed import service as filings
from starbond_site.features.sealed.release import release
from starbond_site.presentation.topics import Fragments
from starbond_site.shared import local_time
from starbond_site.shared.local_time import typed
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web.rights import Rights
from tests.unit import javascript
from tests.unit.documents.made_pdfs import plain
from tests.unit.documents.publishing import change, existing
from tests.unit.sealed.sealed_filings import RUNA, seal

pytestmark = pytest.mark.features("clocks")

PSI = "PriceSensitiveInformation"
DUTY = "price-sensitive-information"
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def ago(minutes: float) -> datetime:
    return local_time.now().replace(microsecond=0) - timedelta(minutes=minutes)


def started(archive: Archive, minutes: float = 20, label: str = "Dividend") -> Clock:
    return service.start(archive, COMMAND_LINE, DUTY, label, ago(minutes))


def only(archive: Archive) -> Clock:
    (clock,) = service.newest(archive)
    return clock


@LANGUAGE
def test_journey_of_a_decision(desk: Site, archive: Archive, language: Language) -> None:
    words = content.read(language)
    path = localized("/desk/clocks", language)
    shown = desk.get(path)
    assert (shown.status, shown.headers["cache-control"]) == (200, "no-store, no-transform")
    duty = existing(words.duties.duty(DUTY))
    for said in (duty.rule, duty.source, words.interface.disclosures.unchecked, words.interface.clock.running_none):
        assert said in visible(shown.text)
    begun = desk.post(f"{path}/start", {"duty": DUTY, "label": "Dividend <10 %>", "decided_at": typed(ago(17.5))})
    clock = only(archive)
    assert (begun.status, begun.headers["location"]) == (303, f"{path}/{clock.id}?done=started")
    page = desk.get(f"{path}/{clock.id}", "done=started")
    assert words.interface.clock.said["started"] in visible(page.text)
    assert all(text in visible(page.text) for text in ("Dividend <10 %>", duty.source))
    assert re.search(words.digits(r"12:[0-3]\d"), visible(page.text))
    store_document(archive, "PSI.pdf", category=PSI)
    assert "PSI.pdf" in desk.get(f"{path}/{clock.id}").text
    for fields, action in (
        ({"part": "exchange", "exchange_at": ""}, "told"),
        ({"part": "regulator", "regulator_at": typed(ago(1))}, "told"),
        ({"document": "1"}, "attach"),
    ):
        assert desk.post(f"{path}/{clock.id}/{action}", fields).status == 303
    done = only(archive)
    assert (done.state, done.started_by) == (ClockState.DONE, "Rahima Khatun")
    listed = visible(desk.get(path).text)
    assert (words.interface.clock.running_none in listed, words.interface.clock.in_time in listed) == (True, True)


@LANGUAGE
def test_a_late_notice_is_named_with_its_minutes_also_when_the_clock_is_closed(
    desk: Site, archive: Archive, language: Language
) -> None:
    path, late = localized("/desk/clocks", language), started(archive, 60)
    service.record_notice(archive, late.id, COMMAND_LINE, Recipient.EXCHANGE, late.decided_at + timedelta(minutes=42))
    page = visible(desk.get(f"{path}/{late.id}").text)
    late_by, minutes = ("বিলম্ব ", "১২:০০") if language == "bn" else ("late by ", "12:00")
    assert late_by + minutes in page
    service.close(archive, late.id, COMMAND_LINE, "Withdrawn")
    assert late_by in visible(desk.get(path).text)


@pytest.mark.parametrize(("action", "field", "code", "fields"), [
    ("1/told", "exchange_at", "clock_in_future", {"part": "exchange", "exchange_at": "2199-01-01T00:00"}),
    ("1/told", "regulator_at", "clock_before_decision", {"part": "regulator", "regulator_at": "2020-01-01T00:00"}),
    ("1/told", "exchange_at", "clock_time_invalid", {"part": "exchange", "exchange_at": "0001-01-01T00:00"}),
    ("1/correct", "label", "clock_label_missing", {"label": " \u200b\n ", "decided_at": "2026-01-01T00:00"}),
    ("1/correct", "label", "clock_label_too_long", {"label": "a" * 201, "decided_at": "2026-01-01T00:00"}),
    ("1/correct", "decided_at", "clock_time_invalid", {"label": "a", "decided_at": ""}),
    ("1/attach", "", "clock_document_unknown", {"document": "99"}),
    ("1/close", "reason", "clock_reason_missing", {"reason": " "}),
    ("1/close", "reason", "reason_too_long", {"reason": "x" * 501}),
    ("start", "decided_at", "clock_time_invalid", {"decided_at": "noon"}),
    ("start", "decided_at", "clock_in_future", {"decided_at": "2199-01-01T00:00"}),
    ("start", "", "clock_document_unknown", {"document": "77"}),
    ("start", "", "clock_duty_unknown", {"duty": "annual-report"}),
])  # fmt: skip
def test_refusals_stand_beside_their_field(
    desk: Site, archive: Archive, action: str, field: str, code: str, fields: dict[str, str]
) -> None:
    clock = started(archive)
    begun = {"duty": DUTY, "label": "Kept words", "decided_at": "2026-11-20T10:00"} if action == "start" else {}
    answer = desk.post(f"/bn/desk/clocks/{action}", begun | fields)
    sentence = content.read("bn").errors.say(code, limit=500 if field == "reason" else 200)
    assert (answer.status, sentence in visible(answer)) == (422, True)
    assert not field or f'id="{field}-problem">{sentence}' in unescape(answer.text)
    kept = {**begun, **({field: fields[field]} if field else {})}
    assert [text for name, text in kept.items() if name != "duty" and f'value="{text}"' not in answer.text] == []
    assert only(archive) == clock


def test_corrected_told_time_is_never_taken_for_this_moment(desk: Site, archive: Archive) -> None:
    clock = started(archive)
    path = f"/desk/clocks/{clock.id}/told"
    assert desk.post(path, {"part": "exchange", "exchange_at": ""}).status == 303
    told = only(archive)
    assert (desk.post(path, {"part": "exchange", "exchange_at": ""}).status, only(archive)) == (422, told)
    assert (desk.post(path, {"part": "exchange", "take_back": "exchange"}).status, only(archive)) == (303, clock)
    # A closed clock offers to run again.
    assert desk.post(f"/desk/clocks/{clock.id}/close", {"reason": "By mistake"}).status == 303
    page = desk.get(f"/desk/clocks/{clock.id}").text
    assert ("By mistake" in page, f'action="/desk/clocks/{clock.id}/reopen"' in page, "/told" in page) == (
        True, True, False,
    )  # fmt: skip
    assert desk.post(f"/desk/clocks/{clock.id}/told", {"part": "exchange"}).status == 422
    assert (desk.post(f"/desk/clocks/{clock.id}/reopen").status, only(archive)) == (303, clock)
    assert content.read("en").errors.clock_unknown in visible(desk.get("/desk/clocks/9"))


def test_document_page_asks_for_a_clock_and_shows_its_own(desk: Site, archive: Archive) -> None:
    store_document(archive, "PSI.pdf", category=PSI)
    store_document(archive, "Notice.pdf")
    words = content.read("en")

    def section(number: int) -> str:
        return desk.get(f"/desk/documents/{number}").text.partition('id="clock-fold"')[2]

    assert section(2) == ""
    assert words.interface.clock.start_heading in section(1)
    assert "PSI.pdf" in desk.get("/desk").text.split(words.interface.clock.without)[1].split("</ul>")[0]
    clock = started(archive)
    assert f'<option value="{clock.id}">' in section(1)
    answer = desk.post("/desk/clocks/attach", {"clock": str(clock.id), "document": "1"})
    assert answer.headers["location"] == f"/desk/clocks/{clock.id}?done=attached"
    shown = section(1)
    assert (words.interface.clock.in_time in shown, words.interface.clock.start_heading in shown) == (True, False)
    assert words.interface.clock.without not in desk.get("/desk").text
    for fields in ({"clock": "9", "document": "1"}, {"clock": str(clock.id)}, {}):
        assert desk.post("/desk/clocks/attach", fields).status in (404, 422)


@pytest.mark.parametrize("changed", [
    {"filed_at": ago(60)}, {"withdrawn_at": ago(1)}, {"published_at": ago(8 * 24 * 60)}, {"category": "AllNotice"},
], ids=lambda changed: next(iter(changed)))  # fmt: skip
def test_desk_asks_for_a_clock_of_what_its_list_has_just_published(
    desk: Site, archive: Archive, changed: dict[str, object]
) -> None:
    """Of a document that was entered later, withdrawn or is old, nobody is asked when it was decided."""
    document, asks = store_document(archive, "PSI.pdf", category=PSI), content.read("en").interface.clock.without
    assert asks in desk.get("/desk").text
    change(archive, Document, document.id, **changed)
    assert asks not in desk.get("/desk").text


WRITTEN = {
    0: ("0:00", "০:০০"), 751.9: ("12:31", "১২:৩১"), 3600: ("1:00:00", "১:০০:০০"),
    86_400 - 1: ("23:59:59", "২৩:৫৯:৫৯"), 86_400: ("1 day", "১ দিন"), 86_400 * 2 - 1: ("1 day", "১ দিন"),
    86_400 * 22 + 50_861: ("22 days", "২২ দিন"),
}  # fmt: skip


def test_times_are_written_in_the_language_and_a_counting_page_says_the_same() -> None:
    moments = sorted({*WRITTEN, *range(0, 90 * 86_400, 7_919)})
    for place, language in enumerate(("en", "bn")):
        site = content.read(language)
        found = {seconds: markup.duration(site, timedelta(seconds=seconds)) for seconds in moments}
        assert {seconds: found[seconds] for seconds in WRITTEN} == {key: of[place] for key, of in WRITTEN.items()}
        words = site.interface.clock
        given = [[int(seconds) for seconds in moments], {"day": words.day, "days": words.days}]
        code = "given[0].map((seconds) => functions.duration(seconds, given[1]))"
        counted = javascript.run("countdown/countdown.jsx", code, given)
        assert [site.digits(text) for text in counted] == list(found.values())


ACTOR = Actor("192.0.2.7", "people", "Rina Begum")
WORD = "Quicksilver"
"""In the names, titles and texts of the sealed files, and nowhere else."""
SECRET = ("Interim dividend", "Rina Begum", "disclosure_clock", WORD)
OF_A_DOCUMENT = ("", ".json", ".receipt", "/text", "/page-1.webp")
GUESSES = {
    *(f"/documents/{number}{rest}" for number in range(1, 5) for rest in OF_A_DOCUMENT),
    *(f"{path}{n}" for n in range(1, 5) for path in ("/files/", "/api/verify?document=", "/api/changes?after=")),
    *(f"/api/search?q={words}" for words in (WORD, "profit", "results")), "/search?q=results",
    f"/{PSI}?q=profit", "/filings?q=profit", "/sitemap-documents.xml",
}  # fmt: skip
"""What somebody would ask who suspects a filing."""


def test_no_answer_tells_of_a_clock_or_a_sealed_filing(archive: Archive, caplog: pytest.LogCaptureFixture) -> None:
    """Every public address gives the same status, headers and bytes before and while they are there."""
    store_document(archive, "PSI.pdf", category=PSI)
    with database.writing(archive.engine) as session:
        changes.record(session, "published", 1)
    current = [snapshot.read(archive)]
    site = Site(archive, Rights(UploadPolicy.KEY, KEY), fragments=Fragments(lambda: archive, lambda: current[0]))
    table = [address for group in addresses.GROUPS for language in content.LANGUAGES
             for address in addresses.of(group, "x" * 32, language)]  # fmt: skip
    pages = [localized(page, language) for page in PAGES for language in content.LANGUAGES]
    live = [f"/api/live/{topic}" for topic in (PSI, "disclosures")]
    paths = {path for method, path in table if method == "GET"} | {*pages, *live} | GUESSES

    def answers() -> dict[str, tuple[int, str, bytes]]:
        site.snapshot = current[0] = snapshot.read(archive)
        found = {path: site.get(path, accept="text/html") for path in paths}
        return {path: (answer.status, str(answer.headers), answer.body) for path, answer in found.items()}

    def counted() -> float | None:
        return REGISTRY.get_sample_value("starbond_publishes_total", {"category": PSI})

    answers()  # makes the key that signs receipts
    before, versions, published = answers(), snapshot.versions(archive), counted()
    announced: list[str] = []
    archive.listeners.append(announced.append)
    decided = local_time.now().replace(microsecond=0) - timedelta(minutes=50)
    clock = service.start(archive, ACTOR, "price-sensitive-information", SECRET[0], decided, 1)
    service.record_notice(archive, clock.id, ACTOR, Recipient.EXCHANGE, decided + timedelta(minutes=42))
    service.correct(archive, clock.id, ACTOR, f"{SECRET[0]} 10 %", decided + timedelta(minutes=1))
    text = plain(f"The {WORD} profit of the year")
    sealed_ones = [seal(archive, name=f"{WORD} {n}.pdf", title=f"Results of {WORD}", content=text + b"%% %d" % n)
                for n in range(2)]  # fmt: skip
    after = answers()
    assert {path for path in paths if after[path] != before[path]} == set()
    assert len([status for status, _, _ in after.values() if status == 200]) >= 30
    for path in ("/desk", "/desk/clocks", "/desk/clocks/1", "/bn/desk/documents/1/evidence.zip"):
        assert after[path][0] == 401
    shown = {path: headers + body.decode(errors="replace") for path, (_, headers, body) in after.items()}
    assert [path for path, said in shown.items() if any(secret in said for secret in SECRET)] == []
    assert (announced, snapshot.versions(archive), counted(), WORD in caplog.text) == ([], versions, published, False)
    for sealed in sealed_ones:
        for hashed in (sealed.sha256, sealed.commitment):
            verified = site.get(f"/api/verify?sha256={hashed}").json
            assert (verified["state"], verified["documents"]) == ("unknown", [])
    assert archive.read(changes.newest) == 1
    # The same addresses tell of it as soon as it is released.
    filings.release_now(archive, 1, RUNA)
    assert release(archive, 1)
    Extractor(archive).run()
    told = {path for path, answer in answers().items() if answer != after[path]}
    assert told >= {
        "/documents/2", "/documents/2.json", "/documents/2.receipt", "/files/2", "/sitemap-documents.xml",
        "/api/changes?after=1", f"/api/live/{PSI}", f"/{PSI}?q=profit",
        f"/api/search?q={WORD}", "/search?q=results",
    }  # fmt: skip
