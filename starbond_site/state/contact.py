"""The contact form: passes the fields to the contact service, and the answer back to the page."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from starbond_site import contact, content, threads
from starbond_site.content.languages import as_language
from starbond_site.content.models import Language
from starbond_site.forms import FORM, Outcome

ATTEMPT_CHARACTERS = 64


class Contact(rx.State):
    """The answer to this visitor's last message; what was typed stays in the browser."""

    problems: dict[str, str] = {}
    """What to correct, by field."""
    answer: dict[str, Any] = {}
    """``attempt``, ``accepted``, ``sentence``, ``problems``: see `answer_to`."""

    @rx.event
    def open(self) -> None:
        """Begin with an empty form."""
        self.problems, self.answer = {}, {}

    @rx.event
    async def send(self, fields: dict[str, Any], attempt: str = "", language: str = "en") -> None:
        """Take a message.

        Args:
            fields: as `ContactService.send` takes them; anything else is answered like an empty form.
            attempt: the page's number, so that an answer meets the form that asked.
            language: of the page.
        """
        known = as_language(language)
        given = fields if isinstance(fields, Mapping) else {}
        address = self.router.session.client_ip
        outcome = await threads.FORMS.run(contact.default().send, given, address, known)
        words = content.read(known).interface.contact
        self.answer = answer_to(attempt, outcome, known, words.success, words.errors_heading)
        self.problems = self.answer["problems"]


def answer_to(attempt: object, outcome: Outcome, language: Language, success: str, to_correct: str) -> dict[str, Any]:
    """Return what a form is told: ``attempt``, whether it was ``accepted``, a ``sentence``, ``problems`` by field."""
    problems = outcome.sentences(language)
    whole = problems.pop(FORM, "")
    sentence = success.replace("{reference}", outcome.reference) if outcome.accepted else whole or to_correct
    number = attempt[:ATTEMPT_CHARACTERS] if isinstance(attempt, str) else ""
    return {"attempt": number, "accepted": outcome.accepted, "sentence": sentence, "problems": problems}
