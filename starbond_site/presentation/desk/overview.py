"""Parts of the overview of the desk that belong to no other page."""

import htpy as h
from htpy import Element

from starbond_site.content import Site
from starbond_site.content.addresses import UPLOAD_PAGES
from starbond_site.presentation.desk.parts import way


def publish(site: Site) -> Element:
    """Return the link to the page that publishes, the primary button of the overview."""
    path = UPLOAD_PAGES[0]
    return h.p[way(site, path, site.page(path).title, is_primary=True)]
