"""Named people who publish: invitations, passkeys, company accounts, sessions and their pages (docs/people.md)."""
