"""Takes the forms of visitors by ``POST``, with scripts and without, and whether or not websockets pass.

A component posts the fields by ``fetch`` and accepts JSON: ``{"accepted", "sentence", "problems"}``, problems by field.
A browser without scripts posts the same fields and gets a page: the result, or the form with what was typed and a
sentence at every field that has to be corrected. Only pages of this site may post (`Rights.is_own_page`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from starbond_site import threads
from starbond_site.content.models import Language
from starbond_site.forms import FORM, HONEYPOT, Outcome, Problem
from starbond_site.web.fields import read_fields
from starbond_site.web.plain_page import plain_page
from starbond_site.web.visitor import Visitor

STATUS = {"rate_limited": 429, "not_stored": 503, "foreign_form": 403, "alerts_unavailable": 503}
"""By the code of a problem of the form as a whole."""
TO_CORRECT = 422
"""Where a field has to be corrected (RFC 9110, section 15.5.21)."""

Service = Callable[[Mapping[str, object], str, Language], Outcome]
"""Takes fields, network address and language; blocks."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a form without scripts."""

    name: str
    label: str
    kind: str = "text"
    """Type of the ``input``, or ``textarea``."""
    autocomplete: str = "off"
    hint: str = ""


@dataclass(frozen=True, kw_only=True)
class Choices:
    """Boxes of a form without scripts, of which at least one has to be ticked."""

    name: str
    """Under which it is said what is wrong with them."""
    label: str
    options: Mapping[str, str]
    """Labels by the name of their box."""


@dataclass(frozen=True, kw_only=True)
class FormWords:
    """What a form without scripts says, in one language."""

    title: str
    fields: Sequence[Field | Choices]
    consent: str
    honeypot: str
    note: str
    button: str
    success: str
    """May contain ``{reference}``."""
    errors_heading: str


@dataclass(frozen=True)
class PostedForm:
    """One form: who takes it, and what it says."""

    service: Callable[[], Service]
    """Returns the service; called with the first request that needs it, since a build has no database."""
    words: Callable[[Language], FormWords]
    is_own_page: Callable[[Visitor], bool]
    proxy_hops: int = 0
    """Number of trusted reverse proxies."""
    body_bytes: int = 4096
    """Longest request."""

    async def answer(self, request: Request, language: Language) -> Response:
        """Take the fields of a request, and answer as it accepts."""
        try:
            fields = await read_fields(request, self.body_bytes)
        except ClientDisconnect:
            return Response(status_code=400)
        visitor = Visitor.of_scope(request.scope, self.proxy_hops)
        if self.is_own_page(visitor) or visitor.headers.get("sec-fetch-site") == "same-origin":
            outcome = await threads.FORMS.run(self.service(), fields, visitor.address, language)
        else:
            outcome = Outcome(problems={FORM: Problem("foreign_form")})
        words = self.words(language)
        status = 200 if outcome.accepted else TO_CORRECT
        if FORM in outcome.problems:
            status = STATUS[outcome.problems[FORM].code]
        problems = outcome.sentences(language)
        whole = problems.pop(FORM, "") or words.errors_heading
        sentence = words.success.replace("{reference}", outcome.reference) if outcome.accepted else whole
        if "application/json" in visitor.headers.get("accept", ""):
            answer = {"accepted": outcome.accepted, "sentence": sentence, "problems": problems}
            # Browsers write other statuses to the console as failures, and a correction is none.
            return JSONResponse(answer, 200 if status == TO_CORRECT else status, {"Cache-Control": "no-store"})
        if outcome.accepted:
            return plain_page(language, words.title, f'<p role="status">{escape(sentence)}</p>')
        return plain_page(language, words.title, _form(words, sentence, fields, problems), status)


def _form(words: FormWords, sentence: str, typed: Mapping[str, str], problems: Mapping[str, str]) -> str:
    """Return a form with what was typed; it is posted to the address that it was posted to before."""
    wrong = [name for name in (*(field.name for field in words.fields), "consent") if name in problems]
    first = wrong[0] if wrong else ""
    parts = [f'<p role="alert" class="wrong">{escape(sentence)}</p>']
    parts += [f'<form method="post" aria-label="{escape(words.title)}" novalidate>']
    for field in words.fields:
        if isinstance(field, Choices):
            parts.append(choices(field, typed, problems, is_first=field.name == first))
        else:
            parts.append(_control(field, typed, problems, is_first=field.name == first))
    tick = '<input type="checkbox" name="consent"' + (" checked" if typed.get("consent") else "")
    tick += _attributes("consent", problems, is_first=first == "consent")
    parts += [f"<div><label>{tick}> {escape(words.consent)}</label>{_problem('consent', problems)}</div>"]
    parts += [f'<label class="unseen" aria-hidden="true">{escape(words.honeypot)}']
    parts += [f'<input name="{HONEYPOT}" tabindex="-1" autocomplete="off"></label>']
    parts += [f"<p>{escape(words.note)}</p><button>{escape(words.button)}</button></form>"]
    return "\n".join(parts)


def _control(field: Field, typed: Mapping[str, str], problems: Mapping[str, str], *, is_first: bool) -> str:
    """Return a label, its control, and what is wrong with it."""
    name, value = field.name, escape(typed.get(field.name, ""))
    attributes = f' id="{name}" name="{name}" autocomplete="{field.autocomplete}"'
    attributes += _attributes(name, problems, is_first=is_first)
    if field.kind == "textarea":
        # The parser of HTML drops a line feed that follows the tag, not a second one.
        control = f'<textarea rows="8"{attributes}>\n{value}</textarea>'
    else:
        control = f'<input type="{field.kind}"{attributes} value="{value}">'
    hint = f"<small>{escape(field.hint)}</small>" if field.hint else ""
    return f'<div><label for="{name}">{escape(field.label)}</label>{control}{hint}{_problem(name, problems)}</div>'


def choices(group: Choices, typed: Mapping[str, str], problems: Mapping[str, str], *, is_first: bool = False) -> str:
    """Return a group of boxes, and what is wrong with it."""
    parts = [f"<fieldset><legend>{escape(group.label)}</legend>"]
    for number, (name, label) in enumerate(group.options.items()):
        tick = f'<input type="checkbox" name="{name}"' + (" checked" if typed.get(name) else "")
        if not number:
            tick += _attributes(group.name, problems, is_first=is_first)
        parts.append(f"<label>{tick}> {escape(label)}</label>")
    return "".join([*parts, _problem(group.name, problems), "</fieldset>"])


def _attributes(name: str, problems: Mapping[str, str], *, is_first: bool) -> str:
    if name not in problems:
        return ""
    return f' aria-invalid="true" aria-describedby="{name}-problem"' + (" autofocus" if is_first else "")


def _problem(name: str, problems: Mapping[str, str]) -> str:
    if name not in problems:
        return ""
    return f'<span class="wrong" id="{name}-problem">{escape(problems[name])}</span>'
