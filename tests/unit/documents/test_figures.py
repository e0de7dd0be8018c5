"""Figures of statements: exact, explained where they leave their range, gone with their document."""

import csv
import io
import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starbond_site import content
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents import snapshot
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.extraction import tables
from starbond_site.documents.refusals import Refusal
from starbond_site.features.figures import routes, service
from starbond_site.features.figures.records import Figure
from starbond_site.presentation import spreadsheet
from starbond_site.presentation.numbers import number
from starbond_site.shared import local_time
from starbond_site.shared.categories import FIGURES, FigureName, Period, Unit
from tests.refused import refuses
from tests.unit.documents import samples
from tests.unit.documents.publishing import outcome, publish, rows, sentence

pytestmark = pytest.mark.features("figures")

EPS = content.read("en").figures.kind("eps")
REVENUE = content.read("en").figures.kind("revenue")
END = date(2025, 6, 30)
EXPLAINED = {"reason": "A new plant", "reason_bn": "নতুন কারখানা"}


def statement(archive: Archive, number: int = 0, category: str = "FinancialStatement") -> int:
    return publish(archive, category, f"Statement {number}.pdf", samples.GOOD["report.pdf"] + b"%% %d\n" % number).id


def year(end: int = 2025, **options: Any) -> list[Figure]:  # noqa: ANN401
    """Return figures of a year; ``eps="1.20"`` and others are values, the rest are options."""
    values = {FigureName(name): Decimal(options.pop(name)) for name in list(options) if name in set(FigureName)}
    return service.figures_of(values, period="year", period_end=date(end, 6, 30), **options)


def shown(archive: Archive) -> dict[tuple[str, int], tuple[Decimal, int]]:
    found = archive.read(service.effective)
    return {(figure.name, figure.period_end.year): (figure.value, figure.document_id) for figure in found}


def test_values_come_back_with_every_digit(archive: Archive) -> None:
    number = statement(archive)
    service.enter(archive, number, year(eps="1.2000", revenue="987654321.1234", unit=Unit.ONE), COMMAND_LINE)
    assert rows(archive, "SELECT value, unit FROM figure ORDER BY name") == [
        ("1.2000", "BDT"),
        ("987654321.1234", "BDT"),
    ]
    service.enter(archive, number, year(eps="1.10"), COMMAND_LINE)
    assert rows(archive, "SELECT value FROM figure WHERE name = 'eps'") == [("1.10",)]
    assert rows(archive, "SELECT detail FROM audit")[-1] == ("1.10 BDT, was 1.2000 BDT",)


def test_numbers_as_people_type_them() -> None:
    typed = {"-0.75": "-0.75", "\N{MINUS SIGN}0.75": "-0.75", " +3 ": "3", "১২.৫": "12.5"}
    assert {text: str(number(text, "eps")) for text in typed} == typed
    for text in ("", "1,2", "1.23456", "1e5", "NaN", "Infinity", "১২,৫", "1 000", "0x1", "1" * 16, "--1"):
        assert outcome(number, text, "eps") == "figure_invalid"


def test_a_reason_stands_with_the_figure_that_it_explains(archive: Archive) -> None:
    """EPS grew by more than a fifth, NAV did not; where nothing has to be explained the reason is about all."""
    first, second = statement(archive), statement(archive, 1)
    service.enter(archive, first, year(2024, eps="1", nav="20", **EXPLAINED), COMMAND_LINE)
    service.enter(archive, second, year(2025, eps="2", nav="21", **EXPLAINED), COMMAND_LINE)
    reasons = rows(archive, "SELECT document_id, name, reason FROM figure ORDER BY document_id, name")
    told = [(first, "eps"), (first, "nav"), (second, "eps")]
    assert reasons == [*((number, name, "A new plant") for number, name in told), (second, "nav", "")]


def entered(value: str, end: date, unit: str = "BDT", name: str = "eps", period: str = "year") -> Figure:
    return Figure(document_id=1, period=period, period_end=end, name=name, value=Decimal(value), unit=unit)


def said(refusal: Refusal | None) -> str:
    return sentence(refusal) if refusal else ""


@pytest.mark.parametrize(("days", "is_compared"), [(349, False), (350, True), (380, True), (381, False)])
def test_periods_that_end_a_year_apart_are_compared(days: int, is_compared: bool) -> None:
    assert entered("1", END - timedelta(days=days)).is_a_year_before(entered("1", END)) is is_compared


def test_deviation() -> None:
    changes = {
        ("1.20", "1.00"): "", ("1.21", "1.00"): "+21.0 %", ("0.80", "1.00"): "", ("0.79", "1.00"): "-21.0 %",
        ("-0.10", "0.10"): "-200.0 %", ("0.30", "-0.30"): "+200.0 %", ("0.01", "0"): "was 0 BDT one year before",
        ("0", "0"): "", ("101", "100"): "outside the range of -100 to 100 BDT", ("5", ""): "",
    }  # fmt: skip
    for (value, earlier), words in changes.items():
        before = entered(earlier, date(2024, 6, 30)) if earlier else None
        found = said(entered(value, END).deviation(EPS, before))
        assert (bool(found), words in found) == (bool(words), True), (value, earlier, found)
    before = entered("500", date(2024, 6, 30), "BDT million", "revenue")
    assert entered("590000000", END, name="revenue").deviation(REVENUE, before) is None
    assert "+22.0 %" in said(entered("610000000", END, name="revenue").deviation(REVENUE, before))
    known = [
        entered("1", date(2025, 3, 31)), entered("2", date(2024, 6, 30), period="quarter"),
        entered("3", date(2023, 6, 30)), entered("4", date(2024, 6, 30), name="nav"),
    ]  # fmt: skip
    assert entered("6", END).before(known) is None
    right = entered("5", date(2024, 6, 30))
    assert entered("6", END).before([*known, right]) is right


def test_leaving_the_range_asks_for_a_reason_and_keeps_it(archive: Archive) -> None:
    number = statement(archive)
    service.enter(archive, number, year(2024, eps="1.00", nav="15"), COMMAND_LINE)
    with pytest.raises(Refusal) as refused:
        service.enter(archive, number, year(2025, eps="1.50", nav="16"), COMMAND_LINE)
    said = sentence(refused.value)
    assert re.match(r"EPS changed by \+50\.0 % from 1\.00 BDT to 1\.50 BDT.*give the reason.*\n.*not yet checked", said)
    assert ("nav", 2025) not in shown(archive), "all figures or none"
    service.enter(archive, number, year(2025, eps="1.50", nav="16", **EXPLAINED), COMMAND_LINE)
    assert rows(archive, "SELECT reason, reason_bn FROM figure WHERE value = '1.50'") == [("A new plant", "নতুন কারখানা")]
    audited = rows(archive, "SELECT action, outcome FROM audit WHERE detail LIKE '1.50 BDT; A new plant'")
    assert audited == [("set figure", "done")]
    with refuses("figure_changed"):  # Makes the change of 2024, which had none before.
        service.enter(archive, number, year(2023, eps="2.00", nav="15"), COMMAND_LINE)
    service.enter(archive, number, year(2023, eps="2.00", **EXPLAINED), COMMAND_LINE)


def test_restated_figure_counts_more_than_the_first_and_a_later_statement(archive: Archive) -> None:
    first, second = statement(archive, 1), statement(archive, 2)
    service.enter(archive, first, year(eps="1.00"), COMMAND_LINE)
    assert outcome(service.enter, archive, second, year(eps="1.05"), COMMAND_LINE) == "figure_contradicts"
    service.enter(archive, second, year(eps="1.05", restated=True), COMMAND_LINE)
    service.enter(archive, statement(archive, 3), year(eps="1.00"), COMMAND_LINE)
    assert shown(archive) == {("eps", 2025): (Decimal("1.05"), second)}


def test_an_amount_is_the_same_in_another_unit(archive: Archive) -> None:
    first, second = statement(archive, 1), statement(archive, 2)
    service.enter(archive, first, year(revenue="500.5"), COMMAND_LINE)
    service.enter(archive, second, year(revenue="500500000", unit=Unit.ONE), COMMAND_LINE)
    other = year(revenue="500500001", unit=Unit.ONE)
    assert outcome(service.enter, archive, second, other, COMMAND_LINE) == "figure_contradicts"


def test_figures_disappear_with_their_document(archive: Archive) -> None:
    number = statement(archive)
    service.enter(archive, number, year(eps="1.00"), COMMAND_LINE)
    before = snapshot.read(archive)
    withdraw(archive, number, COMMAND_LINE)
    changed = [name for name, version in snapshot.versions(archive).items() if version > before.version(name)]
    assert len(before.rows(FIGURES)) == 1
    assert snapshot.refreshed(archive, before, changed).rows(FIGURES) == ()
    assert outcome(service.enter, archive, number, year(eps="1.00"), COMMAND_LINE) == "document_not_public"


def test_only_statements_have_figures(archive: Archive) -> None:
    service.enter(archive, statement(archive, category="AnnualReport"), year(eps="1.00"), COMMAND_LINE)
    with refuses("figure_list"):
        service.enter(archive, statement(archive, category="AllNotice"), year(eps="1.00"), COMMAND_LINE)


FUTURE = service.figures_of(
    {FigureName("eps"): Decimal(1)}, period="quarter", period_end=local_time.today() + timedelta(days=2)
)


@pytest.mark.parametrize(("figures", "code"), [
    (year(), "no_figure"),
    (year(1969, eps="1"), "figure_period"),
    (FUTURE, "figure_period"),
    (year(eps="1", reason="a" * 501), "figure_reason_invalid"),
    (year(eps="1", reason_bn="কারণ"), "figure_reason_alone"),
])  # fmt: skip
def test_wrong_entries_are_refused(archive: Archive, figures: list[Figure], code: str) -> None:
    assert outcome(service.enter, archive, statement(archive), figures, COMMAND_LINE) == code


@pytest.mark.parametrize(("name", "value", "unit", "period", "said"), [
    ("revenue", "12.50", "BDT million", "quarter", ("ifrs-full:Revenue", "iso4217:BDT", -4, date(2026, 4, 1))),
    ("profit", "-12500000", "BDT", "nine-months", ("ifrs-full:ProfitLoss", "iso4217:BDT", 0, date(2025, 10, 1))),
    ("nav", "31.2", "BDT", "half-year", ("", "iso4217:BDT/xbrli:shares", 1, None)),
])  # fmt: skip
def test_programs_are_told_concept_unit_accuracy_and_first_day(
    name: str, value: str, unit: str, period: str, said: tuple[object, ...]
) -> None:
    figure = Figure(
        document_id=1, name=name, value=Decimal(value), unit=unit, period=period, period_end=date(2026, 6, 30)
    )
    assert (figure.concept, figure.measure, figure.decimals, figure.period_start) == said


TAXONOMY = {
    "ifrs-full:Revenue": ("duration", "monetary"),
    "ifrs-full:ProfitLoss": ("duration", "monetary"),
    "ifrs-full:BasicEarningsLossPerShare": ("duration", "per share"),
}
"""Elements of the IFRS taxonomy (IAS 1.82 a, 81A a, IAS 33.66), looked up in filings: RELX PLC, Form 20-F for 2025, has
all three, the last in GBP per share; the DART filing 00413046 of March 2025 has the first and the last with these
paragraphs; of XBRL US, DQC_IFRS_0130 computes the last. None has net assets or operating cash flow per share."""


def test_concepts_are_those_of_the_ifrs_taxonomy() -> None:
    kinds = content.read().figures.kinds
    said = {kind.concept: ("instant" if kind.at_end else "duration", "monetary" if kind.in_millions else "per share")
            for kind in kinds if kind.concept.startswith("ifrs-full:")}  # fmt: skip
    assert said == TAXONOMY
    assert not {kind.concept for kind in kinds if kind.id in ("nav", "nocfps")} - {""}


def exported(figures: Sequence[Figure]) -> str:
    """Return the CSV of the site."""
    rows = ([getattr(figure, name) for name in routes.COLUMNS.values()] for figure in figures)
    return spreadsheet.text(
        routes.COLUMNS, ([("yes" if cell else "") if isinstance(cell, bool) else cell for cell in row] for row in rows)
    )


@st.composite
def some_figures(draw: st.DrawFn) -> list[Figure]:
    ends = st.builds(
        lambda year, month: date(year, month, monthrange(year, month)[1]), st.integers(1990, 2025), st.integers(1, 12)
    )
    values = st.builds(
        lambda whole, places: Decimal(whole).scaleb(-places), st.integers(-(10**11), 10**11), st.integers(2, 4)
    ).filter(lambda value: not (1 <= abs(value) < 1000 and value.as_tuple().exponent == -3))  # 1,234 may be a thousand.
    text = st.text('Aকে é=-;"1', max_size=8).map(str.strip)
    names = st.sampled_from([(name, unit) for name in FigureName for unit in content.read().figures.kind(name).units])
    found = draw(
        st.lists(
            st.tuples(st.integers(1, 99), st.sampled_from(Period), ends, names, values, st.booleans(), text), min_size=1
        )
    )
    figures = [
        Figure(document_id=number, period=period.value, period_end=end, name=name, value=value, unit=unit.value,
               restated=restated, reason=reason, reason_bn=reason)
        for number, period, end, (name, unit), value, restated, reason in found
    ]  # fmt: skip
    return list({figure.place: figure for figure in figures}.values())


@given(
    some_figures(),
    st.sampled_from((",", ";", "\t")),
    st.sampled_from(("{0.month}/{0.day}/{0.year}", "{0:%d.%m.%Y}", "{0:%d-%b-%y}")),
)
def test_an_export_comes_back_equal_after_excel_has_saved_it(figures: list[Figure], separator: str, day: str) -> None:
    """Excel shows 10 digits, dates as its country does, and adds what people add: empty rows and a total."""
    heads, *rows = csv.reader(io.StringIO(exported(figures)))
    comma = "," if separator == ";" else "."
    for row in rows:
        row[heads.index("value")] = f"{Decimal(row[heads.index('value')]):.10g}".replace(".", comma)
        row[heads.index("period_end")] = day.format(date.fromisoformat(row[heads.index("period_end")]))
    writer = csv.writer(saved := io.StringIO(newline=""), delimiter=separator)
    writer.writerows([heads, *rows, ["Total", *[""] * (len(heads) - 1)], [""] * len(heads)])
    file = saved.getvalue().encode("utf-16" if separator == "\t" else "utf-8-sig")
    read = service.parse(tables.text_of(file).encode())
    assert [line for line, _ in read] == list(range(2, len(figures) + 2))
    pairs = [(figure, found) for figure, (_, found) in zip(figures, read, strict=True)]
    assert [pair for pair in pairs if not (pair[0].says(pair[1]) or pair[0].is_rounded(pair[1]))] == []
    assert [figure for figure, _ in pairs if not figure.says(figure) or figure.is_rounded(figure)] == []


def test_a_table_is_entered_by_the_rules_of_the_form(archive: Archive) -> None:
    """Deviation, contradiction, another list: each is named by its line, and nothing is entered."""
    first, second, notice = statement(archive), statement(archive, 1), statement(archive, 2, "AllNotice")
    heads = "Name,period,period_end,value,unit,restated,reason,document\n"
    right = f"EPS,year,30/6/2024,1.00,,,,{first}\nমুনাফা,বছর,৩০/৬/২০২৪,৫০০,মিলিয়ন টাকা,,,{first}\n"
    wrong = (
        f"eps,year,2025-06-30,1.50,,,,{first}\neps,year,2024-06-30,1.05,,,,{second}\n"
        f"eps,year,2023-06-30,1.00,,,,{notice}\nnav,year,2024-06-30,15,,,,99\n"
    )
    named = [
        *((2, "figure_contradicts"), (4, "figure_changed"), (5, "figure_contradicts")),
        *((6, "figure_list"), (7, "document_not_public")),
    ]
    table = service.parse((heads + right + wrong).encode())
    for refused in (service.check, partial(service.import_all, actor=COMMAND_LINE, source="a.csv")):
        with pytest.raises(TableMistakes) as mistakes:
            refused(archive, table)
        assert [(values["line"], code) for code, values in mistakes.value.mistakes] == named
    assert shown(archive) == {}
    for done in ({"changed": 3, "same": 0}, {"changed": 0, "same": 3}):
        table = service.parse((heads + right + f"eps,year,2024-06-30,1.05,,yes,Audit,{second}\n").encode())
        assert service.import_all(archive, table, COMMAND_LINE, "figures.csv") == done
    assert shown(archive) == {("eps", 2024): (Decimal("1.05"), second), ("profit", 2024): (Decimal(500), first)}
    told = rows(archive, "SELECT name, reason, restated FROM figure WHERE reason != ''")
    assert told == [("eps", "Audit", 1)]


@pytest.mark.parametrize(("heads", "cells", "kept"), [
    ("", "", ("Audit", "নিরীক্ষা", 1)), (",reason", ",Audit", ("Audit", "নিরীক্ষা", 1)),
    (",reason", ",New", ("New", "", 1)), (",reason_bn", ",", ("Audit", "", 1)),
    (",restated", ",no", ("Audit", "নিরীক্ষা", 0)),
])  # fmt: skip
def test_what_a_table_has_no_column_for_stays(
    archive: Archive, heads: str, cells: str, kept: tuple[str, str, int]
) -> None:
    id = statement(archive)
    service.enter(archive, id, year(eps="999", restated=True, reason="Audit", reason_bn="নিরীক্ষা"), COMMAND_LINE)
    table = service.parse(f"name,period,period_end,value,document{heads}\neps,year,2025-06-30,999,{id}{cells}".encode())
    service.check(archive, table)
    changed = int(kept != ("Audit", "নিরীক্ষা", 1))
    assert service.import_all(archive, table, COMMAND_LINE, "a.csv") == {"changed": changed, "same": 1 - changed}
    assert rows(archive, "SELECT reason, reason_bn, restated FROM figure") == [kept]


def test_a_number_that_excel_may_have_rounded_is_typed_whole(archive: Archive) -> None:
    """Neither a correction nor a digit is lost without a word."""
    number = statement(archive)
    service.enter(archive, number, year(revenue="12345678901", unit=Unit.ONE, reason="A new plant"), COMMAND_LINE)
    heads = "name,period,period_end,value,unit,document\nrevenue,year,2025-06-30,"
    for value, code in {"12345678900": "figure_rounded", "12345678901": "", "12345678800": ""}.items():
        table = service.parse(f"{heads}{value},BDT,{number}".encode())
        if code:
            with pytest.raises(TableMistakes) as refused:
                service.check(archive, table)
            assert [(values["line"], values["value"], found) for found, values in refused.value.mistakes] == [
                (2, "12345678901", code)
            ]
        else:
            service.check(archive, table)


@pytest.mark.parametrize(("typed", "read"), [
    ("1,234", None), ("-১২,৩৪৫", None), ("0,725", "0.725"), ("1,23", "1.23"), ("1234,567", "1234.567"),
    ("1,2345", "1.2345"),
])  # fmt: skip
@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_comma_that_may_separate_thousands_is_refused(typed: str, read: str | None, separator: str) -> None:
    lines = "name,period,period_end,value,document", "eps,year,2025-06-30,{},1"
    file = "\n".join(lines).replace(",", separator).format(typed).encode()
    if read:
        assert [figure.value for _, figure in service.parse(file)] == [Decimal(read)]
    else:
        with pytest.raises(TableMistakes) as refused:
            service.parse(file)
        code, values = refused.value.mistakes[0]
        assert (code, values["line"]) == ("figure_invalid", 2)


def test_the_form_claims_no_digits_that_nobody_typed() -> None:
    """An amount in millions beside one in BDT; what is typed already keeps its zeros."""
    millions, profit = entered("12.50", END, "BDT million", "revenue"), entered("7000000.10", END, name="profit")
    figures = [millions, profit, entered("1.20", END)]
    values = routes._values(content.read("en"), figures)
    assert [values[name] for name in ("revenue", "profit", "eps")] == ["12500000", "7000000.10", "1.20"]


def test_a_long_table_is_compared_once(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    number, called = statement(archive), list[int]()
    monkeypatch.setattr(service, "_effective", lambda figures: called.append(1) or tuple(figures))
    lines = [f"eps,year,{end}-06-30,1,{number}" for end in range(1990, 2020)]
    service.check(archive, service.parse("\n".join(["name,period,period_end,value,document", *lines]).encode()))
    assert called == [1]


def test_what_a_table_says_wrongly_is_named_by_line(archive: Archive) -> None:
    wrong = {
        "epz,year,2025-06-30,1,,1": "table_word_unknown", "eps,month,2025-06-30,1,,1": "table_word_unknown",
        "eps,year,2025-06-30,1,BDT million,1": "table_word_unknown", "eps,year,5/6/2025,1,,1": "day_invalid",
        "eps,year,2025-06-30,1.2E+10,,1": "figure_invalid", "eps,year,2025-06-30,1,,first": "document_not_public",
        "eps,year,1969-06-30,1,,1": "figure_period", "eps,year,2025-06-30,2,,1": "",
        "eps,year,30/6/25,3,,1": "figure_twice",
    }  # fmt: skip
    with pytest.raises(TableMistakes) as mistakes:
        service.parse("\n".join(["name,period,period_end,value,unit,document", *wrong]).encode())
    expected = [(line, code) for line, code in enumerate(wrong.values(), 2) if code]
    assert [(values["line"], code) for code, values in mistakes.value.mistakes] == expected
    assert all(content.read("bn").errors.say(code, **values) for code, values in mistakes.value.mistakes)
