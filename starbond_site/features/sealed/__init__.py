"""Sealed filings: checked and stored now, public at their release time and not before."""

from functools import partial

from starbond_site.features.hooks import Feature, Hooks


def _hooks() -> Hooks:
    from starbond_site.features.sealed import desk_pages, mails, release, service

    return Hooks(
        desk=desk_pages.routes,
        waiting=desk_pages.waiting,
        jobs=release.jobs,
        mails=mails.sources,
        stored=service.waiting,
        facts=lambda session, number: (one := service.of_document(session, number)) and partial(desk_pages.opened, one),
        subjects=service.subjects,
    )


FEATURE = Feature(name="sealed", load=_hooks)
