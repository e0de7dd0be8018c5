"""One slide of the home page: text at the left, picture at the right."""

import reflex as rx

from starbond_site.components.link import link, localized
from starbond_site.components.picture import art_directed_picture
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.models import Slide

SLIDE_SIZES = "(min-width: 60rem) 62vw, (min-width: 48rem) 100vw, 88vw"
"""On phones slightly less than displayed: dense screens then load the lighter file, without a visible difference."""
PORTRAIT_UNTIL = "(max-width: 47.99rem)"
"""Below this width the slide shows the portrait crop of its scene."""


def slide(site: Site, item: Slide, *, first: bool) -> rx.Component:
    """Return a slide; the picture of the first is loaded with priority."""
    words_and_picture = rx.el.div(
        rx.el.div(
            rx.el.h2(item.title, class_name="slide__title"),
            rx.el.p(item.text, class_name="slide__text"),
            link(
                item.link.label,
                href=localized(item.link.path, site.language),
                class_name="button button--primary" if first else "button",
            ),
            class_name="slide__words",
        ),
        art_directed_picture(
            f"slides/{item.id}",
            narrow=f"slides/{item.id}-portrait",
            until=PORTRAIT_UNTIL,
            alt=item.picture_text,
            sizes=SLIDE_SIZES,
            first=first,
            class_name="slide__picture",
        ),
        class_name="slide",
    )
    return prerendered(words_and_picture)
