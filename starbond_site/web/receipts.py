"""Signed receipts and the public keys that verify them (docs/verify.md).

``GET /documents/ID.receipt`` is a compact JWS. ``/.well-known/jwks.json`` lists all public keys (RFC 7517);
``/.well-known/starbond-receipts.pem`` is the one that signs at present, and ``/.well-known/starbond-receipts/KID.pem``
any of them, as openssl reads it.
"""

import json
from collections.abc import Callable

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site.documents import signing
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import threads
from starbond_site.web.encoding import SAME_FOR_ALL, TextResponse

JWKS_PATH = "/.well-known/jwks.json"
PEM_PATH = "/.well-known/starbond-receipts.pem"
PEM_TYPE = "application/x-pem-file"


def routes(archive: Callable[[], Archive]) -> list[Route]:
    async def receipt(request: Request) -> ASGIApp:
        signed = await threads.READS.run(lambda: signing.receipt(archive(), request.path_params["number"]))
        if signed is None:
            raise Refusal("document_unknown")
        return TextResponse(signed.encode(), signing.MEDIA_TYPE, SAME_FOR_ALL)

    async def key_set(_request: Request) -> ASGIApp:
        keys = [key.public_jwk() for key in await threads.READS.run(lambda: signing.listed(archive()))]
        return TextResponse(json.dumps({"keys": keys}).encode(), "application/jwk-set+json", SAME_FOR_ALL)

    async def pem(request: Request) -> ASGIApp:
        wanted = request.path_params.get("key")
        keys = await threads.READS.run(lambda: signing.listed(archive()))
        for key in keys:
            if wanted in (None, key.id):
                return TextResponse(key.public_pem().encode(), PEM_TYPE, SAME_FOR_ALL)
        raise Refusal("key_unknown")

    return [
        Route("/documents/{number:id}.receipt", receipt),
        Route(JWKS_PATH, key_set),
        Route(PEM_PATH, pem),
        Route(PEM_PATH.replace(".pem", "/{key}.pem"), pem),
    ]
