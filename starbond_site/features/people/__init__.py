"""Named people who publish: invitations, passkeys, company accounts, sessions and their pages (docs/people.md)."""

from starbond_site.features.hooks import CommandModule, Feature, Hooks


def _hooks() -> Hooks:
    from starbond_site.features.people import persons, sessions, sign_in

    return Hooks(principal=sessions.principal, sign_in=sign_in.routes, approvers=persons.approvers)


def _commands() -> CommandModule:
    from starbond_site.features.people import admin

    return admin


FEATURE = Feature(name="people", load=_hooks, commands=_commands)
