"""Results: one row for each reporting period, joined from what was published; nothing is entered for it."""

from starbond_site.features.hooks import Feature, Hooks, LivePage
from starbond_site.shared.categories import (
    CALENDAR,
    DIVIDENDS,
    FIGURES,
    FIGURES_PAGE,
    MEETINGS,
    PRICE_SENSITIVE,
    RESULTS,
    RESULTS_PAGE,
    WITH_FIGURES,
)


def _hooks() -> Hooks:
    from starbond_site.features.results import service, topic

    return Hooks(
        routes=topic.routes,
        rows=service.read,
        html=topic.html,
        investors=topic.newest,
        live=lambda site: LivePage(
            lead=site.interface.results.lead,
            links={FIGURES_PAGE: site.interface.figures.link},
            style="results figures",
        ),
    )


FEATURE = Feature(
    name="results",
    page=RESULTS_PAGE,
    topic=RESULTS,
    sources=(FIGURES, CALENDAR, MEETINGS, DIVIDENDS, *(each.value for each in (*WITH_FIGURES, *PRICE_SENSITIVE))),
    load=_hooks,
)
