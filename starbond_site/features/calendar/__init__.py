"""Dates that are announced on the desk: meetings, record dates, results and payments."""

from starbond_site.features.hooks import Body, Feature, Hooks
from starbond_site.shared.categories import CALENDAR, CALENDAR_PAGE, DIVIDENDS, MEETINGS


def _hooks() -> Hooks:
    from starbond_site.features.calendar import routes, service, topic

    return Hooks(
        routes=routes.routes,
        desk=lambda desk: [*routes.PAGE.routes(desk), *routes.TABLE.routes(desk)],
        rows=service.read,
        html=topic.html,
        investors=topic.next_date,
        date_near=topic.date_near,
        naming=service.naming,
    )


def _body() -> Body:
    from starbond_site.features.calendar import page

    return page.body


FEATURE = Feature(
    name="calendar",
    page=CALENDAR_PAGE,
    topic=CALENDAR,
    sources=(CALENDAR, MEETINGS, DIVIDENDS),
    load=_hooks,
    body=_body,
)
