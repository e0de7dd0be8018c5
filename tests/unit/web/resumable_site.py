"""The routes of uploads that continue, and a client that sends what a page sends."""

import base64
from collections.abc import Callable, Mapping
from typing import Any

from asgi_client import Answer, ask
from starlette.applications import Starlette

from starbond_site.documents.archive import Archive
from starbond_site.people import Holder
from starbond_site.settings import UploadPolicy
from starbond_site.web.resumable import PATH, ResumableUploads
from starbond_site.web.rights import Rights
from starbond_site.web.upload_results import ATTEMPT_HEADER
from starbond_site.web.visitor import Visitor
from tests.unit.documents import samples

PDF = samples.GOOD["report.pdf"]
KEY = "a key that nobody guesses"
ATTEMPT = "0123456789abcdef"
OWN = {
    "host": "www.example.com",
    "origin": "https://www.example.com",
    "referer": "https://www.example.com/UploadFiles",
    "tus-resumable": "1.0.0",
    "accept": "application/json",
}


def metadata(**fields: str) -> str:
    """Return the header that describes a file."""
    return ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in fields.items())


class Site:
    """The routes, and a client that sends what a page sends."""

    def __init__(self, archive: Archive, rights: Rights | None = None) -> None:
        self.rights = rights or Rights(UploadPolicy.OPEN, public_url="https://www.example.com")
        self.app = Starlette(routes=list(ResumableUploads(lambda: archive, self.rights).routes))

    def send(
        self,
        method: str,
        path: str = PATH,
        headers: Mapping[str, str | None] | None = None,
        **more: Any,  # noqa: ANN401
    ) -> Answer:
        """Send one request, with some headers replaced or (None) left out."""
        sent = {name: value for name, value in {**OWN, **(headers or {})}.items() if value is not None}
        return ask(self.app, path, method, sent, **{"peer": "203.0.113.9", **more})

    def create(self, size: int = len(PDF), headers: Mapping[str, str | None] | None = None, **fields: str) -> Answer:
        """Begin an upload."""
        described = {"filename": "Report.pdf", "category": "AllNotice", **fields}
        given = {"upload-length": str(size), "upload-metadata": metadata(**described), "content-length": "0"}
        return self.send("POST", headers={**given, **(headers or {})})

    def begin(self, headers: Mapping[str, str | None] | None = None, pair: str = "0") -> str:
        """Begin an upload; return its address."""
        answer = self.create(headers=headers, pair=pair)
        assert answer.status == 201
        return answer.headers["location"]

    def patch(
        self,
        path: str,
        offset: int,
        data: bytes,
        headers: Mapping[str, str | None] | None = None,
        **more: Any,  # noqa: ANN401
    ) -> Answer:
        """Send a piece."""
        given = {
            "upload-offset": str(offset),
            "content-type": "application/offset+octet-stream",
            "content-length": str(len(data)),
            ATTEMPT_HEADER: ATTEMPT,
        }
        return self.send("PATCH", path, {**given, **(headers or {})}, **{"pieces": (data,), **more})

    def offset(self, path: str) -> int:
        """Return what the server says that it has."""
        return int(self.send("HEAD", path).headers["upload-offset"])


def two_holders(archive: Archive, policy: UploadPolicy) -> tuple[Site, dict[str, str | None], dict[str, str | None]]:
    """Return a site and what two people who may publish send."""

    def people(visitor: Visitor) -> Holder | None:
        number = int(visitor.cookie("person") or 0)
        return Holder(person_id=number, name=f"Person {number}") if number else None

    rights = Rights(
        policy, KEY if policy is UploadPolicy.KEY else "", public_url="https://www.example.com", people=people
    )
    site = Site(archive, rights)
    if policy is UploadPolicy.PEOPLE:
        return site, {"cookie": "person=1"}, {"cookie": "person=2"}
    cookies: Callable[[], dict[str, str | None]] = lambda: {"cookie": f"{rights.cookie}={rights.session()}"}  # noqa: E731
    return site, cookies(), cookies()
