"""The private search: whether a dividend waits, what nobody can guess, and the register that the desk imports."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from itertools import count
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

import pytest
from asgi_client import Answer
from pydantic import SecretStr
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents import snapshot
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.features.dividends import service, topic
from starbond_site.features.dividends.service import Dividend
from starbond_site.features.holders import questions, routes
from starbond_site.features.holders import service as holders
from starbond_site.features.holders.questions import MORE_ROUNDS, ROUNDS, ProofOfWork, Questions
from starbond_site.shared.categories import WAITING
from tests.unit import javascript
from tests.unit.documents.publishing import archive_in, existing, rows

pytestmark = pytest.mark.features("dividends", "holders")

SITES = [content.read(language) for language in content.LANGUAGES]
KEY = "a secret key of thirty-two letters or more"
IMPORT = "/bn/desk/holders/import"
BO, FOLIO, STRANGER = "1201 2345 6789 0123", "AB-00417", "1201234567890124"


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


def ask(site: Site, number: str) -> Answer:
    return site.post("/dividends", {"number": number})


def test_the_search_stands_before_the_history_and_the_page_begins_with_the_way_to_it(waiting: Archive) -> None:
    made = Dividend(year_end=date(2025, 6, 30), cash=Decimal(5), record_date=date(2025, 11, 20))
    service.enter(waiting, made, COMMAND_LINE)
    shown = topic.html(SITES[0], snapshot.read(waiting))
    words = SITES[0].interface.dividends
    places = [f'href="#{WAITING}"', 'id="dividend-newest"', f'id="{WAITING}"', f"<caption>{words.history}"]
    assert [shown.count(place) for place in places] == [1] * 4
    assert sorted(places, key=shown.index) == places


@pytest.mark.parametrize(("number", "waits"), [
    (BO, True), ("১২০১২৩৪৫৬৭৮৯০১২৩", True), ("ab\N{EN DASH}417\N{ZERO WIDTH SPACE}", True), (STRANGER, False),
])  # fmt: skip
def test_the_search_says_whether_something_waits_and_whom_to_call(waiting: Archive, number: str, waits: bool) -> None:
    answer, words = ask(Site(waiting), number), SITES[0].interface.dividends
    said = words.waits if waits else words.nothing_waits
    assert (answer.status, f'<p role="status">{said}</p>' in answer.text) == (200, True)
    assert existing(SITES[0].dividends.contact).phone.dial in answer.text
    assert "no-store" in answer.headers["cache-control"]


def test_both_answers_have_the_same_length_which_proxies_log(waiting: Archive) -> None:
    assert len({ask(Site(waiting), number).headers["content-length"] for number in (BO, STRANGER)}) == 1


def test_a_slip_is_no_guess_and_leads_back_to_the_field(waiting: Archive) -> None:
    site = Site(waiting)
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


def worked(work: ProofOfWork) -> str:
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
    proof = worked(ProofOfWork(challenge, ROUNDS, 1))
    assert labels.waits in posted(BO, challenge=challenge, proof=proof).text
    wrong = proof.rpartition(" ")[0]
    # One in 256 is right by chance.
    nonce = next(str(one) for one in count() if questions.digest(challenge, ROUNDS - 1, str(one))[0])
    for number, fields in (
        (STRANGER, {"challenge": challenge, "proof": proof}), (BO, {"challenge": challenge, "proof": wrong}),
        (BO, {"challenge": challenge, "proof": f"{wrong} {nonce}"}),
        (BO, {"challenge": f"x{challenge}", "proof": proof}),
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


def test_the_desk_says_what_is_no_number_and_imports_nothing(archive: Archive) -> None:
    refused = Site(archive).post_file(IMPORT, "numbers.txt", f"{BO}\n\nnobody <b>\n".encode())
    assert (refused.status, SITES[1].errors.say("holder_line", line=3) in visible(refused)) == (422, True)
    assert f"{BO}\n\nnobody &lt;b&gt;" in refused.text
    assert rows(archive, "SELECT * FROM dividend_waiting") == []


def test_the_desk_names_the_most_numbers_that_can_be_typed(archive: Archive) -> None:
    answer = Site(archive).post(IMPORT, {"text": "\n".join(map(str, range(1, 3002)))})
    assert SITES[1].errors.say("holders_many", count=3001, limit=3000) in visible(answer)


def test_the_desk_counts_numbers_before_it_imports_them_and_the_audit_has_none(archive: Archive) -> None:
    site, words, typed = Site(archive), SITES[1].interface, {"text": f"{BO}\n{FOLIO}\n১২০১২৩৪৫৬৭৮৯০১২৩"}
    counted = SITES[1].digits(words.desk_holders.read.format(accounts=1, folios=1))
    assert counted in visible(site.post(IMPORT, typed))
    assert rows(archive, "SELECT * FROM dividend_waiting") == []
    done = site.post(IMPORT, typed | {"confirmed": "1"})
    assert (done.status, SITES[1].digits(words.desk_holders.done.format(count=2)) in visible(done)) == (200, True)
    assert SITES[0].interface.dividends.waits in ask(site, BO).text
    assert rows(archive, "SELECT subject, detail FROM audit") == [("desk", "2 numbers")]


def test_the_desk_imports_nothing_without_a_key(tmp_path: Path) -> None:
    with archive_in(tmp_path / "keyless") as keyless:
        answer = Site(keyless).post(IMPORT, {"text": BO, "confirmed": "1"})
    assert SITES[1].errors.holders_key_missing in visible(answer)


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


EXACT = [f"120123456789{number:04}" for number in range(1, 40)]
ROUNDED = [f"12012345678{number:04}0" for number in range(37)]


@pytest.mark.parametrize(("numbers", "is_rounded"), [
    (EXACT, False), ([number[:15] + "0" for number in EXACT[::10] * 6], False), ([*ROUNDED, *EXACT[:3]], True),
    ([*ROUNDED[:36], *EXACT[:4]], False), ([*EXACT, "1.20E+15"], True), ([*EXACT, "1,20123E+15"], True),
    (["E+15"], False),
], ids=str)  # fmt: skip
def test_a_register_that_a_spreadsheet_has_rounded_is_refused(numbers: list[str], is_rounded: bool) -> None:
    """Excel keeps 15 digits: the last of a BO number becomes 0, and every holder would read that nothing waits."""
    told = []
    try:
        holders.parse("\n".join(["BO number", *numbers]).encode())
    except TableMistakes as wrong:
        told = [code for code, _ in wrong.mistakes]
    assert (told == ["holders_rounded"]) is is_rounded


def test_without_numbers_there_is_no_search(archive: Archive) -> None:
    for has_search in (False, True):
        for site in SITES:
            action = f'action="{site.address("/dividends")}"'
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
