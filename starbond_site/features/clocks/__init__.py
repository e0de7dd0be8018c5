"""Disclosure clocks: when something was decided, and when exchange, regulator and public were notified.

Nothing of them is public: a clock belongs to the desk, raises no version and is no change (docs/clock.md).
"""

from starbond_site.features.hooks import Feature, Hooks


def _hooks() -> Hooks:
    from starbond_site.features.clocks import desk_pages, service

    return Hooks(
        desk=lambda desk: desk_pages.PAGE.routes(desk) if service.duties() else (),
        urgent=desk_pages.urgent,
        of_document=desk_pages.of_document,
        subjects=service.subjects,
        log=service.LOG,
    )


FEATURE = Feature(name="clocks", load=_hooks)
