"""A guarded backend for the tests of the gate before uploads, and the upload that passes it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from asgi_client import Answer, ask
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from starbond_site.settings import MEBIBYTE, UploadPolicy
from starbond_site.web.guard import Guard, RefusedRequest, UploadEndpoint
from starbond_site.web.rights import Rights

KEY = "a key that nobody guesses"
HANDLER = "reflex___state____state.upload_state.receive"
ENDPOINT = UploadEndpoint(
    path="/_upload",
    handlers=frozenset([HANDLER]),
    handler_header="reflex-event-handler",
    token_header="reflex-client-token",
)
BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
PIECES = (
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="Report.pdf"\r\n\r\n'.encode(),
    b"%PDF-1.7 ..." * 50,
    f"\r\n--{BOUNDARY}--\r\n".encode(),
)
LIMIT = MEBIBYTE
HERE: Mapping[str, str] = {
    "host": "localhost:3000",
    "origin": "http://localhost:3000",
    "content-type": f"multipart/form-data; boundary={BOUNDARY}",
    "content-length": str(sum(map(len, PIECES))),
    "reflex-client-token": "b1946ac9-2492-4d23-8b1a-0f2d0e6a4c5e",
    "reflex-event-handler": HANDLER,
}


@dataclass
class Backend:
    """Stands in for Reflex: reads the body to its end, and takes what arrived whole for published."""

    published: list[bytes] = field(default_factory=list)
    cancelled: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as ``reflex_components_core.core._upload`` does: 202, or an empty 200 when the client left."""
        try:
            self.published.append(await Request(scope, receive).body())
            await Response(status_code=202)(scope, receive, send)
        except ClientDisconnect:
            self.cancelled += 1
            await Response()(scope, receive, send)


@dataclass
class Gate:
    """A guarded backend and what it was told."""

    backend: Backend
    guard: Guard
    audited: list[RefusedRequest]
    told: list[RefusedRequest]

    def post(
        self,
        headers: Mapping[str, str | None] | None = None,
        pieces: tuple[bytes, ...] = PIECES,
        method: str = "POST",
        path: str = "/_upload",
        peer: str | None = "127.0.0.1",
        *,
        is_cut: bool = False,
    ) -> Answer:
        """Upload from this machine, with some headers replaced or (None) left out."""
        sent = {name: value for name, value in {**HERE, **(headers or {})}.items() if value is not None}
        return ask(self.guard, path, method, sent, peer=peer, pieces=pieces, is_cut=is_cut)


def gate(policy: UploadPolicy = UploadPolicy.LOCAL, public_url: str = "http://localhost:3000") -> Gate:
    """Return a fresh gate."""
    audited: list[RefusedRequest] = []
    told: list[RefusedRequest] = []
    backend = Backend()
    rights = Rights(policy, KEY if policy is UploadPolicy.KEY else "", public_url=public_url)
    guard = Guard(backend, rights, ENDPOINT, max_bytes=LIMIT, audit=_appending(audited), notify=_appending(told))
    return Gate(backend, guard, audited, told)


def _appending(to: list[RefusedRequest]) -> Callable[[RefusedRequest], Awaitable[None]]:
    async def append(refused: RefusedRequest) -> None:
        to.append(refused)

    return append
