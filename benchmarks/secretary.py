"""Counts presses, keys and seconds of a secretary at the desk: on a telephone and a desktop, in each language.

A press is a click or tap; choosing from a select or a file dialog is two. Keys are the characters typed. "Machine" is
the time from the first press to the answer on the page, with a hand that needs no time. "By hand" adds what a person
needs: the keystroke-level model (Card, Moran and Newell, "The keystroke-level model for user performance time with
interactive systems", Communications of the ACM 23(7), 1980) gives 1.1 s to point, 0.2 s to press, 0.28 s for a key and
1.35 s to think before each step.
"""

import secrets
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.browser import chromium
from benchmarks.table import Options, Row
from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.shared import local_time
from tests.browser.filing import PATIENCE, form_of, open_forms, paper, published_name
from tests.serving import build, serving

POINT, PRESS, KEY, THINK = 1.1, 0.2, 0.28, 1.35
WIDTHS = (390, 1440)
AHEAD = timedelta(minutes=3)
WRONG, RIGHT = "BondIssue", "AllNotice"


@dataclass
class Hand:
    """Does what a person does, and counts it."""

    page: Page
    words: Site
    presses: int = 0
    keys: int = 0
    steps: int = 0

    def press(self, target: Locator, presses: int = 1) -> None:
        """Press something."""
        self.steps += 1
        self.presses += presses
        target.click()

    def select(self, target: Locator, label: str) -> None:
        """Open a select and choose from it."""
        self.steps += 1
        self.presses += 2
        target.select_option(label=label)

    def give(self, target: Locator, name: str) -> None:
        """Press a file input and choose a file in the system's dialog."""
        self.steps += 1
        self.presses += 2
        target.set_input_files([paper(name)])

    def write(self, target: Locator, text: str, keys: int) -> None:
        """Press a field and type into it."""
        self.steps += 1
        self.presses += 1
        self.keys += keys
        target.fill(text)

    @property
    def seconds(self) -> float:
        """What the keystroke-level model gives for it."""
        return self.presses * (POINT + PRESS) + self.keys * KEY + self.steps * THINK


def wrong_list(hand: Hand) -> None:
    """Publish to the wrong list, and put it right."""
    words, name = hand.words, f"Notice {secrets.token_hex(3)}"
    form = form_of(hand.page, words, WRONG)
    hand.give(form.locator("input[type=file]"), f"{name}.pdf")
    hand.press(form.get_by_role("button", name=words.interface.upload.submit, exact=True))
    expect(form.get_by_text(published_name(f"{name}.pdf"))).to_be_visible(timeout=PATIENCE)
    with hand.page.expect_popup() as opened:
        hand.press(form.get_by_role("link", name=words.interface.upload_form.put_right))
    desk = words.interface.desk_document
    hand.press(opened.value.locator("summary", has_text=desk.move))
    move = opened.value.get_by_role("form", name=desk.move, exact=True)
    hand.select(move.get_by_role("combobox"), words.category(RIGHT).title)
    hand.press(move.get_by_role("button", name=desk.move_button))
    expect(opened.value.get_by_text(desk.done["moved"])).to_be_visible()
    opened.value.close()


def replace_report(hand: Hand) -> None:
    """Give a published report another file, from the desk."""
    words, page, name = hand.words, hand.page, f"Report {secrets.token_hex(3)}"
    desk = words.interface.desk_document
    hand.press(page.get_by_role("table").get_by_role("link", name="Annual report").first)
    form = page.get_by_role("form", name=desk.by_file, exact=True)
    hand.give(form.get_by_label(desk.new_file), f"{name}.pdf")
    hand.press(form.get_by_role("button", name=desk.replace))
    expect(page.get_by_text(desk.done["replaced"])).to_be_visible(timeout=PATIENCE)


def seal_results(hand: Hand) -> None:
    """Seal results for a moment three minutes ahead."""
    words, page = hand.words.interface.sealed, hand.page
    menu = page.get_by_role("navigation", name=hand.words.interface.desk.menu)
    if page.viewport_size and page.viewport_size["width"] < 1024:
        hand.press(menu.locator("summary"))
    hand.press(menu.get_by_role("link", name=words.title))
    form = page.get_by_role("form", name=words.form, exact=True)
    hand.select(form.get_by_label(words.list, exact=True), hand.words.category("FinancialStatement").title)
    moment = local_time.typed(local_time.now() + AHEAD)
    # The form proposes today and the next whole hour: hour and minute are typed, and AM or PM.
    hand.write(form.get_by_label(words.moment, exact=True), moment, keys=5)
    hand.give(form.get_by_label(words.file, exact=True), f"Results {secrets.token_hex(3)}.pdf")
    hand.press(form.get_by_role("button", name=words.button, exact=True))
    expect(page.get_by_role("status").filter(has_text=words.done["sealed"])).to_be_visible(timeout=PATIENCE)


DEEDS: dict[str, tuple[str, Callable[[Hand], None]]] = {
    "publish to the wrong list, put right": ("/UploadFiles", wrong_list),
    "replace a report": ("/desk", replace_report),
    "seal results, 3 minutes ahead": ("/desk", seal_results),
}
"""What is done, and the page that is open before the first press."""


def measure(_options: Options) -> Iterable[Row]:
    """Return a row for each deed, width and language."""
    build()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, chromium() as browser:
        file = Path(folder) / "Annual report.pdf"
        for language in content.LANGUAGES:
            for width in WIDTHS:
                for what, (path, deed) in DEEDS.items():
                    file.write_bytes(paper(file.name)["buffer"])
                    server.admin("documents", "publish", "AnnualReport", str(file))
                    yield _row(browser, server.url, content.read(language), width, what, path, deed)


def _row(
    browser: Browser, address: str, words: Site, width: int, what: str, path: str, deed: Callable[[Hand], None]
) -> Row:
    context = browser.new_context(base_url=address, viewport={"width": width, "height": 844})
    hand = Hand(context.new_page(), words)
    if path == "/desk":
        hand.page.goto(localized(path, words.language))
    else:
        open_forms(hand.page, words, path)
    begun = time.perf_counter()
    deed(hand)
    machine = time.perf_counter() - begun
    context.close()
    measured = (
        f"{hand.presses} presses, {hand.keys} keys, machine {machine:.1f} s, by hand {machine + hand.seconds:.0f} s"
    )
    return Row(f"{what}, {width} px, {words.language}", measured)
