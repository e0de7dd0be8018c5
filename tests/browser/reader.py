"""A reader in one of three browsers, for journeys that are written once.

The verbs are those of people. In Chromium and Firefox they are Playwright's locators; in WebKit, which Playwright only
drives in a build of its own, they are WebDriver's commands, and role and name are those of WebKit's accessibility tree.
What only one of them can do belongs in a journey of that browser, not here.

    def test_something(reader: Reader, words: Site) -> None:   # once in each browser and at each width
        reader.open("/contact")
        reader.fill(words.interface.contact.name, "Rahim")
        reader.press("button", words.interface.contact.send)
        reader.sees("Please")
"""

import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page

from tests.browser.filing import PATIENCE
from tests.browser.webkit import Element, WebDriverError, WebKit

SECONDS = PATIENCE / 1000
POLL_SECONDS = 0.05
SHOWN = """(text) => {
  const squeezed = (some) => some.replace(/\\s+/g, " ");
  return squeezed(document.body?.innerText ?? "").includes(squeezed(text));
}"""
"""Returns whether a page shows a text, in sight or not."""
INSERT = "\ue016"
"""A key, as WebDriver writes it, that does nothing in a select."""
Part = tuple[str, str]
"""Role and name of a part of a page, such as a form or a dialog."""


class Reader(ABC):
    """Verbs; each waits for what it needs. A part of a name is enough, and the first one counts that can be seen."""

    browser: str

    @abstractmethod
    def open(self, address: str) -> None:
        """Open an address, or a path of the site."""

    @abstractmethod
    def back(self) -> None: ...

    @abstractmethod
    def press(self, role: str, name: str, within: Part | None = None) -> None:
        """Click what has that role and name and can be seen."""

    @abstractmethod
    def press_text(self, text: str) -> None:
        """Click a text that has no role of its own, such as a label or the line of a fold."""

    @abstractmethod
    def fill(self, label: str, text: str) -> None:
        """Type into the field of that label in place of what it held."""

    @abstractmethod
    def choose(self, label: str, option: str) -> None:
        """Choose the option of that text in the select of that label."""

    @abstractmethod
    def attach(self, form: str, *files: Path) -> None:
        """Choose files in the form of that name."""

    @abstractmethod
    def key(self, name: str) -> None:
        """Press one of the keys of ``KEYS``."""

    @abstractmethod
    def evaluate(self, function: str, argument: Any = None) -> Any:  # noqa: ANN401
        """Call a JavaScript function, which may be asynchronous, and return what it returns."""

    @abstractmethod
    def problems(self) -> list[str]:
        """Return what the console complained of."""

    def wait_until(self, function: str, argument: object = None, seconds: float = SECONDS) -> None:
        """Wait until a JavaScript function returns what is true."""
        end = time.monotonic() + seconds
        while not self._holds(function, argument):
            assert time.monotonic() < end, f"not after {seconds} s: {function} of {argument}"
            time.sleep(POLL_SECONDS)

    def sees(self, text: str, seconds: float = SECONDS) -> None:
        self.wait_until(SHOWN, text, seconds=seconds)

    def misses(self, text: str, seconds: float = SECONDS) -> None:
        self.wait_until(f"(text) => !({SHOWN})(text)", text, seconds=seconds)

    def _holds(self, function: str, argument: object) -> bool:
        # A page that is being left answers nothing.
        with contextlib.suppress(Error, WebDriverError):
            return self.evaluate(f"async (given) => Boolean(await ({function})(given))", argument)
        return False


KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
"""Keys by their names in Playwright, as WebDriver writes them."""


class InPlaywright(Reader):
    def __init__(self, page: Page) -> None:
        self.page = page
        self.browser = str(page.context.browser and page.context.browser.browser_type.name)
        self._problems: list[str] = []
        page.on("console", lambda said: self._problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self._problems.append(str(error)))

    def open(self, address: str) -> None:
        self.page.goto(address)

    def back(self) -> None:
        if self.browser == "firefox":
            # Firefox 140 tells Playwright nothing of a step back within a page, for which it would wait.
            self.page.evaluate("() => void setTimeout(() => history.back())")
        else:
            self.page.go_back()

    def press(self, role: str, name: str, within: Part | None = None) -> None:
        # Roles come from tests, not from a list of Playwright's.
        part: Any = self.page.get_by_role(within[0], name=within[1]) if within else self.page  # type: ignore[arg-type]
        self._seen(part.get_by_role(role, name=name)).click()

    def press_text(self, text: str) -> None:
        self._seen(self.page.get_by_text(text, exact=True)).click()

    def fill(self, label: str, text: str) -> None:
        fields = (self.page.get_by_role(role, name=label) for role in ("textbox", "searchbox"))
        # As typed: React does not notice what Playwright fills in in Firefox.
        self._seen(next(fields).or_(next(fields))).select_text()
        self.page.evaluate("(text) => document.execCommand('insertText', false, text)", text)

    def choose(self, label: str, option: str) -> None:
        self._seen(self.page.get_by_role("combobox", name=label)).select_option(label=option)

    def attach(self, form: str, *files: Path) -> None:
        self.page.get_by_role("form", name=form).locator("input[type=file]").set_input_files(list(files))

    def key(self, name: str) -> None:
        self.page.keyboard.press(name)

    def evaluate(self, function: str, argument: Any = None) -> Any:  # noqa: ANN401
        return self.page.evaluate(function, argument)

    def problems(self) -> list[str]:
        return self._problems

    @staticmethod
    def _seen(found: Locator) -> Locator:
        return found.filter(visible=True).first


MATCHING = """(name, selector, within) => [...(within ?? document).querySelectorAll(selector)].filter((node) => {
  const labels = [...(node.labels ?? []), ...(node.ariaLabelledByElements ?? []), ...node.querySelectorAll("[alt]")];
  const said = [node, ...labels].flatMap((each) => [each.ariaLabel, each.title, each.alt, each.textContent]).join(" ");
  return node.checkVisibility({ visibilityProperty: true }) && said.replace(/\\s+/g, " ").includes(name);
})"""
"""Returns elements that may be called so; whether they are, WebKit says."""
OF_TEXT = """(text) => {
  const is = (node) => node.textContent.replace(/\\s+/g, " ").trim() === text;
  return [...document.querySelectorAll("body :not(option)")].find((node) =>
    is(node) && ![...node.children].some(is) && node.checkVisibility({ visibilityProperty: true }));
}"""
"""Returns the innermost element that holds a text and nothing else."""
OPTION = """(field, text) => [...field.options].find((option) => option.label === text)"""
FILES = """(form) => form.querySelector("input[type=file]")"""
SELECTORS = {
    "button": "button, [role=button]", "link": "a[href]", "checkbox": "[type=checkbox]", "radio": "[type=radio]",
    "tab": "[role=tab]", "form": "form", "dialog": "dialog, [role=dialog]", "region": "section, [role=region]",
    "group": "[role=group]", "navigation": "nav", "field": "input, textarea", "select": "select",
}  # fmt: skip
"""Where an element of a role is looked for."""
ROLES = {"field": ("textbox", "searchbox"), "select": ("combobox", "button")}
"""A select is a button to WebKitGTK, which calls it by its label and what is chosen."""


class InWebKit(Reader):
    browser = "webkit"

    def __init__(self, webkit: WebKit, site: str) -> None:
        self.webkit = webkit
        self._site = site

    def open(self, address: str) -> None:
        self.webkit.goto(self._site + address if address.startswith("/") else address)

    def back(self) -> None:
        self.webkit.back()

    def press(self, role: str, name: str, within: Part | None = None) -> None:
        def click() -> None:
            part = self._named(*within) if within else None
            self.webkit.click(self._named(role, name, part))

        self._once_it_can(click)

    def press_text(self, text: str) -> None:
        self._once_it_can(lambda: self.webkit.click(self._found(OF_TEXT, text)))

    def fill(self, label: str, text: str) -> None:
        def fill() -> None:
            field = self._named("field", label)
            self.webkit.evaluate("(field) => { field.focus(); field.select(); }", field)
            self.webkit.type(field, text)

        self._once_it_can(fill)

    def choose(self, label: str, option: str) -> None:
        def choose() -> None:
            field = self._named("select", label)
            # WebDriver tells the page that an option was chosen, and not WebKit: Back would pass over what follows from
            # it, as over all that nobody did. A key is somebody's doing.
            self.webkit.type(field, INSERT)
            self.webkit.click(self._found(OPTION, field, option))

        self._once_it_can(choose)

    def attach(self, form: str, *files: Path) -> None:
        paths = "\n".join(map(str, files))
        self._once_it_can(lambda: self.webkit.type(self._found(FILES, self._named("form", form)), paths))

    def key(self, name: str) -> None:
        self.webkit.keys(KEYS[name])

    def evaluate(self, function: str, argument: Any = None) -> Any:  # noqa: ANN401
        return self.webkit.evaluate(function, argument)

    def problems(self) -> list[str]:
        return self.webkit.problems()

    def _named(self, role: str, name: str, within: Element | None = None) -> Element:
        candidates = self.webkit.evaluate(MATCHING, name, SELECTORS[role], within)
        named = [(self.webkit.role_and_name(each), each) for each in candidates]
        for (its_role, its_name), each in named:
            if its_role in ROLES.get(role, (role,)) and name in its_name:
                return each
        raise WebDriverError(f"no {role} {name} among {[each for each, _ in named]}")

    def _found(self, function: str, *arguments: object) -> Element:
        if found := self.webkit.evaluate(function, *arguments):
            return found
        raise WebDriverError(f"nothing for {arguments}")

    @staticmethod
    def _once_it_can(act: Callable[[], None]) -> None:
        """Do something as soon as its element is there, in sight, and not covered."""
        end = time.monotonic() + SECONDS
        while True:
            try:
                return act()
            except WebDriverError:
                if time.monotonic() > end:
                    raise
            time.sleep(POLL_SECONDS)
