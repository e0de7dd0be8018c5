"""Which pages work without a connection: home, products, the finder, the calculator; nothing for investors."""

from starbond_site.content.addresses import FINDER, PUBLISHED, SAFETY, UNTOUCHED
from starbond_site.content.site import Site

HOME, PRODUCTS = "/", "/Products"


def overviews(site: Site) -> tuple[str, ...]:
    """Return the English paths of first aid, where the site has it, and of the pages that lead to all products."""
    return (*filter(site.has, [SAFETY]), PRODUCTS, *filter(site.has, [FINDER]))


def kept_pages(site: Site) -> tuple[str, ...]:
    """Return the English paths of the pages that may be kept on a device."""
    return (*overviews(site), HOME, *(product.path for product in site.products))


def investor_pages(site: Site) -> tuple[str, ...]:
    """Return the English paths of the pages that are never kept: an old document must not pass for the newest."""
    return (*(page.path for page in site.investors.pages), *filter(site.has, PUBLISHED))


def other_pages(site: Site) -> tuple[str, ...]:
    """Return the English paths of all other pages of visitors; they are not kept."""
    chosen = {*kept_pages(site), *investor_pages(site), *UNTOUCHED}
    return tuple(path for path in site.paths if path not in chosen)
