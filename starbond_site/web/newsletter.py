"""The newsletter without scripts: its box in the footer, and the links in its mails.

``POST /newsletter/subscribe`` takes the box where no script does. ``/newsletter/confirm`` and
``/newsletter/unsubscribe`` are what mails lead to.

``GET`` only shows a button, for programs that scan mail follow every link; ``POST`` does it. Mail programs post the
unsubscribe link themselves (RFC 8058, one click). The token alone is the right to do so.
"""

import asyncio
import logging
from collections.abc import Callable
from html import escape

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content.interface import NewsletterWords
from starbond_site.content.models import Language
from starbond_site.newsletter.service import PATHS, NewsletterService, Purpose
from starbond_site.web.upload_key import read_fields
from starbond_site.web.visitor import Visitor

SUBSCRIBE_PATH = "/newsletter/subscribe"
TOKEN_CHARACTERS = 100
PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title} | {company}</title>
<style>
:root {{ color-scheme: light dark; --paper: #FBF8F3; --ink: #141C33; --amber: #F2A30B; --action: #B3122C; --on: #FFF }}
@media (prefers-color-scheme: dark) {{
  :root {{ --paper: #0E1424; --ink: #F4F1EA; --amber: #F7B43A; --action: #FF8A8F; --on: #141C33 }}
}}
body {{ background: var(--paper); color: var(--ink); font: 17px/1.6 system-ui, sans-serif; margin: 0 }}
main {{ max-width: 32rem; margin: 16vh auto; padding: 1.5rem; border-left: 3px solid var(--amber) }}
h1 {{ line-height: 1.2; margin-top: 0 }}
button {{ background: var(--action); color: var(--on); border: 0; border-radius: 4px; font: inherit; font-weight: 600 }}
button {{ padding: .75rem 1.5rem; cursor: pointer }}
a {{ color: var(--action) }}
</style>
<main>
<h1>{title}</h1>
{body}
<p><a href="{home}">{home_link}</a></p>
</main>
</html>
"""
_log = logging.getLogger(__name__)


def routes(service: Callable[[], NewsletterService], proxy_hops: int = 0) -> list[Route]:
    """Return the routes; ``service`` is called when the first request needs it."""

    async def subscribe(request: Request) -> Response:
        return await _subscribe(request, service, proxy_hops)

    def route(purpose: Purpose) -> Route:
        async def answer(request: Request) -> Response:
            return await _answer(request, purpose, service)

        return Route(PATHS[purpose], answer, methods=["GET", "POST"])

    return [Route(SUBSCRIBE_PATH, subscribe, methods=["POST"]), *(route(purpose) for purpose in PATHS)]


async def _subscribe(request: Request, service: Callable[[], NewsletterService], proxy_hops: int) -> Response:
    """Take an address from the box of the footer."""
    language = _language(request)
    try:
        fields = await read_fields(request)
    except ClientDisconnect:
        return Response(status_code=400)
    address = Visitor.of_scope(request.scope, proxy_hops).address
    outcome = await asyncio.to_thread(service().subscribe, fields, address, language)
    words = content.read(language).interface
    sentences = outcome.sentences(language).values() or [words.newsletter.success]
    body = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return _page(language, words.footer.newsletter_heading, body, 200 if outcome.accepted else 422)


async def _answer(request: Request, purpose: Purpose, service: Callable[[], NewsletterService]) -> Response:
    """Show the button, or do what the link is for and say so."""
    language = _language(request)
    words = content.read(language).interface.newsletter
    title = words.confirm_title if purpose == "confirm" else words.unsubscribe_title
    if request.method != "POST":
        return _page(language, title, f'<form method="post"><button>{escape(_button(words, purpose))}</button></form>')
    token = request.query_params.get("token", "")[:TOKEN_CHARACTERS]
    try:
        done = await asyncio.to_thread(service().confirm if purpose == "confirm" else service().unsubscribe, token)
    except SQLAlchemyError:
        _log.exception("A newsletter link could not be followed")
        sentence = content.read(language).errors.not_stored
        return _page(language, title, f"<p>{escape(sentence)}</p>", 503)
    if not done:
        return _page(language, title, f"<p>{escape(words.link_invalid)}</p>", 404)
    sentence = words.confirmed if purpose == "confirm" else words.unsubscribed
    return _page(language, title, f"<p>{escape(sentence)}</p>")


def _page(language: Language, title: str, body: str, status: int = 200) -> Response:
    site = content.read(language)
    words = site.interface.newsletter
    page = PAGE.format(
        language=language,
        title=escape(title),
        company=escape(site.company.name),
        body=body,
        home="/" if language == "en" else f"/{language}",
        home_link=escape(words.home_link),
    )
    # The token stands in the address: it must not travel on in a Referer or lie in a cache.
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
    return Response(page, status, headers, "text/html")


def _button(words: NewsletterWords, purpose: Purpose) -> str:
    return words.confirm_button if purpose == "confirm" else words.unsubscribe_button


def _language(request: Request) -> Language:
    """Return the language that the mail was written in, which its links name."""
    return "bn" if request.query_params.get("language") == "bn" else "en"
