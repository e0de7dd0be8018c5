"""What the desk's page of a document says of its clocks."""

from htpy import Node

from starbond_site.clocks import reading
from starbond_site.clocks.html import of_document
from starbond_site.documents.details import Details
from starbond_site.web.desk.pages import Asked


def section(asked: Asked, details: Details) -> Node:
    """Return the section; blocks."""
    own, running = reading.attached_to(asked.archive, details.id), reading.running(asked.archive)
    return of_document(asked.site, details.id, details.document.category, own, running)
