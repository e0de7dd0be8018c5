"""The private search on the page of dividends: whether a dividend waits for the holder of a number."""

from starbond_site.features.hooks import CommandModule, Feature, Hooks
from starbond_site.shared.categories import DIVIDENDS_PAGE


def _hooks() -> Hooks:
    from starbond_site.features.holders import routes, service

    return Hooks(
        routes=routes.routes,
        desk=routes.PAGE.routes,
        has_dividends=service.is_offered,
        of_dividends=routes.section,
    )


def _commands() -> CommandModule:
    from starbond_site.features.holders import admin

    return admin


FEATURE = Feature(name="holders", page=DIVIDENDS_PAGE, load=_hooks, commands=_commands)
