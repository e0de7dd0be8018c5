"""Uploads that continue, sent as a page sends them."""

from typing import Any

from asgi_client import Answer
from whole_site import Headers, Site

from starbond_site.documents.archive import Archive
from starbond_site.shared.roles import Principal
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web.resumable import PATH
from starbond_site.web.rights import Rights
from starbond_site.web.visitor import Visitor
from tests.unit.documents import samples

PDF = samples.GOOD["report.pdf"]
OWN = {"referer": "https://www.example.com/UploadFiles", "tus-resumable": "1.0.0", "accept": "application/json"}


class Uploads(Site):
    """A site, and a page of it that uploads."""

    def send(self, method: str, path: str = PATH, headers: Headers | None = None, **more: Any) -> Answer:  # noqa: ANN401
        """Send one request, with some headers replaced or (None) left out."""
        return super().send(method, path, {**OWN, **(headers or {})}, **more)

    def create(self, size: int = len(PDF), headers: Headers | None = None, **fields: str) -> Answer:
        return super().create(size, headers, **{"filename": "Report.pdf", **fields})

    def begin(self, headers: Headers | None = None) -> str:
        answer = self.create(headers=headers)
        assert answer.status == 201
        return answer.headers["location"]

    def offset(self, path: str) -> int:
        return int(self.send("HEAD", path).headers["upload-offset"])


def two_holders(archive: Archive, policy: UploadPolicy) -> tuple[Uploads, Headers, Headers]:
    """Return a site and what two people who may publish send."""

    def people(visitor: Visitor) -> Principal | None:
        number = int(visitor.cookie("person") or 0)
        return Principal(person_id=number, name=f"Person {number}") if number else None

    if policy is UploadPolicy.PEOPLE:
        rights = Rights(policy, public_url=archive.settings.public_url, people=people)
        return Uploads(archive, rights), {"cookie": "person=1"}, {"cookie": "person=2"}
    site = Uploads(archive, policy)
    first, second = ({"cookie": f"{site.rights.cookie}={site.rights.sessions.make()}"} for _ in range(2))
    return site, first, second
