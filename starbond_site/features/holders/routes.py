"""The private search, ``POST /dividends``, with its form; and ``/desk/holders``, which imports the numbers.

Whoever searches gets a page of one form for both answers, after the same work, and nobody keeps it.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import htpy as h
from htpy import Attribute, Element, Node
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import DESK, DIVIDENDS_PAGE, localized
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.refusals import Refusal
from starbond_site.features.holders import service
from starbond_site.features.holders.questions import ProofOfWork, Questions
from starbond_site.presentation import form_fields
from starbond_site.presentation.form_fields import NOTHING, Field, FormInput
from starbond_site.presentation.html_parts import link
from starbond_site.shared import threads
from starbond_site.shared.categories import WAITING
from starbond_site.web.desk.importing import Importing
from starbond_site.web.desk.pages import NO_VALUES
from starbond_site.web.fields import read_fields
from starbond_site.web.refusals import plain_page, status_of
from starbond_site.web.services import Services


def routes(parts: Services) -> list[Route]:
    search = partial(_search, parts, Questions())
    posts = [
        Route(localized(DIVIDENDS_PAGE, one), partial(search, language=one), methods=["POST"]) for one in LANGUAGES
    ]
    return [*posts, Route(SCRIPT, TEXT, methods=["GET"])]


async def _search(parts: Services, questions: Questions, request: Request, language: Language) -> Response:
    site, visitor = content.read(language), parts.visitor(request)
    fields = await read_fields(request)
    title = site.interface.dividends.search

    def refused(refusal: Refusal) -> Response:
        sentence = refusal_sentence(refusal.code, language, refusal.values)
        given = FormInput(typed={FIELD: fields.get(FIELD, "")}, problems={FIELD: sentence})
        return plain_page(language, title, [form(site, given), whom_to_call(site)], status_of(refusal.code))

    if not parts.rights.is_own_form(visitor):
        return refused(Refusal("foreign_form"))
    archive, proof = parts.archive(), fields.get(PROOF, "")
    try:
        # Not counted: who mistypes a number learns nothing.
        number = service.normalized(fields.get(FIELD, ""))
        asked = questions.ask, service.key_of(archive) or b"", visitor.address, number, fields.get(CHALLENGE, ""), proof
        if work := await threads.LIMITS.run(*asked):
            given = FormInput(typed={FIELD: fields.get(FIELD, "")})
            # A browser whose proof was wrong is not asked for another one by itself.
            body = [working(site, work, given, begins=not proof), whom_to_call(site)]
            return plain_page(language, title, body, status_of("search_limited"))
        waits = await threads.FORMS.run(service.waits, archive, number)
    except Refusal as refusal:
        return refused(refusal)
    return plain_page(language, title, answer(site, waits=waits))


FIELD, CHALLENGE, PROOF = "number", "challenge", "proof"
SCRIPT = f"{DIVIDENDS_PAGE}/work.js"
TEXT = Response(Path(__file__).with_name("work.js").read_bytes(), 200, {"Cache-Control": "no-cache"}, "text/javascript")


def section(site: Site) -> Element:
    """Return the part of the page of dividends, whose stylesheet has its class."""
    words = site.interface.dividends
    return h.section(".dividends__search.no-print", aria_labelledby=WAITING)[
        h.h2(id=WAITING)[words.search], h.p[words.search_note], form(site)
    ]


def working(site: Site, work: ProofOfWork, given: FormInput, *, begins: bool) -> Node:
    """Return the form of a question that the browser has to work for; without scripts it waits."""
    later = refusal_sentence("search_limited", site.language, {"minutes": work.minutes})
    data = {"data-rounds": work.rounds, "data-busy": site.interface.dividends.working}
    hidden = {CHALLENGE: work.challenge, PROOF: ""}
    return [
        h.p(role="status")[later],
        form(site, given, hidden, data),
        begins and h.script(src=SCRIPT, defer=True),
    ]


def form(
    site: Site,
    given: FormInput = NOTHING,
    hidden: Mapping[str, object] = NO_VALUES,
    data: Mapping[str, Attribute] = NO_VALUES,
) -> Element:
    words = site.interface.dividends
    field = Field(
        name=FIELD,
        label=words.number,
        hint=words.number_hint,
        is_required=True,
        attributes={"autocomplete": "off", "maxlength": 40, "spellcheck": "false", "autofocus": bool(given.problems)},
    )
    action, inside, named = site.address(DIVIDENDS_PAGE), field.written(given), {"aria_label": words.search, **data}
    return form_fields.form(action, inside, words.search_button, hidden=hidden, style="", **named)


def answer(site: Site, *, waits: bool) -> Node:
    """Return what the search found, and whom to call in either case.

    Blanks give both answers one length, which a proxy writes into its log and those on the way see.
    """
    words = site.interface.dividends
    said, other = (h.p(role="status")[text] for text in (words.waits, words.nothing_waits)[:: 1 if waits else -1])
    back = h.p[link(site, DIVIDENDS_PAGE, site.page(DIVIDENDS_PAGE).title)]
    return [said, " " * (len(str(other).encode()) - len(str(said).encode())), whom_to_call(site), back]


def whom_to_call(site: Site) -> Node:
    contact = site.dividends.contact
    return [
        contact
        and h.p[
            contact.name, ": ", h.a(href=f"tel:{contact.phone.dial}")[contact.phone.shown], ", ",
            h.a(href=f"mailto:{contact.email}")[contact.email],
        ],
        contact and contact.note and h.p[h.small[contact.note]],
    ]  # fmt: skip


MOST = 3_000
"""Numbers of one import here: hashed within half a minute, for which a browser and a proxy wait."""


PAGE = Importing(
    path=f"{DESK}/holders",
    about=DIVIDENDS_PAGE,
    words=lambda site: site.interface.desk_holders,
    parse=partial(service.parse, most=MOST),
    take=service.import_all,
    counts=service.counts,
    label=lambda site: site.interface.desk_holders.title,
).page()
