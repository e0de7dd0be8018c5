"""The definition of a page: path, title, description, body and metadata."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from htpy import Node

from starbond_site.components.footer import FOOTER
from starbond_site.content import Site

PageBody = Callable[[Site], Node]


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page in one language; ``body`` returns the content between header and footer."""

    path: str
    """English path, such as ``/Bod``."""
    title: str
    """Title without the company's name, which `head.title` adds."""
    description: str
    body: PageBody
    on_load: Any = None
    indexed: bool = True
    """Whether search engines may index it; such pages are in the sitemap."""
    first_picture: tuple[str, str] | None = None
    """Name and ``sizes`` of the largest picture above the fold; it is preloaded."""
    narrow_picture: tuple[str, str] | None = None
    """Name of the crop for narrow windows, and the media query that selects it."""
    below: str = FOOTER
    """Id of the first element below the fold. Browsers that support ``<link rel="expect">`` delay the first paint until
    it is parsed, so that a slow connection causes no layout shift."""
    is_frame: bool = False
    """Whether the server writes other pages into it, and their head: React then keeps what stands in the head."""
    is_tool: bool = False
    """Whether it is of the secretary's desk, which has a slim header, and neither header lines nor footer."""
    structured_data: Sequence[dict[str, Any]] = field(default=())
    """JSON-LD objects of this page, in addition to those that `head` adds."""


def page_at(site: Site, path: str, body: PageBody, **options: Any) -> Page:  # noqa: ANN401
    """Return a page with the title and description that content gives its path."""
    text = site.page(path)
    return Page(path=path, title=text.title, description=text.description, body=body, **options)


def optional_page(site: Site, path: str, body: PageBody, **options: Any) -> list[Page]:  # noqa: ANN401
    """Return a page of `addresses.OPTIONAL`: none where ``pages.toml`` does not have it."""
    return [page_at(site, path, body, **options)] if site.has(path) else []
