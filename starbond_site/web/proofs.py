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
from collections.abc import Callable, Iterable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.content.interface import Code
from starbond_site.documents import checkpoints, entries, signing
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import threads
from starbond_site.shared.note_keys import NoteKey
from starbond_site.web.encoding import SAME_FOR_ALL, TextResponse

JWKS_PATH = "/.well-known/jwks.json"
PEM_PATH = "/.well-known/starbond-receipts.pem"
PEM_TYPE = "application/x-pem-file"
PLAIN, BYTES = "text/plain; charset=utf-8", "application/octet-stream"
A_DAY = {"Cache-Control": "public, max-age=86400, immutable"}
"""Not for ever: after a backup was restored and accepted, the same address has other entries."""
_TILE = re.compile(r"(entries|[0-9]|[1-5][0-9]|6[0-3])/((?:x\d{3}/){0,6}\d{3})(?:\.p/([1-9]\d{0,2}))?", re.ASCII)
"""Numbers have 64 bits at most: Python refuses to read those of thousands of digits."""


def routes(archive: Callable[[], Archive]) -> list[Route]:
    def route(
        path: str,
        read: Callable[..., str | bytes | None],
        media_type: str,
        missing: Code | None = None,
        caching: Mapping[str, str] = SAME_FOR_ALL,
    ) -> Route:
        """Return the route of what is read by the parameters of its path."""

        async def answer(request: Request) -> ASGIApp:
            found = await threads.READS.run(lambda: read(archive(), **request.path_params))
            if found is None:
                raise Refusal(missing) if missing else HTTPException(404)
            body = found.encode() if isinstance(found, str) else found
            return TextResponse(body, media_type, caching=caching)

        return Route(path, answer)

    return [
        route("/documents/{number:id}.receipt", signing.receipt, signing.MEDIA_TYPE, "document_unknown"),
        route(JWKS_PATH, _key_set, "application/jwk-set+json"),
        route(PEM_PATH, _pem, PEM_TYPE, "key_unknown"),
        route(PEM_PATH.replace(".pem", "/{key}.pem"), _pem, PEM_TYPE, "key_unknown"),
        route("/log/checkpoint", lambda archive: archive.read(checkpoints.given_out), PLAIN),
        route("/log/keys", _keys, PLAIN),
        route("/log/witnesses", lambda archive: _lines(archive.settings.witnesses), PLAIN),
        route("/log/tile/{path:path}", read_tile, BYTES, caching=A_DAY),
    ]


def _key_set(archive: Archive) -> str:
    return json.dumps({"keys": [key.public_jwk() for key in signing.listed(archive)]})


def _pem(archive: Archive, key: str = "") -> str | None:
    """Return a key by its id, or the one that signs."""
    return next((each.public_pem() for each in signing.listed(archive) if key in ("", each.id)), None)


def _keys(archive: Archive) -> str:
    return _lines(NoteKey(checkpoints.origin(archive), key) for key in checkpoints.public_keys(archive))


def _lines(found: Iterable[object]) -> str:
    return "".join(f"{each}\n" for each in found)


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
