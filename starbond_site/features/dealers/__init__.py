"""Dealers: where the products are sold, imported from a table file by the administrator."""

from starbond_site.features.hooks import Body, CommandModule, Feature, Hooks
from starbond_site.shared.categories import DEALERS, DEALERS_PAGE


def _hooks() -> Hooks:
    from starbond_site.features.dealers import service, topic

    return Hooks(desk=topic.PAGE.routes, rows=service.read, html=topic.html)


def _body() -> Body:
    from starbond_site.features.dealers import page

    return page.body


def _commands() -> CommandModule:
    from starbond_site.features.dealers import admin

    return admin


FEATURE = Feature(
    name="dealers", page=DEALERS_PAGE, topic=DEALERS, sources=(DEALERS,), load=_hooks, body=_body, commands=_commands
)
