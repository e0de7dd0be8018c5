"""Shareholding: months that are imported, what the page and programs show of them, and the facts of the share."""

import re
from contextlib import nullcontext
from datetime import date

import htpy as h
import pytest
from factories import html_of
from whole_site import Site

from starbond_site import content
from starbond_site.components.react.component import drawn
from starbond_site.content.addresses import DISCLOSURES_PAGE, DIVIDENDS_PAGE, SHAREHOLDING_PAGE
from starbond_site.content.sentences import refusal_sentence
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.features.shareholding import service as shares
from starbond_site.features.shareholding.topic import LABEL, WIDTH, live
from starbond_site.pages import all_pages
from starbond_site.presentation.numbers import decimal
from starbond_site.shared import local_time
from starbond_site.shared.categories import SHAREHOLDING
from tests.unit.documents.publishing import existing
from tests.unit.presentation.samples import values

pytestmark = pytest.mark.features("shareholding")

SITES = [content.read(language) for language in content.LANGUAGES]
HEAD = "month,sponsors,government,institutions,foreign,public\n"
GOOD = "2026-09,30.25,0,20,5.5,44.25\n2026-10,30.25,0,21,5.5,43.25\n"


def test_months_are_imported_once_and_shown(archive: Archive) -> None:
    months = shares.parse((HEAD + GOOD).encode())
    assert shares.import_all(archive, months, COMMAND_LINE, "shares.csv") == {"changed": 2, "same": 0}
    assert shares.import_all(archive, months[1:], COMMAND_LINE, "shares.csv")["changed"] == 0
    assert archive.read(shares.read) == (months[1], months[0])
    page = html_of(SITES[0], SHAREHOLDING, months[::-1])
    assert page.count("<rect") == 2 * len(shares.GROUPS)
    assert "30.25\N{NO-BREAK SPACE}%" in page


@pytest.mark.parametrize("site", SITES, ids=content.LANGUAGES)
def test_every_part_stands_beside_its_group_and_is_as_wide_as_it_is_large(site: content.Site) -> None:
    (month,) = shares.parse((HEAD + "2026-10,40.25,1.5,22.75,5,30.5").encode())
    page, groups = html_of(site, SHAREHOLDING, (month,)), site.interface.shareholding.groups
    told = [(groups[name], decimal(site, part, 2)) for name, part in month.parts.items()]
    large = [(name, f"{part}\xa0%") for name, part in told]
    assert values(page) == large + told, "as large figures and in the table"
    bars = re.findall(r'<rect class="shares__(\w+)" x="([\d.]+)"[^>]* width="([\d.]+)"', page)
    assert [name for name, *_ in bars] == [*month.parts]
    left = float(LABEL)
    for name, x, width in bars:
        own = float(month.parts[name]) * (WIDTH - LABEL) / 100
        assert (float(x), float(width)) == pytest.approx((left, own), abs=0.1), name
        left += own


@pytest.mark.parametrize(("lines", "said"), [
    ("2026-13,1,1,1,1,96", "Line 2: '2026-13' is not a month; write it as 2026-10."),
    ("2999-01,20,20,20,20,20", "Line 2: the month 2999-01 has not ended."),
    ("2026-10,20,20,20,20,19", "Line 2: the percentages add up to 99 %, not 100."),
    ("2026-10,20,20,20,20,20.06", "Line 2: the percentages add up to 100.06 %, not 100."),
    ("2026-10,20,20,20,20,-1", "Line 2, public: '-1' is not a percentage; write it as 30.25."),
    ("2026-10,20,20,20,20,20,0", "Line 2: it has more cells than the first line has columns."),
    (f"{GOOD}2026-10,20,20,20,20,20", "Line 4: the month 2026-10 is in an earlier line too."),
    ("", "The file has no month."),
])  # fmt: skip
def test_a_month_with_a_mistake_is_refused_with_its_line(lines: str, said: str) -> None:
    with pytest.raises(TableMistakes) as wrong:
        shares.parse((HEAD + lines).encode())
    assert [refusal_sentence(code, values=values) for code, values in wrong.value.mistakes] == [said]


@pytest.mark.parametrize(("day", "is_over"), [(30, False), (31, True)])
def test_a_month_is_over_on_its_last_day(monkeypatch: pytest.MonkeyPatch, day: int, is_over: bool) -> None:
    monkeypatch.setattr(local_time, "today", lambda: date(2026, 10, day))
    with nullcontext() if is_over else pytest.raises(TableMistakes):
        shares.parse(f"{HEAD}2026-10,20,20,20,20,20".encode())


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
        assert f'<h2 id="shareholding-newest">{site.digits(f"{names[9]} 2026")}</h2>' in page


@pytest.mark.features("duties")
def test_the_facts_of_the_share_are_shown_and_both_pages_lead_on() -> None:
    for site in SITES:
        share, complaint = site.shareholding, existing(site.shareholding.complaint)
        said = [*(text for fact in share.facts for text in (fact.name, fact.value)), share.note, complaint.phone.shown]
        said.append(site.interface.shareholding.answer_within.format(days=site.digits(7)))
        assert [text for text in said if str(h.p[text])[3:-4] not in str(live(site).below)] == [], site.language
        bodies = {page.path: str(drawn(page.body(site))) for page in all_pages(site)}
        for path, to in (
            (SHAREHOLDING_PAGE, DISCLOSURES_PAGE), (SHAREHOLDING_PAGE, "/governance"),
            (DIVIDENDS_PAGE, "/dividend-policy"),
        ):  # fmt: skip
            assert f'"{site.address(to)}"' in bodies[path], (path, to)


def test_programs_read_the_months_and_the_desk_reads_them_back(archive: Archive) -> None:
    shares.import_all(archive, shares.parse(f"{HEAD}2026-10,30,0,21,5,44".encode()), COMMAND_LINE, "shares.csv")
    site = Site(archive)
    assert shares.parse(site.get("/api/shareholding.csv").text.encode()) == archive.read(shares.read)
    assert site.get("/api/shareholding").json["months"][0]["month"] == "2026-10"
