"""The roles of the desk, and who holds them in a request: `web.rights` asks the feature with an ``identity``."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Role(StrEnum):
    """Roles on the desk; a person may hold several."""

    PREPARE = "prepare"
    """Publish, seal, correct, withdraw."""
    APPROVE = "approve"
    """Approve what another person sealed."""
    ADMINISTER = "administer"
    """Invite people, give roles, end sessions."""


ALL_ROLES = frozenset(Role)


@dataclass(frozen=True, slots=True)
class Holder:
    """Who is at the other end of a request that may use the desk."""

    roles: frozenset[Role] = ALL_ROLES
    person_id: int | None = None
    """None where nobody is named: with the upload key, on one's own machine, and where everyone may publish."""
    name: str = ""
    email: str = ""
    enrolled_at: datetime | None = None
    """When the last link of the person was used."""
    enrolled_by: int | None = None
    """Who made that link."""


class PeopleUnavailableError(Exception):
    """The database does not say at the moment who somebody is."""


def excluding(roles: frozenset[Role]) -> frozenset[Role]:
    """Return the one role that counts where roles exclude each other, since nobody may both prepare and approve."""
    return frozenset(sorted(roles, key=(Role.ADMINISTER, Role.PREPARE, Role.APPROVE).index)[:1])
