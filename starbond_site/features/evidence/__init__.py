"""Evidence packs: one ZIP that shows what was published and what was recorded of it (docs/evidence.md)."""

from starbond_site.features.hooks import CommandModule, Feature, Hooks


def _hooks() -> Hooks:
    from starbond_site.features.evidence import desk_pages

    return Hooks(desk=desk_pages.routes, of_document=desk_pages.of_document)


def _commands() -> CommandModule:
    from starbond_site.features.evidence import admin

    return admin


FEATURE = Feature(name="evidence", load=_hooks, commands=_commands)
