"""Packs on shelves: the room, and what stands in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from art.shapes import SHAPES

Names = Sequence[tuple[str, str]]
"""Product and size of packs, from left to right."""


@dataclass(frozen=True)
class Room:
    """Where a picture is set: wall, boards, and the light that lies over everything."""

    wall: str
    board: str
    light: str
    shade: str


@dataclass(frozen=True)
class Display:
    """One picture: its room, its rows with the height they stand at, how tall its tallest pack may be, its size."""

    room: Room
    rows: tuple[tuple[Names, int], ...]
    tall: int
    size: tuple[int, int] = SHAPES["news"]
