"""Reads a form with a file part by part (RFC 7578), so that a large file is never kept in memory or stored twice."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import Request

from starbond_site.documents import refusals

MAX_PARTS = 40
MAX_HEADER_BYTES = 4096


@dataclass(frozen=True)
class Part:
    """A field of a form."""

    name: str
    file_name: str | None
    """None for a field that is no file; empty where no file was chosen."""


@dataclass
class _Reading:
    """What the parser has found since it was last asked."""

    found: list[tuple[Part, bytes]] = field(default_factory=list)
    part: Part = Part("", None)
    parts: int = 0
    header: bytes = b""
    value: bytes = b""
    disposition: bytes = b""
    is_whole: bool = False

    def begin(self) -> None:
        self.parts += 1
        self.disposition = b""
        if self.parts > MAX_PARTS:
            raise refusals.Interrupted

    def header_field(self, data: bytes, start: int, end: int) -> None:
        self.header = self._grown(self.header, data[start:end])

    def header_value(self, data: bytes, start: int, end: int) -> None:
        self.value = self._grown(self.value, data[start:end])

    def header_end(self) -> None:
        if self.header.lower() == b"content-disposition":
            self.disposition = self.value
        self.header = self.value = b""

    def headers_finished(self) -> None:
        _, options = parse_options_header(self.disposition)
        name = options.get(b"filename")
        # Browsers write a quotation mark in a name in this way (WHATWG HTML, "multipart/form-data").
        file_name = None if name is None else name.decode("utf-8", "replace").replace("%22", '"')
        self.part = Part(options.get(b"name", b"").decode("utf-8", "replace"), file_name)
        self.found.append((self.part, b""))

    def data(self, data: bytes, start: int, end: int) -> None:
        self.found.append((self.part, data[start:end]))

    def end(self) -> None:
        self.is_whole = True

    def _grown(self, text: bytes, more: bytes) -> bytes:
        if len(text) + len(more) > MAX_HEADER_BYTES:
            raise refusals.Interrupted
        return text + more


def boundary_of(request: Request) -> bytes:
    """Return the boundary of a form; empty for any other request."""
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    return options.get(b"boundary", b"") if kind == b"multipart/form-data" else b""


async def parts(request: Request) -> AsyncIterator[tuple[Part, bytes]]:
    """Yield the pieces of each part in the order of the form; each begins with an empty piece.

    Raises:
        refusals.Interrupted: the body is no such form, or ended too early.
        ClientDisconnect: the connection broke.

    """
    boundary = boundary_of(request)
    if not boundary:
        raise refusals.Interrupted
    reading = _Reading()
    parser = MultipartParser(
        boundary,
        {
            "on_part_begin": reading.begin,
            "on_header_field": reading.header_field,
            "on_header_value": reading.header_value,
            "on_header_end": reading.header_end,
            "on_headers_finished": reading.headers_finished,
            "on_part_data": reading.data,
            "on_end": reading.end,
        },
    )
    async for chunk in request.stream():
        try:
            parser.write(chunk)
        except MultipartParseError as error:
            raise refusals.Interrupted from error
        for found in reading.found:
            yield found
        reading.found.clear()
    if not reading.is_whole:
        raise refusals.Interrupted
