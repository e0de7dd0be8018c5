"""The section on alerts on the overview of the desk."""

import htpy as h
from htpy import Node

from starbond_site.content.formats import digits
from starbond_site.features.alerts.service import suspended
from starbond_site.shared.roles import Role
from starbond_site.web.desk.pages import Asked


def summary(asked: Asked) -> Node:
    """Return a sentence with the number of suspended subscribers; nothing where there are none. Blocks."""
    if not {Role.PREPARE, Role.ADMINISTER} & set(asked.principal.roles):
        return None
    count, words = suspended(asked.archive), asked.site.interface
    return count > 0 and h.p[words.desk.suspended.format(count=digits(count, words.dates))]
