"""Inspects files inside files: attachments of PDFs, members of archives, objects in office documents.

A program is refused, and so is a file that would be refused by itself for what it does. All levels of one inspection
share one budget, so that files inside files cannot multiply the work.
"""

import importlib
import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from starbond_site.documents.inspection import MAX_TARGET, Values, signatures
from starbond_site.documents.refusals import Refusal

if TYPE_CHECKING:
    from starbond_site.content.interface import Code

MAX_DEPTH = 4
"""A spreadsheet in a document in an archive that is attached to a PDF has depth 3."""
MAX_UNPACKED = 1024**3
"""Bytes that may come out of one file on all levels, unless four times its own size is more."""
MAX_KEPT = 256 * 1024**2
"""Bytes of nested files in memory at one time."""
_MODULES = {"pdf": "pdf", "zip": "zip_files", "compound": "compound_files", "jpeg": "images", "png": "images"}
_BY_ITSELF: "Mapping[str, Code]" = {
    "active_pdf": "embedded_active",
    "active_office": "embedded_active",
    "remote_office": "embedded_active",
    "empty_macros": "embedded_active",
    "damaged": "embedded_unchecked",
    "print_anew": "embedded_unchecked",
    "encrypted": "embedded_unchecked",
    "archive_method": "embedded_unchecked",
    "type_mismatch": "embedded_unchecked",
}
"""Refusal of the outer file, by that of the inner one; others stay as they are."""
_EMBEDDED = ("embedded_program", "embedded_kind", "embedded_active")
_HARMFUL = {*_EMBEDDED, *(code for code, outer in _BY_ITSELF.items() if outer in _EMBEDDED)}
"""Refusals for what a file does; the others say that it cannot be checked."""


def inspect_file(path: Path, container: str) -> tuple[str, Values]:
    """Return the id of the type of a file, or the code of the refusal with its values."""
    try:
        with path.open("rb") as content:
            return Inspection(path.stat().st_size).inspect(content, container), {}
    except Refusal as finding:
        return finding.code, finding.values
    except (MemoryError, RecursionError):
        return "not_checked", {}


class Inspection:
    """The inspection of one uploaded file: how deep it is at present, and what is left of the limits of all levels."""

    def __init__(self, size: int) -> None:
        self.unpacked, self.kept, self.depth = max(MAX_UNPACKED, 4 * size), MAX_KEPT, 0
        # Of parts of office documents, of which each is read at most twice before it is passed.
        self.parsed = 2 * self.unpacked

    def inspect(self, file: BinaryIO, container: str) -> str:
        """Return the id of the type of a file.

        Raises:
            Refusal: the file must be refused.
        """
        # Only the parser that is needed: importing all takes longer than most inspections.
        module = importlib.import_module(f"starbond_site.documents.inspection.{_MODULES[container]}")
        return module.inspect(file, container, self)

    def passed(self, name: str, chunks: Iterable[bytes], *, is_loose: bool = False) -> Iterator[bytes]:
        """Yield the bytes of a file inside the inspected one; keep those of a container, and inspect it at its end.

        Raises:
            Refusal: it must be refused, or too much comes out of the uploaded file.
        """
        refuse_name(name, is_loose=is_loose)
        head, chunks = b"", self._counted(chunks)
        for chunk in chunks:
            head += chunk
            if len(head) >= signatures.HEAD_BYTES:
                break
        if signatures.PROGRAM.match(head):
            raise Refusal("embedded_program")
        if signatures.CLOSED.match(head):
            raise Refusal("embedded_kind", target=name[-MAX_TARGET:] or "…")
        container, kept = signatures.container(head), io.BytesIO()
        try:
            for chunk in chain((head,), chunks):
                if container:
                    self.kept -= len(chunk)
                    if self.kept < 0:
                        raise Refusal("embedded_unchecked")
                    kept.write(chunk)
                yield chunk
            if container:
                self._inspect_inner(kept, container)
        finally:
            # Too much once stays too much.
            if self.kept >= 0:
                self.kept += len(kept.getbuffer())

    def check(self, content: bytes) -> None:
        """Inspect a file inside the inspected one whose bytes are in memory.

        Raises:
            Refusal: it must be refused.
        """
        for _ in self.passed("", (content,)):
            pass

    def check_package(self, content: bytes) -> None:
        """Inspect what stands in the middle of other bytes, and may be a file only by chance.

        Raises:
            Refusal: it holds something harmful.
        """
        with self.deferred([]):
            self.check(content)

    @contextmanager
    def deferred(self, refusals: list[Refusal]) -> Iterator[None]:
        """Add a refusal to the others, so that nothing harmful hides behind what cannot be checked.

        Raises:
            Refusal: for something harmful, or since a limit of all levels is reached.
        """
        try:
            yield
        except Refusal as finding:
            if finding.code in _HARMFUL or min(self.unpacked, self.parsed, self.kept) < 0:
                raise
            refusals.append(finding)

    def expect(self, size: int) -> None:
        """Refuse what says that it unpacks to more bytes than are left."""
        if size > self.unpacked:
            self.unpacked = -1
            raise Refusal("unsafe_archive")

    def part(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the bytes of a part of an office document, which is also passed."""
        for chunk in chunks:
            self.parsed -= len(chunk)
            if self.parsed < 0:
                raise Refusal("unsafe_archive")
            yield chunk

    def _counted(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        for chunk in chunks:
            self.unpacked -= len(chunk)
            if self.unpacked < 0:
                raise Refusal("unsafe_archive")
            yield chunk

    def _inspect_inner(self, file: BinaryIO, container: str) -> None:
        if self.depth >= MAX_DEPTH:
            raise Refusal("embedded_unchecked")
        file.seek(0)
        self.depth += 1
        try:
            self.inspect(file, container)
        except Refusal as finding:
            finding.code = _BY_ITSELF.get(finding.code, finding.code)
            raise
        finally:
            self.depth -= 1


def refuse_name(name: str, *, is_loose: bool = False) -> None:
    """Refuse the name of a file inside the inspected one that opening would run.

    Args:
        name: of the file.
        is_loose: whether people take it out of the inspected one, and open it.

    Raises:
        Refusal: `"embedded_program"` or `"embedded_kind"`.
    """
    if signatures.is_named_as_program(name):
        raise Refusal("embedded_program")
    if is_loose and not signatures.is_of_known_kind(name):
        raise Refusal("embedded_kind", target=name[-MAX_TARGET:])
