"""Pieces of a file on their way to the disk."""

import os
from collections.abc import Iterator, Sequence

RUN = 256 * 1024
"""How much is written before it is read back, in bytes: small enough to be still in the processor's cache."""


def runs(pieces: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """Give the pieces in runs of some size."""
    start = size = 0
    for end, piece in enumerate(pieces, 1):
        size += len(piece)
        if size >= RUN or end == len(pieces):
            yield pieces[start:end]
            start, size = end, 0


def write(descriptor: int, pieces: Sequence[bytes]) -> None:
    """Write pieces as they are: joining them first would cost as much as half the writing."""
    rest = [memoryview(piece) for piece in pieces]
    while rest:
        count = os.writev(descriptor, rest)
        while rest and count >= len(rest[0]):
            count -= len(rest.pop(0))
        if rest:
            rest[0] = rest[0][count:]
