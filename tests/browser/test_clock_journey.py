"""The disclosure clock and the evidence of a document, from the decision to a stranger who verifies the pack."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zipfile import ZipFile
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import digits
from tests.browser.axe import WIDTHS
from tests.browser.conftest import Tab, Visitor
from tests.browser.filing import problems_of, publish
from tests.browser.languages import SCRIPTS
from tests.serving import Server
from tests.unit import evidence_verifying as stranger

PSI = "PriceSensitiveInformation"


@pytest.fixture
def secretary(tab: Tab, scripts: bool) -> Iterator[Page]:
    """Return a page with or without scripts, whose console stays quiet."""
    page = tab(java_script_enabled=scripts)
    problems = problems_of(page)
    yield page
    # Chromium also reports the status of a refused form.
    assert [problem for problem in problems if "status of 422" not in problem] == []


def minutes_ago(minutes: int) -> str:
    """Return a moment as a person types it."""
    return f"{datetime.now(ZoneInfo('Asia/Dhaka')) - timedelta(minutes=minutes):%Y-%m-%dT%H:%M}"


def press(page: Page, form: str, button: str = "") -> None:
    """Press the button of a form, by the name of both."""
    page.get_by_role("form", name=form, exact=True).get_by_role("button", name=button or form, exact=True).click()


def start(page: Page, words: Site, label: str, minutes: int) -> None:
    """Start a clock from the overview."""
    clock = words.interface.clock
    page.goto(localized("/desk", words.language))
    page.get_by_role("link", name=clock.start_heading, exact=True).click()
    form = page.get_by_role("form", name=clock.start_heading, exact=True)
    form.get_by_label(clock.what, exact=True).fill(label)
    form.get_by_label(clock.decided, exact=True).fill(minutes_ago(minutes))
    press(page, clock.start_heading, clock.start)
    expect(page.get_by_role("status").filter(has_text=clock.said_started)).to_be_visible()


@SCRIPTS
def test_from_the_decision_to_the_evidence(secretary: Page, words: Site, site: Server, tmp_path: Path) -> None:
    page, clock = secretary, words.interface.clock
    label = f"Dividend {tmp_path.name}"
    start(page, words, label, 40)
    expect(page.get_by_role("timer").first).to_have_text(_late(clock.late, "1[0-9]:[0-5][0-9]", words))
    expect(page.get_by_text(words.interface.disclosures.unchecked)).to_be_visible()

    number = publish(site, PSI, "Dividend")
    page.reload()
    page.get_by_role("form", name=clock.attach, exact=True).get_by_role("combobox").select_option(number)
    press(page, clock.attach)
    expect(page.get_by_role("status").filter(has_text=clock.said_attached)).to_be_visible()

    page.get_by_label(clock.exchange_told, exact=True).fill(minutes_ago(5))
    press(page, clock.record_exchange)
    expect(page.get_by_role("status").filter(has_text=clock.said_told)).to_be_visible()
    page.get_by_label(clock.regulator_told, exact=True).fill("2199-01-01T10:00")
    press(page, clock.record_regulator)
    refused = page.get_by_role("form", name=clock.record_regulator, exact=True).get_by_role("alert")
    expect(refused).to_have_text(words.errors.clock_in_future)
    expect(page.get_by_label(clock.regulator_told, exact=True)).to_have_value(re.compile("2199-01-01T10:00"))
    page.get_by_label(clock.regulator_told, exact=True).fill("")
    press(page, clock.record_regulator)

    table = page.get_by_role("table", name=clock.told_heading)
    told = table.get_by_role("row").filter(has_text=words.duties.exchange)
    expect(told).to_contain_text(_late(clock.late, "[5-9]:[0-5][0-9]", words))
    expect(page.get_by_text(clock.state_done, exact=True)).to_be_visible()

    page.goto(localized(f"/desk/documents/{number}", words.language))
    expect(page.get_by_role("table", name=clock.told_heading)).to_contain_text(words.duties.regulator)
    with page.expect_download() as download:
        page.get_by_role("link", name=words.interface.evidence.button, exact=True).click()
    pack = tmp_path / download.value.suggested_filename
    download.value.save_as(pack)
    done = stranger.verify(pack, tmp_path / "stranger", words.language)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(stranger.SIGNED) == 2
    assert label in _member(pack, "log/clocks.csv")

    for path in ("", ".json", ".receipt"):
        answer = page.request.get(f"{site.url}/documents/{number}{path}")
        assert label not in answer.text()
        assert clock.late.partition("{")[0] not in answer.text()


def _late(said: str, time: str, words: Site) -> re.Pattern[str]:
    """Return what says by how much something was late: a pattern of times, in the digits of the language."""
    return re.compile(re.escape(said).replace(r"\{time\}", digits(time, words.interface.dates)))


def _member(pack: Path, name: str) -> str:
    with ZipFile(pack) as file:
        return file.read(f"{pack.stem}/{name}").decode()


def test_clock_counts_in_front_of_its_reader(visitor: Visitor, words: Site) -> None:
    page = visitor().new_page()
    page.clock.install()
    start(page, words, f"Counting {words.language}", 0)
    timer = page.get_by_role("timer").first
    before = timer.inner_text()
    page.clock.run_for(61_000)
    expect(timer).not_to_have_text(before)
    expect(timer).to_have_text(re.compile(digits("2[5-9]:[0-5][0-9]", words.interface.dates)))
    page.clock.run_for(30 * 60_000)
    expect(timer).to_have_text(re.compile(re.escape(words.interface.clock.late.replace("{time}", "").strip())))


def test_pages_fit(page: Page, words: Site, tmp_path: Path) -> None:
    start(page, words, f"A label of the greatest length {'x' * 120} {tmp_path.name}"[:200], 35)
    here = page.url
    for path in (localized("/desk", words.language), localized("/desk/clocks", words.language), here):
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert overflow == 0, (path, width)
