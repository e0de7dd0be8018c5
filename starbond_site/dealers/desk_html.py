"""The page of the desk that imports dealers, with the mistakes of a table by line."""

from collections.abc import Sequence

import htpy as h
from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.dealers import COLUMNS, Mistake
from starbond_site.presentation.desk.parts import section
from starbond_site.presentation.forms import TEXT, Field, Given, box, form

PATH = f"{DESK}/dealers"
REPLACE = "replace"
SHOWN = 100
"""Mistakes of a table."""


def page(site: Site, given: Given, mistakes: Sequence[Mistake]) -> Node:
    """Return the page.

    Args:
        given: into the form that was refused.
        mistakes: of its table.
    """
    words, places = site.interface.desk_dealers, site.company.dealer_places
    named = places.columns if places else {}
    columns = ", ".join(named.get(name, name) for name in COLUMNS)
    table = {"rows": 10, "spellcheck": "false", "wrap": "off"}
    inside = [
        Field(
            name="file", label=words.file, kind="file", hint=words.file_hint, attributes={"accept": ".csv,text/csv"}
        ).written(Given(problems=given.problems)),
        Field(name=TEXT, label=words.text, kind="textarea", hint=words.text_hint, attributes=table).written(given),
        h.label(".desk__tick", for_=REPLACE)[box(REPLACE, given, {"id": REPLACE}), h.span[words.replace]],
    ]
    action, encoding = localized(f"{PATH}/import", site.language), "multipart/form-data"
    listed = h.ol[[h.li[site.errors.say(code, **values)] for code, values in mistakes[:SHOWN]]]
    return [
        bool(mistakes) and section(words.mistakes, "mistakes", listed),
        h.p[words.lead],
        h.p[words.columns, " ", h.code[columns]],
        form(action, inside, words.button, enctype=encoding, aria_label=words.button),
    ]
