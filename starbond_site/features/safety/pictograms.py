"""The hazard pictograms of the GHS (United Nations, Annex 1: a black symbol in a red diamond), drawn for this site."""

import htpy as h
from htpy import Element

from starbond_site.content.facts import Hazard

SYMBOLS: dict[Hazard, str] = {
    "flammable": (
        "M51 20C57 32 45 36 50 47c3-3 5-6 5-10 9 9 14 16 13 25-1 7-8 11-18 11s-18-4-19-12c0-7 5-11 8-17 1 3 1 6 3 8"
        "C39 40 49 33 51 20zM31 77h38v4H31z"
    ),
    "gas-under-pressure": "M24 58 62 36c4-2 9-1 12 3l3-2 4 7-3 2c1 4-1 9-5 11L35 79c-5 3-12-2-14-8-2-5-1-10 3-13z",
    "irritant": "M44 22h12l-3 36h-6zM50 64a6 6 0 1 0 0 12a6 6 0 1 0 0-12z",
}
"""Paths in a square of 100 units."""


def pictogram(hazard: Hazard, name: str) -> Element:
    return h.svg(".pictogram", role="img", aria_label=name, viewBox="0 0 100 100", width=64, height=64)[
        h.path(d="M50 3 97 50 50 97 3 50z", fill="#fff", stroke="#d2001a", stroke_width=5, stroke_linejoin="round"),
        h.path(d=SYMBOLS[hazard], fill="#000"),
    ]
