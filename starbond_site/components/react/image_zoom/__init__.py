"""A product gallery: per size a main picture with a magnifier, thumbnails, and a dialog with the large picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import htpy as h
from htpy import Attribute, Element
from markupsafe import Markup

from starbond_site.components.picture import TYPES
from starbond_site.components.react.component import ReactComponent, component, prerendered_prop
from starbond_site.content import Site
from starbond_site.content.pictures import picture

SELECT = "size"
"""Name of the drop-down of sizes."""
HINTS = {"hover_hint", "touch_hint"}


@dataclass(frozen=True, kw_only=True)
class GalleryPicture:
    """One picture of a set."""

    name: str
    """Name in the manifest, such as ``products/super-glue/2-gm/front``."""
    alt: str
    caption: str = ""


_image_zoom = component("image_zoom/image_zoom.jsx", "ImageZoom")
_picture_grid = component("image_zoom/picture_grid.jsx", "PictureGrid")


def gallery(site: Site, sets: Mapping[str, Sequence[GalleryPicture]], *, label: str, sizes: str) -> ReactComponent:
    """Return the gallery of a product, showing the first picture of the first set.

    Args:
        sets: Pictures per size id, in the order of the drop-down, see `size_select`.
        label: Accessible name of the thumbnails.
        sizes: How wide the main picture stands on the page, as in the HTML attribute.
    """
    return _image_zoom(
        h.span(".gallery-choices")[_choices(sets, sizes), h.style[Markup(_rules(sets))]],  # noqa: S704  ids of content
        first=prerendered_prop([_described(item) for item in next(iter(sets.values()))]),
        select=SELECT,
        label=label,
        words=_words(site) | {"thumbnail": site.interface.product.thumbnail},
        digits=site.interface.dates.digits,
        sizes=sizes,
    )


def picture_grid(site: Site, pictures: Sequence[GalleryPicture]) -> ReactComponent:
    """Return pictures side by side, each with its caption; a press opens them large, one after the other."""
    return _picture_grid(
        pictures=[{**_described(item), "caption": item.caption} for item in pictures],
        words=_words(site),
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw",
    )


def _words(site: Site) -> dict[str, str]:
    controls = site.interface.carousel.model_dump(include={"previous", "next"})
    return site.interface.zoom.model_dump(exclude=HINTS) | controls


def size_select(options: Mapping[str, str], **attributes: Attribute) -> Element:
    """Return the drop-down that chooses the gallery's set, one option per size id."""
    # Browsers bring back the last choice on reload; the page would then show another pack than the list names.
    return h.select(name=SELECT, autocomplete="off", **attributes)[
        [h.option(value=size)[label] for size, label in options.items()]
    ]


def _described(item: GalleryPicture) -> dict[str, Any]:
    shown = picture(item.name)
    return {
        "sources": [{"type": TYPES[kind], "srcset": shown.srcset(kind)} for kind in TYPES if kind in shown.formats],
        "src": shown.fallback.path,
        "width": shown.width,
        "height": shown.height,
        "alt": item.alt,
        **({} if shown.alpha else {"colour": shown.colour}),
    }


def _choices(sets: Mapping[str, Sequence[GalleryPicture]], sizes: str) -> list[Element]:
    """Return every picture once, by its place in the sets, with the sizes that it belongs to."""
    found: dict[tuple[int, GalleryPicture], list[str]] = {}
    for size, items in sets.items():
        for place, item in enumerate(items):
            found.setdefault((place, item), []).append(size)
    return [
        _choice(_described(item), {"data-place": str(place), "data-of": " ".join(found[place, item])}, sizes)
        for place, item in sorted(found, key=lambda each: each[0])
    ]


def _choice(shown: dict[str, Any], belongs: dict[str, str], sizes: str) -> Element:
    """Return a picture with the attributes that `image_zoom.jsx` reads, and loaded when it is shown."""
    size = {"width": shown["width"], "height": shown["height"], "alt": shown["alt"]}
    style = f"background-color:{shown['colour']}" if "colour" in shown else None
    return h.picture(belongs)[
        [h.source(**source, sizes=sizes) for source in shown["sources"]],
        h.img(size, src=shown["src"], loading="lazy", style=style),
    ]


def _rules(sets: Mapping[str, Sequence[GalleryPicture]]) -> str:
    """Return the rules that hide what is not of the chosen size and thumbnail."""
    others, hidden = ".gallery-choices picture:not", "{display:none}"
    rules = [
        f'main:has([name="{SELECT}"] [value="{size}"]:checked) {others}([data-of~="{size}"]){hidden}' for size in sets
    ]
    rules += [
        f".gallery:has(.gallery-thumb:nth-child({place + 1}) :checked) {others}([data-place='{place}']){hidden}"
        for place in range(max(map(len, sets.values())))
    ]
    return "".join(rules)
