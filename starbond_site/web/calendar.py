"""Calendar files: all dates as ``/calendar.ics``, one as ``/calendar/ID.ics``.

Below ``/bn``, and with ``?language=bn``, they are in Bangla.
"""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content import Language
from starbond_site.content.addresses import localized
from starbond_site.content.languages import PREFIXED, as_language, language_of_path
from starbond_site.documents.snapshot import UNREAD
from starbond_site.presentation.calendar_files import calendar_file
from starbond_site.presentation.dates import events
from starbond_site.web.api import Current
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded
from starbond_site.web.unavailable import unavailable

MEDIA_TYPE = "text/calendar; charset=utf-8"
WHOLE = ""
"""Stands for the id where all dates are meant."""


class CalendarFiles:
    """The routes, and the newest files."""

    def __init__(self, current: Current) -> None:
        self._current = current
        self._version = UNREAD
        self._kept: dict[tuple[str, Language], Encoded] = {}

    @property
    def routes(self) -> list[Route]:
        """The Starlette routes."""
        paths = ("/calendar.ics", "/calendar/{id}.ics")
        below = [localized(path, language) for language in PREFIXED for path in paths]
        return [Route(path, self.file) for path in (*paths, *below)]

    async def file(self, request: Request) -> ASGIApp:
        """Answer with all dates or one; 404 for an unknown one, 503 while they cannot be read."""
        asked = request.query_params.get("language")
        language = as_language(asked) if asked else language_of_path(request.url.path)
        snapshot = await self._current()
        if snapshot.calendar.version == UNREAD:
            return unavailable
        if snapshot.calendar.version != self._version:
            self._version, self._kept = snapshot.calendar.version, {}
        wanted = request.path_params.get("id", WHOLE)
        if kept := self._kept.get((wanted, language)):
            return kept
        site = content.read(language)
        shown = [event for event in events(site, snapshot) if wanted in (WHOLE, event.id)]
        if wanted != WHOLE and not shown:
            raise HTTPException(404)
        # A single date is saved and opened; the whole calendar is what programs subscribe to.
        name = {"Content-Disposition": f'attachment; filename="{wanted}.ics"'} if wanted else {}
        # Only known ids are kept: strangers cannot fill the memory.
        kept = self._kept[wanted, language] = Encoded(calendar_file(site, shown), MEDIA_TYPE, SAME_FOR_ALL | name)
        return kept
