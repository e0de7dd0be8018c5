"""``POST /contact`` and ``POST /bn/contact`` take the contact form; ``GET`` is the page itself."""

from collections.abc import Callable

from starlette.routing import Route

from starbond_site import content
from starbond_site.contact.service import ContactService
from starbond_site.content.addresses import CONTACT
from starbond_site.content.models import Language
from starbond_site.presentation.forms import Field
from starbond_site.web.posted_form import FormWords, PostedForm
from starbond_site.web.visitor import Visitor

BODY_BYTES = 128 * 1024
"""More than the fields can hold: 10,000 characters of the message take up to nine bytes each."""


def routes(
    service: Callable[[], ContactService], is_own_page: Callable[[Visitor], bool], proxy_hops: int = 0
) -> list[Route]:
    """Return the routes."""
    return PostedForm(lambda: service().send, _words, is_own_page, proxy_hops, BODY_BYTES).routes(CONTACT)


def _words(language: Language) -> FormWords:
    site = content.read(language)
    words = site.interface.contact
    return FormWords(
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
        consent=words.consent.format(company=site.company.name),
        honeypot=words.honeypot,
        note=f"{words.purpose} {words.retention}",
        button=words.send,
        success=words.success,
        errors_heading=words.errors_heading,
    )
