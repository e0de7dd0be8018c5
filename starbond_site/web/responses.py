"""Small responses of plain ASGI: errors with a sentence."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from starbond_site.content.languages import DEFAULT, Language
from starbond_site.content.sentences import refusal_sentence


class ErrorResponse(Response):
    """An error as JSON, ``{"error": code, "detail": sentence}``; never cached."""

    media_type = "application/json"

    def __init__(
        self,
        status: int,
        code: str,
        language: Language = DEFAULT,
        values: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        body = {"error": code, "detail": refusal_sentence(code, language, values)}
        content_bytes = json.dumps(body, ensure_ascii=False).encode()
        super().__init__(content_bytes, status, headers={"Cache-Control": "no-store", **(headers or {})})


def retry_after(seconds: float) -> dict[str, str]:
    """Return the header that says when to come back (RFC 9110, section 10.2.3); nothing where waiting does not help.

    Args:
        seconds: to wait; 0 where waiting does not help.
    """
    return {"Retry-After": str(int(seconds) + 1)} if seconds else {}
