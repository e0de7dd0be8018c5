"""The figures in the snapshot and on open pages; those of a document that is withdrawn disappear with it."""

from starbond_site.categories import FIGURES, WITH_FIGURES
from starbond_site.figures.html import figures as html
from starbond_site.figures.service import effective as read

__all__ = ["SOURCES", "TOPIC", "html", "read"]
TOPIC = FIGURES
SOURCES = (FIGURES, *(category.value for category in WITH_FIGURES))
