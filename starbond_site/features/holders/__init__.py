"""The private search on the page of dividends: whether a dividend waits for the holder of a number."""

from starbond_site.features.hooks import Feature, Hooks
from starbond_site.shared.categories import DIVIDENDS_PAGE


def _hooks() -> Hooks:
    from starbond_site.features.holders import admin, routes, service

    return Hooks(
        commands=admin.app,
        routes=routes.routes,
        desk=routes.PAGE.routes,
        has_dividends=service.is_offered,
        of_dividends=routes.section,
    )


FEATURE = Feature(name="holders", page=DIVIDENDS_PAGE, load=_hooks)
