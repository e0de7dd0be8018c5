"""Reads and writes the headers of tus 1.0.0 (https://tus.io/protocols)."""

import base64
import binascii
import re
from email.utils import format_datetime

from starlette.exceptions import HTTPException

from starbond_site.documents.records import UnfinishedUpload
from starbond_site.documents.refusals import Refusal
from starbond_site.web.visitor import Visitor

VERSION = "1.0.0"
PIECE_TYPE = "application/offset+octet-stream"
METADATA_BYTES = 4096
LENGTH = re.compile(r"[0-9]{1,15}")


def announced(visitor: Visitor) -> tuple[str, int]:
    """Return name and size, in bytes, of a new upload; untrusted.

    Raises:
        HTTPException: the head cannot be read, or a body follows.
        Refusal: page_outdated: it comes from a page of an earlier release, which said here what the file is for.
    """
    length, body = visitor.headers.get("upload-length", ""), visitor.headers.get("content-length", "0")
    if not LENGTH.fullmatch(length) or body != "0" or "transfer-encoding" in visitor.headers:
        raise HTTPException(400)
    fields = _metadata(visitor.headers.get("upload-metadata", ""))
    if "category" in fields:
        raise Refusal("page_outdated")
    return fields.get("filename", ""), int(length)


def _metadata(header: str) -> dict[str, str]:
    """Return the fields of an ``Upload-Metadata`` header: names, each with a value in base64.

    Raises:
        HTTPException: the header is too long, or a value is no text in base64.
    """
    if len(header) > METADATA_BYTES:
        raise HTTPException(400)
    fields: dict[str, str] = {}
    for field in header.split(","):
        name, _, value = field.strip().partition(" ")
        try:
            fields[name] = base64.b64decode(value.strip(), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise HTTPException(400) from None
    return fields


def metadata(upload: UnfinishedUpload) -> dict[str, str]:
    """Return as a header what the upload was created with, as far as it is kept."""
    return {"Upload-Metadata": f"filename {base64.b64encode(upload.name.encode()).decode()}"}


def piece(visitor: Visitor, upload: UnfinishedUpload) -> tuple[int, int]:
    """Return offset and length of a piece.

    Raises:
        HTTPException: they are missing, or the file would be longer than announced.
    """
    if visitor.headers.get("content-type") != PIECE_TYPE:
        raise HTTPException(415)
    offset, length = visitor.headers.get("upload-offset", ""), visitor.headers.get("content-length", "")
    if not LENGTH.fullmatch(offset):
        raise HTTPException(400)
    if not LENGTH.fullmatch(length) or "transfer-encoding" in visitor.headers:
        raise HTTPException(411)
    if int(offset) + int(length) > upload.size:
        raise HTTPException(413)
    return int(offset), int(length)


def expires(upload: UnfinishedUpload) -> dict[str, str]:
    """Return until when an upload can be continued, as a header (RFC 9110, section 5.6.7)."""
    return {"Upload-Expires": format_datetime(upload.ends_at, usegmt=True)}
