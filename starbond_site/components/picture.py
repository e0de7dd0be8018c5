"""Responsive pictures from the manifest, ``content/pictures.json``, and portraits."""

import htpy as h
from htpy import BaseElement, Element, Node

from starbond_site.content import Site
from starbond_site.content.initials import initials
from starbond_site.content.models import Officer
from starbond_site.content.pictures import Format, Picture, picture, pictures

TYPES: dict[Format, str] = {"avif": "image/avif", "webp": "image/webp"}
CROP_LEAST, WHOLE_LEAST = 320, 640
"""Pixels of width of the narrowest files that a window can need, where a picture fills it and has a crop for phones."""


def responsive_picture(
    name: str,
    *,
    alt: str,
    sizes: str,
    first: bool = False,
    style: str | None = None,
    narrow: tuple[str, str] | None = None,
) -> Element:
    """Return a ``picture`` with every format and width, its proportions reserved.

    Args:
        name: Name in the manifest, such as ``slides/wood``.
        alt: Alternative text; empty where adjacent text says the same.
        sizes: Displayed width, as in the HTML ``sizes`` attribute.
        first: Whether it is above the fold; it is then loaded with priority, all others lazily.
        style: Further classes of the ``picture`` element.
        narrow: Name of another crop for narrow windows, and the media query that holds for them.
    """
    shown = picture(name)
    sources = _sources(shown, sizes, least=WHOLE_LEAST if narrow else 0)
    if narrow:
        sources = [*_sources(picture(narrow[0]), sizes, media=narrow[1], least=CROP_LEAST), *sources]
    order = {"fetchpriority": "high"} if first else {"loading": "lazy", "decoding": "async"}
    colour = None if shown.alpha else f"background-color:{shown.colour}"
    return h.picture(class_=["picture", style], style=colour)[
        sources, h.img(order, src=shown.fallback.path, alt=alt, width=shown.width, height=shown.height)
    ]


def page_picture(site: Site, path: str, *, sizes: str, style: str | None = None) -> Element | None:
    """Return the picture that ``pages.toml`` names for a page, above the fold; none where it names none."""
    text = site.page(path)
    if text.picture is None:
        return None
    return responsive_picture(text.picture, alt=text.picture_text, sizes=sizes, first=True, style=style)


def preload(name: str, sizes: str, media: str | None = None, least: int = 0) -> Node:
    """Return the preload link of the first picture, so that it is loaded before any script; none for a placeholder."""
    shown = picture(name)
    if "avif" not in shown.formats:
        return None
    hint = {"as": "image", "type": TYPES["avif"], "imagesrcset": shown.srcset("avif", least), "imagesizes": sizes}
    # Browsers use the set. React needs href: without it, React renders the link at the end of the page.
    address = shown.formats["avif"][0].path
    return h.link(hint, rel="preload", href=address, media=media, fetchpriority="high")


def _sources(shown: Picture, sizes: str, media: str | None = None, least: int = 0) -> list[BaseElement]:
    size = {"width": shown.width, "height": shown.height}
    return [
        h.source(size, type=kind, srcset=shown.srcset(form, least), sizes=sizes, media=media)
        for form, kind in TYPES.items()
        if form in shown.formats
    ]


def photographed(person: Officer, sizes: str) -> tuple[str, str] | None:
    """Return name and ``sizes`` of a person's photograph; None for nobody's, when a monogram stands for it."""
    name = f"people/{person.id}"
    return (name, sizes) if name in pictures() else None


def portrait(person: Officer, *, alt: str, sizes: str, first: bool = False, style: str | None = None) -> Element:
    """Return the photograph of a person as `responsive_picture` does, or a monogram, which CSS draws without a request.

    A monogram has no alternative text: the name always stands beside it.
    """
    if shown := photographed(person, sizes):
        return responsive_picture(shown[0], alt=alt, sizes=sizes, first=first, style=style)
    return h.div(class_=["monogram", style], aria_hidden="true")[h.span[person.initials or initials(person.name)]]
