"""Dividends for programs, ``GET /api/dividends`` and ``/api/dividends.csv``; the private search, ``POST /dividends``.

Whoever searches gets a page of one form for both answers, after the same work, and nobody keeps it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content, threads
from starbond_site.content.addresses import DIVIDENDS_PAGE, localized
from starbond_site.content.languages import LANGUAGES
from starbond_site.content.models import Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.dividends import holders, service
from starbond_site.dividends.holders import Search
from starbond_site.dividends.html import FIELD, answer, form, whom_to_call
from starbond_site.dividends.service import Declared
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.limits import minutes
from starbond_site.presentation import spreadsheet
from starbond_site.presentation.forms import Given
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded, as_json
from starbond_site.web.fields import read_fields
from starbond_site.web.parts import Parts
from starbond_site.web.plain_page import plain_page
from starbond_site.web.visitor import Visitor

COLUMNS = (
    *("year_end", "cash_percent", "stock_percent", "per_share"),
    *("record_date", "meeting", "paid_on", "unclaimed", "fund_day"),
)
ATTACHED = {"Content-Disposition": 'attachment; filename="dividends.csv"'}


def routes(parts: Parts) -> list[Route]:
    """Return the routes, where the site has the page."""
    if not content.read().has(DIVIDENDS_PAGE):
        return []
    limits = holders.of_address(), holders.in_total()
    search = partial(_search, parts, lambda: Search(parts.archive(), *limits))
    return [
        Route("/api/dividends", partial(_read, parts.archive, _json)),
        Route("/api/dividends.csv", partial(_read, parts.archive, _csv)),
        *(Route(localized(DIVIDENDS_PAGE, one), partial(search, language=one), methods=["POST"]) for one in LANGUAGES),
    ]


async def _read(
    archive: Callable[[], Archive], encode: Callable[[tuple[Declared, ...]], Encoded], _request: Request
) -> ASGIApp:
    return encode(await threads.READS.run(service.read, archive()))


def _json(found: tuple[Declared, ...]) -> Encoded:
    return as_json({"dividends": [_record(each) for each in found]}, SAME_FOR_ALL)


def _csv(found: tuple[Declared, ...]) -> Encoded:
    text = spreadsheet.text(COLUMNS, (_record(each).values() for each in found))
    return Encoded(text.encode(), "text/csv; charset=utf-8", SAME_FOR_ALL | ATTACHED)


def _record(each: Declared) -> dict[str, Any]:
    """Return a dividend by `COLUMNS`: numbers as text with every digit, days of ISO 8601, None for the unknown."""
    days = (each.record_date, each.meeting, each.paid_on, each.fund_day if each.unclaimed else None)
    *known, fund_day = (day.isoformat() if day else None for day in days)
    numbers = (f"{number:f}" for number in (each.cash, each.stock, each.per_share))
    unclaimed = None if each.unclaimed is None else f"{each.unclaimed:f}"
    cells = (each.year_end.isoformat(), *numbers, *known, unclaimed, fund_day)
    return dict(zip(COLUMNS, cells, strict=True))


async def _search(parts: Parts, search: Callable[[], Search], request: Request, language: Language) -> Response:
    site, visitor = content.read(language), Visitor.of_scope(request.scope, parts.options.proxy_hops)
    fields = await read_fields(request)
    title = site.interface.dividends.search

    def refused(code: str, status: int, **values: Any) -> Response:  # noqa: ANN401  values of sentences
        given = Given(typed={FIELD: fields.get(FIELD, "")}, problems={FIELD: refusal_sentence(code, language, values)})
        return plain_page(language, title, [form(site, given), whom_to_call(site)], status)

    if not (parts.rights.is_own_page(visitor) or visitor.headers.get("sec-fetch-site") == "same-origin"):
        return refused("foreign_form", 403)
    try:
        # Not counted: who mistypes a number learns nothing.
        number, asked = holders.normalized(fields.get(FIELD, "")), search()
        if seconds := await threads.LIMITS.run(asked.wait, visitor.address):
            return refused("search_limited", 429, minutes=minutes(seconds))
        waits = await threads.FORMS.run(asked.waits, number)
    except Refusal as refusal:
        return refused(refusal.code, 422 if refusal.code == "holder_invalid" else 503)
    return plain_page(language, title, answer(site, waits=waits))
