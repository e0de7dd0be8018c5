"""The main journeys, each once in Chromium, Firefox and WebKit, in the window of a phone and of a desktop."""

import csv
import io
import re
import secrets
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from starbond_site.content import Site
from starbond_site.content.addresses import FINDER, localized
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import READERS
from tests.browser.filing import UPLOADS, publish, published_name
from tests.browser.languages import SITES
from tests.browser.person import audit
from tests.browser.reader import SECONDS, InWebKit, Reader
from tests.browser.test_contact import GOOD
from tests.browser.test_resuming_journey import report
from tests.browser.webkit import started
from tests.line import Line
from tests.serving import Server
from tests.unit.fake_issuer import Issuer

SLIDER = """() => {
  const slider = document.querySelector(".slider");
  const shown = () => [...slider.querySelectorAll(".carousel-dot")].findIndex((dot) => dot.ariaCurrent);
  window.changes = [[performance.now(), shown()]];
  const note = () => shown() === changes.at(-1)[1] || changes.push([performance.now(), shown()]);
  new MutationObserver(note).observe(slider, { subtree: true, attributes: true });
}"""
"""Notes when which slide is shown, from now on."""
STRIP = """(label) => {
  const strip = document.querySelector(`.carousel[aria-label="${label}"]`);
  strip.scrollIntoView({ block: "center" });
  const pictures = [...strip.querySelectorAll(".carousel-slide:not([inert]) img")];
  return pictures.length && pictures.every((picture) => picture.naturalWidth)
    && [...strip.querySelectorAll(".carousel-slide:not([inert])")].map((slide) => slide.ariaLabel).join();
}"""
"""Brings a strip into view, and returns which cards it shows, once it has their pictures."""
STORED = """([before, after]) => {
  const said = document.querySelector("main [role=status]")?.textContent.trim() ?? "";
  return said.startsWith(before) && said.endsWith(after) && said.length > before.length + after.length;
}"""
ALT = "(alt) => document.querySelector('main img').alt === alt"
FOCUSED = "(selector) => document.activeElement.matches(selector)"
PATH = "(path) => location.pathname === path"
FOUND = "(address) => document.querySelector(`dialog.search[open] a[href='${address}']`) !== null"
ANSWERS = "() => [...document.querySelectorAll('.finder__verdicts h3')].map((name) => name.textContent.trim())"


REQUESTS = re.compile(
    r"status of 4|ERR_|[Nn]etwork|[Ww]eb[Ss]ocket|Load failed|module script failed|imported module|download failed"
    r"|a JavaScript eval"
)
"""What browsers say of requests that failed, such as those of a page that is left, or of a line that is cut; and what
Firefox 140 says of Playwright's own scripts."""


@pytest.fixture(name="reader")
def quiet(reader: Reader) -> Iterator[Reader]:
    """Return a reader whose console tells of nothing but failed requests."""
    yield reader
    assert [said for said in reader.problems() if not REQUESTS.search(said)] == []


def test_the_slider_keeps_its_time_and_a_strip_moves_in_sight(reader: Reader, words: Site) -> None:
    home, carousel = words.interface.home, words.interface.carousel
    reader.open(localized("/", words.language))
    reader.wait_until(HYDRATED)
    reader.evaluate(SLIDER)
    reader.wait_until("() => changes.length > 2")
    changes = reader.evaluate("() => changes")
    assert [shown for _, shown in changes[:3]] == [0, 1, 2]
    # A busy machine is late, and never early.
    assert changes[2][0] - changes[1][0] > words.slide_pauses[1] - 100
    # Before the pointer is anywhere on the page: what it points at waits.
    reader.wait_until(STRIP, home.news_label)
    before = reader.evaluate(STRIP, home.news_label)
    reader.wait_until(f"([label, before]) => ({STRIP})(label) !== before", [home.news_label, before])
    reader.press("button", carousel.pause.format(label=home.slider_label))
    reader.press("button", carousel.go_to.format(number=words.digits(1)), ("group", home.slider_label))
    reader.wait_until("() => changes.at(-1)[1] === 0")
    reader.press("button", carousel.next, ("group", home.slider_label))
    reader.wait_until("() => changes.at(-1)[1] === 1")


def test_a_size_changes_the_picture_which_is_enlarged_and_closed_by_escape(reader: Reader, words: Site) -> None:
    product, labels, zoom = words.product("/SyntheticResinAdhesive"), words.interface.product, words.interface.zoom
    size = "(id) => document.querySelector('main select').value === id"

    def shows(place: int) -> None:
        reader.wait_until(size, product.sizes[place].id)
        reader.wait_until(ALT, labels.pack_picture.format(product=product.name, size=product.sizes[place].label))

    reader.open(localized(product.path, words.language))
    shows(0)
    reader.choose(labels.size, product.sizes[7].label)
    shows(7)
    reader.press("button", zoom.open)
    reader.wait_until("() => [...document.querySelectorAll('dialog[open] img')].some((image) => image.naturalWidth)")
    reader.press("button", zoom.zoom_in)
    reader.key("Escape")
    reader.wait_until("() => !document.querySelector('dialog[open]')")
    reader.wait_until(FOCUSED, ".gallery-main")


# Firefox waits for minutes before it connects again to where a connection has failed, also in another tab.
@pytest.mark.parametrize("reader", [each for each in READERS if each.id != "firefox 1440"], indirect=True)
def test_a_list_takes_a_row_at_once_and_one_that_it_missed_and_back_leads_to_it(
    reader: Reader, words: Site, far_site: tuple[Server, Line], line: Line
) -> None:
    category, names = "BondIssue", [f"{word} {secrets.token_hex(3)}" for word in ("Live", "Missed", "Last")]
    reader.open(f"{line.url}{localized(f'/{category}', words.language)}")
    reader.wait_until(HYDRATED)
    reader.evaluate("() => { window.isKept = true }")
    publish(far_site[0], category, names[0])
    reader.sees(names[0], 2 * SECONDS)
    line.cut()
    publish(far_site[0], category, names[1])
    line.mend()
    reader.sees(names[1], 2 * SECONDS)
    assert reader.evaluate("() => window.isKept")
    reader.press("link", published_name(f"{names[1]}.pdf"))
    reader.wait_until("(name) => document.querySelector('h1').textContent.includes(name)", names[1])
    reader.back()
    reader.sees(names[0])
    publish(far_site[0], category, names[2])
    reader.sees(names[2], 2 * SECONDS)


def test_an_upload_goes_on_where_the_line_was_cut(reader: Reader, words: Site, line: Line, tmp_path: Path) -> None:
    upload, category, file = words.interface.upload_form, "AnnualReport", report(tmp_path, 2_000_000)
    reader.open(f"{line.url}{localized(UPLOADS, words.language)}")
    reader.sees(words.interface.upload.local_note)
    # Stands still on its way until it is cut, so that a busy machine sees it there.
    is_cut, first = threading.Event(), line.sent
    line.watch = lambda sent: sent - first < 800_000 or is_cut.wait(SECONDS)
    form = words.category(category).form
    reader.attach(form, file)
    reader.press("button", words.interface.upload.submit, ("form", form))
    reader.wait_until("() => document.querySelector('[role=progressbar]')?.ariaValueNow > 20")
    line.cut()
    is_cut.set()
    reader.sees(upload.line_lost.partition("{percent}")[2])
    line.mend()
    reader.sees(published_name(file.name))


class InViewer(InWebKit):
    """A reader of the document in a frame, which may not be there yet."""

    def evaluate(self, function: str, argument: object = None) -> Any:  # noqa: ANN401
        self.webkit.enter_frame()
        return super().evaluate(function, argument)


@pytest.mark.full_build
def test_a_published_pdf_is_shown_in_webkit(site: Server) -> None:
    """Its viewer is a page, which reads the file anew with the rights of the file; other browsers' is none."""
    number = publish(site, "AllNotice", "Seen in WebKit")
    # In a window of its own: one that has shown the viewer may answer nothing more.
    with started() as webkit:
        reader = InViewer(webkit, site.url)
        reader.open(httpx2.get(f"{site.url}/documents/{number}.json").json()["DownloadUrl"])
        reader.wait_until("() => document.querySelector('.page[data-loaded] canvas') !== null")


def test_a_message_is_stored_under_its_reference(reader: Reader, words: Site, site: Server) -> None:
    """``web/test_contact_post.py`` has what a refused form keeps without scripts."""
    contact, message = words.interface.contact, f"{GOOD['message']} {secrets.token_hex(4)}"
    reader.open(localized("/contact", words.language))
    for label, text in (
        (contact.name, GOOD["name"]), (contact.email_field, GOOD["email"]),
        (contact.phone_field, GOOD["phone"]), (contact.message, message),
    ):  # fmt: skip
        reader.fill(label, text)
    reader.press("button", contact.send)
    reader.sees(words.errors.consent_missing)
    reader.press("checkbox", contact.consent.format(company=words.company.name))
    reader.press("button", contact.send)
    reader.wait_until(STORED, contact.success.partition("{reference}")[::2])
    rows = csv.DictReader(io.StringIO(site.admin("messages", "export")))
    (found,) = [row for row in rows if row["message"] == message]
    assert found["consent_at"]
    reader.sees(contact.success.format(reference=found["reference"]))
    reader.wait_until("() => location.search === '' && document.querySelector('main form [name=name]')?.value === ''")


def test_the_search_opens_the_best_answer_and_leads_to_people_without_one(reader: Reader, words: Site) -> None:
    search, address = words.interface.search, localized("/UPVCSolventCement", words.language)
    reader.open(localized("/", words.language))
    reader.press("button", search.open)
    reader.wait_until(FOCUSED, "dialog.search input")
    reader.fill(search.label, "pvc pipe")
    reader.wait_until(FOUND, address)
    reader.evaluate(
        """() => document.activeElement.dispatchEvent(
          new KeyboardEvent("keydown", { key: "ArrowDown", isComposing: true, bubbles: true }))"""
    )
    assert reader.evaluate(FOCUSED, "dialog.search input"), "an input method has arrow keys of its own"
    reader.key("ArrowDown")
    reader.wait_until(FOCUSED, f"a[href='{address}']")
    reader.key("ArrowUp")
    reader.wait_until(FOCUSED, "dialog.search input")
    reader.key("Enter")
    reader.wait_until(PATH, address)
    reader.press("button", search.open)
    reader.fill(search.label, "xyzzy")
    reader.sees(search.call.format(phone=words.company.sales_phone.shown))
    reader.wait_until(FOUND, f"tel:{words.company.sales_phone.dial}")
    # The message about what was typed.
    reader.wait_until("() => document.querySelector('dialog.search a[href*=\"//wa.me/\"][href*=xyzzy]') !== null")
    # In some browsers the first one empties the field.
    reader.key("Escape")
    reader.key("Escape")
    reader.wait_until("() => !document.querySelector('dialog.search').open")


def test_a_question_of_the_finder_is_answered_with_reasons_and_is_the_address(reader: Reader, words: Site) -> None:
    finder, asks = words.interface.finder, words.interface.finder_form
    names = {material.id: material.name for material in words.materials}
    product = {product.id: product.name for product in words.products}

    def answers(*expected: str) -> None:
        shown = [product[id] for id in expected]
        reader.wait_until(f"(shown) => ({ANSWERS})().join() === shown.join()", shown)

    reader.open(localized(FINDER, words.language))
    # What is chosen before the page is ready is one entry of the history.
    reader.wait_until(HYDRATED)
    reader.sees(asks.ask_both)
    reader.choose(asks.material_a, names["wood"])
    reader.choose(asks.material_b, names["plywood"])
    answers("gumking-synthetic-resin", "pur-adhesive")
    reader.sees(finder.named_both)
    reader.press_text(asks.why_not)
    reader.wait_until("() => [...document.querySelectorAll('main dd')].some((reason) => reason.checkVisibility())")
    reader.wait_until("() => location.search === '?a=wood&b=plywood'")
    reader.back()
    reader.wait_until("() => location.search === '?a=wood' && document.querySelectorAll('main select')[1].value === ''")
    reader.choose(asks.material_b, names["wood"])
    reader.wait_until(f"() => ({ANSWERS})().length === 3")
    reader.press("checkbox", finder.conditions["wet"])
    # The one whose text says that it withstands water comes first.
    answers("synthetic-resin-adhesive", "gumking-synthetic-resin", "pur-adhesive")
    reader.wait_until("() => location.search === '?a=wood&b=wood&wet'")
    other = next(site for site in SITES if site is not words)
    reader.press("link", other.interface.language.call)
    reader.wait_until(PATH, localized(FINDER, other.language))
    reader.sees(next(each.name for each in other.products if each.id == "synthetic-resin-adhesive"))


def test_a_company_account_opens_the_upload_page(reader: Reader, words: Site, named: Server, issuer: Issuer) -> None:
    label, name = words.interface, f"Farida Yasmin {secrets.token_hex(2)}"
    issuer.email = issuer.subject = f"{name.lower().replace(' ', '.')}@example.com"

    def go_there(answer: str) -> None:
        reader.press("button", label.sign_in.company_button)
        reader.sees("Company")
        reader.press("link", answer)

    upload = localized(UPLOADS, words.language)
    reader.open(f"{named.url}{localized('/desk/sign-in', words.language)}?next={upload}")
    go_there("Cancel")
    reader.sees(words.errors.company_cancelled)
    go_there("I am the person")
    reader.sees(words.errors.company_not_invited)
    named.admin("people", "invite", name, issuer.email, "--role", "prepare")
    go_there("I am the person")
    # Where she wanted to go.
    reader.sees(label.upload.signed_in.format(name=name))
    assert reader.evaluate(PATH, upload)
    reader.open(f"{named.url}{localized('/desk/account', words.language)}")
    reader.sees(label.account.by_company)
    assert audit(named, name) == [("connect account", "done"), ("sign in", "done")]
