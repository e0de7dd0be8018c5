"""The overview of the desk: one function per section, each given the same and returning its HTML, or nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, UPLOAD_PAGES, localized
from starbond_site.documents.archive import Archive
from starbond_site.people import Holder, Role
from starbond_site.presentation.desk import clocks, lately, lines, sealed
from starbond_site.presentation.desk.parts import Refused
from starbond_site.presentation.people.account import desk_section


@dataclass(frozen=True)
class Asked:
    """Who asks for the overview, with which query, and which form of it was refused."""

    holder: Holder
    query: Mapping[str, str]
    refused: Refused | None = None


def overview(site: Site, archive: Archive, asked: Asked) -> str:
    """Return the sections below the heading that the roles of a person concern; reads the database."""
    roles, parts = asked.holder.roles, []
    if Role.PREPARE in roles:
        parts += [_ways(site), clocks.section_of(site, archive)]
    if not roles.isdisjoint((Role.PREPARE, Role.APPROVE)):
        parts += [sealed.section_of(site, archive)]
    if Role.PREPARE in roles:
        parts += [
            lately.section_of(site, archive, asked.query),
            lines.section_of(site, archive, asked.query, asked.refused),
        ]
    return "".join((*parts, desk_section(site, asked.holder)))


def _ways(site: Site) -> str:
    """Return the ways to the pages that publish, and to the audit."""
    ways = [(path, site.page(path).title) for path in filter(site.has, UPLOAD_PAGES)]
    ways += [(f"{DESK}/audit", site.interface.desk_audit.title)]
    links = "".join(
        f'<a class="button" href="{localized(path, site.language)}">{escape(label)}</a>' for path, label in ways
    )
    return f'<p class="button-row">{links}</p>'
