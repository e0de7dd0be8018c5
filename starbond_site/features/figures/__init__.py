"""Figures of financial statements, entered on the desk: values with period and unit."""

from starbond_site.features.hooks import Body, Feature, Hooks
from starbond_site.shared.categories import FIGURES, FIGURES_PAGE, WITH_FIGURES


def _hooks() -> Hooks:
    from starbond_site.features.figures import routes, service, topic

    return Hooks(
        routes=routes.routes,
        desk=lambda desk: [*routes.PAGE.routes(desk), *routes.TABLE.routes(desk)],
        rows=service.effective,
        html=topic.html,
        investors=topic.key_figure,
        periods=service.periods,
        figures=topic.of_period,
    )


def _body() -> Body:
    from starbond_site.components.elements import titled_section
    from starbond_site.components.react.live import live_section

    return lambda site: titled_section(
        site, FIGURES_PAGE, site.interface.figures.lead, live_section(site, FIGURES, site.interface.figures.loading)
    )


FEATURE = Feature(
    name="figures",
    page=FIGURES_PAGE,
    topic=FIGURES,
    sources=(FIGURES, *(category.value for category in WITH_FIGURES)),
    load=_hooks,
    body=_body,
)
