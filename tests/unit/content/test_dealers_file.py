"""Files of dealers: what is read, and every mistake at once, by line."""

from itertools import product

import pytest

from starbond_site import content
from starbond_site.content import dealers
from starbond_site.content.dealers import COLUMNS, Dealer, parse
from starbond_site.content.sentences import refusal_sentence
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents import names
from tests.unit import javascript

PLACES = content.read().company.dealer_places
FILTER = "dealer_filter/dealer_filter.jsx"
HEADER = "division,district,upazila,name,address,telephone"
LINE = "Dhaka,Gazipur,Sreepur,Rahman Store,Mawna Bazar,01711-000000"


def mistakes(text: str | bytes) -> tuple[str, ...]:
    with pytest.raises(TableMistakes) as refused:
        parse(text if isinstance(text, bytes) else text.encode(), "BD", PLACES)
    return tuple(refusal_sentence(code, values=values) for code, values in refused.value.mistakes)


def one(**cells: str) -> Dealer:
    values = dict(zip(HEADER.split(","), LINE.split(","), strict=True)) | cells
    (dealer,) = parse(f"{','.join(values)}\n{','.join(values.values())}\n".encode(), "BD", PLACES)
    return dealer


def test_a_file_is_read_as_programs_and_countries_write_it() -> None:
    for code, end, separator in product(("utf-8", "utf-8-sig", "utf-16"), ("\n", "\r\n"), (",", ";", "\t")):
        text = end.join((HEADER, LINE, "")).replace(",", separator)
        (dealer,) = parse(text.encode(code), "BD", PLACES)
        assert (dealer.name, dealer.telephone, dealer.position) == ("Rahman Store", "+8801711000000", None)
    assert len(parse(f"{HEADER}\n\n{LINE}\n,,,,,\n".encode(), "BD", PLACES)) == 1
    generic = HEADER.replace("division,district,upazila", "region,area,town")
    (dealer,) = parse(f"{generic}\n{LINE}\n".encode(), "BD", None)
    assert (dealer.region, dealer.area, dealer.town) == ("Dhaka", "Gazipur", "Sreepur")


def test_a_distance_is_said_in_steps_of_its_size() -> None:
    labels = {"metres": "{number} m", "kilometres": "{number} km"}
    given = {"all": [metres / 1000 for metres in range(0, 30_000, 7)], "labels": labels}
    call = "given.all.map((km) => functions.distance(km, given.labels, '0123456789'))"
    for km, said in zip(given["all"], javascript.run(FILTER, call, given), strict=True):
        number, unit = said.split()
        value = float(number) / (1000 if unit == "m" else 1)
        step = 0.01 if value < 1 else 0.1 if value < 10 else 1
        assert abs(value - km) <= step / 2 + 1e-9, said
        assert ("." in number, unit == "m") == (1 <= value < 10, value < 1), said


@pytest.mark.company
def test_what_is_typed_into_the_filter_is_compared_as_the_page_has_it() -> None:
    known = parse((content.FOLDER / "dealers.sample.csv").read_bytes(), "BD", PLACES)
    texts = [text for dealer in known for text in dealer.model_dump().values() if isinstance(text, str)]
    typed = [
        *texts,
        *map(str.upper, texts),
        "২০২৬",
        "র\u200d্যাব",
        "উৎ\u200cসব",
        "ত\u09cd\u200d",
        "ﬁx １２",
        "য\u09bc",
        "\u09df",
    ]
    assert javascript.run(FILTER, "given.map(functions.folded)", typed) == [*map(names.searchable, typed)]


def test_every_mistake_of_a_file_is_told_by_its_line() -> None:
    rows = [
        f"{HEADER},latitude,longitude", f"{LINE},91,190",
        f"{LINE.replace('Rahman', 'Karim').replace('01711-000000', 'x')},23.5,",
        ",Gazipur,,Store,Road,01711-000000,23.5,90,1", ',Gazipur,,Store,Road,01711-000000,"23,5",90', f"{LINE},23.5,",
        f"{LINE.upper()},,", f"Dhaka,Gazipur,Sreepur,{'x' * 121},Road,01711-000000,,",
    ]  # fmt: skip
    assert mistakes("\n".join(rows)) == (
        "Line 2, latitude: it must be between -90 and 90.",
        "Line 2, longitude: it must be between -180 and 180.",
        "Line 3, telephone: x is not a phone number; write it as +880 1700-000000 / 01700-000000.",
        "Line 4: it has more cells than the first line has columns.",
        "Line 5, division: the cell is empty.",
        "Line 5, upazila: the cell is empty.",
        "Line 5, latitude: 23,5 is not a number of degrees; write it as 23.7806.",
        "Line 6: latitude and longitude belong together; fill in both or neither.",
        "Line 7: the same dealer is in line 6. Tell two shops apart by their names.",
        "Line 8, name: at most 120 characters are possible.",
    )


@pytest.mark.parametrize(("file", "sentence"), [
    (b"", "Line 1: the column division is missing."),
    (f"{HEADER}\n{LINE}\nDhaka,".encode() + b"\xe0\xa6", "This file cannot be read as a table."),
    (f"{HEADER}\n{LINE.replace('Rahman', '??????')}".encode(), "Line 2: question marks stand in place of letters."),
    (f'{HEADER}\n{LINE},"open'.encode(), "Line "),
])  # fmt: skip
def test_a_file_without_a_table_is_refused(file: bytes, sentence: str) -> None:
    assert mistakes(file)[0].startswith(sentence)


def test_columns_and_names_that_contradict_are_named() -> None:
    found = mistakes(f"{HEADER.replace('telephone', 'phone')},name\n")
    assert [one.partition(" Known columns")[0] for one in found] == [
        "Line 1: the column telephone is missing.",
        "Line 1: the column 'phone' is not known.",
        "Line 1: the column name is there twice.",
    ]
    assert "Known columns: division, district" in found[0]
    text = f"{HEADER},division_bn\n{LINE},ঢাকা\n{LINE.replace('Rahman', 'Karim')},\n{LINE.replace('Rahman', 'A')},ঢাক\n"
    assert mistakes(text) == ("Dhaka has several names in Bangla: ঢাক, ঢাকা. Keep one.",)


def test_files_without_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert mistakes(b"x" * 5_000_001)[0].startswith("This file is larger than 5 MB")
    monkeypatch.setattr(dealers, "MAX_ROWS", 2)
    rows = "\n".join(LINE.replace("Rahman", str(number)) for number in range(3))
    assert mistakes(f"{HEADER}\n{rows}")[0] == "The file has 3 dealers; at most 2 are possible."


def test_the_sample_is_complete_and_says_that_it_is_one() -> None:
    """The repository's own dealers: invented, in both languages, one of them without a position."""
    found = content.read("en").dealers
    assert found
    assert all(dealer.name.startswith("Sample") and dealer.name_bn.startswith("নমুনা") for dealer in found)
    assert any(dealer.position is None for dealer in found)
    assert any(dealer.position for dealer in found)
    assert all(getattr(dealer, column) for dealer in found for column in COLUMNS if column.endswith("_bn"))
