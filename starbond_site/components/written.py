"""The text of pages that are Markdown files: sections with figures, galleries, tables, cards and downloads."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import html
from starbond_site.components.picture import responsive_picture
from starbond_site.components.react.image_zoom import GalleryPicture, picture_grid
from starbond_site.content import Site
from starbond_site.content.markdown import (
    BodyPart,
    Card,
    Cards,
    Downloads,
    Gallery,
    MarkdownBody,
    RunningText,
    Section,
    TextPicture,
    TextTable,
)
from starbond_site.presentation.html_parts import bullets

FIGURE_SIZES = "(min-width: 64rem) 44rem, 92vw"
CARD_SIZES = "(min-width: 64rem) 22rem, (min-width: 40rem) 46vw, 92vw"


def written(site: Site, body: MarkdownBody) -> Node:
    return [
        h.section(f"#section-{number}.written__section")[
            section.heading and h.h2[section.heading],
            h.div(".written__parts")[[_part(site, part, section) for part in section.parts]],
        ]
        for number, section in enumerate(body.sections, 1)
    ]


def plain(site: Site, body: MarkdownBody) -> Node:
    """Return everything below each other, without what needs a script: for a dialog."""
    parts = [(part, section) for section in body.sections for part in section.parts]
    return [
        _static_part(site, each, section)
        for part, section in parts
        for each in (part.figures if isinstance(part, Gallery) else [part])
    ]


def _part(site: Site, part: BodyPart, section: Section) -> Node:
    if isinstance(part, Gallery):
        shown = [GalleryPicture(name=each.picture, alt=each.text, caption=each.caption) for each in part.figures]
        return picture_grid(site, shown)
    return h.div[_static_part(site, part, section)]


def _static_part(site: Site, part: BodyPart, section: Section) -> Element:
    match part:
        case RunningText():
            return html(part.html, "prose")
        case TextTable():
            # Can be scrolled by the keyboard where it is wider than the page (WCAG 2.2, SC 2.1.1).
            return h.div(".written__table", role="region", tabindex="0", aria_label=section.heading)[html(part.html)]
        case TextPicture():
            shown = responsive_picture(part.picture, alt=part.text, sizes=FIGURE_SIZES)
            caption = part.caption and h.figcaption(".muted")[part.caption]
            return h.figure(".written__figure.stack")[shown, caption]
        case Cards():
            heading = h.h3 if section.heading else h.h2
            return bullets((_card(card, heading) for card in part.cards), "cards plain-list")
        case Downloads():
            return bullets((_download(site, *file) for file in part.files), "written__files plain-list")
        case _:
            raise TypeError(f"a gallery has to be a part of its own: {part}")


def _card(card: Card, heading: Element) -> Element:
    shown = card.picture
    return h.article(".card")[
        shown and responsive_picture(shown.picture, alt=shown.text, sizes=CARD_SIZES, style="card__picture"),
        h.div(".card__text")[
            heading[h.a(".card__link", href=card.address)[card.title]],
            html(card.html, "muted"),
        ],
    ]


def _download(site: Site, title: str, address: str, size: int) -> Node:
    kind = address.rpartition(".")[2].upper()
    return h.a(href=address, download="")[title], h.span(".muted")[f"{kind}, {site.file_size(size)}"]
