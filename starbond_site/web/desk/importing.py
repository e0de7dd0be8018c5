"""Pages of the desk that import a table, as a file or typed; a refused one is listed by line and corrected there.

What was read is shown first. The form then names it, and counts when it is sent again with the same table.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.interface import (
    DeskDatesWords,
    DeskDealersWords,
    DeskFiguresTableWords,
    DeskHoldersWords,
    DeskShareholdingWords,
)
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents.archive import Archive
from starbond_site.documents.file_types import FILE_TYPES
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation.desk.desk_html import section, table
from starbond_site.presentation.form_fields import CONFIRMED, FILE_NAME, TEXT, Field, FormInput
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest

SHOWN = 100
"""Mistakes of a table, or rows of one."""
UNSEEN = "1"
"""Confirms a table that nobody was shown: for commands."""

_ImportWords = DeskDatesWords | DeskDealersWords | DeskFiguresTableWords | DeskHoldersWords | DeskShareholdingWords


@dataclass(frozen=True, kw_only=True)
class Importing:
    """What a table is, how it is read, and what stores it."""

    path: str
    """English."""
    about: str
    """English path of the public page with the rows."""
    words: Callable[[Site], _ImportWords]
    parse: Callable[..., Sequence[Any]]
    """Reads it, with whether each of the further boxes is ticked, by its name; raises `TableMistakes`."""
    take: Callable[..., Mapping[str, int]]
    """Stores in the archive what was read, with who does it, the name of the file, and the boxes likewise; returns the
    values of the words ``done``, or raises `TableMistakes`."""
    check: Callable[[Archive, Sequence[Any]], None] = lambda _archive, _rows: None
    """Raises `TableMistakes` where what was read does not go with what is stored."""
    columns: Callable[[Site], Sequence[str]] = lambda _site: ()
    """Their names in the first line; none for a list of one value a line."""
    cells: Callable[[Any], Sequence[object]] = lambda row: (row,)
    """Returns those of a row that was read."""
    counts: Callable[[Sequence[Any]], Mapping[str, int]] = lambda rows: {"count": len(rows)}
    """Returns the values of the words ``read``."""
    more: Callable[[Site], Sequence[Field]] = lambda _site: ()
    """Further boxes."""
    label: Callable[[Site], str] | None = None
    """Its name, also in the menu; without one the title of ``about``."""

    def page(self) -> DeskPage:
        actions = {"import": Action(self._send, has_text=True)}
        return DeskPage(path=self.path, about=self.about, label=self.label, show=self._show, actions=actions)

    def _show(self, asked: DeskRequest) -> list[Node]:
        site, typed = asked.site, asked.given.typed
        own, shared, named = self.words(site), site.interface.desk_import, self.columns(site)
        boxes, seen, button, said = self._boxes(site, typed), "", shared.show, asked.said
        try:
            if typed.get(TEXT):
                found = self._parsed(asked.archive, typed[TEXT], boxes)
                seen, button, said = self._mark(found, boxes), own.button, [said, self._read(site, found)]
        except TableMistakes as wrong:
            listed = [h.li[site.errors.say(code, **values)] for code, values in wrong.mistakes[:SHOWN]]
            said = [said, section(shared.mistakes, "mistakes", h.ol[listed])]
        multipart, fields = "multipart/form-data", [*_fields(site), *self.more(site)]
        hidden = {CONFIRMED: seen, FILE_NAME: typed.get(FILE_NAME, "")}
        return [
            said,
            h.p[own.lead],
            bool(named) and h.p[shared.columns, " ", h.code[", ".join(named)]],
            asked.form(f"{self.path}/import", fields, button, hidden=hidden, label=own.button, enctype=multipart),
        ]

    def _send(self, sent: DeskForm) -> Element | FormInput:
        typed, boxes = sent.fields, self._boxes(sent.site, sent.fields)
        text = typed.get(TEXT, "")
        if not text.strip():
            raise Refusal("no_file", field="file")
        try:
            found = self._parsed(sent.archive, text, boxes)
            if typed.get(CONFIRMED) not in (UNSEEN, self._mark(found, boxes)):
                return FormInput(form=sent.name, typed=typed)
            values = self.take(sent.archive, found, sent.actor, typed.get(FILE_NAME, "")[:100] or "desk", **boxes)
        except TableMistakes as wrong:
            raise Refusal("table_refused", count=len(wrong.mistakes), field=TEXT) from None
        said = sent.site.digits(self.words(sent.site).done.format(**values))
        return h.p(".desk__note.desk__note--done", role="status")[said]

    def _parsed(self, archive: Archive, text: str, boxes: Mapping[str, bool]) -> Sequence[Any]:
        found = self.parse(text.encode(), **boxes)
        self.check(archive, found)
        return found

    def _boxes(self, site: Site, typed: Mapping[str, str]) -> dict[str, bool]:
        """Return which are ticked."""
        return {field.name: bool(typed.get(field.name)) for field in self.more(site)}

    def _mark(self, found: Sequence[Any], boxes: Mapping[str, bool]) -> str:
        """Return what the form confirms: this table, and what becomes of it."""
        return hashlib.sha256(repr(([self.cells(row) for row in found], boxes)).encode()).hexdigest()

    def _read(self, site: Site, found: Sequence[Any]) -> Element:
        """Return how many rows were read, and the first and the last of them."""
        words, heads = site.interface.desk_import, self.columns(site) or [site.interface.desk_import.number]
        count = site.digits(self.words(site).read.format(**self.counts(found)))
        rows = found if len(found) <= SHOWN else [*found[: SHOWN - 1], found[-1]]
        cells = [["" if cell is None else str(cell) for cell in self.cells(row)] for row in rows]
        said = h.p(".desk__note", role="status")[count, " ", words.confirm]
        wide = h.div(".desk__wide", role="region", tabindex="0", aria_labelledby="read")
        return section(words.read, "read", [said, cells and wide[table(words.read, heads, cells)]])


def _fields(site: Site) -> list[Field]:
    words, table = site.interface.desk_import, {"rows": 10, "spellcheck": "false", "wrap": "off"}
    accepted = {"accept": f".csv,.txt,.xlsx,text/csv,text/plain,{FILE_TYPES['xlsx'].media_type}"}
    return [
        Field(name="file", label=words.file, kind="file", hint=words.file_hint, attributes=accepted),
        Field(name=TEXT, label=words.text, kind="textarea", hint=words.text_hint, attributes=table),
    ]
