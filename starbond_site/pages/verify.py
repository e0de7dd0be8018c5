"""The page that says whether a file is one that was published."""

import reflex as rx

from starbond_site.components.elements import heading_of, native_form, plain_link
from starbond_site.components.react import file_check
from starbond_site.content import Site
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation import verification_result

PATH = "/verify"
COMMANDS = {
    "Linux": "sha256sum FILE.pdf",
    "macOS": "shasum -a 256 FILE.pdf",
    "Windows": "certutil -hashfile FILE.pdf SHA256",
}
"""Command that computes a SHA-256 on each system, without anything to install."""
PUBLIC_KEY = "/.well-known/starbond-receipts.pem"
CHECKPOINT = "/log/checkpoint"


def pages(site: Site) -> list[Page]:
    return [page_at(site, PATH, _body)]


def _body(site: Site) -> rx.Component:
    words = site.interface.verify
    sizes = site.interface.dates.model_dump(include={"bytes", "kilobytes", "megabytes", "digits"})
    labels = site.interface.file_check.model_dump() | sizes
    return rx.fragment(
        heading_of(site, PATH, words.lead),
        rx.el.div(
            file_check(mark=verification_result.MARK, language=site.language, labels=labels),
            rx.el.noscript(rx.el.p(words.no_script, class_name="verify__note")),
            rx.el.p(words.private, class_name="verify__note muted"),
            _form_without_scripts(site),
            _form_of_log(site),
            class_name="verify container section--tight",
        ),
    )


def _form_without_scripts(site: Site) -> rx.Component:
    """Return the way without scripts: what to type, and a form that the browser itself sends."""
    words = site.interface.verify
    return rx.el.section(
        rx.el.h2(words.by_hand),
        rx.el.p(words.by_hand_text),
        rx.el.dl(
            *(rx.el.div(rx.el.dt(system), rx.el.dd(rx.el.code(command))) for system, command in COMMANDS.items()),
            class_name="verify__commands",
        ),
        # A search: pages with other forms open a websocket where they need none (`build.server`).
        native_form(
            rx.el.label(words.hash_label, html_for="sha256", class_name="field__label"),
            rx.el.div(
                rx.el.input(
                    id="sha256",
                    name="sha256",
                    required=True,
                    max_length=200,
                    auto_complete="off",
                    spell_check=False,
                    class_name="input",
                ),
                rx.el.button(words.look_up, class_name="button"),
                class_name="verify__line",
            ),
            role="search",
            aria_label=words.hash_label,
            action=site.address(PATH),
            method="get",
        ),
        rx.el.p(
            words.receipts_text,
            " ",
            plain_link(words.public_key, href=PUBLIC_KEY),
        ),
        class_name="verify__hand",
    )


def _form_of_log(site: Site) -> rx.Component:
    """Return the form for a checkpoint that a visitor kept, which the browser itself sends."""
    words = site.interface.verify
    return rx.el.section(
        rx.el.h2(words.log_heading),
        rx.el.p(words.log_text, " ", plain_link(words.checkpoint, href=CHECKPOINT)),
        native_form(
            rx.el.label(words.kept_label, html_for="checkpoint", class_name="field__label"),
            rx.el.textarea(
                id="checkpoint", name="checkpoint", required=True, rows="6", spell_check=False, class_name="input"
            ),
            rx.el.button(words.compare_log, class_name="button"),
            role="search",
            aria_label=words.kept_label,
            action=site.address(PATH),
            method="get",
            class_name="verify__kept",
        ),
        class_name="verify__hand verify__log",
    )
