"""Server-written pages of the newsletter: for its form without scripts, and for the links in its mails.

``POST /newsletter/subscribe`` takes the form of the footer where scripts do not run. The mails link to
``/newsletter/confirm`` and ``/newsletter/unsubscribe``: ``GET`` shows a button, since programs that scan mail follow
every link; ``POST`` acts. Mail programs post to the unsubscribe link themselves (RFC 8058). The token of the link is
all that is needed.
"""

import logging
from collections.abc import Callable
from html import escape

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content, design, threads
from starbond_site.content.addresses import localized
from starbond_site.content.interface import NewsletterWords
from starbond_site.content.languages import as_language
from starbond_site.content.models import Language
from starbond_site.newsletter.service import PATHS, NewsletterService, Purpose
from starbond_site.web.fields import read_fields
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
:root {{ color-scheme: light dark; {light} }}
@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}
body {{ background: var(--paper); color: var(--ink); font: 17px/1.6 system-ui, sans-serif; margin: 0 }}
main {{ max-width: 32rem; margin: 16vh auto; padding: 1.5rem; border-left: 3px solid var(--amber) }}
h1 {{ line-height: 1.2; margin-top: 0 }}
button {{ background: var(--action); color: var(--on-action); border: 0; border-radius: 4px }}
button {{ font: inherit; font-weight: 600; padding: .75rem 1.5rem; cursor: pointer }}
a {{ color: var(--action) }}
</style>
<main>
<h1>{title}</h1>
{body}
<p><a href="{home}">{home_link}</a></p>
</main>
</html>
"""
COLOURS = ("paper", "ink", "amber", "action", "on-action")
"""Those of `design.COLOURS` that the page uses."""
_log = logging.getLogger(__name__)


def routes(service: Callable[[], NewsletterService], proxy_hops: int = 0) -> list[Route]:
    """Return the routes.

    Args:
        service: returns the newsletter service; called with the first request that needs it.
        proxy_hops: number of trusted reverse proxies.
    """

    async def subscribe(request: Request) -> Response:
        return await _subscribe(request, service, proxy_hops)

    def route(purpose: Purpose) -> Route:
        async def answer(request: Request) -> Response:
            return await _answer(request, purpose, service)

        return Route(PATHS[purpose], answer, methods=["GET", "POST"])

    return [Route(SUBSCRIBE_PATH, subscribe, methods=["POST"]), *(route(purpose) for purpose in PATHS)]


async def _subscribe(request: Request, service: Callable[[], NewsletterService], proxy_hops: int) -> Response:
    """Take the form of the footer."""
    language = as_language(request.query_params.get("language"))
    try:
        fields = await read_fields(request)
    except ClientDisconnect:
        return Response(status_code=400)
    address = Visitor.of_scope(request.scope, proxy_hops).address
    outcome = await threads.FORMS.run(service().subscribe, fields, address, language)
    words = content.read(language).interface
    sentences = outcome.sentences(language).values() or [words.newsletter.success]
    body = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return _page(language, words.footer.newsletter_heading, body, 200 if outcome.accepted else 422)


async def _answer(request: Request, purpose: Purpose, service: Callable[[], NewsletterService]) -> Response:
    """Show the button, or confirm or unsubscribe and say so."""
    language = as_language(request.query_params.get("language"))
    words = content.read(language).interface.newsletter
    title = words.confirm_title if purpose == "confirm" else words.unsubscribe_title
    if request.method != "POST":
        return _page(language, title, f'<form method="post"><button>{escape(_button(words, purpose))}</button></form>')
    token = request.query_params.get("token", "")[:TOKEN_CHARACTERS]
    try:
        done = await threads.FORMS.run(service().confirm if purpose == "confirm" else service().unsubscribe, token)
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
        light=_properties("light"),
        dark=_properties("dark"),
        title=escape(title),
        company=escape(site.company.name),
        body=body,
        home=localized("/", language),
        home_link=escape(words.home_link),
    )
    # The address holds the token, which must reach neither a Referer header nor a cache.
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
    return Response(page, status, headers, "text/html")


def _properties(theme: design.Theme) -> str:
    """Return the custom properties of a theme."""
    return "; ".join(f"--{name}: {getattr(design.COLOURS[name], theme)}" for name in COLOURS)


def _button(words: NewsletterWords, purpose: Purpose) -> str:
    return words.confirm_button if purpose == "confirm" else words.unsubscribe_button
