"""Reads the fields of small requests: queries, forms of browsers and JSON objects."""

from collections.abc import Mapping

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message, Receive, Scope

BODY_BYTES = 4096
MAX_FIELDS = 10
MAX_QUERY_BYTES = 4096
"""Of a query that are read; enough for the longest name in Bangla, which has nine bytes a character."""


class _BodyTooLargeError(ValueError):
    """More arrived than is read."""


def query_of(scope: Scope) -> QueryParams:
    return QueryParams(scope["query_string"][:MAX_QUERY_BYTES])


async def read_fields(request: Request, most_bytes: int = BODY_BYTES, most_fields: int = MAX_FIELDS) -> dict[str, str]:
    """Return the text fields of a request; anything else, such as a file, and a longer body, counts as empty.

    Args:
        request: ``application/x-www-form-urlencoded``, ``multipart/form-data`` or ``application/json``.
        most_bytes: longest body.
        most_fields: a body with more fields counts as empty.

    Raises:
        HTTPException: 400: the client disconnected before the end of the body.
    """
    limited = Request(request.scope, _limited(request.receive, most_bytes))
    try:
        if request.headers.get("content-type", "").startswith("application/json"):
            read = await limited.json()
        else:
            async with limited.form(max_files=1, max_fields=most_fields) as form:
                read = dict(form)
    except ClientDisconnect as left:
        raise HTTPException(400) from left
    except (ValueError, RecursionError, HTTPException, MultiPartException):
        return {}
    given = read if isinstance(read, Mapping) else {}
    # JSON can carry halves of letters (lone surrogates), which nothing can store.
    return {name: text.encode(errors="replace").decode() for name, text in given.items() if isinstance(text, str)}


def _limited(receive: Receive, limit: int) -> Receive:
    """Return a ``receive`` that raises `_BodyTooLargeError` after ``limit`` bytes."""
    received = 0

    async def receive_counted() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > limit:
            raise _BodyTooLargeError
        return message

    return receive_counted
