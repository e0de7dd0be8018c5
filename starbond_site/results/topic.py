"""The results in the snapshot and on open pages; a row goes with the figures of a document that is withdrawn."""

from starbond_site.categories import CALENDAR, FIGURES, PRICE_SENSITIVE, RESULTS, WITH_FIGURES
from starbond_site.results.html import results as html
from starbond_site.results.service import read

__all__ = ["SOURCES", "TOPIC", "html", "read"]
TOPIC = RESULTS
SOURCES = (FIGURES, CALENDAR, *(category.value for category in (*WITH_FIGURES, *PRICE_SENSITIVE)))
