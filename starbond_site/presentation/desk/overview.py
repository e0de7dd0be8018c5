"""The overview of the desk: one function per section, each given the same and returning its HTML, or nothing."""

from collections.abc import Mapping

import htpy as h
from htpy import Node

from starbond_site.alerts.service import suspended
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, UPLOAD_PAGES
from starbond_site.content.formats import digits
from starbond_site.documents.archive import Archive
from starbond_site.people import Holder, Role
from starbond_site.presentation.desk import clocks, lines, recent, sealed
from starbond_site.presentation.desk.parts import way
from starbond_site.presentation.forms import Given
from starbond_site.presentation.people.account import desk_section


def overview(site: Site, archive: Archive, holder: Holder, query: Mapping[str, str], given: Given) -> Node:
    """Return the sections below the heading that the roles of a person concern; reads the database.

    Args:
        archive: what is shown.
        holder: who asks.
        query: of the request.
        given: into a form that was refused.
    """
    roles = holder.roles
    prepares = Role.PREPARE in roles
    return [
        prepares and [_ways(site), clocks.section_of(site, archive)],
        (prepares or Role.APPROVE in roles) and sealed.section_of(site, archive),
        prepares
        and [
            recent.section_of(site, archive, query),
            lines.section_of(site, archive, query, given),
        ],
        (prepares or Role.ADMINISTER in roles) and _suspended(site, archive),
        desk_section(site, holder),
    ]


def _suspended(site: Site, archive: Archive) -> Node:
    """Return how many subscribers have no mailbox any more; nothing for none."""
    count = suspended(archive)
    words = site.interface.desk.suspended
    return count > 0 and h.p[words.format(count=digits(count, site.interface.dates))]


def _ways(site: Site) -> Node:
    """Return the ways to the pages that publish, and to the audit."""
    ways = [(path, site.page(path).title) for path in filter(site.has, UPLOAD_PAGES)]
    return h.p(".button-row")[
        [way(site, path, label) for path, label in (*ways, (f"{DESK}/audit", site.interface.desk_audit.title))]
    ]
