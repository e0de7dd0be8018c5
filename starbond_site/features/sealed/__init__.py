"""Sealed filings: checked and stored now, public at their release time and not before."""

from starbond_site.features.hooks import Feature, Hooks


def _hooks() -> Hooks:
    from starbond_site.features.sealed import desk_pages, mails, of_documents, release

    return Hooks(
        desk=desk_pages.routes,
        waiting=desk_pages.waiting,
        jobs=release.jobs,
        mails=mails.sources,
        stored=of_documents.stored,
        facts=of_documents.facts,
        subjects=of_documents.subjects,
    )


FEATURE = Feature(name="sealed", load=_hooks)
