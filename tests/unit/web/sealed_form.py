"""The form that seals a file, as a browser sends it."""

from datetime import datetime

from asgi_client import Answer
from whole_site import Site

from starbond_site.content.addresses import localized
from starbond_site.content.models import Language
from starbond_site.documents.sealed import moments
from starbond_site.people import Holder, Role
from tests.unit.documents import samples
from tests.unit.documents.sealed_filings import LIST

PDF = samples.pdf("results of the year")
BOUNDARY = "----boundary"
RUNA = Holder(frozenset({Role.PREPARE, Role.APPROVE}), 1, "Runa Akter")


def form(*parts: tuple[str, str | None, bytes], end: bool = True) -> bytes:
    body = b""
    for name, file_name, data in parts:
        file = "" if file_name is None else f'; filename="{file_name}"'
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n'
        body += head.encode() + (b"" if file_name is None else b"Content-Type: application/pdf\r\n") + b"\r\n"
        body += data + b"\r\n"
    return body + (f"--{BOUNDARY}--\r\n".encode() if end else b"")


def send(site: Site, body: bytes, language: Language = "en", step: int = 1000, **headers: str) -> Answer:
    kind = {"content-type": f"multipart/form-data; boundary={BOUNDARY}", "content-length": str(len(body))}
    pieces = [body[start : start + step] for start in range(0, len(body), step)] or [b""]
    return site.send("POST", localized("/desk/sealed", language), {**kind, **headers}, pieces=pieces)


def filled(
    moment: datetime, data: bytes = PDF, name: str = "Results.pdf", category: str = LIST, title: str = ""
) -> bytes:
    return form(("list", None, category.encode()), ("moment", None, moments.written(moment).encode()),
                ("title", None, title.encode()), ("file", name, data))  # fmt: skip
