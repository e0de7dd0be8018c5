"""A year of shareholders: what a secretary enters on the desk stands on open pages, and what a number gets.

The secretary works in the first language on a wide window and in the other on a phone; readers have phones, and widen
their windows when axe looks.
"""

import re
import subprocess
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.features.shareholding.service import parse
from starbond_site.presentation.numbers import decimal, percent
from starbond_site.shared import local_time
from starbond_site.shared.digits import in_ascii
from tests.browser.axe import in_views
from tests.browser.conftest import PLAIN, Tab
from tests.browser.filing import publish
from tests.browser.languages import BANGLA, ENGLISH, SITES
from tests.serving import Server

LIVE_MS, NUMBER, STRANGER = 10_000, "1201 2345 6789 0123", "1201 2345 6789 0124"
PHONE, DESKTOP = (390, 844), (1440, 900)
RESULTS = "1200000 300 0\n1199000 1300 0"
FIGURES = """
    { day = $p["period_end"]; of[day, $p["name"]] = $p["value"] }
    !known[day]++ { days[++count] = day }
    function shown(day, name, scale, before) {
        if (of[day, name] == "") return
        before = (substr(day, 1, 4) - 1) substr(day, 5)
        printf "%.2f ", of[day, name] / scale
        if (of[before, name] != "") printf "%+.1f ", 100 * (of[day, name] / of[before, name] - 1)
    }
    END { for (n = 1; n <= count; n++) { shown(days[n], "eps", 1); if (millions) shown(days[n], "revenue", millions) } }
"""
"""The numbers of all periods, each with its change against the one a year before; revenue in so many millions."""
DIVIDENDS = """
    function part(amount) { if (amount + 0) printf "%.6g ", amount }
    function parts(cash, stock, own) { part(cash); part(stock); part(own) }
    function day(text, of) { if (split(text, of, "-") == 3) printf "%d %d ", of[3], of[1] }
    function closed() { if (!newest && rows > 1) parts(cash, stock, own); rows = cash = stock = own = 0 }
    $p["year_end"] != year { closed(); year = $p["year_end"] }
    newest && NR > 2 { exit }
    {
        if (newest) part($p["per_share"])
        parts($p["cash_percent"], $p["stock_percent"], newest ? 0 : $p["per_share"])
        day($p["declared_on"]); day($p["record_date"]); day($p["meeting"]); day($p["paid_on"])
        rows++; cash += $p["cash_percent"]; stock += $p["stock_percent"]; own += $p["per_share"]
    }
    END { closed() }
"""
"""The numbers of all dividends, each year of several with its total; or of the newest one, its amount first."""
UNCLAIMED = (
    """$p["unclaimed"] { split($p["fund_day"], of, "-"); printf "%.2f %d %d ", $p["unclaimed"], of[3], of[1] }"""
)
BARS = """
    { year = substr($p[end], 1, 4); if (!(year in of)) years[++count] = year; of[year] += $p[amount] }
    of[year] > most { most = of[year] }
    END { for (n = count; n; n--) printf "%d %.6g %.3f ", years[n], of[years[n]], of[years[n]] / most }
"""
"""Each year of a chart, its number, and how long its bar is beside the longest."""
FILINGS = """
    NR > 6 { exit }
    { for (n = 1; n <= NF; n++) if (length($n) == 10 && split($n, of, "-") == 3) break; printf "%d %d ", of[1], of[3] }
    { match($0, "/documents/[0-9]+"); print substr($0, RSTART + 11, RLENGTH - 11) }
"""
"""Day, year and number of the five newest filings."""
NEXT_DATE = """
    /^BEGIN:VEVENT/ { is_on = 1 }
    /^STATUS:CANCELLED/ { is_on = 0 }
    /^DTSTART/ { split($0, of, ":"); day = substr(of[2], 1, 8) }
    /^END:VEVENT/ && is_on && day >= today && (first == "" || day < first) { first = day }
    END { printf "%d %d", substr(first, 7), substr(first, 1, 4) }
"""
"""Day and year of the next date of the calendar's file, from today on."""
SHARE = """/^value/ { sub(/, bn = .*/, ""); gsub(/[^0-9]+/, " "); print }"""
"""The numbers in the facts of the share."""
MONTHS = "month,sponsors,government,institutions,foreign,public\n2025-10,30.25,0,21,5.5,43.25\n2025-09,30,0,20,6,44\n"


def opened(tab: Tab, words: Site, path: str, size: tuple[int, int] = PHONE) -> Page:
    page = tab()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(localized(path, words.language))
    return page


def readers(tab: Tab, path: str) -> list[tuple[Site, Page]]:
    return [(words, opened(tab, words, path)) for words in SITES]


def send(secretary: Page, name: str, typed: Mapping[str, str], done: str, first: str = "") -> None:
    """Fill in a form of the desk, whose button has its name, and see what it says then; after another one, if given."""
    form = secretary.get_by_role("form", name=name, exact=True)
    if not form.is_visible():
        secretary.locator("summary", has_text=re.compile(f"^{re.escape(name)}$")).click()
    for label, text in typed.items():
        control = form.get_by_label(label, exact=True)
        control.select_option(text) if control.get_by_role("option").count() else control.fill(text)
    for button in filter(None, (first, name)):
        form.get_by_role("button", name=button, exact=True).click()
    expect(secretary.get_by_role("status").filter(has_text=done)).to_be_visible()


def computed(csv: bytes, program: str, **given: object) -> list[str]:
    """Return the words that awk writes about an export, in which `$p["NAME"]` is the cell of a column."""
    heads = """NR == 1 { for (n = 1; n <= NF; n++) p[$n] = n; next } """
    plain = csv.replace(b'"', b"").replace(b"\r", b"").removeprefix(b"\xef\xbb\xbf")
    values = [word for name, value in given.items() for word in ("-v", f"{name}={value}")]
    return subprocess.check_output(["awk", "-F,", *values, heads + program], input=plain).decode().split()


def numbers(cells: Locator) -> list[str]:
    """Return the numbers of cells in the digits and without the groups of awk."""
    texts = in_ascii(" ".join(cells.all_text_contents())).replace(",", "").replace("\N{MINUS SIGN}", "-")
    return re.findall(r"[+-]?\d+(?:\.\d+)?", texts)


def exact(found: list[str]) -> list[Decimal]:
    """Return numbers that are written with other zeros at their end."""
    return [Decimal(each) for each in found]


def bars(chart: Locator) -> list[Decimal]:
    """Return what a chart shows of each year, as `BARS` does."""
    years, amounts = (numbers(chart.locator(f".chart__{part}")) for part in ("name", "value"))
    heights = [float(bar.get_attribute("height") or 0) for bar in chart.locator(".chart__bar").all()]
    lengths = [f"{height / max(heights):.3f}" for height in heights]
    return exact([each for column in zip(years, amounts, lengths, strict=True) for each in column])


def of_investors(tab: Tab, words: Site, path: str) -> Locator:
    """Return what the page of investors shows of a room, on a page that stays open."""
    return part(opened(tab, words, "/investors"), words.page(path).title)


def part(investors: Page, title: str) -> Locator:
    heading = investors.locator(".investors--whole").get_by_role("heading", name=title, exact=True)
    return heading.locator("..")


def test_a_dividend_appears_and_the_search_says_whom_to_call(tab: Tab) -> None:
    pages, investors = readers(tab, "/dividends"), [of_investors(tab, words, "/dividends") for words in SITES]
    for words, page in pages:
        expect(page.get_by_role("button", name=words.interface.print.list_button)).to_be_hidden()
    for words, size, more in ((ENGLISH, DESKTOP, {}), (BANGLA, PHONE, {"unclaimed": "১২৩৪৫৬৭.৮"})):
        labels, desk = words.interface.dividends, words.interface.desk_dividends
        amount = labels.amount.format(unit=words.company.currency_name)
        typed = {labels.year: "2025-06-30", labels.cash: "12.5", labels.record_date: "2025-11-20"}
        typed |= {f"{labels.unclaimed}, {amount}": text for text in more.values()}
        interim = typed | {labels.kind: "interim-1", labels.cash: "2.25", labels.record_date: "2025-02-20"}
        earlier = {labels.year: "2024-06-30", labels.cash: "10", labels.record_date: "2024-11-20"}
        for dividend in (typed, interim, earlier):
            send(opened(tab, words, "/desk/dividends", size), desk.enter, dividend, desk.done["entered"])
        imported, show = words.interface.desk_holders, words.interface.desk_import.show
        done = words.digits(imported.done.format(count=2))
        register = {words.interface.desk_import.text: words.digits(f"{NUMBER}\nAB-00417")}
        send(opened(tab, words, "/desk/holders", size), imported.button, register, done, show)
    for (words, page), newest in zip(pages, investors, strict=True):
        labels, history = words.interface.dividends, page.get_by_role("region", name=words.interface.dividends.history)
        unclaimed = page.get_by_role("region", name=labels.unclaimed)
        for table, year in ((history, 2025), (history, 2024), (unclaimed, 2025)):
            name = words.period("year", date(year, 6, 30))
            expect(table.get_by_role("rowheader", name=name).first).to_be_visible(timeout=LIVE_MS)
        expect(history.get_by_role("row").filter(has_text=labels.total)).to_have_count(1, timeout=LIVE_MS)
        csv, own = page.request.get("/api/dividends.csv").body(), "td:nth-of-type(n + 2)"
        found = exact(computed(csv, DIVIDENDS))
        assert exact(numbers(history.locator(own))) == found
        assert {Decimal("14.75"), Decimal("1.475"), Decimal(10)} <= set(found), "the total and the year before"
        assert numbers(unclaimed.locator(own)) == computed(csv, UNCLAIMED)
        chart = page.get_by_role("img", name=labels.chart_title.format(unit=words.company.currency_name))
        assert bars(chart) == exact(computed(csv, BARS, end="year_end", amount="per_share"))
        expect(newest).to_contain_text(decimal(words, Decimal("1.25"), 2), timeout=LIVE_MS)
        shown = numbers(newest.locator(".investors__value, dd"))
        assert exact(shown) == exact(computed(csv, DIVIDENDS, newest=1))
        expect(page.get_by_role("form", name=labels.search)).to_be_visible(timeout=LIVE_MS)
        expect(page.get_by_role("button", name=words.interface.print.list_button)).to_be_visible()
        assert in_views(page, (390, "light"), (1440, "dark")) == [], words.language
    for words, page in (*pages, (ENGLISH, tab(**PLAIN))):
        labels, contact = words.interface.dividends, words.dividends.contact
        for number, said in ((NUMBER, labels.waits), (STRANGER, labels.nothing_waits)):
            page.goto(localized("/dividends", words.language))
            form = page.get_by_role("form", name=labels.search)
            form.get_by_label(labels.number).fill(words.digits(number))
            form.get_by_role("button", name=labels.search_button).click()
            expect(page.get_by_role("status")).to_have_text(said)
            assert contact
            expect(page.locator(f"[href='tel:{contact.phone.dial}']")).to_have_text(contact.phone.shown)


def test_imported_months_appear_and_can_be_downloaded(tab: Tab) -> None:
    pages, investors = readers(tab, "/shareholding"), [of_investors(tab, words, "/shareholding") for words in SITES]
    for words, size, changed in ((ENGLISH, DESKTOP, 2), (BANGLA, PHONE, 0)):
        desk = words.interface.desk_shareholding
        done = words.digits(desk.done.format(changed=changed, same=2 - changed))
        send(
            opened(tab, words, "/desk/shareholding", size),
            desk.button,
            {words.interface.desk_import.text: MONTHS},
            done,
            words.interface.desk_import.show,
        )
    for (words, page), newest in zip(pages, investors, strict=True):
        labels = words.interface.shareholding
        heads = page.get_by_role("region", name=labels.table).get_by_role("rowheader")
        named = [words.month_name(date(2025, month, 1)) for month in (10, 9)]
        expect(heads).to_have_text(named, timeout=LIVE_MS)
        picture = page.get_by_role("img", name=labels.picture)
        expect(picture).to_be_visible()
        assert in_views(page, (390, "light"), (1440, "dark")) == [], words.language
        with page.expect_download() as download:
            page.get_by_role("link", name=labels.as_csv).click()
        exported = Path(download.value.path()).read_bytes()
        assert parse(exported) == parse(MONTHS.encode())
        cells = page.get_by_role("region", name=labels.table).get_by_role("cell")
        assert numbers(cells) == computed(exported, """{ for (n = 2; n <= NF; n++) printf "%.2f ", $n }""")
        widths = [part.get_attribute("width") for part in picture.locator("rect").all()]
        assert widths == computed(exported, """{ for (n = 2; n <= NF; n++) printf "%.1f ", $n * 5.44 }""")
        expect(newest).to_contain_text(named[0], timeout=LIVE_MS)
        first = """NR == 2 { for (n = 2; n <= NF; n++) printf "%.2f ", $n }"""
        assert numbers(newest.locator("dd")) == computed(exported, first)


def test_investors_see_the_newest_filings_the_next_date_and_the_share_as_their_sources_have_them(
    tab: Tab, site: Server
) -> None:
    pages = readers(tab, "/investors")
    today, words = local_time.today(), ENGLISH.interface.desk_calendar
    typed = {words.kind: ENGLISH.calendar.kinds[0].id, words.day: f"{today}"}
    send(opened(tab, ENGLISH, "/desk/calendar", DESKTOP), words.add, typed, words.done["added"])
    number = publish(site, "AllNotice", "Newest")
    facts = (content.FOLDER / "shareholding.toml").read_bytes()
    for words, page in pages:
        home, address = words.interface.home, localized(f"/documents/{number}", words.language)
        filings, date_, share = (
            part(page, title) for title in (home.filings_heading, home.date_heading, words.interface.shareholding.share)
        )
        expect(filings.locator(f"[href='{address}']")).to_be_visible(timeout=LIVE_MS)
        expect(date_).to_contain_text(words.long_date(today), timeout=LIVE_MS)
        rows = filings.get_by_role("listitem").all()
        links = [f"{row.get_by_role('link').get_attribute('href')}".rpartition("/")[2] for row in rows]
        days = [numbers(row.locator(".muted")) for row in rows]
        shown = [each for day, link in zip(days, links, strict=True) for each in (*day, link)]
        assert shown == computed(page.request.get("/api/documents/filings.csv").body(), FILINGS)
        calendar = page.request.get("/calendar.ics").body()
        assert numbers(date_.locator(".investors__value")) == computed(calendar, NEXT_DATE, today=f"{today:%Y%m%d}")
        assert numbers(share.locator("dd")) == computed(facts, SHARE)


def test_a_meeting_is_announced_and_its_results_follow_on_open_pages(tab: Tab, site: Server) -> None:
    pages, investors = readers(tab, "/agm"), [of_investors(tab, words, "/agm") for words in SITES]
    for words, page in pages:
        expect(page.get_by_text(words.interface.meetings.sample)).to_be_visible()
    coming, past = (local_time.today() + timedelta(days=passed) for passed in (1, -1))
    words = ENGLISH.interface.meetings
    typed = {"starts": f"{coming}T10:30", "record_date": f"{past}", "vote": "https://vote.example/1",
             "agenda": "Audited accounts | নিরীক্ষিত হিসাব\nDividend | লভ্যাংশ"}  # fmt: skip
    secretary = opened(tab, ENGLISH, "/desk/meetings", DESKTOP)
    send(secretary, words.forms["add"], {words.labels[name]: text for name, text in typed.items()}, words.done)
    one = secretary.url.partition("?")[0].partition("/desk/")[2]
    when = """{ split($1, of, /[-T:]/); printf "%d %d %d %02d ", of[3], of[1], of[4], of[5] }"""
    for (words, page), newest in zip(pages, investors, strict=True):
        expect(newest).to_contain_text(words.long_date(coming), timeout=LIVE_MS)
        assert numbers(newest.locator("p").nth(1)) == computed(f"starts\n{typed['starts']}\n".encode(), when)
        meeting, running = page.get_by_role("article"), words.interface.meetings.running
        vote = meeting.get_by_role("link", name=words.interface.meetings.labels["vote"])
        expect(vote).to_be_visible(timeout=LIVE_MS)
        timer = meeting.get_by_role("timer")
        # On its last day it counts by the second.
        timer.evaluate("element => (element.dataset.seconds = 5000)")
        expect(timer).to_contain_text(":")
        left = timer.inner_text()
        expect(timer).not_to_have_text(left)
        # It says by itself that the meeting begins; at its end the page asks what follows: here, that it is to come.
        timer.evaluate("element => (element.dataset.seconds = 0)")
        expect(timer).to_have_text(running)
        meeting.locator("[data-due]").evaluate("element => (element.dataset.due = 0)")
        expect(timer).not_to_have_text(running)
        assert in_views(page, (390, "light"), (1440, "dark")) == [], words.language
    signed, words = publish(site, "AllNotice", "Signed"), BANGLA.interface.meetings
    labels, desk = BANGLA.interface.dividends, BANGLA.interface.desk_dividends
    dividend = {labels.year: "2025-06-30", labels.record_date: f"{past}", labels.meeting: f"{coming}"}
    send(opened(tab, BANGLA, "/desk/dividends"), desk.enter, dividend, desk.done["entered"])
    # The form of the meeting takes along what names its day.
    secretary = opened(tab, BANGLA, f"/desk/{one}")
    moved = {words.labels["starts"]: f"{past}T10:30", words.moved: "moved"}
    send(secretary, words.forms["change"], moved, words.done)
    history = opened(tab, BANGLA, "/dividends").get_by_role("region", name=labels.history)
    expect(history.get_by_role("cell").filter(has_text=BANGLA.long_date(past))).not_to_have_count(0)
    expect(history.get_by_text(BANGLA.long_date(coming))).to_have_count(0)
    typed = {"results": RESULTS, "authenticated_at": f"{past}T16:00", "report": signed}
    send(secretary, words.forms["results"], {words.labels[name]: text for name, text in typed.items()}, words.done)
    for words, page in (*pages, (ENGLISH, tab(**PLAIN))):
        labels = words.interface.meetings.labels
        if page is not pages[0][1]:
            page.goto(localized(f"/agm/{past.year}", words.language))
        said = words.interface.calendar.moved.format(date=words.long_date(coming))
        expect(page.get_by_text(said)).to_be_visible(timeout=LIVE_MS)
        table = page.get_by_role("region", name=labels["results"])
        expect(table.get_by_role("cell").first).to_have_text(decimal(words, Decimal(1_200_000), 0), timeout=LIVE_MS)
        votes = computed(
            f"\n{RESULTS}".replace(" ", ",").encode(), """{ print $1, $2, $3; printf "%.2f ", 100 * $1 / ($1 + $2) }"""
        )
        assert numbers(table.locator("tbody td")) == votes
        expect(page.get_by_role("link", name=labels["vote"])).to_have_count(0)
        report = page.get_by_role("link", name=labels["report"])
        expect(report).to_have_attribute("href", localized(f"/documents/{signed}", words.language))
    assert [in_views(page, (390, "light")) for _, page in pages] == [[], []]


def test_results_and_figures_appear_with_their_statement_and_go_with_it(tab: Tab, site: Server) -> None:
    pages, figures = readers(tab, "/results"), opened(tab, BANGLA, "/FinancialReport")
    investors = [of_investors(tab, words, "/results") for words in SITES]
    figures.get_by_role("link", name=BANGLA.interface.figures.link).click()
    expect(figures.get_by_text(BANGLA.interface.figures.empty)).to_be_visible()
    number = publish(site, "FinancialStatement", "Year")
    eps = next(kind.id for kind in ENGLISH.figures.kinds)
    for words, size in ((ENGLISH, DESKTOP), (BANGLA, PHONE)):
        desk, title = words.interface.desk_figures, words.figures.kind(eps).title
        typed = {words.interface.figures.period: "year", desk.ends: "2025-06-30", title: "1.25"}
        send(opened(tab, words, f"/desk/figures/{number}", size), desk.enter, typed, desk.done["entered"])
    for words, page in pages:
        day = words.long_date(date(2025, 6, 30))
        row = page.get_by_role("row", name=words.interface.figures.periods["year"].format(date=day))
        expect(row.get_by_role("cell", name=decimal(words, Decimal("1.25"), 2))).to_be_visible(timeout=LIVE_MS)
        expect(row.locator(f"[href='{localized(f'/documents/{number}', words.language)}']")).to_be_visible()
        assert in_views(page, (390, "light"), (1440, "dark")) == [], words.language
    restating, desk = publish(site, "FinancialStatement", "Restated"), ENGLISH.interface.desk_figures
    secretary, title = opened(tab, ENGLISH, f"/desk/figures/{restating}", DESKTOP), ENGLISH.figures.kind(eps).title
    secretary.get_by_label(desk.restated, exact=True).check()
    typed = {ENGLISH.interface.figures.period: "year", desk.ends: "2025-06-30", title: "1.20"}
    send(secretary, desk.enter, typed, desk.done["entered"])
    # The year before and half-years come from a table, one of them restated.
    words, table = ENGLISH.interface.desk_figures_table, "name,period,period_end,value,restated,reason,document\n"
    for name, period, day, value, more in (
        ("eps", "half-year", "31/12/2023", "0.50", f",,{number}"), ("eps", "year", "30/06/2024", "1.00", f",,{number}"),
        ("revenue", "half-year", "31/12/2023", "270", f",,{number}"),
        ("eps", "half-year", "31/12/2024", "0.60", f",,{number}"),
        ("revenue", "half-year", "31/12/2024", "310.5", f",,{number}"),
        ("eps", "half-year", "31/12/2024", "0.58", f"yes,Audit,{restating}"),
        ("revenue", "half-year", "31/12/2024", "298.5", f"yes,Audit,{restating}"),
    ):  # fmt: skip
        table += f"{name},{period},{day},{value},{more}\n"
    importing = ENGLISH.interface.desk_import
    done = words.done.format(changed=7, same=0)
    send(
        opened(tab, ENGLISH, "/desk/figures-table", DESKTOP),
        words.button,
        {importing.text: table},
        done,
        importing.show,
    )
    for (words, page), newest in zip(pages, investors, strict=True):
        lines = page.get_by_role("region", name=words.interface.results.table).locator("tbody tr")
        expect(lines).to_have_count(4, timeout=LIVE_MS)
        millions = 10 if words.interface.language.grouping == "lakhs" else 1
        found = computed(page.request.get("/api/figures.csv").body(), FIGURES, millions=millions)
        assert numbers(lines.locator("td:nth-of-type(-n + 2)")) == found
        assert len(found) == 9, "six values and three changes"
        expect(newest).to_contain_text(percent(words, Decimal(found[1])), timeout=LIVE_MS)
        assert numbers(newest.locator("dd")) == found[:2], "the newest period, with its change"
        row = page.get_by_role("row").filter(has_text=words.long_date(date(2025, 6, 30)))
        expect(row.get_by_role("cell", name=decimal(words, Decimal("1.20"), 2))).to_be_visible(timeout=LIVE_MS)
        for statement in (number, restating):
            expect(row.locator(f"[href='{localized(f'/documents/{statement}', words.language)}']")).to_be_visible()
    section = figures.get_by_role("region", name=BANGLA.figures.kind(eps).title)
    expect(section.get_by_role("rowheader")).to_have_count(4, timeout=LIVE_MS)
    exported = figures.request.get("/api/figures.csv").body()
    years, others = (f'$p["period"] {other} "year" {{ next }} ' for other in ("!=", "=="))
    tables = [computed(exported, rows + FIGURES, millions=0) for rows in (years, others)]
    assert numbers(section.locator("td")) == [*tables[0], *tables[1]]
    years += """$p["name"] != "eps" { next }"""
    chart = bars(section.get_by_role("img"))
    assert chart == exact(computed(exported, years + BARS, end="period_end", amount="value"))
    assert in_views(figures) == []
    for statement in (number, restating):
        site.admin("documents", "withdraw", statement)
    expect(figures.get_by_text(BANGLA.interface.figures.empty)).to_be_visible(timeout=LIVE_MS)
    expect(section).to_have_count(0)


def test_beyond_the_first_searches_of_an_hour_the_browser_works_for_an_answer(
    tab: Tab, site: Server, tmp_path: Path
) -> None:
    (tmp_path / "numbers.txt").write_text(NUMBER)
    site.admin("holders", "import", str(tmp_path / "numbers.txt"))
    page, labels = opened(tab, BANGLA, "/dividends"), BANGLA.interface.dividends
    form = page.get_by_role("form", name=labels.search)
    expect(form).to_be_visible(timeout=LIVE_MS)
    form.evaluate(
        """async ({ action }, number) => {
            const asked = { method: "POST", body: new URLSearchParams({ number }) };
            for (let count = 0; count < 10; count += 1) await fetch(action, asked);
        }""",
        STRANGER,
    )
    form.get_by_label(labels.number).fill(NUMBER)
    form.get_by_role("button", name=labels.search_button).click()
    expect(page.get_by_role("status")).to_have_text(labels.waits, timeout=60_000)
