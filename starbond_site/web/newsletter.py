"""Takes the newsletter form of the footer by ``POST /newsletter/subscribe``, and answers the links in its mails.

They are answered as those of mail alerts are: see `web.alerts`.
"""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.alerts.links import NEWSLETTER_PATHS
from starbond_site.alerts.newsletter import NewsletterService
from starbond_site.content import Site
from starbond_site.content.addresses import SUBSCRIBE
from starbond_site.content.interface import NewsletterWords
from starbond_site.content.languages import as_language
from starbond_site.content.models import Language
from starbond_site.presentation.forms import Field
from starbond_site.web.alerts import follow
from starbond_site.web.posted_form import FormWords, PostedForm
from starbond_site.web.visitor import Visitor


def routes(
    service: Callable[[], NewsletterService], is_own_page: Callable[[Visitor], bool], proxy_hops: int = 0
) -> list[Route]:
    """Return the routes."""
    form = PostedForm(lambda: service().subscribe, _words, is_own_page, proxy_hops)

    async def subscribe(request: Request) -> Response:
        return await form.answer(request, as_language(request.query_params.get("language")))

    async def confirm(request: Request) -> Response:
        return await follow(request, "confirm", _newsletter, service().confirm)

    async def unsubscribe(request: Request) -> Response:
        return await follow(request, "unsubscribe", _newsletter, service().unsubscribe)

    return [
        Route(SUBSCRIBE, subscribe, methods=["POST"]),
        Route(NEWSLETTER_PATHS["confirm"], confirm, methods=["GET", "POST"]),
        Route(NEWSLETTER_PATHS["unsubscribe"], unsubscribe, methods=["GET", "POST"]),
    ]


def _newsletter(site: Site) -> NewsletterWords:
    return site.interface.newsletter


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
