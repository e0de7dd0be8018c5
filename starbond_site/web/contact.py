"""``POST /contact`` and ``POST /bn/contact`` take the contact form; ``GET`` is the page itself."""

from functools import cache

from starlette.routing import Route

from starbond_site import content
from starbond_site.content.addresses import CONTACT
from starbond_site.content.models import Language
from starbond_site.mail.contact.service import ContactService
from starbond_site.presentation.form_fields import Field
from starbond_site.web.posted_form import FormWords, PostedForm
from starbond_site.web.services import Services

BODY_BYTES = 128 * 1024
"""More than the fields can hold: 10,000 characters of the message take up to nine bytes each."""


def routes(parts: Services) -> list[Route]:
    service = cache(lambda: ContactService(parts.archive(), parts.mailer()))
    return PostedForm(parts, lambda: service().send, _words, BODY_BYTES).routes(CONTACT)


def _words(language: Language) -> FormWords:
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
