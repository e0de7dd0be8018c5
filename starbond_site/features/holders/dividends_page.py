"""The private search on the page of dividends."""

from starbond_site.features.holders.html import section
from starbond_site.features.holders.service import is_offered

__all__ = ["is_offered", "section"]
