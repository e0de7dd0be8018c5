"""What others verify by: signed receipts with their keys (docs/verify.md), and the public log (docs/log.md).

``GET /documents/ID.receipt`` is a compact JWS. ``/.well-known/jwks.json`` lists all public keys (RFC 7517);
``/.well-known/starbond-receipts.pem`` is the one that signs at present, and ``/.well-known/starbond-receipts/KID.pem``
any of them, as openssl reads it.

The log is as https://c2sp.org/tlog-tiles has it: the signed checkpoint, tiles of hashes, bundles of entries. A tile and
a bundle never change, not even those that are not full, whose address has their width; only what a checkpoint covers is
given out. ``/log/keys`` has the public keys as programs for notes read them, ``/log/witnesses`` those of the witnesses
that are asked to confirm it.
"""

import json
import re
from collections.abc import Callable, Iterable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.documents import checkpoints, entries, signing
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import threads
from starbond_site.shared.note_keys import NoteKey
from starbond_site.web.encoding import TextResponse

JWKS_PATH = "/.well-known/jwks.json"
PEM_PATH = "/.well-known/starbond-receipts.pem"
PEM_TYPE = "application/x-pem-file"
PLAIN, BYTES = "text/plain; charset=utf-8", "application/octet-stream"
A_DAY = {"Cache-Control": "public, max-age=86400, immutable"}
"""Not for ever: after a backup was restored and accepted, the same address has other entries."""
_TILE = re.compile(r"(entries|[0-9]|[1-5][0-9]|6[0-3])/((?:x\d{3}/){0,6}\d{3})(?:\.p/([1-9]\d{0,2}))?", re.ASCII)
"""Numbers have 64 bits at most: Python refuses to read those of thousands of digits."""


def routes(archive: Callable[[], Archive]) -> list[Route]:
    return [*_of_receipts(archive), *_of_log(archive)]


def _of_receipts(archive: Callable[[], Archive]) -> list[Route]:
    async def receipt(request: Request) -> ASGIApp:
        signed = await threads.READS.run(lambda: signing.receipt(archive(), request.path_params["number"]))
        if signed is None:
            raise Refusal("document_unknown")
        return TextResponse(signed.encode(), signing.MEDIA_TYPE)

    async def key_set(_request: Request) -> ASGIApp:
        keys = [key.public_jwk() for key in await threads.READS.run(lambda: signing.listed(archive()))]
        return TextResponse(json.dumps({"keys": keys}).encode(), "application/jwk-set+json")

    async def pem(request: Request) -> ASGIApp:
        wanted = request.path_params.get("key")
        keys = await threads.READS.run(lambda: signing.listed(archive()))
        for key in keys:
            if wanted in (None, key.id):
                return TextResponse(key.public_pem().encode(), PEM_TYPE)
        raise Refusal("key_unknown")

    return [
        Route("/documents/{number:id}.receipt", receipt),
        Route(JWKS_PATH, key_set),
        Route(PEM_PATH, pem),
        Route(PEM_PATH.replace(".pem", "/{key}.pem"), pem),
    ]


def _of_log(archive: Callable[[], Archive]) -> list[Route]:
    async def checkpoint(_request: Request) -> ASGIApp:
        note = await threads.READS.run(lambda: archive().read(checkpoints.given_out))
        if note is None:
            raise HTTPException(404)
        return TextResponse(note.encode(), PLAIN)

    async def keys(_request: Request) -> ASGIApp:
        public = await threads.READS.run(lambda: checkpoints.public_keys(archive()))
        return _lines(NoteKey(checkpoints.origin(archive()), key) for key in public)

    async def witnesses(_request: Request) -> ASGIApp:
        return _lines(archive().settings.witnesses)

    async def tile(request: Request) -> ASGIApp:
        found = await threads.READS.run(read_tile, archive(), request.path_params["path"])
        if found is None:
            raise HTTPException(404)
        return TextResponse(found, BYTES, caching=A_DAY)

    return [
        Route("/log/checkpoint", checkpoint),
        Route("/log/keys", keys),
        Route("/log/witnesses", witnesses),
        Route("/log/tile/{path:path}", tile),
    ]


def _lines(keys: Iterable[object]) -> ASGIApp:
    return TextResponse("".join(f"{key}\n" for key in keys).encode(), PLAIN)


def read_tile(archive: Archive, path: str) -> bytes | None:
    """Return a tile or a bundle by its address; None where no checkpoint covers it, or it is spelled otherwise."""
    asked = _TILE.fullmatch(path)
    if asked is None:
        return None
    kind, spelled, width = asked[1], asked[2], int(asked[3] or entries.TILE)
    number, level = int(spelled.replace("/", "").replace("x", "")), 0 if kind == "entries" else int(kind)
    covered = archive.read(checkpoints.newest)
    end = number * entries.TILE + width
    if width > entries.TILE or spelled != spelled_number(number) or not covered:
        return None
    if (asked[3] and width == entries.TILE) or end * entries.TILE**level > covered.size:
        return None
    if kind != "entries":
        found = archive.read(lambda session: entries.Tree(session).tile(level, number)[:width])
    else:
        leaves = archive.read(lambda session: entries.leaves(session, end - width, end))
        found = [len(leaf).to_bytes(2) + leaf for leaf in leaves]
    # Of a log from which rows were removed nothing is given out that would look whole.
    return b"".join(found) if len(found) == width else None


def spelled_number(number: int) -> str:
    """Return the number of a tile as addresses have it: 1234067 is ``x001/x234/067``."""
    groups = f"{number:,}".split(",")
    return "/".join([*(f"x{group:0>3}" for group in groups[:-1]), f"{groups[-1]:0>3}"])
