"""Pages of the desk that import a table, as a file or typed; a refused one is listed by line and corrected there."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import htpy as h
from htpy import Element

from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.content.interface import DeskDealersWords, DeskHoldersWords, DeskShareholdingWords
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation.desk.parts import section
from starbond_site.presentation.forms import FILE_NAME, TEXT, Field
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown

SHOWN = 100
"""Mistakes of a table."""


def importing(
    path: str,
    about: str,
    words: Callable[[Site], DeskDealersWords | DeskHoldersWords | DeskShareholdingWords],
    parse: Callable[..., Any],
    take: Callable[..., Mapping[str, int]],
    columns: Callable[[Site], Sequence[str]] = lambda _site: (),
    more: Callable[[Site], Sequence[Field]] = lambda _site: (),
    label: Callable[[Site], str] | None = None,
) -> Page:
    """Return the page.

    Args:
        path: English.
        about: English path of the public page with the rows.
        words: of its table.
        parse: reads a table, with whether each of the further boxes is ticked, by its name; raises `TableMistakes`.
        take: stores in the archive what was read, with who does it, the name of the file, and the boxes likewise;
            returns the values of the words ``done``.
        columns: their names in the first line; none for a list of one value a line.
        more: further boxes.
        label: its name, also in the menu; without one the title of ``about``.
    """

    def ticked(site: Site, typed: Mapping[str, str]) -> dict[str, bool]:
        return {field.name: bool(typed.get(field.name)) for field in more(site)}

    def show(asked: Asked) -> Shown:
        site, typed = asked.site, asked.given.typed
        own, shared, named = words(site), site.interface.desk_import, columns(site)
        mistakes = ()
        try:
            parse(typed[TEXT].encode(), **ticked(site, typed)) if typed.get(TEXT) else None
        except TableMistakes as wrong:
            mistakes = wrong.mistakes[:SHOWN]
        listed = h.ol[[h.li[site.errors.say(code, **values)] for code, values in mistakes]]
        multipart, fields = "multipart/form-data", [*_fields(site), *more(site)]
        body = [
            asked.said,
            bool(mistakes) and section(shared.mistakes, "mistakes", listed),
            h.p[own.lead],
            bool(named) and h.p[shared.columns, " ", h.code[", ".join(named)]],
            asked.form(f"{path}/import", fields, own.button, label=own.button, enctype=multipart),
        ]
        return Shown(label(site) if label else site.page(about).title, body)

    def send(sent: Sent) -> Element:
        text, boxes = sent.fields.get(TEXT, ""), ticked(sent.site, sent.fields)
        if not text.strip():
            raise Refusal("no_file", field="file")
        try:
            found = parse(text.encode(), **boxes)
        except TableMistakes as wrong:
            raise Refusal("table_refused", count=len(wrong.mistakes), field=TEXT) from None
        values = take(sent.archive, found, sent.actor, sent.fields.get(FILE_NAME, "")[:100] or "desk", **boxes)
        said = digits(words(sent.site).done.format(**values), sent.site.interface.dates)
        return h.p(".desk__note.desk__note--done", role="status")[said]

    return Page(path=path, about=about, label=label, show=show, actions={"import": Action(send, has_text=True)})


def _fields(site: Site) -> list[Field]:
    words, table = site.interface.desk_import, {"rows": 10, "spellcheck": "false", "wrap": "off"}
    accepted = {"accept": ".csv,.txt,text/csv,text/plain"}
    return [
        Field(name="file", label=words.file, kind="file", hint=words.file_hint, attributes=accepted),
        Field(name=TEXT, label=words.text, kind="textarea", hint=words.text_hint, attributes=table),
    ]
