"""Webhooks: every change of what is public, posted in order and at least once to addresses that the operator names.

A webhook's cursor is the number of the last change that its receiver has confirmed. Each change is logged in the
transaction that makes it (`documents.changes`), so that a server which is killed loses nothing: what comes after the
cursor is posted when one runs again. Signed as https://www.standardwebhooks.com describes. Imports no Reflex.
"""

from starbond_site.features.hooks import Feature, Hooks


def _hooks() -> Hooks:
    from starbond_site.features.webhooks import admin, jobs, service

    return Hooks(
        commands=admin.app,
        jobs=jobs.jobs,
        log=service.LOG,
        mails=lambda archive, mailer: {"webhook": service.EndedMails(archive, mailer)},
    )


FEATURE = Feature(name="webhooks", load=_hooks)
