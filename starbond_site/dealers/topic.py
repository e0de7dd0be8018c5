"""The dealers in the snapshot and on open pages."""

from starbond_site.categories import DEALERS
from starbond_site.dealers.html import dealers as html
from starbond_site.dealers.service import read

__all__ = ["SOURCES", "TOPIC", "html", "read"]
TOPIC = DEALERS
SOURCES = (DEALERS,)
