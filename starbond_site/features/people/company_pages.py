"""``/desk/sign-in/company`` leads to the company's sign-in; ``.../company/answer`` is where browsers come back.

Browsers come back by a link from another site, and send no cookie with it that is ``SameSite=Strict``. Two things
follow. What the sign-in began with is found by a cookie of its own, which is ``Lax``, lasts ten minutes and opens
nothing. And the answer is a page of this site that goes on by itself, not a redirect: a redirect would still count as
coming from the other site, so that the new session cookie, which is ``Strict``, would not be sent, and the desk would
ask to sign in again. In the other direction it is a page too: the policy (``form-action``) lets no form lead elsewhere.
"""

from urllib.parse import urlencode

import htpy as h
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content.addresses import SIGN_IN, localized
from starbond_site.content.languages import as_language, language_of_path
from starbond_site.content.models import Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.refusals import Refusal
from starbond_site.features.people import company
from starbond_site.features.people.openid import ANSWER, Answer, Flow, Provider
from starbond_site.features.people.shared import PeoplePages
from starbond_site.features.people.sign_in import COMPANY, REFUSED_QUERY, home, next_of, page
from starbond_site.shared import threads
from starbond_site.shared.limits import minutes
from starbond_site.web.desk.frame import route
from starbond_site.web.paths import COOKIE as LANGUAGE_COOKIE
from starbond_site.web.plain_page import plain_page
from starbond_site.web.refusals import retry_after

ACTION = "sign in"


def routes(pages: PeoplePages, provider: Provider) -> list[Route]:
    cookie = "__Host-starbond-company" if pages.desk.rights.is_secure else "starbond-company"

    async def leave(request: Request) -> Response:
        next_page = next_of((await pages.fields(request)).get("next", ""))
        visitor, language = pages.desk.visitor(request), language_of_path(request.url.path)
        if seconds := await pages.asked(visitor):
            sentence = refusal_sentence("rate_limited", language, {"minutes": minutes(seconds)})
            return await page(pages, request, next_page, sentence, 429, retry_after(seconds))
        flow = Flow(next_page, language)
        try:
            address = await provider.address(flow)
        except Refusal as refusal:
            await pages.record(request, ACTION, refusal)
            return await page(pages, request, next_page, refusal_sentence(refusal.code, language))
        token = await threads.FORMS.run(company.begin, pages.desk.archive(), flow)
        words = content.read(language).interface.sign_in
        answer = _going_on(language, words.company_leave, words.company_leave_link, address)
        pages.set(answer, cookie, token, int(company.LIFETIME.total_seconds()), "lax")
        return answer

    async def arrive(request: Request) -> Response:
        visitor, archive = pages.desk.visitor(request), pages.desk.archive()
        flow = await threads.FORMS.run(company.take, archive, visitor.cookie(cookie))
        # Without a flow nothing says in which language it began.
        language = flow.language if flow else as_language(visitor.cookie(LANGUAGE_COOKIE))
        answer = Answer.model_validate(dict(request.query_params))
        try:
            identity = await provider.identify(company.check_state(flow, answer.state), answer)
            token, person = await threads.FORMS.run(company.sign_in, archive, pages.browser(request), identity)
        except Refusal as refusal:
            await pages.record(request, ACTION, refusal)
            query = urlencode({REFUSED_QUERY: refusal.code, "next": flow.next_page if flow else ""})
            back = RedirectResponse(f"{localized(SIGN_IN, language)}?{query}", 303, {"Cache-Control": "no-store"})
            pages.set(back, cookie, "", 0, "lax")
            return back
        path = (flow.next_page if flow else "") or home(person.role_set, language)
        words = content.read(language).interface.sign_in
        arrived = _going_on(language, words.company_arrived, words.company_arrived_link, path)
        pages.set(arrived, cookie, "", 0, "lax")
        return await pages.begun(path, token, visitor.address, arrived)

    return [
        *route(COMPANY, leave, ("POST",)),
        # One address for all languages: it is registered at the provider, letter by letter.
        Route(ANSWER, arrive, methods=["GET"]),
    ]


def _going_on(language: Language, title: str, words: str, address: str) -> Response:
    """Return a page of this site that opens another by itself, also without scripts.

    Without a referrer: the address of the page may have a code.
    """
    link = h.p[h.a(href=address)[words]]
    headers = {"Refresh": f"0; url={address}", "Referrer-Policy": "no-referrer"}
    return plain_page(language, title, link, headers=headers)
