"""What to do in an accident with a product: first aid, numbers to call, hazards and cautions."""

from starbond_site.features.hooks import Body, Feature, Hooks
from starbond_site.shared.categories import SAFETY, SHEETS


def _hooks() -> Hooks:
    from starbond_site.features.safety import routes

    return Hooks(routes=routes.routes, desk=lambda desk: routes.PAGE.routes(desk) if SHEETS else ())


def _body() -> Body:
    import htpy as h

    from starbond_site.components.elements import heading_of
    from starbond_site.features.safety.html import safety

    return lambda site: (heading_of(site, SAFETY), h.div(".container.section--tight")[safety(site)])


FEATURE = Feature(name="safety", place=SAFETY, load=_hooks, body=_body)
