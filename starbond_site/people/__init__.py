"""Named people who may use the desk: who they are and what they may do (docs/people.md)."""

from starbond_site.people.roles import ALL_ROLES, Holder, Role

__all__ = ["ALL_ROLES", "Holder", "Role"]
