"""The roles of the desk, and who holds them: `web.rights` finds the principal of a request once, and hands it on."""

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
class Principal:
    """Who is at the other end of a request or of a step: a person, the upload key, this machine, or nobody."""

    roles: frozenset[Role] = ALL_ROLES
    """Without named people whoever may publish holds all."""
    person_id: int | None = None
    """None where nobody is named: with the upload key, on one's own machine, and where everyone may publish."""
    name: str = ""
    email: str = ""
    enrolled_at: datetime | None = None
    """When the passkey or company account came with which the session began."""
    session: str = ""
    """Of the upload key: names the session without opening it."""
    refusal: str = ""
    """Why nobody may use the desk from there, a code of content ``errors.toml``; empty for whoever may."""

    @property
    def uploader(self) -> str:
        """Who alone may continue what they begin to send."""
        return self.session if self.person_id is None else f"person {self.person_id}"

    @classmethod
    def nobody(cls, refusal: str) -> "Principal":
        return cls(frozenset(), refusal=refusal)


def excluding(roles: frozenset[Role]) -> frozenset[Role]:
    """Return the one role that counts where roles exclude each other, since nobody may both prepare and approve."""
    return frozenset(sorted(roles, key=(Role.ADMINISTER, Role.PREPARE, Role.APPROVE).index)[:1])
