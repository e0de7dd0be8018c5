"""A site with the React components only, for their browser tests."""

from pathlib import Path

import htpy as h
import reflex as rx
from htpy import Element, Node
from PIL import Image

from starbond_site import content
from starbond_site.components import react
from starbond_site.components.react.carousel import BRANDS, NEWS, multi_carousel, slider
from starbond_site.components.react.component import drawn
from starbond_site.components.react.image_zoom import GalleryPicture, gallery, size_select
from starbond_site.content import pictures
from starbond_site.shared import local_time

TOKENS = (
    ":root{--paper:#FBF8F3;--surface:#FFF;--wash:#F1EADF;--ink:#141C33;--muted:#535B70;--line:#DED5C6;"
    "--amber:#F2A30B;--amber-ink:#7A4B00;--action:#B3122C}"
    "body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 sans-serif}"
    ".visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}"
    "main{margin:0 auto;max-width:1240px;padding:20px}"
    ".picture img{display:block;width:100%;height:auto}"
    ".product{display:grid;grid-template-columns:minmax(0,480px) 1fr;gap:40px}"
    "@media(max-width:800px){.product{display:block}}"
)
SIZES = {"2-gm": "2 gm", "4-gm": "4 gm", "40-gm": "40 gm"}
SITE = content.read("en")


def _png(path: str, width: int, height: int, shade: int) -> str:
    """Write a picture of one colour into the assets of the site; return its address."""
    file = Path("assets") / path
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (width, height), (shade, 120, 200 - shade)).save(file)
    return f"/{path}"


def _picture(name: str, shade: int) -> Element:
    source = _png(f"{name}.png", 800, 400, shade)
    return h.picture(".picture")[
        h.source(type="image/png", srcset=f"{source} 800w"),
        h.img(src=source, alt=name, width=800, height=400, loading="lazy"),
    ]


def _card(kind: str, number: int, *extra: Node) -> Element:
    return h.article[
        _picture(f"{kind}-{number}", 20 * number),
        h.h2[f"{kind} {number}"],
        h.a(href=f"#{kind}-{number}", aria_label=f"More of {kind} {number}")["More"],
        extra,
    ]


def _page(*children: Node) -> rx.Component:
    return drawn(h.main[h.h1["Components"], children])


def _stylesheet() -> str:
    """Collect the styles of the components as the site does; return the address of the file."""
    folder = Path(react.__file__).parent
    text = TOKENS + "".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.css")))
    Path("assets/site.css").write_text(text, encoding="utf-8")
    return "/site.css"


def home() -> rx.Component:
    field = h.input(aria_label="A field")
    slides = [_card("slide", number, *([field] if number == 1 else [])) for number in range(1, 8)]
    return _page(
        slider(SITE, *slides, label="Highlights", intervals=(7000, 1500)),
        h.button(type="button")["Elsewhere"],
        h.p(style="height:1500px")["Below"],
    )


def strips() -> rx.Component:
    """Show both carousels of cards, and a carousel with all defaults."""
    return _page(
        multi_carousel(SITE, *[_card("news", n) for n in range(1, 7)], label="News", shown=NEWS),
        multi_carousel(SITE, *[_card("brand", n) for n in range(1, 5)], label="Brands", shown=BRANDS),
        slider(SITE, *[_card("plain", n) for n in range(1, 4)], label="Plain"),
        h.button(type="button")["Elsewhere"],
    )


def few() -> rx.Component:
    """Show carousels with fewer cards than there is room for, and a slider of one slide."""
    return _page(
        slider(SITE, _card("single", 1), label="Single"),
        multi_carousel(SITE, *[_card("news", n) for n in range(1, 3)], label="News", shown=NEWS),
        multi_carousel(SITE, *[_card("brand", n) for n in range(1, 4)], label="Brands", shown=BRANDS),
    )


def product() -> rx.Component:
    sets = {
        size: [GalleryPicture(name=f"{size}/{view}", alt=f"{label}, {view}") for view in VIEWS]
        for size, label in SIZES.items()
    }
    return _page(
        h.div(".product")[
            gallery(SITE, sets, label="Pictures of the glue", sizes="480px"),
            h.div[h.label(for_="size")["Size"], size_select(SIZES, id="size")],
        ],
        react.tabs(h.p["Strong."], h.p["Hot."], titles=["Characteristics", "Caution"], label="About this product"),
        h.p(style="height:1500px")["Below"],
    )


def parts() -> rx.Component:
    """Show what waits for a time, an event or another row."""
    return _page(
        react.site_menu(label="Menu", toggle="toggle"),
        react.countdown(),
        react.open_now(
            days=[0], first=0, last=1440, zone=local_time.in_browser(),
            words={"open": "Open", "closed": "Closed", "weekdays": ["", "Monday", "", "", "", "", ""]},
        ),
        react.dealer_filter(topic="dealers", labels={"shown": "", "none": ""}, digits=""),
        h.div(data_live="dealers"),
        react.sheet_line(address="/", label="", dates=react.dates(SITE)),
    )  # fmt: skip


def left() -> rx.Component:
    """Show a page that scripts alone can draw: others keep what was prerendered of them."""
    return rx.el.main(rx.el.p("Left"))


VIEWS = ("front", "back", "in use")


def _manifest() -> dict[str, pictures.Picture]:
    shades = {f"{size}/{view}": 20 * n for n, (size, view) in enumerate((s, v) for s in SIZES for v in VIEWS)}
    return {name: _entry(name, shade) for name, shade in shades.items()}


def _entry(name: str, shade: int) -> pictures.Picture:
    path = name.replace(" ", "-")
    small = pictures.Rendition(480, _png(f"{path}-480.png", 480, 370, shade), 1)
    large = pictures.Rendition(960, _png(f"{path}-960.png", 960, 740, shade), 1)
    # Only the fallback is a real picture: browsers refuse a PNG under the name of another format.
    return pictures.Picture(
        name=name,
        width=960,
        height=740,
        colour="#888888",
        alpha=False,
        drawn=True,
        source="test",
        formats={"jpeg": (small, large)},
    )


MANIFEST = _manifest()
pictures.pictures = lambda: MANIFEST

app = rx.App(enable_state=False, stylesheets=[_stylesheet()])
app.add_page(home, route="/", title="Slider")
app.add_page(strips, route="/strips", title="Strips")
app.add_page(few, route="/few", title="Few")
app.add_page(product, route="/product", title="Product")
app.add_page(parts, route="/parts", title="Parts")
app.add_page(left, route="/left", title="Left")
