"""What every page is: an address, a title, a description and a body."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import reflex as rx

from starbond_site.components.footer import FOOTER
from starbond_site.content import Site


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page in one language; ``body`` draws what stands between header and footer."""

    path: str
    """English path, such as ``/Bod``."""
    title: str
    """Without the company's name."""
    description: str
    body: Callable[[Site], rx.Component]
    on_load: Any = None
    indexed: bool = True
    """Whether search engines may list it and the sitemap names it."""
    first_picture: tuple[str, str] | None = None
    """Name and ``sizes`` of the picture of the first view; it is preloaded."""
    narrow_picture: tuple[str, str] | None = None
    """Name of the crop that narrow windows show in its place, and the media query that holds for them."""
    below: str = FOOTER
    """Id of the element after the first view. On a slow line, browsers that can wait for it show nothing before: what
    is drawn in halves moves when its other half arrives."""
    facts: Sequence[dict[str, Any]] = field(default=())
    """JSON-LD objects about this page, besides those of every page."""
