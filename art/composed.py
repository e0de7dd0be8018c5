"""Groups of packs put together from their fronts: the family of a product, the card of a brand.

One light and one camera height make the fronts fit each other; volumes give their true proportion.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from art.catalogue import SITE
from art.company.cards import CARDS
from art.company.cuts import CUTS
from art.content import Brand, Product, Size
from art.derive import source_of
from art.made import mark, served_mark
from art.paths import COMPOSED
from art.record import fresh, made_from, note, recorded
from art.shapes import SHAPES
from art.svg import pixels

WIDTH, HEIGHT = SHAPES["products"]
FLOOR, STEP = 1190, 115
"""Where the packs of the hindmost row stand, and how much nearer the next row is."""
SHARES = (0.62, 0.3)
"""A pack lower than such a share of the tallest stands in a row further in front."""
GAP = 34
SINGLE_ROW = 5
"""So many packs stand side by side whatever their size."""
CARD = 2.3
"""How much larger a carded tube is than what it holds."""

Member = tuple[Product, Size]


@dataclass(frozen=True)
class Cutout:
    """A pack cut out of its front view with its shadow; the box is the pack itself."""

    image: Image.Image
    box: tuple[int, int, int, int]

    @property
    def width(self) -> int:
        """Width of the pack without its shadow."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> int:
        """Height of the pack."""
        return self.box[3] - self.box[1]

    def scaled(self, factor: float) -> "Cutout":
        """Return it at another size."""
        size = (max(1, round(self.image.width * factor)), max(1, round(self.image.height * factor)))
        left, top, right, bottom = (round(edge * factor) for edge in self.box)
        return Cutout(self.image.resize(size, Image.Resampling.LANCZOS), (left, top, right, bottom))


def _front(product: Product, size: Size) -> Cutout | None:
    source = source_of(f"products/{product.id}/{size.id}-front")
    if source is None:
        return None
    image = Image.open(source).convert("RGBA")
    seen = image.getchannel("A").point(lambda value: 255 if value > 235 else 0).getbbox()
    return Cutout(image, seen) if seen else None


def _in_proportion(members: Sequence[Member], fronts: Sequence[Cutout]) -> list[Cutout]:
    """Bring all packs to one scale: the area of a front grows with the volume to the power of two thirds."""
    edges = [
        size.volume_ml ** (1 / 3) * (CARD if size.form == "carded_tube" else 1) / (cut.width * cut.height) ** 0.5
        for (_, size), cut in zip(members, fronts, strict=True)
    ]
    tallest = max(edge * cut.height for edge, cut in zip(edges, fronts, strict=True))
    return [cut.scaled(HEIGHT * 0.7 / tallest * edge) for edge, cut in zip(edges, fronts, strict=True)]


def _rows(packs: Sequence[Cutout]) -> list[list[Cutout]]:
    """Sort packs into rows, the tallest behind."""
    if len(packs) <= SINGLE_ROW:
        return [list(packs)]
    tallest = max(pack.height for pack in packs)
    rows: list[list[Cutout]] = [[], [], []]
    for pack in packs:
        share = pack.height / tallest
        rows[0 if share >= SHARES[0] else 1 if share >= SHARES[1] else 2].append(pack)
    return [row for row in rows if row]


def _breadth(row: Sequence[Cutout], gap: float = GAP) -> float:
    return sum(pack.width for pack in row) + gap * (len(row) - 1)


def _gap(row: Sequence[Cutout], behind: float) -> float:
    """Return the gap that spreads a row in front over most of the row behind it."""
    return max(GAP, (behind * 0.8 - _breadth(row, 0)) / max(len(row) - 1, 1))


def _inside(image: Image.Image, place: tuple[int, int]) -> Image.Image:
    """Return the part of an image that lies on the canvas when put at a place."""
    left, top = max(-place[0], 0), max(-place[1], 0)
    return image.crop((left, top, min(image.width, WIDTH - place[0]), min(image.height, HEIGHT - place[1])))


def group(members: Sequence[Member], *, single: bool = False) -> Image.Image | None:
    """Return packs standing together on nothing, in one row if ``single``; nothing at all while a front is missing."""
    found = [_front(product, size) for product, size in members]
    fronts = [front for front in found if front]
    if not members or len(fronts) < len(members):
        return None
    packs = _in_proportion(members, fronts)
    widest = max(_breadth(row) for row in ([packs] if single else _rows(packs)))
    if widest > WIDTH * 0.8:
        packs = [pack.scaled(WIDTH * 0.8 / widest) for pack in packs]
    canvas = Image.new("RGBA", (WIDTH, HEIGHT))
    rows = [packs] if single else _rows(packs)
    for depth, row in enumerate(rows):
        gap = GAP if depth == 0 else _gap(row, _breadth(rows[0]))
        x = (WIDTH * 0.97 - _breadth(row, gap)) / 2
        for pack in row:
            place = round(x - pack.box[0]), FLOOR + STEP * depth - pack.box[3]
            canvas.alpha_composite(_inside(pack.image, place), (max(place[0], 0), max(place[1], 0)))
            x += pack.width + gap
    return canvas


def card(brand: Brand) -> Image.Image | None:
    """Return the packs of a brand together on nothing: pages put its tint behind. Without packs it is its mark."""
    size = SHAPES["brands"]
    ground = Image.new("RGBA", size)
    if not SITE.products_of(brand.id):
        shown = pixels(mark(brand.id), 380)
        ground.alpha_composite(shown, ((size[0] - shown.width) // 2, (size[1] - shown.height) // 2))
        return ground
    together = group([member(*names) for names in CARDS[brand.id]])
    if together is None:
        return None
    scale = size[0] / WIDTH * 1.1
    together = together.resize((round(WIDTH * scale), round(HEIGHT * scale)), Image.Resampling.LANCZOS)
    left, top = (together.width - size[0]) // 2, together.height - size[1] - 40
    ground.alpha_composite(together.crop((left, top, left + size[0], top + size[1])))
    return ground


def member(product: str, size: str) -> Member:
    """Return a pack by the ids of its product and size."""
    known = next(entry for entry in SITE.products if entry.id == product)
    return known, next(entry for entry in known.sizes if entry.id == size)


def keep(name: str, fingerprint: str, draw: Callable[[], Image.Image | None]) -> None:
    """Draw a picture and keep it, unless it was made from the same before or has a render of its own."""
    file = COMPOSED / f"{name}.png"
    if rendered(name) or fresh(f"composed/{name}", fingerprint, (name,), file):
        return
    picture = draw()
    if picture:
        file.parent.mkdir(parents=True, exist_ok=True)
        picture.save(file, compress_level=3)
        note(f"composed/{name}", fingerprint)


def rendered(name: str) -> bool:
    """Whether a picture is a render of its own, or cut out of one."""
    entries = recorded()
    return name in entries or any(f"scenes/{cut.scene}" in entries for cut in CUTS if cut.name == name)


def fronts_of(members: Iterable[tuple[str, str]]) -> list[str]:
    """Return the names of the packs' fronts."""
    return [f"products/{product}/{size}-front" for product, size in members]


def write() -> None:
    """Compose every brand's card, and the family of each product whose family was not photographed."""
    for brand in SITE.brands:
        members = CARDS.get(brand.id, ())
        inputs = made_from(brand, members, served_mark(brand.id), code=("composed", "svg"), pictures=fronts_of(members))
        keep(f"brands/{brand.id}", inputs, partial(card, brand))
    for product in SITE.products:
        if len(product.sizes) > 1:
            sizes = [(product, size) for size in product.sizes]
            fronts = fronts_of((product.id, size.id) for size in product.sizes)
            inputs = made_from(product.sizes, code=("composed",), pictures=fronts)
            keep(f"products/{product.id}/family", inputs, partial(group, sizes))
