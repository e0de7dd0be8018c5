"""Takes the forms of visitors by ``POST``, with scripts and without, and whether or not websockets pass.

A component posts the fields by ``fetch`` and accepts JSON: ``{"accepted", "sentence", "problems"}``, problems by field.
A browser without scripts posts the same fields and gets a page: the result, or the form with what was typed and a
sentence at every field that has to be corrected. Only pages of this site may post (`Rights.is_own_form`).

The contact form is the one of the engine: ``POST /contact`` and ``POST /bn/contact``; ``GET`` is the page itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

import htpy as h
from htpy import Node
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import CONTACT, localized
from starbond_site.content.interface import AlertsWords, ContactWords, NewsletterWords
from starbond_site.documents.refusals import Refusal
from starbond_site.mail.contact import ContactService
from starbond_site.mail.submissions import FORM, HONEYPOT, FormOutcome
from starbond_site.presentation.form_fields import Choices, Field, FormInput, box, problem_of, wrong
from starbond_site.shared import threads
from starbond_site.web.fields import BODY_BYTES, read_fields
from starbond_site.web.refusals import INVALID, plain_page, status_of
from starbond_site.web.services import Services

Service = Callable[[Mapping[str, object], str, Language], FormOutcome]
"""Takes fields, network address and language; blocks."""


@dataclass(frozen=True, kw_only=True)
class FormWords:
    """The texts of a form without scripts, in one language."""

    own: ContactWords | AlertsWords | NewsletterWords
    """What all forms say, each in its own words."""
    title: str
    fields: Sequence[Field | Choices]
    button: str


@dataclass(frozen=True)
class PostedForm:
    """One form: who takes it, and what it says."""

    parts: Services
    service: Callable[[], Service]
    """Returns the service; called with the first request that needs it, since a build has no database."""
    words: Callable[[Language], FormWords]
    body_bytes: int = BODY_BYTES
    """Longest request."""

    def routes(self, path: str) -> list[Route]:
        return [Route(localized(path, one), partial(self.answer, language=one), methods=["POST"]) for one in LANGUAGES]

    async def answer(self, request: Request, language: Language) -> Response:
        fields = await read_fields(request, self.body_bytes)
        visitor = self.parts.visitor(request)
        if self.parts.rights.is_own_form(visitor):
            outcome = await threads.FORMS.run(self.service(), fields, visitor.address, language)
        else:
            outcome = FormOutcome(problems={FORM: Refusal("foreign_form")})
        words, site = self.words(language), content.read(language)
        status = 200 if outcome.accepted else INVALID
        if FORM in outcome.problems:
            status = status_of(outcome.problems[FORM].code)
        problems = outcome.sentences(language)
        whole = problems.pop(FORM, "") or site.interface.contact.errors_heading
        sentence = words.own.success.replace("{reference}", outcome.reference) if outcome.accepted else whole
        if "application/json" in visitor.headers.get("accept", ""):
            answer = {"accepted": outcome.accepted, "sentence": sentence, "problems": problems}
            # Browsers write other statuses to the console as failures, and a correction is none.
            return JSONResponse(answer, 200 if status == INVALID else status, {"Cache-Control": "no-store"})
        if outcome.accepted:
            return plain_page(language, words.title, h.p(role="status")[sentence])
        given = FormInput(sentence=sentence, typed=fields, problems=problems)
        return plain_page(language, words.title, _form(site, words, given), status)


def _form(site: Site, words: FormWords, given: FormInput) -> Node:
    """Return a form with what was typed; it is posted to the address that it was posted to before."""
    own, consent, problem = words.own, "consent", given.problems.get("consent")
    names = [*(field.name for field in words.fields), consent]
    first = next((name for name in names if name in given.problems), "")
    focus = {name: {"autofocus": name == first} for name in names}
    tick = box(consent, given, {**wrong(consent, problem), **focus[consent]})
    return [
        h.p(".desk__problem", role="alert")[given.sentence],
        h.form(method="post", aria_label=words.title, novalidate=True)[
            [
                replace(field, attributes={**field.attributes, **focus[field.name]}).written(given)
                for field in words.fields
            ],
            h.div[h.label[tick, " ", own.consent.format(company=site.company.name)], problem_of(consent, problem)],
            h.label(".unseen", aria_hidden="true")[
                own.honeypot, h.input(name=HONEYPOT, tabindex="-1", autocomplete="off")
            ],
            h.p[f"{own.purpose} {own.retention}"],
            h.button[words.button],
        ],
    ]


CONTACT_BYTES = 128 * 1024
"""More than the fields can hold: 10,000 characters of the message take up to nine bytes each."""


def contact_routes(parts: Services) -> list[Route]:
    service = cache(lambda: ContactService(parts.archive(), parts.mailer()))
    return PostedForm(parts, lambda: service().send, _contact_words, CONTACT_BYTES).routes(CONTACT)


def _contact_words(language: Language) -> FormWords:
    words = content.read(language).interface.contact
    return FormWords(
        own=words,
        title=words.form_heading,
        fields=[
            Field(name="name", label=words.name, attributes={"autocomplete": "name"}),
            Field(name="email", label=words.email_field, kind="email", attributes={"autocomplete": "email"}),
            Field(name="phone", label=words.phone_field, kind="tel", attributes={"autocomplete": "tel"}),
            Field(
                name="message",
                label=words.message,
                kind="textarea",
                hint=words.message_hint,
                attributes={"rows": 8, "autocomplete": "off"},
            ),
        ],
        button=words.send,
    )
