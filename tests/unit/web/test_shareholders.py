"""Dividends, the private search and shareholding: what is refused, what is shown, and what nobody can guess."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import count
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import htpy as h
import pytest
from asgi_client import Answer
from pydantic import SecretStr
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.addresses import DISCLOSURES_PAGE, DIVIDENDS_PAGE, SHAREHOLDING_PAGE, localized
from starbond_site.content.formats import digits
from starbond_site.content.sentences import refusal_sentence
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents import snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.refusals import Refusal
from starbond_site.features.calendar.topic import events
from starbond_site.features.dividends import service, topic
from starbond_site.features.dividends.records import FINAL, Dividend
from starbond_site.features.holders import questions, routes
from starbond_site.features.holders import service as holders
from starbond_site.features.holders.questions import MORE_ROUNDS, ROUNDS, Questions, Work
from starbond_site.features.shareholding import service as shares
from starbond_site.features.shareholding.topic import facts
from starbond_site.pages import all_pages
from starbond_site.presentation import payloads, topics
from starbond_site.shared import local_time
from starbond_site.shared.categories import DIVIDENDS, SHAREHOLDING
from starbond_site.shared.feature_pages import WAITING
from tests.unit import javascript
from tests.unit.documents.publishing import archive_in, existing, outcome, rows

pytestmark = pytest.mark.features("dividends", "holders", "shareholding")

SITES = [content.read(language) for language in content.LANGUAGES]
KEY = "a secret key of thirty-two letters or more"
BO, FOLIO, STRANGER = "1201 2345 6789 0123", "AB-00417", "1201234567890124"
YEAR = Dividend(
    year_end=date(2025, 6, 30), cash=Decimal("12.5"), stock=Decimal(5), record_date=date(2025, 11, 20),
    meeting=date(2025, 12, 20), unclaimed=Decimal("1234567.80"),
)  # fmt: skip
HEAD = "month,sponsors,government,institutions,foreign,public\n"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_in(tmp_path / "data", holders_key=SecretStr(KEY)) as made:
        yield made


@pytest.fixture
def waiting(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setattr(holders, "BATCH", 1)
    numbers = [holders.normalized(typed) for typed in (BO, FOLIO)]
    assert holders.import_all(archive, [*numbers, numbers[0]], COMMAND_LINE, "waiting.txt") == {"count": 2}
    return archive


def html_of(site: content.Site, topic: str, found: tuple[object, ...]) -> str:
    return topics.OF_FEATURES[topic].hooks.html(site, replace(snapshot.EMPTY, tables={topic: snapshot.Rows(1, found)}))


def test_a_dividend_has_its_amount_per_share_and_the_day_of_the_fund(archive: Archive) -> None:
    before = snapshot.read(archive)
    service.enter(archive, YEAR, COMMAND_LINE)
    assert [row.model_dump(exclude={"changed_at"}) for row in archive.read(service.read)] == [
        YEAR.model_dump(exclude={"changed_at"})
    ]
    after = snapshot.refreshed(archive, before, [DIVIDENDS])
    # An open page is told, and asks for the whole.
    assert payloads.update(before, after, DIVIDENDS, lambda *_: "") == {"version": topics.version(after, DIVIDENDS)}
    assert topics.version(after, DIVIDENDS) > topics.version(before, DIVIDENDS)
    for language, *shown in (("en", "1.25", "20 December 2028", "1,234,567.80"), ("bn", "১.২৫", "২০", "১২,৩৪,৫৬৭.৮০")):
        site = content.read(language)
        page = html_of(site, DIVIDENDS, archive.read(service.read))
        assert [text for text in shown if text not in page] == [], site.language
        assert ("<form" in page, page.count("<svg")) == (False, 1)
        assert html_of(site, DIVIDENDS, ()).count(site.interface.dividends.empty) == 1
    assert SITES[0].dividends.fund_day(date(2024, 2, 29)) == date(2027, 3, 1)


@pytest.mark.parametrize("paid_on", [None, date(2025, 12, 28)])
def test_a_payment_is_named_where_there_is_one(paid_on: date | None) -> None:
    made = Dividend(year_end=date(2025, 6, 30), cash=Decimal(5), record_date=date(2025, 11, 20), paid_on=paid_on)
    page = html_of(SITES[0], DIVIDENDS, (made,))
    assert (f"{SITES[0].interface.dividends.paid_on}: " in page) is bool(paid_on)


@pytest.mark.parametrize(("days", "is_over"), [(0, True), (1, False)])
def test_a_year_is_over_on_its_last_day(days: int, is_over: bool) -> None:
    end = local_time.today() + timedelta(days=days)
    made = Dividend(year_end=end, kind="interim-1", cash=Decimal(5), record_date=end - timedelta(days=90))
    assert ("<svg" in html_of(SITES[0], DIVIDENDS, (made,))) is is_over


@pytest.mark.parametrize("name", service.DAYS)
@pytest.mark.parametrize(("kind", "first"), [(FINAL, 1), ("interim-1", -365)])
def test_days_lie_in_the_year_or_in_the_ten_years_behind_it(archive: Archive, kind: str, first: int, name: str) -> None:
    """A year that ends with a February has 366 days; a final dividend waits for its end."""
    end = date(2024, 2, 29)
    for days, is_entered in ((first - 1, False), (first, True), (3653, True), (3654, False)):
        given: dict[str, Any] = {"record_date": end + timedelta(days=99), name: end + timedelta(days=days)}
        made = Dividend(year_end=end, kind=kind, cash=Decimal(5), **given)
        assert outcome(service.enter, archive, made, COMMAND_LINE) == (None if is_entered else "calendar_range"), days


def test_the_chart_leaves_out_a_year_that_is_not_over() -> None:
    """Its final dividend is still to come."""
    year = local_time.today().year + 1
    running = Dividend(year_end=date(year, 6, 30), kind="interim-1", cash=Decimal(5), record_date=date(year, 1, 20))
    assert "<svg" not in html_of(SITES[0], DIVIDENDS, (running,))
    page = html_of(SITES[0], DIVIDENDS, (running, YEAR))
    shown = [each for each in (year, YEAR.year_end.year) if f">{each}</text>" in page]
    assert shown == [YEAR.year_end.year]


def test_percentages_of_a_column_have_equally_many_decimals(archive: Archive) -> None:
    old = Dividend(year_end=date(2024, 6, 30), cash=Decimal(10), stock=Decimal("5.00"), record_date=date(2024, 11, 20))
    service.enter(archive, YEAR, COMMAND_LINE)
    service.enter(archive, old, COMMAND_LINE)
    shown = (html_of(SITES[0], DIVIDENDS, archive.read(service.read)), Site(archive).get("/desk/dividends").text)
    tables = [page.partition("<table")[2] for page in shown]
    assert [re.findall(r">([\d.]+)\s%<", table) for table in tables] == [["12.5", "5", "10.0", "5"]] * 2


def test_cash_per_share_is_shown_with_all_its_digits(archive: Archive) -> None:
    """7.25 % of a face value of 10 taka is 0.725."""
    for year, cash in ((2024, "12.5"), (2025, "7.25")):
        made = Dividend(year_end=date(year, 6, 30), cash=Decimal(cash), record_date=date(year, 11, 20))
        service.enter(archive, made, COMMAND_LINE)
    for site in SITES:
        page, amounts = html_of(site, DIVIDENDS, archive.read(service.read)), ("0.725", "1.250")
        for amount in (digits(amount, site.interface.dates) for amount in amounts):
            assert (page.count(f">{amount}</div></td>"), page.count(f">{amount}</text>")) == (1, 1), (
                site.language,
                amount,
            )


@pytest.mark.features("calendar")
def test_a_year_has_interim_and_final_dividends_above_their_total_and_in_the_calendar(archive: Archive) -> None:
    """2.25 and 12.5 per cent of a face value of 10 taka are 1.475; the stock dividend of another year has no amount."""
    interim = Dividend(
        year_end=date(2025, 6, 30), kind="interim-1", cash=Decimal("2.25"), declared_on=date(2025, 1, 28),
        record_date=date(2025, 2, 20), paid_on=date(2025, 3, 9),
    )  # fmt: skip
    stock = Dividend(year_end=date(2024, 6, 30), stock=Decimal(5), record_date=date(2024, 11, 20))
    for row in (YEAR, interim, stock):
        service.enter(archive, row, COMMAND_LINE)
    found = archive.read(service.read)
    for site in SITES:
        words, dates = site.interface.dividends, site.interface.dates
        shown = [
            [re.sub("<[^>]*>", "", str(cell)) for cell in row[1:5]] for row in topic.rows(site, found, has_totals=True)
        ]
        told = [
            [words.kinds["final"], "12.50\xa0%", "5\xa0%", "1.250"],
            [words.kinds["interim"].format(number=1), "2.25\xa0%", "–", "0.225"],
            [words.total, "14.75\xa0%", "5\xa0%", "1.475"],
            [words.kinds["final"], "–", "5\xa0%", "–"],
        ]
        assert shown == [[digits(text, dates) for text in row] for row in told], site.language
        assert digits(">1.475</text>", dates) in html_of(site, DIVIDENDS, found)
        of_interim = [event for event in events(site, snapshot.read(archive)) if "interim" in event.id]
        assert [event.day for event in of_interim] == [interim.record_date, interim.paid_on]
        assert all(digits(interim.name(site), dates) in event.title for event in of_interim)


def ask(site: Site, number: str) -> Answer:
    return site.post("/dividends", {"number": number})


def test_the_search_stands_before_the_history_and_the_page_begins_with_the_way_to_it(waiting: Archive) -> None:
    service.enter(waiting, YEAR, COMMAND_LINE)
    shown = topic.html(SITES[0], snapshot.read(waiting))
    words = SITES[0].interface.dividends
    places = [f'href="#{WAITING}"', 'id="dividend-newest"', f'id="{WAITING}"', f"<caption>{words.history}"]
    assert [shown.count(place) for place in places] == [1] * 4
    assert sorted(places, key=shown.index) == places


def test_the_search_says_whether_something_waits_and_whom_to_call(waiting: Archive) -> None:
    site, words, contact = Site(waiting), SITES[0].interface.dividends, existing(SITES[0].dividends.contact)
    for number, said in (
        (BO, words.waits), ("১২০১২৩৪৫৬৭৮৯০১২৩", words.waits), ("ab\N{EN DASH}417\N{ZERO WIDTH SPACE}", words.waits),
        (STRANGER, words.nothing_waits),
    ):  # fmt: skip
        answer = ask(site, number)
        assert answer.status == 200, number
        assert f'<p role="status">{said}</p>' in answer.text, number
        assert contact.phone.dial in answer.text
        assert "no-store" in answer.headers["cache-control"]
    # Also in bytes: proxies log the length.
    assert len({ask(site, number).headers["content-length"] for number in (BO, STRANGER)}) == 1
    # A slip is no guess.
    assert {ask(site, "no number").status for _ in range(11)} == {422}
    assert re.search(r' autofocus [^>]*aria-invalid="true"', ask(site, "<b>12").text)


def test_the_order_of_the_table_tells_nothing_of_the_register(archive: Archive) -> None:
    """Neither as it lies on the disk, nor after a second import: whoever has a copy cannot tell whose a hash is."""
    register = [f"AB{number}" for number in range(9)]
    for numbers in (register, register[::-1]):
        holders.import_all(archive, numbers, COMMAND_LINE, "waiting.txt")
        stored = rows(archive, "SELECT digest FROM dividend_waiting ORDER BY rowid")
        assert (stored, len(stored)) == (sorted(stored), len(register) + 1)


def test_a_hit_and_a_miss_are_the_same_work(waiting: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    real = hashlib.scrypt
    monkeypatch.setattr(hashlib, "scrypt", lambda *of, **more: calls.append(more["n"]) or real(*of, **more))
    for number, waits in ((BO, True), (STRANGER, False)):
        calls.clear()
        assert holders.waits(waiting, holders.normalized(number)) is waits
        assert calls == [holders.WORK["n"]], number


def test_the_table_says_nothing_without_the_key(waiting: Archive) -> None:
    found = {str(digest) for (digest,) in rows(waiting, "SELECT * FROM dividend_waiting")}
    number = holders.normalized(BO)
    assert holders.digest(KEY.encode(), number) in found
    # Neither the numbers nor any hash that a stranger can make of them.
    assert not any(number in digest for digest in found)
    plain = {function(number.encode()).hexdigest() for function in (hashlib.md5, hashlib.sha256, hashlib.blake2s)}
    assert not found & {*plain, holders.digest(b"", number), holders.digest(KEY[:-1].encode(), number)}


def codes(asked: Questions, numbers: Iterable[tuple[str, str]]) -> Counter[str]:
    """Return how often numbers were answered from their addresses, refused by a code, or needed so many rounds."""
    said = Counter[str]()
    for address, number in numbers:
        try:
            work = asked.ask(b"key", address, number)
            said[f"{work.rounds} rounds" if work else "answered"] += 1
        except Refusal as refusal:
            said[refusal.code] += 1
    return said


def test_on_the_day_of_the_dividend_everybody_gets_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """10,000 shareholders behind the twenty addresses of operators, beside as many guesses that nobody works for."""
    now = 0.0
    asked = Questions(clock=lambda: now)
    monkeypatch.setattr(questions, "digest", lambda *_: b"\0")
    rounds = Counter[int]()
    for number in range(10_000):
        now += 0.36
        address, account = f"192.0.2.{number % 20}", f"120123456{number:07}"
        codes(asked, [(f"2001:db8:0:{number % 30:x}::1", f"120123457{number:07}")])
        if work := asked.ask(b"key", address, account):
            rounds[work.rounds] += 1
            assert asked.ask(b"key", address, account, work.challenge, "0 " * work.rounds) is None
    assert set(rounds) == {ROUNDS}, "no more than a second of anybody's phone"


@pytest.mark.parametrize("addresses", [["192.0.2.1"], [f"2001:db8:{number:x}::1" for number in range(10_000)]])
def test_guesses_find_next_to_nothing_and_close_nothing(addresses: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "WORKED_TOTAL", 5_000)
    asked = Questions(clock=lambda: 0.0)
    accounts = [(addresses[number % len(addresses)], f"120123457{number:07}") for number in range(10_000)]
    free = 10 if len(addresses) == 1 else 300
    found = codes(asked, accounts)
    assert (found["answered"], set(found)) == (free, {"answered", f"{ROUNDS} rounds", f"{MORE_ROUNDS} rounds"})
    folios = codes(asked, [(address, str(number)) for number, (address, _) in enumerate(accounts)])
    assert (folios["answered"], sum(folios.values())) == (free, 10_000)
    stranger = asked.ask(b"key", "198.51.100.1", "1201234567890123")
    assert stranger is None or stranger.rounds in (ROUNDS, MORE_ROUNDS)


def test_a_network_of_48_bits_has_no_more_than_sixteen_addresses_would() -> None:
    """A provider gives a /48 to companies: 65,536 networks of the prefix 64."""
    of_one = [(f"2001:db8:0:{number:x}::1", f"120123457{number:07}") for number in range(0, 65_536, 64)]
    assert codes(Questions(clock=lambda: 0.0), of_one)["answered"] == 160


def worked(work: Work) -> str:
    """Return the proof that a browser finds."""

    def nonce(place: int) -> str:
        return next(str(one) for one in count() if questions.digest(work.challenge, place, str(one))[0] == 0)

    return " ".join(map(nonce, range(work.rounds)))


def test_a_proof_answers_the_one_question_that_it_was_made_for(waiting: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(questions, "BLOCK", 64)
    monkeypatch.setattr(questions, "ADDRESS", 1)
    site, labels = Site(waiting), SITES[0].interface.dividends
    assert ask(site, STRANGER).status == 200

    def posted(number: str, **fields: str) -> Answer:
        return site.post("/dividends", {"number": number} | fields)

    asked = posted(BO)
    assert (asked.status, asked.text.count("/dividends/work.js")) == (429, 1)
    assert SITES[0].errors.say("search_limited", minutes=60) in visible(asked), "for browsers without scripts"
    assert site.get("/dividends/work.js").status == 200
    challenge = existing(re.search(r'name="challenge" value="([^"]+)"', asked.text))[1]
    proof = worked(Work(challenge, ROUNDS, 1))
    assert labels.waits in posted(BO, challenge=challenge, proof=proof).text
    wrong = proof.rpartition(" ")[0]
    for number, fields in (
        (STRANGER, {"challenge": challenge, "proof": proof}), (BO, {"challenge": challenge, "proof": wrong}),
        (BO, {"challenge": challenge, "proof": f"{wrong} x"}), (BO, {"challenge": f"x{challenge}", "proof": proof}),
    ):  # fmt: skip
        answer = posted(number, **fields)
        assert (answer.status, answer.text.count("/dividends/work.js")) == (429, 0), "not again by itself"
    monkeypatch.setattr(questions, "VALID_SECONDS", -1)
    assert posted(BO, challenge=challenge, proof=proof).status == 429


def test_a_proof_answers_three_times_however_its_signature_is_spelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "ADDRESS", 1)
    monkeypatch.setattr(questions, "digest", lambda *_: b"\0")
    asked, letters = Questions(clock=lambda: 0.0), f"{ascii_uppercase}{ascii_lowercase}0123456789-_"
    assert asked.ask(b"key", "192.0.2.1", STRANGER) is None
    work = existing(asked.ask(b"key", "192.0.2.1", STRANGER))
    # The last letter of 43 has two bits that stand for nothing.
    other = work.challenge[:-1] + letters[letters.index(work.challenge[-1]) ^ 1]
    answers = [
        asked.ask(b"key", "192.0.2.1", STRANGER, challenge, "0 " * ROUNDS) for challenge in (work.challenge, other) * 2
    ]
    assert [answer is None for answer in answers] == [True, True, True, False]


@pytest.mark.parametrize(("seconds", "is_taken"), [(600, True), (601, False)])
def test_a_proof_is_worth_something_for_ten_minutes(
    monkeypatch: pytest.MonkeyPatch, seconds: int, is_taken: bool
) -> None:
    monkeypatch.setattr(questions, "ADDRESS", 1)
    monkeypatch.setattr(questions, "digest", lambda *_: b"\0")
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: 1_000_000.0)
    asked = Questions(clock=lambda: 0.0)
    asked.ask(b"key", "192.0.2.1", STRANGER)
    work = existing(asked.ask(b"key", "192.0.2.1", STRANGER))
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: 1_000_000.0 + seconds)
    assert (asked.ask(b"key", "192.0.2.1", STRANGER, work.challenge, "0 " * ROUNDS) is None) is is_taken


def test_whoever_asks_too_often_leaves_what_is_answered_at_once_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "ADDRESS", 2)
    monkeypatch.setattr(questions, "TOTAL", 4)
    asked = Questions(clock=lambda: 0.0)
    answers = [asked.ask(b"key", address, STRANGER) for address in (*["192.0.2.1"] * 20, "192.0.2.2", "192.0.2.3")]
    assert [answer is None for answer in answers] == [True] * 2 + [False] * 18 + [True] * 2


def test_the_number_cannot_be_changed_while_the_browser_works_for_it() -> None:
    done = javascript.run(
        "digits.jsx",
        """(async () => {
            const number = {}, proof = {}, sent = [];
            const elements = { number, proof, challenge: { value: "a challenge" } };
            const form = { elements, dataset: { rounds: 1 }, submit: () => sent.push(number.readOnly, proof.value) };
            globalThis.document = { querySelector: (wanted) => (wanted.startsWith("form") ? form : {}) };
            const working = eval(given), { readOnly } = number;
            await working;
            return [readOnly, ...sent, number.readOnly];
        })()""",
        Path(routes.__file__).with_name("work.js").read_text(),
    )
    assert (done[0], done[1], done[3]) == (True, True, False)
    assert questions.digest("a challenge", 0, done[2])[0] == 0


def test_of_many_rows_the_first_and_the_last_one_are_shown(archive: Archive) -> None:
    numbers = [f"12012345678{number:05}" for number in range(150)]
    page = Site(archive).post("/desk/holders/import", {"text": "\n".join(numbers)}).text
    assert [number for number in numbers if f">{number}<" in page] == [*numbers[:99], numbers[-1]]


def test_who_is_refused_for_others_reads_when_and_whom_to_call(waiting: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(questions, "TOTAL", 1)
    site, contact = Site(waiting), existing(SITES[0].dividends.contact)
    assert ask(site, FOLIO).status == 200
    refused = ask(site, FOLIO)
    assert (refused.status, SITES[0].errors.say("search_busy", minutes=60) in refused.text) == (429, True)
    assert contact.phone.dial in refused.text
    assert f'value="{FOLIO}"' in refused.text


def test_the_desk_imports_numbers_and_lists_what_is_none(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    site, errors, path = Site(archive), SITES[1].errors, "/bn/desk/holders/import"
    refused = site.post_file(path, "numbers.txt", f"{BO}\n\nnobody <b>\n".encode())
    assert (refused.status, errors.say("holder_line", line=3) in visible(refused)) == (422, True)
    assert f"{BO}\n\nnobody &lt;b&gt;" in refused.text
    many = "\n".join(map(str, range(1, 3002)))
    assert errors.say("holders_many", count=3001, limit=3000) in visible(site.post(path, {"text": many}))
    assert rows(archive, "SELECT * FROM dividend_waiting") == []
    typed = {"text": f"{BO}\n{FOLIO}\n১২০১২৩৪৫৬৭৮৯০১২৩"}
    counted = digits(SITES[1].interface.desk_holders.read.format(accounts=1, folios=1), SITES[1].interface.dates)
    assert counted in visible(site.post(path, typed))
    assert rows(archive, "SELECT * FROM dividend_waiting") == []
    done = site.post(path, typed | {"confirmed": "1"})
    said = digits(SITES[1].interface.desk_holders.done.format(count=2), SITES[1].interface.dates)
    assert (done.status, said in visible(done)) == (200, True)
    assert SITES[0].interface.dividends.waits in ask(site, BO).text
    monkeypatch.setattr(holders, "key_of", lambda _archive: None)
    assert errors.holders_key_missing in visible(site.post(path, {"text": BO, "confirmed": "1"}))
    # Also the audit has no number.
    assert rows(archive, "SELECT subject, detail FROM audit") == [("desk", "2 numbers")]


@pytest.mark.parametrize(
    ("register", "wrong"),
    [
        ("Sl,Folio\n1,12345\n2;678", [2, 3]), ("Folio\n12345,1", [2]), ("BO ID\n", [1]), ("Folio\nnone", [2]),
        ("Total", [1]), ("মোট\n", [1]), ("\n,,\n", []),
        (f"BO ID,\n,{BO}\n{FOLIO},", []), ("", []),
    ],
)  # fmt: skip
def test_what_is_no_list_of_numbers_makes_none_and_removes_none(register: str, wrong: list[int]) -> None:
    """A serial beside a folio would become another folio; of a file without numbers its heading is the mistake."""
    found: list[object] = []
    try:
        assert len(holders.parse(register.encode())) == 2 * bool(register.strip(",\n"))
    except TableMistakes as refused:
        found = [values["line"] for code, values in refused.mistakes if code == "holder_line"]
    assert found == wrong


def test_a_register_of_a_million_fits_into_a_file() -> None:
    # Each with a number of 16 digits, a carriage return and a line feed.
    most = holders.LARGEST_BYTES
    assert most >= 18_000_000
    blank = b" " * 99_999 + b"\n"
    assert holders.parse(b"1\n" + blank * (most // len(blank) - 1)) == ["1"]
    with pytest.raises(TableMistakes):
        holders.parse(b"1".ljust(most + 1))


def test_a_register_that_a_spreadsheet_has_rounded_is_refused_with_cause_and_cure() -> None:
    """Excel keeps 15 digits: the last of a BO number becomes 0, and every holder would read that nothing waits."""
    exact = [f"120123456789{number:04}" for number in range(1, 40)]
    for numbers, is_rounded in (
        (exact, False), ([number[:15] + "0" for number in exact[::10] * 6], False),
        ([*(f"12012345678{number:04}0" for number in range(37)), *exact[:3]], True),
        ([*(f"12012345678{number:04}0" for number in range(36)), *exact[:4]], False),
        ([*exact, "1.20E+15"], True), ([*exact, "1,20123E+15"], True), (["E+15"], False),
    ):  # fmt: skip
        said = []
        try:
            holders.parse("\n".join(["BO number", *numbers]).encode())
        except TableMistakes as wrong:
            said = [code for code, _ in wrong.mistakes]
        assert (said == ["holders_rounded"]) is is_rounded, numbers


def test_without_a_key_or_numbers_there_is_no_search(tmp_path: Path, archive: Archive) -> None:
    with archive_in(tmp_path / "keyless") as keyless, pytest.raises(Refusal, match="holders_key_missing"):
        holders.import_all(keyless, ["1"], COMMAND_LINE, "waiting.txt")
    for has_search in (False, True):
        for site in SITES:
            action = f'action="{localized("/dividends", site.language)}"'
            assert (action in topic.html(site, snapshot.read(archive))) is has_search, site.language
        holders.import_all(archive, ["1"], COMMAND_LINE, "waiting.txt")


@pytest.mark.parametrize("key", [b"another key", None])
def test_with_another_key_nobody_is_told_that_nothing_waits(
    waiting: Archive, monkeypatch: pytest.MonkeyPatch, key: bytes | None
) -> None:
    contact = existing(SITES[0].dividends.contact)
    monkeypatch.setattr(holders, "key_of", lambda _archive, key=key: key)
    answer = ask(Site(waiting), BO)
    assert (answer.status, SITES[0].errors.search_unavailable in answer.text) == (503, True)
    assert contact.phone.dial in answer.text


def test_months_are_imported_whole_or_not_at_all(archive: Archive) -> None:
    good = "2026-09,30.25,0,20,5.5,44.25\n2026-10,30.25,0,21,5.5,43.25\n"
    months = shares.parse((HEAD + good).encode())
    assert shares.import_all(archive, months, COMMAND_LINE, "shares.csv") == {"changed": 2, "same": 0}
    assert shares.import_all(archive, months[1:], COMMAND_LINE, "shares.csv")["changed"] == 0
    assert archive.read(shares.read) == (months[1], months[0])
    for lines, said in (
        ("2026-13,1,1,1,1,96", "Line 2: '2026-13' is not a month; write it as 2026-10."),
        ("2999-01,20,20,20,20,20", "Line 2: the month 2999-01 has not ended."),
        ("2026-10,20,20,20,20,19", "Line 2: the percentages add up to 99 %, not 100."),
        ("2026-10,20,20,20,20,20.06", "Line 2: the percentages add up to 100.06 %, not 100."),
        ("2026-10,20,20,20,20,-1", "Line 2, public: '-1' is not a percentage; write it as 30.25."),
        ("2026-10,20,20,20,20,20,0", "Line 2: it has more cells than the first line has columns."),
        (f"{good}2026-10,20,20,20,20,20", "Line 4: the month 2026-10 is in an earlier line too."),
        ("", "The file has no month."),
    ):
        with pytest.raises(TableMistakes) as wrong:
            shares.parse((HEAD + lines).encode())
        assert [refusal_sentence(code, values=values) for code, values in wrong.value.mistakes] == [said], lines
    page = html_of(SITES[0], SHAREHOLDING, months[::-1])
    assert page.count("<rect") == 2 * len(shares.GROUPS)
    assert "30.25\N{NO-BREAK SPACE}%" in page


def test_a_month_that_is_missing_leaves_a_gap_and_months_have_their_names() -> None:
    lines = "".join(f"{month},30.25,0,20,5.5,44.25\n" for month in ("2026-10", "2026-09", "2026-07", "2025-08"))
    for site in SITES:
        page, names = html_of(site, SHAREHOLDING, shares.parse((HEAD + lines).encode())), site.interface.dates.months
        shown = re.findall(r"<text[^>]*>([^<]*)</text>", page)
        told = [
            names[9],
            names[8],
            names[7],
            "–",
            names[6],
            *(part for month in range(5, -1, -1) for part in (names[month], "–")),
        ]
        told += [part for month in (11, 10) for part in (names[month], "–")]
        assert [text.partition(" ")[0] for text in shown] == told, site.language
        assert page.count("<rect") == 3 * len(shares.GROUPS)
        assert f'<h2 id="shareholding-newest">{digits(f"{names[9]} 2026", site.interface.dates)}</h2>' in page


@pytest.mark.features("duties")
def test_the_facts_of_the_share_are_shown_and_both_pages_lead_on() -> None:
    for site in SITES:
        share, complaint = site.shareholding, existing(site.shareholding.complaint)
        said = [*(text for fact in share.facts for text in (fact.name, fact.value)), share.note, complaint.phone.shown]
        said.append(site.interface.shareholding.answer_within.format(days=digits(7, site.interface.dates)))
        assert [text for text in said if str(h.p[text])[3:-4] not in facts(site)] == [], site.language
        bodies = {page.path: str(page.body(site)) for page in all_pages(site)}
        for path, to in (
            (SHAREHOLDING_PAGE, DISCLOSURES_PAGE), (SHAREHOLDING_PAGE, "/governance"),
            (DIVIDENDS_PAGE, "/dividend-policy"),
        ):  # fmt: skip
            assert f'"{localized(to, site.language)}"' in bodies[path], (path, to)


def test_programs_read_what_was_entered(waiting: Archive) -> None:
    service.enter(waiting, YEAR, COMMAND_LINE)
    shares.import_all(waiting, shares.parse(f"{HEAD}2026-10,30,0,21,5,44".encode()), COMMAND_LINE, "shares.csv")
    site = Site(waiting)
    assert site.get("/api/dividends").json == {
        "dividends": [
            {
                "year_end": "2025-06-30", "cash_percent": "12.5", "stock_percent": "5", "per_share": "1.250",
                "record_date": "2025-11-20", "meeting": "2025-12-20", "paid_on": None, "unclaimed": "1234567.80",
                "fund_day": "2028-12-20", "kind": "final", "declared_on": None,
            }
        ]
    }  # fmt: skip
    assert '"2025-06-30","12.5"' in site.get("/api/dividends.csv").text
    # What is downloaded can be imported.
    assert shares.parse(site.get("/api/shareholding.csv").text.encode()) == waiting.read(shares.read)
    assert site.get("/api/shareholding").json["months"][0]["month"] == "2026-10"
