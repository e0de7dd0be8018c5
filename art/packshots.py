"""Renders the pictures of every product: fronts, three-quarter views, families and pictures in use.

``python -m art.packshots`` renders what is missing or changed, the most needed first, and says what time is left.
"""

import argparse
import fcntl
import hashlib
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from art import families, forms, packs, studio
from art.catalogue import brands, products
from art.company import uses
from art.content import PackForm, Product, Size
from art.paths import MASTERS, RENDER_LOCK
from art.record import fresh, note

View = Literal["front", "quarter", "family", "use"]
RECIPES: dict[View, str] = {"front": "2", "quarter": "2", "family": "1", "use": "2"}
"""Raise one when forms, labels or light change what such a picture shows, and all of them are rendered again."""
QUALITIES: dict[View, studio.Quality] = {
    "front": studio.Quality(samples=12),
    "quarter": studio.Quality(),
    "family": studio.Quality(samples=8),
    "use": studio.Quality(),
}
"""What each view may cost."""
ROOM = (1.22, 1.36)
"""Height and width that one pack may take, in units of the studio."""
TURN, ROUND_TURN = math.radians(-34), math.radians(-20)
"""How far a pack turns for its three-quarter view; a round one less, lest the name on its label is cut off."""
FLAT: frozenset[PackForm] = frozenset({"can", "tube", "carded_tube", "sack"})
"""The forms with a flat front."""
TURN_SECONDS = 120
"""How long the lock is kept before another renderer may have its turn."""


@dataclass(frozen=True)
class Shot:
    """One picture to take."""

    view: View
    product: Product
    size: Size | None = None

    @property
    def name(self) -> str:
        """Name of the picture, as the manifest knows it."""
        return f"products/{self.product.id}/" + (f"{self.size.id}-{self.view}" if self.size else self.view)

    @property
    def quality(self) -> studio.Quality:
        """What the picture may cost."""
        return QUALITIES[self.view]

    @property
    def turn(self) -> float:
        """How far the pack is turned."""
        if not self.size or self.view != "quarter":
            return 0.0
        return TURN if self.size.form in FLAT else ROUND_TURN

    @property
    def fingerprint(self) -> str:
        """Hash of everything the picture depends on: product, brand, recipe and quality."""
        product = self.product.model_dump(include={"brand", "pack_colour", "label", "cautions", "sizes"})
        brand = brands()[self.product.brand]
        revisions = [forms.REVISIONS.get(size.form, 1) for size in self.product.sizes if self.size in {None, size}]
        inputs = (
            product,
            self.size and self.size.id,
            revisions,
            brand.name,
            brand.colours,
            RECIPES[self.view],
            self.quality,
            *([self.turn] if self.turn == ROUND_TURN else []),
        )
        return hashlib.sha256(repr(inputs).encode()).hexdigest()[:16]


def shots() -> Iterator[Shot]:
    """Yield every picture, in an order in which any number of them is worth having."""
    catalogue = products()
    yield from (Shot("front", product, product.sizes[0]) for product in catalogue)
    yield from (Shot("front", product, size) for product in catalogue for size in product.sizes[1:])
    yield from (Shot("family", product) for product in catalogue)
    yield from (Shot("use", product) for product in catalogue)
    yield from (Shot("quarter", product, product.sizes[0]) for product in catalogue)
    yield from (Shot("quarter", product, size) for product in catalogue for size in product.sizes[1:])


def _stand_alone(product: Product, size: Size, turn: float) -> None:
    """Stand one pack in the middle; a larger size of the same product looks a little larger."""
    root = packs.pack(product, size)
    root.rotation_euler.z = turn
    width, _, height = packs.extent(root)
    largest = max(s.volume_ml for s in product.sizes)
    presence = max(0.8, (size.volume_ml / largest) ** 0.06)
    root.scale = (min(ROOM[0] / height, ROOM[1] / width) * presence,) * 3
    left, right = packs.reach(root)
    root.location.x -= (left + right) / 2


def _take(shot: Shot) -> None:
    """Set the scene of a shot and photograph it."""
    if shot.size:
        _stand_alone(shot.product, shot.size, shot.turn)
    elif shot.view == "family":
        families.stand(shot.product)
    else:
        uses.arrange(shot.product)
    studio.photograph(MASTERS / f"{shot.name}.png", shot.quality)
    studio.clear()


@contextmanager
def _alone() -> Iterator[None]:
    """Hold the lock that keeps two renders from sharing the processor."""
    RENDER_LOCK.parent.mkdir(parents=True, exist_ok=True)
    with RENDER_LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def missing(wish: Callable[[Shot], bool] = lambda _: True) -> list[Shot]:
    """Return the shots that are wished for and have no picture, or one of something else."""
    return [shot for shot in shots() if wish(shot) and not fresh(shot.name, shot.fingerprint, (shot.name,))]


def render(wish: Callable[[Shot], bool] = lambda _: True, report: Callable[[str], None] = print) -> int:
    """Take every missing picture that is wished for; return how many."""
    todo = missing(wish)
    started = time.monotonic()
    done = 0
    while done < len(todo):
        with _alone():
            turn = time.monotonic()
            if not done:
                studio.open_studio(todo[0].quality)
            # A scene takes minutes and a pack seconds: some packs a turn keep the shares even.
            while done < len(todo) and time.monotonic() - turn < TURN_SECONDS:
                shot = todo[done]
                _take(shot)
                note(shot.name, shot.fingerprint)
                done += 1
                left = (time.monotonic() - started) / done * (len(todo) - done)
                report(f"{done}/{len(todo)} {shot.name}, {left / 60:.0f} min left")
        # Whoever waits for the lock wakes more slowly than this loop comes round.
        time.sleep(1)
    return len(todo)


def main() -> None:
    """Render from the command line."""
    parser = argparse.ArgumentParser(prog="art.packshots", description=__doc__)
    parser.add_argument("--view", action="append", choices=list(RECIPES), help="only these views")
    parser.add_argument("--product", action="append", help="only these products (id)")
    parser.add_argument("--first", action="store_true", help="only the first size of each product")
    asked = parser.parse_args()

    def wish(shot: Shot) -> bool:
        return (
            (not asked.view or shot.view in asked.view)
            and (not asked.product or shot.product.id in asked.product)
            and (not asked.first or shot.size in {None, shot.product.sizes[0]})
        )

    print(f"{render(wish, lambda line: print(line, flush=True))} pictures rendered")


if __name__ == "__main__":
    main()
