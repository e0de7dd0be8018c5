"""Dividends: their history, and what nobody has claimed."""

from starbond_site.features.hooks import Feature, Hooks, LivePage
from starbond_site.shared.categories import DIVIDENDS, DIVIDENDS_PAGE


def _hooks() -> Hooks:
    from starbond_site.features.dividends import routes, service, topic

    return Hooks(
        routes=routes.routes,
        desk=routes.PAGE.routes,
        rows=service.read_shown,
        html=topic.html,
        dates=topic.dates,
        naming=service.naming,
        investors=topic.newest,
        contacts=lambda site: filter(None, [site.dividends.contact]),
        live=lambda site: LivePage(
            lead=site.interface.dividends.lead, links={site.dividends.policy: ""}, style="dividends figures"
        ),
    )


FEATURE = Feature(
    name="dividends",
    page=DIVIDENDS_PAGE,
    topic=DIVIDENDS,
    sources=(DIVIDENDS,),
    load=_hooks,
)
