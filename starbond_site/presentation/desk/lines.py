"""The lines above the header, on the overview: what is shown now, and a form for each."""

from collections.abc import Iterable, Mapping

import htpy as h
from htpy import Element, Node

from starbond_site import local_time
from starbond_site.content import Site, read
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.languages import PREFIXED
from starbond_site.content.sentences import filled
from starbond_site.documents.nodes import MAX_LINE, MAX_LINK, NodeState
from starbond_site.presentation.desk.parts import folded, moment, note
from starbond_site.presentation.forms import SEEN, Field, Given, form

INPUT_MOMENT = "%Y-%m-%dT%H:%M"
"""How ``datetime-local`` writes moments, here those of the company's clocks."""


def section_of(site: Site, states: Iterable[NodeState], query: Mapping[str, str], given: Given) -> Element:
    words = site.interface.desk_lines
    said = words.done.get(query.get("line", ""), "")
    lines = [_line(site, state, given.of(state.name)) for state in states]
    is_open = bool(said) or given.form in words.titles
    inside = (note(said, "done"), h.p[words.lead], h.div(".desk__columns")[lines])
    return folded(words.heading, "lines", *inside, is_open=is_open)


def _line(site: Site, state: NodeState, given: Given) -> Element:
    words, name, line, end = site.interface.desk_lines, state.name, state.line, state.ends_at
    action, heading = localized(f"{DESK}/lines/{name}", site.language), f"form-{name}"
    text, url = {"maxlength": MAX_LINE}, {"maxlength": MAX_LINK}
    translated = [
        Field(
            name=f"{name}-text-{language}",
            label=words.words_in.format(language=read(language).interface.language.name),
            hint=words.words_in_hint,
            attributes={**text, "lang": language},
        ).written(given, line.translations.get(language, "") if line else "")
        for language in PREFIXED
    ]
    link = Field(name=f"{name}-url", label=words.link, hint=words.link_hint, attributes=url)
    until = Field(name=f"{name}-end", label=words.end, kind="datetime-local", hint=words.end_hint)
    inside = [
        h.h3(id=heading)[words.titles[name]],
        h.p[_current_line(site, state)],
        Field(name=f"{name}-text", label=words.words, attributes=text).written(given, line.text if line else ""),
        translated,
        link.written(given, line.url if line else ""),
        until.written(given, f"{local_time.in_local_time(end):{INPUT_MOMENT}}" if end else ""),
    ]
    buttons = h.div(".button-row")[
        h.button(".button")[words.set],
        line and h.button(".button", name="clear", value="1")[words.clear],
    ]
    hidden = {SEEN: state.version}
    return form(action, inside, buttons, hidden=hidden, aria_labelledby=heading, novalidate=True)


def _current_line(site: Site, state: NodeState) -> Node:
    words, line = site.interface.desk_lines, state.line
    if line is None:
        return words.none
    shown = [
        h.strong[line.text],
        [[" / ", h.strong(lang=language)[text]] for language, text in line.translations.items()],
    ]
    return [shown, state.ends_at and [" ", filled(words.ends, moment=moment(site, state.ends_at))]]
