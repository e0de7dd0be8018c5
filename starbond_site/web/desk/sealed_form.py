"""``POST /desk/sealed``: a file that is checked while it arrives, and sealed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from starlette.requests import Request

from starbond_site import threads
from starbond_site.documents import refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import moments
from starbond_site.documents.sealed.records import Sealed
from starbond_site.documents.sealed.sealing import Person, SealedUpload
from starbond_site.web.desk.multipart import parts

BATCH_BYTES = 2 * 1024 * 1024
"""Pieces are collected up to this size before a thread writes them."""
FIELD_BYTES = 1000
DRAINED_BYTES = 512 * 1024 * 1024
"""The rest of a refused file is read up to here, so that the browser shows the answer and not a broken connection."""


@dataclass
class SealForm:
    """One form on its way in."""

    archive: Archive
    person: Person
    typed: dict[str, str] = field(default_factory=dict)
    """The fields before the file."""
    _fields: dict[str, bytes] = field(default_factory=dict)
    _upload: SealedUpload | None = None
    _batch: list[bytes] = field(default_factory=list)
    _batched: int = 0

    async def seal(self, request: Request) -> Sealed:
        """Read the form and seal its file.

        Raises:
            refusals.Refusal: nothing was sealed.
            ClientDisconnect: the connection broke; nothing was sealed.

        """
        refusal: refusals.Refusal | None = None
        read = 0
        try:
            async for part, piece in parts(request):
                read += len(piece)
                if read > DRAINED_BYTES and (refusal or self._upload is None):
                    break
                if part.file_name is None:
                    self._add(part.name, piece)
                elif refusal is None:
                    try:
                        await self._take(part.file_name, piece)
                    except refusals.Refusal as refused:
                        refusal = refused
            if refusal:
                raise refusal
            if self._upload is None:
                raise refusals.NoFile
            await self._flush()
            return await threads.UPLOADS.run(self._upload.seal)
        finally:
            if self._upload:
                await threads.UPLOADS.run(self._upload.discard)

    def _add(self, name: str, piece: bytes) -> None:
        # Decoded as a whole: a piece may end within a letter.
        self._fields[name] = (self._fields.get(name, b"") + piece)[:FIELD_BYTES]
        self.typed[name] = self._fields[name].decode("utf-8", "replace")

    async def _take(self, file_name: str, piece: bytes) -> None:
        if not file_name:
            raise refusals.NoFile
        if self._upload is None:
            moment = moments.parse(self.typed.get("moment", ""))
            self._upload = await threads.UPLOADS.run(self._begin, file_name, moment)
        elif not piece:
            raise refusals.SeveralFiles
        self._batch.append(piece)
        self._batched += len(piece)
        if self._batched >= BATCH_BYTES:
            await self._flush()

    def _begin(self, file_name: str, moment: datetime) -> SealedUpload:
        """Begin the upload with what was typed; blocks."""
        list_name, title = self.typed.get("list", ""), self.typed.get("title", "")
        return SealedUpload(self.archive, list_name, file_name, moment, self.person, title=title)

    async def _flush(self) -> None:
        batch, self._batch, self._batched = self._batch, [], 0
        if batch and self._upload:
            await threads.UPLOADS.run(self._upload.write, *batch)


def problems_of(refusal: refusals.Refusal, sentence: str) -> Mapping[str, str]:
    """Return a sentence by the field that it is about."""
    return dict(_problems(refusal.code, sentence))


def _problems(code: str, sentence: str) -> Iterator[tuple[str, str]]:
    if code.startswith("moment_"):
        yield "moment", sentence
    elif code == "category_unknown":
        yield "list", sentence
    elif code.startswith("title_"):
        yield "title", sentence
    else:
        yield "file", sentence
