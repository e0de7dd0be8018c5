"""The clocks that run, on the overview of the desk."""

from htpy import Node

from starbond_site.clocks import reading
from starbond_site.clocks.html import section_of
from starbond_site.roles import Role
from starbond_site.web.desk.pages import Asked


def section(asked: Asked) -> Node:
    """Return the section, for who prepares; blocks."""
    if Role.PREPARE not in asked.holder.roles:
        return None
    return section_of(asked.site, reading.running(asked.archive), reading.without_clock(asked.archive))
