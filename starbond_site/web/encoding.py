"""Responses that are kept: their body in each encoding that was requested, with an entity tag per encoding."""

import asyncio
import gzip
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from inspect import isawaitable
from typing import Generic, TypeVar

import brotli
from pydantic import JsonValue
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from starbond_site.presentation import spreadsheet

Made = TypeVar("Made")
AT_ONCE, BEST = 6, 11
"""Qualities of brotli. A page of 50 rows: 6.4 kB in 2.6 ms and 5.6 kB in 54 ms, which nobody should wait for."""
LARGEST_REFINED = 256 * 1024
"""Bytes; a longer text would take a core for seconds."""
REFINING = asyncio.Lock()
SAME_FOR_ALL = {"X-Accel-Expires": "1", "Cache-Control": "no-cache"}
"""Headers of what all visitors get alike: browsers revalidate it each time, and nginx may keep it for one second. nginx
removes the first header (its manual, ``proxy_cache_valid``); before 1.23 it obeys the one that comes first."""
ASKED_EACH_TIME = {"Cache-Control": "no-cache"}
"""Of what proxies should not keep: there are more answers than anyone should store."""
NOT_KEPT = {"Cache-Control": "no-store"}
_CODING = re.compile(r"([^\s,;=]+)(?:\s*;\s*(q=)(\d(?:\.\d*)?)?)?")
"""Name, and weight from 0 to 1; any other weight refuses."""
is_unchanged = StaticFiles().is_not_modified
"""Returns whether a client has what would be sent (RFC 9110, section 13.2.2), by the headers of response and request.

The entity tag of the response has to be a strong one."""


def negotiate(accept: str) -> str:
    """Return ``br``, ``gzip`` or an empty string for an ``Accept-Encoding`` header (RFC 9110, section 12.5.3)."""
    weights = {name: float(value or 0) if q else 1.0 for name, q, value in _CODING.findall(accept.lower())}
    best = max(("br", "gzip"), key=lambda name: (weights.get(name, weights.get("*", 0.0)), name == "br"))
    return best if weights.get(best, weights.get("*", 0.0)) > 0 else ""


@dataclass(frozen=True, slots=True)
class _Ready:
    """A response in one encoding: what is sent, and what is sent to a client that has it already (304)."""

    validators: Headers
    body: bytes
    headers: Headers
    unchanged: Headers


class TextResponse(Response):
    """One text or file, compressed as the client requests, or 304; its headers are those that it was made with.

    Every response names the headers that it depends on (``Vary``), so that a shared cache can keep it.
    """

    def __init__(
        self,
        plain: bytes,
        media_type: str,
        headers: Mapping[str, str] | None = None,
        status: int = 200,
        *,
        caching: Mapping[str, str] | None = None,
        compressed: Mapping[str, bytes] | None = None,
        is_refined: bool = False,
    ) -> None:
        """Take a body.

        Args:
            plain: the uncompressed bytes.
            media_type: of the body, with its character set.
            headers: in addition to those of the encoding; ``Last-Modified`` is compared with what the client has.
            status: of HTTP; only 200 gets an entity tag.
            caching: headers that say who may keep it; unless given, `SAME_FOR_ALL`, and nobody what is no 200.
            compressed: by encoding, as the build wrote them; None compresses at the first request.
            is_refined: whether it is a page that answers more than one request, which makes `refine` worth its time.
        """
        super().__init__(status_code=status)
        self._media_type = media_type
        if caching is None:
            caching = SAME_FOR_ALL if status == 200 else NOT_KEPT
        self._given = {name.lower(): value for name, value in {**caching, **(headers or {})}.items()}
        self._compresses = compressed is None
        self._bodies = {"": plain, **(compressed or {})}
        self._hash = hashlib.sha256(plain).hexdigest()[:20]
        self._ready: dict[str, _Ready] = {}
        self._compressing = asyncio.Lock()
        self._refines = is_refined and self._compresses and len(plain) <= LARGEST_REFINED

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = Headers(scope=scope)
        encoding = negotiate(",".join(asked.getlist("accept-encoding")))
        if encoding not in self._bodies and not self._compresses:
            encoding = ""
        ready = self._ready.get(encoding) or await self._prepare(encoding)
        status, headers, body = self.status_code, ready.headers, ready.body
        if status == 200 and is_unchanged(ready.validators, asked):
            status, headers, body = 304, ready.unchanged, b""
        elif scope["method"] == "HEAD":
            body = b""
        await send({"type": "http.response.start", "status": status, "headers": list(headers.raw)})
        await send({"type": "http.response.body", "body": body})
        if self._refines and "br" in self._bodies and not REFINING.locked():
            # At a higher level after the first response; one page at a time, to spare the processor.
            async with REFINING:
                await asyncio.to_thread(self.refine)

    @property
    def size(self) -> int:
        return sum(len(body) for body in self._bodies.values())

    @property
    def text(self) -> str:
        return self._bodies[""].decode()

    def refine(self) -> None:
        """Compress as well as brotli can; takes too long for anybody to wait for it."""
        self._refines = False
        self._bodies["br"] = brotli.compress(self._bodies[""], quality=BEST)
        self._ready.pop("br", None)

    async def _prepare(self, encoding: str) -> _Ready:
        """Compress in a thread, once for all who wait for it, and write the headers."""
        async with self._compressing:
            if encoding not in self._bodies:
                self._bodies[encoding] = await asyncio.to_thread(_compressed, self._bodies[""], encoding)
        ready = self._ready[encoding] = self._written(encoding)
        return ready

    def _written(self, encoding: str) -> _Ready:
        tag = f'"{self._hash}-{encoding}"' if encoding else f'"{self._hash}"'
        # A weak tag where `refine` may change the bytes, though not the text.
        etag = {"etag": f"W/{tag}" if encoding else tag} if self.status_code == 200 else {}
        headers = {**etag, "vary": "Accept-Encoding", **self._given}
        unchanged = Headers(headers)
        if encoding:
            headers["content-encoding"] = encoding
        body = self._bodies[encoding]
        headers |= {"content-type": self._media_type, "content-length": str(len(body))}
        return _Ready(Headers(self._given | {"etag": tag}), body, Headers(headers), unchanged)


class Newest(Generic[Made]):
    """The newest answer of each name, which is made again where its state is another one."""

    def __init__(self, most: int = 1000) -> None:
        """Keep nothing yet, and never more than so many; of those the ones that were asked for last."""
        self._kept: dict[object, tuple[object, Made]] = {}
        self._most = most
        self._making = asyncio.Lock()

    async def of(self, name: object, state: object, make: Callable[[], Awaitable[Made] | Made]) -> Made:
        """Return what is kept, or make it: one request does, and those that came meanwhile get the same."""
        if name not in self._kept or self._kept[name][0] != state:
            async with self._making:
                if name not in self._kept or self._kept[name][0] != state:
                    made = make()
                    kept = state, (await made if isawaitable(made) else made)
                    self._kept.pop(name, None)
                    self._kept = dict([*self._kept.items(), (name, kept)][-self._most :])
        self._kept[name] = self._kept.pop(name)
        return self._kept[name][1]


def as_json(
    value: object,
    headers: Mapping[str, str] | None = None,
    status: int = 200,
    caching: Mapping[str, str] | None = None,
) -> TextResponse:
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return TextResponse(body, "application/json", headers, status, caching=caching)


def as_csv(
    name: str,
    columns: Iterable[str],
    rows: Iterable[Iterable[JsonValue | Decimal]],
    caching: Mapping[str, str] | None = None,
    mark: str = "",
) -> TextResponse:
    """Return a response with a table as a CSV file of a name; people open it in Excel with a `BYTE_ORDER_MARK`."""
    attached = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    text = mark + spreadsheet.text(columns, rows)
    return TextResponse(text.encode(errors="replace"), "text/csv; charset=utf-8", attached, caching=caching)


def _compressed(plain: bytes, encoding: str) -> bytes:
    return brotli.compress(plain, quality=AT_ONCE) if encoding == "br" else gzip.compress(plain, 6, mtime=0)
