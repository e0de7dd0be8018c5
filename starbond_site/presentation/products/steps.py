"""How a product is used, step by step: on its page, on its data sheet, and for search engines."""

from typing import Any

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.models import JobStep, Product
from starbond_site.content.pictures import Picture, picture
from starbond_site.presentation.html_parts import small_picture
from starbond_site.shared.settings import settings

ID = "steps"
"""Id of the heading."""
PICTURE_WIDTH = 480


def steps(site: Site, product: Product) -> str:
    """Return heading and steps with their pictures, for the page of a product that has some; one alone beside all."""
    pictures = [_picture(product, step) for step in product.steps]
    has_one = sum(map(bool, pictures)) == 1
    lines = [h.li[step.text, not has_one and shown] for step, shown in zip(product.steps, pictures, strict=True)]
    return str(
        h.fragment[
            h.h2(".product__heading", id=ID)[site.interface.product.steps],
            h.div(class_="steps__one" if has_one else None)[
                h.ol(".steps", aria_labelledby=ID)[lines], has_one and pictures
            ],
        ]
    )


def printed(product: Product) -> Element:
    """Return the steps as sentences alone, for paper."""
    return h.ol[[h.li[step.text] for step in product.steps]]


def how_to(site: Site, product: Product) -> dict[str, Any]:
    """Return the steps as schema.org has them (``HowTo``)."""
    return {
        "@type": "HowTo",
        "name": f"{product.name}: {site.interface.product.steps}",
        "step": [{"@type": "HowToStep", "text": step.text, **_image(step)} for step in product.steps],
    }


def _taken(step: JobStep) -> Picture | None:
    """Return the picture of a step; a placeholder is none."""
    shown = picture(step.picture) if step.picture else None
    return None if shown is None or shown.drawn else shown


def _picture(product: Product, step: JobStep) -> Node:
    if not (shown := _taken(step)):
        return None
    alt = product.use_picture if shown.name == f"products/{product.id}/use" else ""
    return small_picture(shown.name, alt=alt, least=PICTURE_WIDTH, loading="lazy")


def _image(step: JobStep) -> dict[str, str]:
    shown = _taken(step)
    return {"image": settings().public_url + shown.fallback.path} if shown else {}
