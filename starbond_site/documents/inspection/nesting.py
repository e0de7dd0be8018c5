"""Inspects files inside files: attachments of PDFs, members of archives, objects in office documents.

A program is refused, and so is a file that would be refused by itself for what it does. All levels of one inspection
share one budget, so that files inside files cannot multiply the work.
"""

import importlib
import io
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

from starbond_site.documents.inspection import MAX_TARGET, FileRefused, Values, signatures

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


def inspect_file(path: Path, container: str) -> tuple[str, Values]:
    """Return the id of the type of a file, or the code of the refusal with its values."""
    try:
        with path.open("rb") as content:
            return Inspection(Budget(path.stat().st_size)).inspect(content, container), {}
    except FileRefused as finding:
        return finding.code, finding.values
    except (MemoryError, RecursionError):
        return "not_checked", {}


class Budget:
    """Limits that all levels of one inspection share."""

    def __init__(self, size: int) -> None:
        self.unpacked = max(MAX_UNPACKED, 4 * size)
        self.kept = MAX_KEPT


class Inspection:
    """One level of an inspection: how deep it is, and what is left of the budget."""

    def __init__(self, budget: Budget, depth: int = 0) -> None:
        self.budget = budget
        self.depth = depth

    def inspect(self, file: BinaryIO, container: str) -> str:
        """Return the id of the type of a file.

        Raises:
            FileRefused: the file must be refused.
        """
        # Only the parser that is needed: importing all takes longer than most inspections.
        module = importlib.import_module(f"starbond_site.documents.inspection.{_MODULES[container]}")
        return module.inspect(file, container, self)

    def part(self, name: str, *, is_loose: bool = False) -> "NestedFile":
        """Return a receiver for a file inside the inspected one; a name that opening would run is refused.

        Args:
            name: of the file.
            is_loose: whether people take it out of the inspected one, and open it.

        Raises:
            FileRefused: `"embedded_program"` or `"embedded_kind"`.
        """
        if signatures.is_named_as_program(name):
            raise FileRefused("embedded_program")
        if is_loose and not signatures.is_of_known_kind(name):
            raise FileRefused("embedded_kind", target=name[-MAX_TARGET:])
        return NestedFile(self, name)

    def check(self, name: str, content: bytes) -> None:
        """Inspect a file inside the inspected one whose bytes are in memory.

        Raises:
            FileRefused: it must be refused.
        """
        with self.part(name) as part:
            part.feed(content)

    def check_package(self, content: bytes) -> None:
        """Inspect what stands in the middle of other bytes, and may be a file only by chance.

        Raises:
            FileRefused: it holds something harmful.
        """
        try:
            self.check("", content)
        except FileRefused as finding:
            if finding.code in ("embedded_program", "embedded_kind", "embedded_active"):
                raise


class NestedFile:
    """Receives the bytes of a nested file, keeps those of a container, and inspects them at the end of the context."""

    def __init__(self, outer: Inspection, name: str) -> None:
        self._outer = outer
        self._name = name
        self._budget = outer.budget
        self._head = b""
        self._container: str | None = None
        self._kept: io.BytesIO | None = io.BytesIO()

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes.

        Raises:
            FileRefused: it is a program, or too much comes out of the uploaded file.
        """
        self._budget.unpacked -= len(chunk)
        if self._budget.unpacked < 0:
            raise FileRefused("unsafe_archive")
        if len(self._head) < signatures.HEAD_BYTES:
            self._head += chunk[: signatures.HEAD_BYTES]
        if self._kept is None:
            return
        self._budget.kept -= len(chunk)
        if self._budget.kept < 0:
            raise FileRefused("embedded_unchecked")
        self._kept.write(chunk)
        if len(self._head) >= signatures.HEAD_BYTES and self._container is None:
            self._recognise()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        """Inspect what was received, unless something else failed."""
        try:
            if kind is None:
                self._recognise()
                self._inspect()
        finally:
            self._forget()

    def _recognise(self) -> None:
        """Decide by the first bytes whether the file is kept, refused, or of no interest."""
        if signatures.is_program(self._head):
            raise FileRefused("embedded_program")
        if signatures.is_closed(self._head):
            raise FileRefused("embedded_kind", target=self._name[-MAX_TARGET:] or "…")
        self._container = signatures.container(self._head)
        if self._container is None:
            self._forget()

    def _inspect(self) -> None:
        if self._kept is None or self._container is None:
            return
        if self._outer.depth >= MAX_DEPTH:
            raise FileRefused("embedded_unchecked")
        self._kept.seek(0)
        try:
            Inspection(self._budget, self._outer.depth + 1).inspect(self._kept, self._container)
        except FileRefused as finding:
            raise FileRefused(_BY_ITSELF.get(finding.code, finding.code), **finding.values) from None

    def _forget(self) -> None:
        if self._kept is not None:
            self._budget.kept += self._kept.getbuffer().nbytes
            self._kept = None
