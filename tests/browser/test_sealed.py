"""A secretary seals a filing for a moment some seconds ahead, and a visitor sees it arrive at that moment."""

import re
from datetime import datetime, timedelta

from playwright.sync_api import FilePayload, Locator, Page, expect

from starbond_site import local_time
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.documents.sealed import moments
from tests.browser.conftest import Tab
from tests.browser.filing import PATIENCE, documents, paper, published_name
from tests.browser.languages import SCRIPTS

LIST = "BondIssue"
SEALED = "/desk/sealed"
AHEAD = timedelta(seconds=20)
"""Time to seal, on a busy machine."""
LIVE = timedelta(seconds=1)


def seal(page: Page, words: Site, moment: datetime, given: FilePayload) -> None:
    """Fill the form in and send it."""
    page.goto(localized(SEALED, words.language))
    form = page.get_by_role("form", name=words.interface.sealed.form, exact=True)
    form.get_by_label(words.interface.sealed.list, exact=True).select_option(LIST)
    form.get_by_label(words.interface.sealed.moment, exact=True).fill(moments.written(moment))
    form.get_by_label(words.interface.sealed.file, exact=True).set_input_files([given])
    form.get_by_role("button", name=words.interface.sealed.button, exact=True).click()


def said(page: Page, text: str) -> Locator:
    """Return what the desk says after a press."""
    return page.get_by_role("status").filter(has_text=text)


def test_sealed_and_live_at_its_moment(tab: Tab, words: Site) -> None:
    page, reader = tab(), tab()
    sealed, given = words.interface.sealed, paper(f"Sealed {words.language}.pdf")
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    reader.goto(localized(f"/{LIST}", words.language))
    expect(reader.get_by_role("main")).to_be_visible()
    moment = (local_time.now() + AHEAD).replace(microsecond=0)

    seal(page, words, moment, given)
    expect(said(page, sealed.done["sealed"])).to_be_visible(timeout=PATIENCE)
    page.goto(localized(SEALED, words.language))
    row = page.get_by_role("row").filter(has_text=given["name"])
    expect(row).to_contain_text(sealed.states["sealed"])
    before = row.locator("[data-until]").inner_text()
    expect(row.locator("[data-until]")).not_to_have_text(before)
    assert given["name"].removesuffix(".pdf") not in str(documents(page, LIST))
    assert local_time.now() < moment

    name = published_name(given["name"])
    row_of_reader = reader.get_by_role("row").filter(has_text=name)
    expect(row_of_reader).to_be_visible(timeout=PATIENCE)
    seen = local_time.now()
    assert moment <= seen
    # The page looks at itself every 100 ms or so, on a machine that does other things too.
    assert seen < moment + 2 * LIVE
    published = next(found for found in documents(page, LIST) if found["FileName"] == name)
    assert published["published_at"] == moment.isoformat(timespec="seconds").replace("+00:00", "Z")

    page.reload()
    expect(page.get_by_role("row").filter(has_text=given["name"])).to_contain_text(sealed.states["released"])
    assert problems == []
    reader.goto(localized(f"/documents/{published['id']}", words.language))
    expect(reader.get_by_text(sealed.opened_note)).to_be_visible()


@SCRIPTS
def test_refused_rescheduled_and_cancelled(tab: Tab, words: Site, scripts: bool) -> None:
    page, sealed = tab(java_script_enabled=scripts), words.interface.sealed
    given = paper(f"Cancelled {words.language} {scripts}.pdf")
    past = moments.parse("2020-01-02T03:04:05")
    seal(page, words, past, given)
    expect(page.get_by_text(words.errors.say("moment_out_of_range", days=366))).to_be_visible(timeout=PATIENCE)
    form = page.get_by_role("form", name=sealed.form, exact=True)
    expect(form.get_by_label(sealed.moment, exact=True)).to_have_value("2020-01-02T03:04:05")
    expect(form.get_by_label(sealed.list, exact=True)).to_have_value(LIST)

    moment = (local_time.now() + timedelta(hours=1)).replace(microsecond=0)
    seal(page, words, moment, given)
    expect(said(page, sealed.done["sealed"])).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-until]")).to_have_text(re.compile(f"[{words.interface.dates.digits}]"))

    later = moment + timedelta(minutes=30)
    form = page.get_by_role("form", name=sealed.reschedule_heading, exact=True)
    form.get_by_label(sealed.moment, exact=True).fill(moments.written(later))
    form.get_by_role("button", name=sealed.reschedule_button, exact=True).click()
    expect(said(page, sealed.done["rescheduled"])).to_be_visible()

    form = page.get_by_role("form", name=sealed.preview_heading, exact=True)
    form.get_by_role("button", name=sealed.preview_button, exact=True).click()
    address = page.get_by_role("link", name="/desk/sealed/preview/").inner_text()
    answer = page.request.get(address)
    assert (answer.status, answer.body()) == (200, given["buffer"])
    assert answer.headers["cache-control"] == "no-store"

    form = page.get_by_role("form", name=sealed.cancel_heading, exact=True)
    form.get_by_label(sealed.reason, exact=True).fill("The board meets again.")
    form.get_by_role("button", name=sealed.cancel_button, exact=True).click()
    expect(said(page, sealed.done["cancelled"])).to_be_visible()
    assert page.request.get(address).status == 404
    assert given["name"] not in str(documents(page, LIST))
