"""The duties to disclose on open pages."""

from starbond_site.categories import LISTS, MEETINGS
from starbond_site.content import Site
from starbond_site.documents.archive import Archive
from starbond_site.duties.html import disclosures
from starbond_site.duties.service import DutyService

TOPIC = "disclosures"
SOURCES = (*(category.value for category in LISTS), MEETINGS)


def html(archive: Archive, site: Site) -> str:
    return disclosures(site, DutyService(archive).overview())
