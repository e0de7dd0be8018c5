"""Small answers of plain ASGI: refusals with a sentence, redirects, and the language they are written in."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import Response

from starbond_site import content
from starbond_site.content.models import Language
from starbond_site.web.visitor import Visitor


class Refusal(Response):
    """An error as JSON: ``{"error": code, "detail": sentence}``; never cached."""

    media_type = "application/json"

    def __init__(
        self,
        status: int,
        code: str,
        language: Language = "en",
        values: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Word ``code`` with the sentence of content ``errors.toml``, its ``{places}`` filled from ``values``."""
        body = {"error": code, "detail": sentence(code, language, values)}
        content_bytes = json.dumps(body, ensure_ascii=False).encode()
        super().__init__(content_bytes, status, headers={"Cache-Control": "no-store", **(headers or {})})


def sentence(code: str, language: Language = "en", values: Mapping[str, Any] | None = None) -> str:
    """Return the sentence of a refusal in a language."""
    return content.read(language).errors.say(code, **(values or {}))


def language_of(visitor: Visitor) -> Language:
    """Return the language of the page that a request was sent from: the first part of its path names it."""
    try:
        path = urlsplit(visitor.headers.get("referer", "")).path
    except ValueError:
        return "en"
    return "bn" if path.strip("/").partition("/")[0] == "bn" else "en"


def retry_after(seconds: float) -> dict[str, str]:
    """Return the header that says when to come back, if waiting helps."""
    return {"Retry-After": str(int(seconds) + 1)} if seconds else {}
