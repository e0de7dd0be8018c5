"""Dealers: where the products are sold, imported from a table file by the administrator."""

from starbond_site.features.hooks import Body, Feature, Hooks
from starbond_site.shared.categories import DEALERS, DEALERS_PAGE


def _hooks() -> Hooks:
    from starbond_site.features.dealers import admin, service, topic

    return Hooks(commands=admin.app, desk=topic.PAGE.routes, rows=service.read, html=topic.html)


def _body() -> Body:
    from starbond_site.features.dealers import page

    return page.body


FEATURE = Feature(name="dealers", page=DEALERS_PAGE, topic=DEALERS, sources=(DEALERS,), load=_hooks, body=_body)
