"""The duties to disclose on open pages."""

from starbond_site.content import Site
from starbond_site.documents.archive import Archive
from starbond_site.features.duties.html import disclosures
from starbond_site.features.duties.service import DutyService
from starbond_site.shared.categories import LISTS, MEETINGS

TOPIC = "disclosures"
SOURCES = (*(category.value for category in LISTS), MEETINGS)


def html(archive: Archive, site: Site) -> str:
    return disclosures(site, DutyService(archive).overview())
