"""What the overview of the desk says of duties."""

from htpy import Node

from starbond_site.duties.desk_html import section_of
from starbond_site.duties.desk_pages import service
from starbond_site.roles import Role
from starbond_site.web.desk.pages import Asked


def section(asked: Asked) -> Node:
    """Return what is late; nothing for those who prepare no document, and where nothing has to be disclosed. Blocks."""
    if Role.PREPARE not in asked.holder.roles or not asked.site.duties.duties:
        return None
    return section_of(asked.site, service(asked.archive).overview())
