"""The topics that every open page shows as they change."""

from typing import Any

import reflex as rx

from starbond_site.presentation.topics import TOPICS
from starbond_site.state.broadcast import broadcast


class Live(rx.State):
    """Holds nothing per visitor: the vars stay empty on the server, and payloads are pushed straight to browsers.

    One var per topic of `presentation.topics`, with a payload of `presentation.payloads`.
    """

    # As if each stood here as ``AllNotice: dict[str, Any] = {}``: the lists among them are content.
    __annotations__ = dict.fromkeys(TOPICS, dict[str, Any])
    vars().update({topic: {} for topic in TOPICS})

    @rx.event
    async def refresh(self, topic: str, version: int, language: str, query: str) -> None:
        """Send the requesting browser the HTML of a topic, or only its version where the page shows that.

        Args:
            topic: one of `presentation.topics.TOPICS`.
            version: in the page, 0 for none.
            query: of the page's address, which may select an older page or a search.
        """
        if isinstance(version, int) and all(isinstance(value, str) for value in (topic, language, query)):
            await broadcast.answer(self.router.session.client_token, topic, version, language, query)
