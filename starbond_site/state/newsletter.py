"""The newsletter box: hands an address to the desk, and the answer back to the page."""

import asyncio
from collections.abc import Mapping
from typing import Any

import reflex as rx

from starbond_site import content, letters
from starbond_site.content.models import Language
from starbond_site.state.contact import answer_to


class Newsletter(rx.State):
    """The answer to this visitor's last sign-up."""

    answer: dict[str, Any] = {}
    """See `contact.answer_to`."""

    @rx.event
    async def subscribe(self, fields: dict[str, Any], attempt: str = "", language: str = "en") -> None:
        """Take an address.

        Args:
            fields: as `letters.newsletter.Newsletter.subscribe` takes them; anything else counts as an empty form.
            attempt: the page's number, so that an answer meets the box that asked.
            language: of the page, and of the mails.
        """
        tongue: Language = "bn" if language == "bn" else "en"
        given = fields if isinstance(fields, Mapping) else {}
        address = self.router.session.client_ip
        outcome = await asyncio.to_thread(letters.default().newsletter.subscribe, given, address, tongue)
        words = content.read(tongue).interface
        self.answer = answer_to(attempt, outcome, tongue, words.newsletter.success, words.contact.errors_heading)
