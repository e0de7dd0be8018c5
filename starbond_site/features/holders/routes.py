"""The private search, ``POST /dividends``.

Whoever searches gets a page of one form for both answers, after the same work, and nobody keeps it.
"""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content.addresses import DIVIDENDS_PAGE, localized
from starbond_site.content.languages import LANGUAGES
from starbond_site.content.models import Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.refusals import Refusal
from starbond_site.features.holders import service
from starbond_site.features.holders.html import FIELD, answer, form, whom_to_call
from starbond_site.presentation.forms import Given
from starbond_site.shared import threads
from starbond_site.shared.limits import Limit
from starbond_site.web.fields import read_fields
from starbond_site.web.parts import Parts
from starbond_site.web.plain_page import plain_page
from starbond_site.web.refusals import INVALID, STATUS


def routes(parts: Parts) -> list[Route]:
    limits = service.of_address(), service.in_total()
    search = partial(_search, parts, limits)
    return [Route(localized(DIVIDENDS_PAGE, one), partial(search, language=one), methods=["POST"]) for one in LANGUAGES]


async def _search(parts: Parts, limits: tuple[Limit, Limit], request: Request, language: Language) -> Response:
    site, visitor = content.read(language), parts.visitor(request)
    fields = await read_fields(request)
    title = site.interface.dividends.search

    def refused(refusal: Refusal) -> Response:
        sentence = refusal_sentence(refusal.code, language, refusal.values)
        given = Given(typed={FIELD: fields.get(FIELD, "")}, problems={FIELD: sentence})
        return plain_page(language, title, [form(site, given), whom_to_call(site)], STATUS.get(refusal.code, INVALID))

    if not parts.rights.is_own_form(visitor):
        return refused(Refusal("foreign_form"))
    try:
        # Not counted: who mistypes a number learns nothing.
        number = service.normalized(fields.get(FIELD, ""))
        await threads.LIMITS.run(service.count, visitor.address, *limits)
        waits = await threads.FORMS.run(service.waits, parts.archive(), number)
    except Refusal as refusal:
        return refused(refusal)
    return plain_page(language, title, answer(site, waits=waits))
