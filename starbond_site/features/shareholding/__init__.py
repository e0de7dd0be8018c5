"""Who owns the company: groups of shareholders month by month, imported from a table file, with facts of the share."""

from starbond_site.features.hooks import Feature, Hooks
from starbond_site.shared.categories import SHAREHOLDING, SHAREHOLDING_PAGE


def _hooks() -> Hooks:
    from starbond_site.features.shareholding import service, topic

    return Hooks(
        routes=topic.routes,
        desk=topic.PAGE.routes,
        rows=service.read,
        html=topic.html,
        investors=topic.parts,
        contacts=lambda site: filter(None, [site.shareholding.complaint]),
        live=topic.live,
    )


FEATURE = Feature(
    name="shareholding",
    page=SHAREHOLDING_PAGE,
    topic=SHAREHOLDING,
    sources=(SHAREHOLDING,),
    load=_hooks,
)
