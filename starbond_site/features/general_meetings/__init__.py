"""General meetings of shareholders: before, while they run, and what was decided."""

from starbond_site.features.hooks import Feature, Hooks, LivePage
from starbond_site.shared.categories import MEETINGS, MEETINGS_PAGE, Category


def _hooks() -> Hooks:
    from starbond_site.features.general_meetings import routes, service, topic

    return Hooks(
        routes=routes.routes,
        desk=routes.PAGE.routes,
        rows=service.read_shown,
        html=topic.html,
        selected=topic.selected,
        dates=topic.dates,
        meetings=service.held,
        investors=topic.coming,
        live=lambda site: LivePage(
            lead=site.interface.meetings.lead,
            counts_down=True,
            printing=site.interface.meetings.print,
            style="meetings figures",
        ),
    )


FEATURE = Feature(
    name="general_meetings",
    page=MEETINGS_PAGE,
    topic=MEETINGS,
    sources=(MEETINGS, *(category.value for category in Category)),
    load=_hooks,
)
