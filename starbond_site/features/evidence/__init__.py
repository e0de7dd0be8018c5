"""Evidence packs: one ZIP that shows what was published and what was recorded of it (docs/evidence.md)."""

from starbond_site.features.hooks import Feature, Hooks


def _hooks() -> Hooks:
    from starbond_site.features.evidence import admin, desk_pages

    return Hooks(commands=admin.app, desk=desk_pages.routes, of_document=desk_pages.of_document)


FEATURE = Feature(name="evidence", load=_hooks)
