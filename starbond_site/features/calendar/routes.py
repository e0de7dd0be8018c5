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
from starbond_site.features.calendar.dates import events
from starbond_site.features.calendar.files import calendar_file
from starbond_site.presentation import topics
from starbond_site.shared.categories import CALENDAR
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded
from starbond_site.web.parts import Parts
from starbond_site.web.refusals import unavailable

MEDIA_TYPE = "text/calendar; charset=utf-8"
WHOLE = ""
"""Stands for the id where all dates are meant."""


def routes(parts: Parts) -> list[Route]:
    kept: dict[tuple[int, str, Language], Encoded] = {}

    async def file(request: Request) -> ASGIApp:
        asked, snapshot = request.query_params.get("language"), await parts.options.current()
        language = as_language(asked) if asked else language_of_path(request.url.path)
        version = topics.version(snapshot, CALENDAR)
        if not version:
            return unavailable
        wanted = request.path_params.get("id", WHOLE)
        if found := kept.get((version, wanted, language)):
            return found
        site = content.read(language)
        shown = [event for event in events(site, snapshot) if wanted in (WHOLE, event.id)]
        if wanted != WHOLE and not shown:
            raise HTTPException(404)
        # A single date is saved and opened; the whole calendar is what programs subscribe to.
        name = {"Content-Disposition": f'attachment; filename="{wanted}.ics"'} if wanted else {}
        # Only known ids are kept, and of one version: strangers cannot fill the memory.
        if any(of != version for of, _, _ in kept):
            kept.clear()
        kept[version, wanted, language] = Encoded(calendar_file(site, shown), MEDIA_TYPE, SAME_FOR_ALL | name)
        return kept[version, wanted, language]

    paths = ("/calendar.ics", "/calendar/{id}.ics")
    below = [localized(path, language) for language in PREFIXED for path in paths]
    return [Route(path, file) for path in (*paths, *below)]
