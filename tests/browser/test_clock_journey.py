"""The disclosure clock and the evidence of a document, from the decision to a stranger who verifies the pack."""

import re
import secrets
from datetime import datetime, timedelta
from zipfile import ZipFile
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import digits
from tests.browser.conftest import Visitor
from tests.browser.filing import problems_of, publish
from tests.serving import Server

PSI = "PriceSensitiveInformation"


def minutes_ago(minutes: int) -> str:
    """Return a moment as a person types it."""
    return f"{datetime.now(ZoneInfo('Asia/Dhaka')) - timedelta(minutes=minutes):%Y-%m-%dT%H:%M}"


def press(page: Page, form: str, button: str = "") -> None:
    page.get_by_role("form", name=form, exact=True).get_by_role("button", name=button or form, exact=True).click()


def start(page: Page, words: Site, label: str, minutes: int) -> None:
    clock = words.interface.clock
    page.goto(localized("/desk", words.language))
    page.get_by_role("link", name=clock.start_heading, exact=True).click()
    form = page.get_by_role("form", name=clock.start_heading, exact=True)
    form.get_by_label(clock.what, exact=True).fill(label)
    form.get_by_label(clock.decided, exact=True).fill(minutes_ago(minutes))
    press(page, clock.start_heading, clock.start)
    expect(page.get_by_role("status").filter(has_text=clock.said_started)).to_be_visible()


def test_from_the_decision_to_the_evidence(page: Page, words: Site, site: Server) -> None:
    problems, clock = problems_of(page), words.interface.clock
    label = f"Dividend {secrets.token_hex(4)}"
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
    press(page, clock.record_regulator)

    table = page.get_by_role("table", name=clock.told_heading)
    told = table.get_by_role("row").filter(has_text=words.duties.exchange)
    expect(told).to_contain_text(_late(clock.late, "[5-9]:[0-5][0-9]", words))
    expect(page.get_by_text(clock.state_done, exact=True)).to_be_visible()

    page.goto(localized(f"/desk/documents/{number}", words.language))
    expect(page.get_by_role("table", name=clock.told_heading)).to_contain_text(words.duties.regulator)
    with page.expect_download() as download:
        page.get_by_role("link", name=words.interface.evidence.button, exact=True).click()
    with ZipFile(download.value.path()) as pack:
        assert any(label.encode() in pack.read(name) for name in pack.namelist() if name.endswith("clocks.csv"))
    assert problems == []


def _late(said: str, time: str, words: Site) -> re.Pattern[str]:
    """Return what says by how much something was late: a pattern of times, in the digits of the language."""
    return re.compile(re.escape(said).replace(r"\{time\}", digits(time, words.interface.dates)))


def test_clock_counts_in_front_of_its_reader(visitor: Visitor, words: Site) -> None:
    page = visitor(viewport={"width": 390, "height": 844}).new_page()
    page.clock.install()
    start(page, words, f"A label of the greatest length {secrets.token_hex(80)}", 0)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    timer = page.get_by_role("timer").first
    before = timer.inner_text()
    page.clock.run_for(61_000)
    expect(timer).not_to_have_text(before)
    expect(timer).to_have_text(re.compile(digits("2[5-9]:[0-5][0-9]", words.interface.dates)))
    page.clock.run_for(30 * 60_000)
    expect(timer).to_have_text(re.compile(re.escape(words.interface.clock.late.replace("{time}", "").strip())))
