"""Starts the Chromium of the measurements: headless, with a new profile for every visit."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS, own_chromium


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser and close it afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=own_chromium(), args=CHROMIUM_FLAGS)
        yield browser
        browser.close()
