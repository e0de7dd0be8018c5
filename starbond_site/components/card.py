"""Cards: a brand, a product, a piece of news."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.picture import responsive_picture
from starbond_site.components.react import dialog
from starbond_site.components.written import plain
from starbond_site.content import Site
from starbond_site.content.models import Brand, NewsItem, Product
from starbond_site.content.pictures import picture, pictures
from starbond_site.presentation.html_parts import link
from starbond_site.presentation.products.packs import on_card

CARD_SIZES = "(min-width: 64rem) 24rem, (min-width: 29rem) 46vw, 82vw"
"""Phones show a card at 92 % of their width; with this value dense screens load the 640 px file, a third lighter."""
PACK_SIZES = "(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 52vw"
"""On phones the picture is beside the text, cropped at its sides: seventeen full cards would fill thirteen screens."""


def brand_card(site: Site, brand: Brand) -> Element:
    return h.article(f".card.brand-{brand.id}")[
        _brand_picture(site, brand),
        h.div(".card__text")[
            h.h3[link(site, f"/Products#{brand.id}", brand.name, "card__link")], h.p(".muted")[brand.slogan]
        ],
    ]


def _brand_picture(site: Site, brand: Brand) -> Element:
    """Return the picture of a brand; where it has none, of its first product that has one."""
    packs = (f"products/{each.id}/{on_card(site, each)[0].id}-front" for each in site.products_of(brand.id))
    own = f"brands/{brand.id}"
    name = own if own in pictures() else next((pack for pack in packs if pack in pictures()), own)
    # Packs stand on the brand's tint, which follows the colours of the page; a photograph has a ground of its own.
    style = "card__picture card__picture--pack" if picture(name).alpha else "card__picture"
    return responsive_picture(name, alt="", sizes=CARD_SIZES, style=style)


def product_card(site: Site, product: Product, further: Node = None) -> Element:
    words = site.interface.products
    size, scale = on_card(site, product)
    count = words.sizes_one if len(product.sizes) == 1 else words.sizes.format(count=len(product.sizes))
    front, style = f"products/{product.id}/{size.id}-front", "card__picture card__picture--pack"
    return h.article(f".card.card--product.brand-{product.brand}", style=f"--pack:{scale}" if scale < 1 else None)[
        responsive_picture(front, alt="", sizes=PACK_SIZES, style=style),
        h.div(".card__text")[
            h.h3[link(site, product.path, product.name, "card__link")],
            h.p(".muted")[product.summary],
            h.p(".eyebrow")[site.digits(count)],
            further,
        ],
    ]


def day_of(site: Site, item: NewsItem) -> Element:
    return h.p(".eyebrow")[h.time(datetime=item.date.isoformat())[site.long_date(item.date)]]


def news_card(site: Site, item: NewsItem) -> Element:
    """Return the card of a piece of news; its text opens in a dialog."""
    words, sizes = site.interface.home, "(min-width: 64rem) 36rem, 82vw"
    return h.article(".card")[
        responsive_picture(f"news/{item.id}", alt=item.picture_text, sizes=sizes, style="card__picture"),
        h.div(".card__text")[
            day_of(site, item),
            h.h3[item.title],
            h.p(".muted")[item.summary],
            dialog(
                h.div[plain(site, item.body)],
                title=item.title,
                label=words.read_more,
                name=words.news_read_more.format(title=item.title),
                close=words.news_close,
            ),
        ],
    ]
