"""The combination of packs in the browser is the best there is: compared with every combination."""

import random
from collections.abc import Iterator

import pytest

from starbond_site import content, finder
from tests.unit import javascript

SITE = content.read("en")
BEST = "given.map(([sizes, amount]) => functions.bestPacks(sizes, amount))"
JOBS = 2_000


def combinations(sizes: list[int], amount: float) -> Iterator[tuple[int, int]]:
    """Yield total and number of packs of every combination that is enough, and of which no pack could be left out."""
    if not sizes:
        return
    first, *others = sizes
    count = 0
    while True:
        rest = amount - count * first
        if rest <= 0:
            yield count * first, count
            return
        for total, packs in combinations(others, rest):
            yield count * first + total, count + packs
        count += 1


def sizes_of_products() -> list[list[int]]:
    found = []
    for product in SITE.products:
        packs = finder.calculator(SITE, product, SITE.facts.by_product[product.id])["packs"]
        for unit in {pack["unit"] for pack in packs}:
            amounts = [pack["amount"] for pack in packs if pack["unit"] == unit]
            found += [sorted(amounts)]
    return found


def jobs() -> list[tuple[list[int], float]]:
    """Return random jobs, half of them with the sizes of our products."""
    chance = random.Random(19)
    made: list[tuple[list[int], float]] = []
    products = sizes_of_products()
    while len(made) < JOBS:
        sizes = chance.choice(products)[: chance.randint(1, 5)]
        if chance.random() < 0.5:
            sizes = sorted(chance.sample(range(1, 60), chance.randint(1, 4)))
        most = sizes[0] * 12 + sizes[-1]
        made.append((sizes, chance.choice([chance.randint(1, most), round(chance.uniform(0.1, most), 2)])))
    return made


def test_no_combination_is_better() -> None:
    """Least left over, then fewest packs, in random jobs."""
    asked = jobs()
    found = javascript.run("packs/combination.jsx", BEST, asked)
    for (sizes, amount), best in zip(asked, found, strict=True):
        total = sum(count * size for count, size in zip(best["counts"], sizes, strict=True))
        assert best["total"] == total
        assert best["over"] == pytest.approx(total - amount)
        assert (total, sum(best["counts"])) == min(combinations(sizes[::-1], amount)), (sizes, amount)


def test_more_than_it_computes_is_said() -> None:
    assert javascript.run("packs/combination.jsx", BEST, [([50, 125], 1e9), ([50, 125], 5_000_000)])[0] is None
    assert javascript.run("packs/combination.jsx", BEST, [([50, 125], 4_000_000)])[0]["over"] == 0


def test_numbers_as_people_type_them() -> None:
    numbers = {"2.5": 2.5, " ২.৫ ": 2.5, "2,5": 2.5, "১০": 10, ".5": 0.5, **dict.fromkeys(["", "-1", "1e9", "kg"])}
    given = {"texts": list(numbers), "digits": content.read("bn").interface.dates.digits}
    call = "given.texts.map((text) => functions.numberOf(text, given.digits))"
    assert javascript.run("packs/combination.jsx", call, given) == list(numbers.values())
