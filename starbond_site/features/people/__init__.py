"""Named people who publish: invitations, passkeys, company accounts, sessions and their pages (docs/people.md)."""

from starbond_site.features.hooks import Feature, Hooks


def _hooks() -> Hooks:
    from starbond_site.features.people import admin, persons, sessions, sign_in

    return Hooks(commands=admin.app, principal=sessions.principal, sign_in=sign_in.routes, approvers=persons.approvers)


FEATURE = Feature(name="people", load=_hooks)
