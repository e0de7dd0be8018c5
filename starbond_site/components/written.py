"""The text of pages that are Markdown files: sections with figures, galleries, tables, cards and downloads."""

from collections.abc import Callable

import reflex as rx

from starbond_site.components.elements import html, plain_link
from starbond_site.components.picture import responsive_picture
from starbond_site.components.react.image_zoom import GalleryPicture, picture_grid
from starbond_site.components.react.prerendered import prerendered
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

FIGURE_SIZES = "(min-width: 64rem) 44rem, 92vw"
CARD_SIZES = "(min-width: 64rem) 22rem, (min-width: 40rem) 46vw, 92vw"


def written(site: Site, body: MarkdownBody) -> list[rx.Component]:
    return [
        rx.el.section(
            prerendered(rx.el.h2(section.heading)) if section.heading else None,
            rx.el.div(*(_part(site, part, section) for part in section.parts), class_name="written__parts"),
            id=f"section-{number}",
            class_name="written__section",
        )
        for number, section in enumerate(body.sections, 1)
    ]


def plain(site: Site, body: MarkdownBody) -> list[rx.Component]:
    """Return everything below each other, without what needs a script: for a dialog."""
    parts = [(part, section) for section in body.sections for part in section.parts]
    return [
        _static_part(site, each, section)
        for part, section in parts
        for each in (part.figures if isinstance(part, Gallery) else [part])
    ]


def _part(site: Site, part: BodyPart, section: Section) -> rx.Component:
    if isinstance(part, Gallery):
        shown = [GalleryPicture(name=each.picture, alt=each.text, caption=each.caption) for each in part.figures]
        return picture_grid(site, shown)
    # Around it: an element whose HTML is set has no children to keep.
    return prerendered(rx.el.div(_static_part(site, part, section)))


def _static_part(site: Site, part: BodyPart, section: Section) -> rx.Component:
    match part:
        case RunningText():
            return html(part.html, class_name="prose")
        case TextTable():
            # Can be scrolled by the keyboard where it is wider than the page (WCAG 2.2, SC 2.1.1).
            table = html(part.html)
            return rx.el.div(table, class_name="written__table", role="region", tab_index=0, aria_label=section.heading)
        case TextPicture():
            caption = rx.el.figcaption(part.caption, class_name="muted") if part.caption else None
            shown = responsive_picture(part.picture, alt=part.text, sizes=FIGURE_SIZES)
            return rx.el.figure(shown, caption, class_name="written__figure stack")
        case Cards():
            heading = rx.el.h3 if section.heading else rx.el.h2
            return rx.el.ul(*(rx.el.li(_card(card, heading)) for card in part.cards), class_name="cards plain-list")
        case Downloads():
            rows = (rx.el.li(*_download(site, *file)) for file in part.files)
            return rx.el.ul(*rows, class_name="written__files plain-list")
        case _:
            raise TypeError(f"a gallery has to be a part of its own: {part}")


def _card(card: Card, heading: Callable[..., rx.Component]) -> rx.Component:
    picture = card.picture
    return rx.el.article(
        responsive_picture(picture.picture, alt=picture.text, sizes=CARD_SIZES, class_name="card__picture")
        if picture
        else None,
        rx.el.div(
            heading(plain_link(card.title, href=card.address, class_name="card__link")),
            html(card.html, class_name="muted"),
            class_name="card__text",
        ),
        class_name="card",
    )


def _download(site: Site, title: str, address: str, size: int) -> tuple[rx.Component, rx.Component]:
    kind = address.rpartition(".")[2].upper()
    facts = f"{kind}, {site.file_size(size)}"
    return plain_link(title, href=address, custom_attrs={"download": ""}), rx.el.span(facts, class_name="muted")
