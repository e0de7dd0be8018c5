"""Words of the home page, the product pages, carousels and gallery."""

from starbond_site.content.models import Content, Text


class HomeWords(Content):
    """The home page."""

    products_heading: Text
    all_products: Text
    all_news: Text
    about_heading: Text
    read_more: Text
    news_heading: Text
    news_read_more: Text
    news_close: Text
    news_empty: Text
    latest_heading: Text
    latest_empty: Text


class ProductWords(Content):
    """A product page."""

    breadcrumb_label: Text
    size: Text
    uses: Text
    tabs_label: Text
    characteristics: Text
    caution: Text
    call_note: Text
    chat_note: Text
    """Shown behind the note on a screen; paper has neither link nor icon."""
    call: Text
    call_short: Text
    whatsapp: Text
    whatsapp_short: Text
    gallery_label: Text
    thumbnail: Text
    pack_picture: Text
    quarter_picture: Text
    family_picture: Text
    sizes_heading: Text
    sizes_drawn: Text
    """Accessible name of the chips."""
    technical: Text
    related_heading: Text
    other_heading: Text
    brand: Text


class ProductsWords(Content):
    """The overview of all products by brand."""

    brands_label: Text
    count: Text
    count_one: Text
    sizes: Text
    sizes_one: Text
    none: Text
    """Where there is no brand."""
    empty: Text
    """Of a brand without products."""


class CarouselWords(Content):
    """Slider and multi-carousels."""

    role: Text
    slide_role: Text
    slider_label: Text
    news_label: Text
    products_label: Text
    previous: Text
    next: Text
    pause: Text
    play: Text
    indicators: Text
    go_to: Text
    position: Text


class ZoomWords(Content):
    """The enlarged pictures of a product."""

    hover_hint: Text
    touch_hint: Text
    open: Text
    dialog_label: Text
    close: Text
    zoom_in: Text
    zoom_out: Text
