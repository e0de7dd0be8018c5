"""Cards: a brand, a product, a piece of news."""

import reflex as rx

from starbond_site.components.elements import link
from starbond_site.components.picture import responsive_picture
from starbond_site.components.react import dialog
from starbond_site.components.react.prerendered import prerendered
from starbond_site.components.written import plain
from starbond_site.content import Site
from starbond_site.content.models import Brand, NewsItem, Product
from starbond_site.content.pictures import picture, pictures
from starbond_site.presentation.products.packs import on_card

CARD_SIZES = "(min-width: 64rem) 24rem, (min-width: 29rem) 46vw, 82vw"
"""Phones show a card at 92 % of their width; with this value dense screens load the 640 px file, a third lighter."""
PACK_SIZES = "(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 52vw"
"""On phones the picture is beside the text, cropped at its sides: seventeen full cards would fill thirteen screens."""


def brand_card(site: Site, brand: Brand) -> rx.Component:
    card = rx.el.article(
        _brand_picture(site, brand),
        rx.el.div(
            rx.el.h3(link(brand.name, href=f"{site.address('/Products')}#{brand.id}", class_name="card__link")),
            rx.el.p(brand.slogan, class_name="muted"),
            class_name="card__text",
        ),
        class_name=f"card brand-{brand.id}",
    )
    return prerendered(card)


def _brand_picture(site: Site, brand: Brand) -> rx.Component:
    """Return the picture of a brand; where it has none, of its first product that has one."""
    packs = (f"products/{each.id}/{on_card(site, each)[0].id}-front" for each in site.products_of(brand.id))
    own = f"brands/{brand.id}"
    name = own if own in pictures() else next((pack for pack in packs if pack in pictures()), own)
    # Packs stand on the brand's tint, which follows the colours of the page; a photograph has a ground of its own.
    style = "card__picture card__picture--pack" if picture(name).alpha else "card__picture"
    return responsive_picture(name, alt="", sizes=CARD_SIZES, class_name=style)


def product_card(site: Site, product: Product, *further: rx.Component) -> rx.Component:
    words = site.interface.products
    size, scale = on_card(site, product)
    count = words.sizes_one if len(product.sizes) == 1 else words.sizes.format(count=len(product.sizes))
    return rx.el.article(
        responsive_picture(
            f"products/{product.id}/{size.id}-front",
            alt="",
            sizes=PACK_SIZES,
            class_name="card__picture card__picture--pack",
        ),
        rx.el.div(
            rx.el.h3(link(product.name, href=site.address(product.path), class_name="card__link")),
            rx.el.p(product.summary, class_name="muted"),
            rx.el.p(site.digits(count), class_name="eyebrow"),
            *further,
            class_name="card__text",
        ),
        class_name=f"card card--product brand-{product.brand}",
        custom_attrs={"style": {"--pack": scale}} if scale < 1 else {},
    )


def day_of(site: Site, item: NewsItem) -> rx.Component:
    day = rx.el.time(site.long_date(item.date), date_time=item.date.isoformat())
    return rx.el.p(day, class_name="eyebrow")


def news_card(site: Site, item: NewsItem) -> rx.Component:
    """Return the card of a piece of news; its text opens in a dialog."""
    words = site.interface.home
    return rx.el.article(
        prerendered(
            responsive_picture(
                f"news/{item.id}",
                alt=item.picture_text,
                sizes="(min-width: 64rem) 36rem, 82vw",
                class_name="card__picture",
            )
        ),
        rx.el.div(
            day_of(site, item),
            rx.el.h3(item.title),
            prerendered(rx.el.p(item.summary, class_name="muted")),
            dialog(
                prerendered(rx.el.div(*plain(site, item.body))),
                title=item.title,
                label=words.read_more,
                name=words.news_read_more.format(title=item.title),
                close=words.news_close,
            ),
            class_name="card__text",
        ),
        class_name="card",
    )
