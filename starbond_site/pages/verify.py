"""The page that says whether a file is one that was published."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import heading_of
from starbond_site.components.react import file_check
from starbond_site.content import Site
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


def body(site: Site) -> Node:
    words = site.interface.verify
    sizes = site.interface.dates.model_dump(include={"bytes", "kilobytes", "megabytes", "digits"})
    labels = site.interface.file_check.model_dump() | sizes
    return [
        heading_of(site, PATH, words.lead),
        h.div(".verify.container.section--tight")[
            file_check(mark=verification_result.MARK, language=site.language, labels=labels),
            h.noscript[h.p(".verify__note")[words.no_script]],
            h.p(".verify__note.muted")[words.private],
            _form_without_scripts(site),
            _form_of_log(site),
        ],
    ]


def _form_without_scripts(site: Site) -> Element:
    """Return the way without scripts: what to type, and a form that the browser itself sends."""
    words = site.interface.verify
    commands = [h.div[h.dt[system], h.dd[h.code[command]]] for system, command in COMMANDS.items()]
    typed = {"id": "sha256", "name": "sha256", "maxlength": 200, "autocomplete": "off", "spellcheck": "false"}
    return h.section(".verify__hand")[
        h.h2[words.by_hand],
        h.p[words.by_hand_text],
        h.dl(".verify__commands")[commands],
        # A search: pages with other forms open a websocket where they need none (`build.server`).
        h.form(role="search", aria_label=words.hash_label, action=site.address(PATH), method="get")[
            h.label(".field__label", for_="sha256")[words.hash_label],
            h.div(".verify__line")[h.input(".input", typed, required=True), h.button(".button")[words.look_up]],
        ],
        h.p[words.receipts_text, " ", h.a(href=PUBLIC_KEY)[words.public_key]],
    ]


def _form_of_log(site: Site) -> Element:
    """Return the form for a checkpoint that a visitor kept, which the browser itself sends."""
    words, address = site.interface.verify, site.address(PATH)
    return h.section(".verify__hand.verify__log")[
        h.h2[words.log_heading],
        h.p[words.log_text, " ", h.a(href=CHECKPOINT)[words.checkpoint]],
        h.form(".verify__kept", role="search", aria_label=words.kept_label, action=address, method="get")[
            h.label(".field__label", for_="checkpoint")[words.kept_label],
            h.textarea("#checkpoint.input", name="checkpoint", required=True, rows=6, spellcheck="false"),
            h.button(".button")[words.compare_log],
        ],
    ]
