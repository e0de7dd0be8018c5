"""The private search, ``POST /dividends``.

Whoever searches gets a page of one form for both answers, after the same work, and nobody keeps it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content, threads
from starbond_site.content.addresses import DIVIDENDS_PAGE, localized
from starbond_site.content.languages import LANGUAGES
from starbond_site.content.models import Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.refusals import Refusal
from starbond_site.holders import service
from starbond_site.holders.html import FIELD, answer, form, whom_to_call
from starbond_site.holders.service import Search
from starbond_site.limits import minutes
from starbond_site.presentation.forms import Given
from starbond_site.web.fields import read_fields
from starbond_site.web.parts import Parts
from starbond_site.web.plain_page import plain_page
from starbond_site.web.visitor import Visitor


def routes(parts: Parts) -> list[Route]:
    if not content.read().has(DIVIDENDS_PAGE):
        return []
    limits = service.of_address(), service.in_total()
    search = partial(_search, parts, lambda: Search(parts.archive(), *limits))
    return [Route(localized(DIVIDENDS_PAGE, one), partial(search, language=one), methods=["POST"]) for one in LANGUAGES]


async def _search(parts: Parts, search: Callable[[], Search], request: Request, language: Language) -> Response:
    site, visitor = content.read(language), Visitor.of_scope(request.scope, parts.options.proxy_hops)
    fields = await read_fields(request)
    title = site.interface.dividends.search

    def refused(code: str, status: int, **values: Any) -> Response:  # noqa: ANN401  values of sentences
        given = Given(typed={FIELD: fields.get(FIELD, "")}, problems={FIELD: refusal_sentence(code, language, values)})
        return plain_page(language, title, [form(site, given), whom_to_call(site)], status)

    if not (parts.rights.is_own_page(visitor) or visitor.headers.get("sec-fetch-site") == "same-origin"):
        return refused("foreign_form", 403)
    try:
        # Not counted: who mistypes a number learns nothing.
        number, asked = service.normalized(fields.get(FIELD, "")), search()
        if seconds := await threads.LIMITS.run(asked.wait, visitor.address):
            return refused("search_limited", 429, minutes=minutes(seconds))
        waits = await threads.FORMS.run(asked.waits, number)
    except Refusal as refusal:
        return refused(refusal.code, 422 if refusal.code == "holder_invalid" else 503)
    return plain_page(language, title, answer(site, waits=waits))
