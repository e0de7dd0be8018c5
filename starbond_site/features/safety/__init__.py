"""What to do in an accident with a product: first aid, numbers to call, hazards and cautions."""

from starbond_site.features.hooks import Feature, Hooks, Pages


def _hooks() -> Hooks:
    from starbond_site.features.safety import routes

    return Hooks(routes=routes.routes, desk=routes.desk_routes)


def _pages() -> Pages:
    from starbond_site.features.safety import page

    return page.pages


FEATURE = Feature(name="safety", load=_hooks, pages=_pages)
