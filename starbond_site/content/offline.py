"""Which pages work without a connection: products, the finder and the calculator in both; nothing for investors."""

from starbond_site.content.addresses import DESK, DOCUMENT_FRAME, UPLOAD_PAGES
from starbond_site.content.site import Site

START = "/finder"
"""What the installed app opens; it has the calculator of every product, so that it alone is of use."""
OVERVIEWS = ("/Products", START)
FILINGS = ("/filings", "/SharedInformation", "/calendar", "/figures", "/disclosures", "/alerts")
"""Pages that show what was published for investors, in addition to the lists of ``investors.toml``."""
UNTOUCHED = frozenset({*UPLOAD_PAGES, DESK, DOCUMENT_FRAME, "/verify"})
"""Pages that write, or that are nothing without the server: the service worker does not even see that they fail."""


def kept_pages(site: Site) -> tuple[str, ...]:
    """Return the English paths of the pages that may be kept on a device."""
    return (*OVERVIEWS, *(product.path for product in site.products))


def investor_pages(site: Site) -> tuple[str, ...]:
    """Return the English paths of the pages that are never kept: an old document must not pass for the newest."""
    return (*(page.path for page in site.investors.pages), *FILINGS)


def other_pages(site: Site) -> tuple[str, ...]:
    """Return the English paths of all other pages of visitors; they are not kept."""
    chosen = {*kept_pages(site), *investor_pages(site), *UNTOUCHED}
    return tuple(path for path in site.paths if path not in chosen)
