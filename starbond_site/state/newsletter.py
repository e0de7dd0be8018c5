"""The newsletter box: passes an address to the newsletter service, and the answer back to the page."""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from starbond_site import content, newsletter, threads
from starbond_site.content.languages import as_language
from starbond_site.state.contact import answer_to


class Newsletter(rx.State):
    """The answer to this visitor's last sign-up."""

    answer: dict[str, Any] = {}
    """See `contact.answer_to`."""

    @rx.event
    async def subscribe(self, fields: dict[str, Any], attempt: str = "", language: str = "en") -> None:
        """Take an address.

        Args:
            fields: as `NewsletterService.subscribe` takes them; anything else counts as an empty form.
            attempt: the page's number, so that an answer meets the box that asked.
            language: of the page, and of the mails.
        """
        known = as_language(language)
        given = fields if isinstance(fields, Mapping) else {}
        address = self.router.session.client_ip
        outcome = await threads.FORMS.run(newsletter.default().subscribe, given, address, known)
        words = content.read(known).interface
        self.answer = answer_to(attempt, outcome, known, words.newsletter.success, words.contact.errors_heading)
