"""The filings that are sealed, on the overview of the desk."""

from htpy import Node

from starbond_site.roles import Role
from starbond_site.sealed import service
from starbond_site.sealed.html import section_of
from starbond_site.web.desk.pages import Asked


def section(asked: Asked) -> Node:
    """Return the section, for who prepares or approves; blocks."""
    may_see = asked.holder.roles.intersection((Role.PREPARE, Role.APPROVE))
    return may_see and section_of(asked.site, service.waiting(asked.archive))
