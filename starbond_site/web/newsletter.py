"""Takes the newsletter form of the footer, and answers the links in its mails with pages that the server writes.

``POST /newsletter/subscribe`` takes the form. The mails link to
``/newsletter/confirm`` and ``/newsletter/unsubscribe``: ``GET`` shows a button, since programs that scan mail follow
every link; ``POST`` acts. Mail programs post to the unsubscribe link themselves (RFC 8058). The token of the link is
all that is needed.
"""

from collections.abc import Callable

import htpy as h
from htpy import Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content, logs, threads
from starbond_site.content.interface import NewsletterWords
from starbond_site.content.languages import as_language
from starbond_site.content.models import Language
from starbond_site.newsletter.service import PATHS, NewsletterService, Purpose
from starbond_site.presentation.forms import Field
from starbond_site.web.plain_page import plain_page
from starbond_site.web.posted_form import FormWords, PostedForm
from starbond_site.web.visitor import Visitor

SUBSCRIBE_PATH = "/newsletter/subscribe"
TOKEN_CHARACTERS = 100
_log = logs.get_logger(__name__)


def routes(
    service: Callable[[], NewsletterService], is_own_page: Callable[[Visitor], bool], proxy_hops: int = 0
) -> list[Route]:
    """Return the routes."""
    form = PostedForm(lambda: service().subscribe, _words, is_own_page, proxy_hops)

    async def subscribe(request: Request) -> Response:
        return await form.answer(request, as_language(request.query_params.get("language")))

    def route(purpose: Purpose) -> Route:
        async def answer(request: Request) -> Response:
            return await _answer(request, purpose, service)

        return Route(PATHS[purpose], answer, methods=["GET", "POST"])

    return [Route(SUBSCRIBE_PATH, subscribe, methods=["POST"]), *(route(purpose) for purpose in PATHS)]


def _words(language: Language) -> FormWords:
    site = content.read(language)
    words = site.interface.newsletter
    return FormWords(
        title=site.interface.footer.newsletter_heading,
        fields=[Field(name="email", label=words.label, kind="email", attributes={"autocomplete": "email"})],
        consent=words.consent.format(company=site.company.name),
        honeypot=words.honeypot,
        note=f"{words.purpose} {words.retention}",
        button=words.subscribe,
        success=words.success,
        errors_heading=site.interface.contact.errors_heading,
    )


async def _answer(request: Request, purpose: Purpose, service: Callable[[], NewsletterService]) -> Response:
    """Show the button, or confirm or unsubscribe and say so."""
    language = as_language(request.query_params.get("language"))
    words = content.read(language).interface.newsletter
    title = words.confirm_title if purpose == "confirm" else words.unsubscribe_title
    if request.method != "POST":
        return _page(language, title, h.form(method="post")[h.button[_button(words, purpose)]])
    token = request.query_params.get("token", "")[:TOKEN_CHARACTERS]
    try:
        done = await threads.FORMS.run(service().confirm if purpose == "confirm" else service().unsubscribe, token)
    except SQLAlchemyError:
        _log.exception("newsletter_link_not_followed", purpose=purpose)
        sentence = content.read(language).errors.not_stored
        return _page(language, title, h.p[sentence], 503)
    if not done:
        sentence = words.link_invalid if purpose == "confirm" else words.unsubscribe_link_invalid
        return _page(language, title, h.p[sentence], 404)
    sentence = words.confirmed if purpose == "confirm" else words.unsubscribed
    return _page(language, title, h.p[sentence])


def _page(language: Language, title: str, body: Node, status: int = 200) -> Response:
    # The address holds the token, which must not reach a Referer header.
    return plain_page(language, title, body, status, {"Referrer-Policy": "no-referrer"})


def _button(words: NewsletterWords, purpose: Purpose) -> str:
    return words.confirm_button if purpose == "confirm" else words.unsubscribe_button
