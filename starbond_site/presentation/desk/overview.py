"""Parts of the overview of the desk that belong to no other page."""

import htpy as h
from htpy import Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, UPLOAD_PAGES
from starbond_site.presentation.desk.parts import way


def ways(site: Site) -> Node:
    """Return the ways to the pages that publish, and to the audit."""
    found = [(path, site.page(path).title) for path in filter(site.has, UPLOAD_PAGES)]
    return h.p(".button-row")[
        [way(site, path, label) for path, label in (*found, (f"{DESK}/audit", site.interface.desk_audit.title))]
    ]
