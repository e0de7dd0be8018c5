"""What to do in an accident with a product: first aid, numbers to call, hazards and cautions."""

from starbond_site.features.hooks import Body, Feature, Hooks
from starbond_site.shared.categories import SAFETY


def _hooks() -> Hooks:
    from starbond_site.features.safety import routes

    return Hooks(routes=routes.routes, desk=routes.desk_routes)


def _body() -> Body:
    from starbond_site.features.safety import page

    return page.body


FEATURE = Feature(name="safety", place=SAFETY, load=_hooks, body=_body)
