"""Typed facts about each product: for the finder, the calculator of packs, and the search.

A fact names the text of the product that it comes from. What no text says stands under ``ask``; it is asked by
telephone, never guessed. ``mistakes`` compares facts with texts.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from starbond_site.content.addresses import Language
from starbond_site.content.models import Content, Identifier, Product, Text
from starbond_site.shared.mistakes import matching

PackUnit = Literal["g", "kg", "ml", "l", "m"]
BASE: dict[PackUnit, tuple[str, int]] = {
    "g": ("g", 1), "kg": ("g", 1000), "ml": ("ml", 1), "l": ("ml", 1000), "m": ("mm", 1000),
}  # fmt: skip
"""The base unit of each unit, and how many of it make one."""
SPELLINGS: dict[Language, dict[str, PackUnit]] = {
    "en": {"g": "g", "gm": "g", "kg": "kg", "ml": "ml", "l": "l", "ltr": "l", "litre": "l", "litres": "l", "m": "m"}
}
"""How labels of sizes write units, by language; labels in other languages, or without a figure, are not compared."""
LABEL = re.compile(r"^(\d+(?:\.\d+)?) (\w+)$")
JOINING = frozenset({"adhesive", "sealant"})
"""Kinds of products that hold or seal what meets at a joint; a company may have any others."""
UsePlace = Literal["wet", "heat", "outdoors"]
Hazard = Literal["flammable", "gas-under-pressure", "irritant"]
"""Hazard classes of the GHS (United Nations) for which `safety.pictograms` has the pictogram."""
Aspect = Literal["materials", "wet", "heat", "outdoors", "solvent", "open_time", "drying", "mixing_ratio"]
NEEDED: tuple[Aspect, ...] = ("materials", "wet", "heat", "outdoors", "solvent", "open_time", "drying")
"""What the finder has to know of everything that joins: a fact, or "ask us"."""
DRYING = frozenset({"dry", "dry_powder", "bind"})


class SourcedFact(Content):
    """A fact with the text that it comes from."""

    source: Annotated[
        str, matching(r"[a-z_]+(\.\d+)?", "this must be a field of the product's file, such as characteristics.0")
    ]
    """Field of the product's file, such as ``characteristics.0``."""
    quote: str
    """Words of that field in the language of ``facts.toml``."""

    def text(self, product: Product) -> str:
        """Return the field in the language being read.

        Raises:
            LookupError: the product has no such field.
        """
        name, _, place = self.source.partition(".")
        value = getattr(product, name, None)
        texts = {"": value} if isinstance(value, str) else {str(n): text for n, text in enumerate(value or ())}
        return texts[place]


class KindFact(SourcedFact):
    """The kind of a product."""

    is_: Annotated[Identifier, Field(alias="is")]


class JoinFact(SourcedFact):
    """A material that it joins."""

    material: Identifier
    shown: bool = False
    """Whether only its picture shows it, and no sentence says it."""
    mixed_with: Identifier | None = None
    """The product that it is mixed with for this material."""


class PlaceFact(SourcedFact):
    """Whether it suits a place."""

    place: UsePlace
    suits: bool


class SolventFact(SourcedFact):
    """Whether it contains solvent."""

    contains: bool


class HazardFact(SourcedFact):
    """A hazard class that the text names; a mere caution, such as to keep it from fire, is none."""

    is_: Annotated[Hazard, Field(alias="is")]


class TimeFact(SourcedFact):
    """How long something takes."""

    of: Literal["open", "dry", "dry_powder", "before_smoothing", "rest", "press", "bind"]
    least: Annotated[int, Field(gt=0)]
    most: int | None = None
    unit: Literal["seconds", "minutes", "hours"]


class DoseFact(SourcedFact):
    """How much a job takes: at least ``least`` of ``unit`` for every ``per`` of the job's own unit."""

    job: Identifier
    per: Annotated[int, Field(gt=0)]
    least: Annotated[int, Field(gt=0)]
    unit: PackUnit


class PackSize(Content):
    """One size as a number."""

    size: Identifier
    amount: Annotated[Decimal, Field(gt=0)]
    unit: PackUnit

    @property
    def base(self) -> tuple[int, str]:
        """The amount in grams, millilitres or millimetres, and which of them."""
        unit, factor = BASE[self.unit]
        return int(self.amount * factor), unit


class Facts(Content):
    """Everything that is known of one product."""

    product: Identifier
    kind: KindFact
    joins: tuple[JoinFact, ...] = ()
    only_these: SourcedFact | None = None
    """Present where the text names the only material of both parts."""
    places: tuple[PlaceFact, ...] = ()
    solvent: SolventFact | None = None
    times: tuple[TimeFact, ...] = ()
    doses: tuple[DoseFact, ...] = ()
    ventilation: SourcedFact | None = None
    """Present where it must not be used in a closed place."""
    hazards: tuple[HazardFact, ...] = ()
    jobs: tuple[Identifier, ...] = ()
    """Jobs for which somebody may ask how much is needed."""
    ask: tuple[Aspect, ...] = ()
    """What no text says."""
    packs: tuple[PackSize, ...] = ()
    """Every size, or none where sizes are not amounts of a `PackUnit`, such as pieces."""

    @property
    def sourced(self) -> Iterator[tuple[str, SourcedFact]]:
        yield "kind", self.kind
        for name in ("only_these", "solvent", "ventilation"):
            if (fact := getattr(self, name)) is not None:
                yield name, fact
        for name in ("joins", "places", "times", "doses", "hazards"):
            yield from ((f"{name}.{n}", fact) for n, fact in enumerate(getattr(self, name)))

    @property
    def known(self) -> frozenset[Aspect]:
        """The aspects that a text settles."""
        of_times = {time.of for time in self.times}
        found: set[Aspect] = {place.place for place in self.places}
        found |= {"solvent"} if self.solvent else set()
        found |= {"open_time"} if "open" in of_times else set()
        found |= {"drying"} if of_times & DRYING else set()
        return frozenset(found)


class FinderJob(Content):
    """Something to be done, of which one can say how much."""

    id: Identifier
    label: Text
    unit: Text


class ProductFacts(Content):
    """All of ``facts.toml``."""

    language: Language | None = None
    """Of the quotes; without it the first of the site."""
    revised: date | None = None
    """When texts or facts of a product were last changed: the day of the data sheets."""
    jobs: tuple[FinderJob, ...] = ()
    facts: tuple[Facts, ...] = ()
    """Of any products; the finder leaves out the others."""

    @cached_property
    def by_product(self) -> dict[str, Facts]:
        return {facts.product: facts for facts in self.facts}


Problem = tuple[str, str]
"""Field of ``facts.toml`` and what is wrong there."""


def mistakes(
    known: ProductFacts, products: Sequence[Product], *, language: Language, written: Language
) -> Iterator[Problem]:
    by_id = {product.id: product for product in products}
    for facts in known.facts:
        if product := by_id.get(facts.product):
            field = f"facts.{facts.product}"
            yield from _asked(field, facts)
            yield from _sources(field, facts, product, quotes=language == written)
            yield from _packs(field, facts, product, SPELLINGS.get(language) if language == written else None)


def _asked(field: str, facts: Facts) -> Iterator[Problem]:
    """Yield what is both known and asked, and what is neither."""
    for aspect in facts.known & set(facts.ask):
        yield f"{field}.ask", f"{aspect!r} is a fact already"
    if facts.kind.is_ not in JOINING:
        return
    settled = facts.known | set(facts.ask) | ({"materials"} if facts.joins else set())
    for aspect in NEEDED:
        if aspect not in settled:
            yield f"{field}.ask", f"{aspect!r} is neither a fact nor asked"


def _sources(field: str, facts: Facts, product: Product, *, quotes: bool) -> Iterator[Problem]:
    for name, fact in facts.sourced:
        try:
            text = fact.text(product)
        except LookupError:
            yield f"{field}.{name}.source", f"products/{product.id}.toml has no text {fact.source!r}"
            continue
        if quotes and fact.quote not in text:
            yield f"{field}.{name}.quote", f"products/{product.id}.toml does not say so in {fact.source!r}"


def _packs(field: str, facts: Facts, product: Product, spellings: dict[str, PackUnit] | None) -> Iterator[Problem]:
    if facts.packs and [pack.size for pack in facts.packs] != [size.id for size in product.sizes]:
        yield f"{field}.packs", f"the sizes must be those of products/{product.id}.toml, in their order"
        return
    for n, (pack, size) in enumerate(zip(facts.packs, product.sizes, strict=False)):
        has_figure = any(sign.isdigit() for sign in size.label)
        if spellings and has_figure and _labelled(size.label, spellings) != (pack.amount, pack.unit):
            yield f"{field}.packs.{n}.amount", f"the label says {size.label!r}"


def _labelled(label: str, spellings: dict[str, PackUnit]) -> tuple[Decimal, PackUnit] | None:
    """Return the number and unit of a label such as ``3.78 Ltr``; None for another, such as ``Large tin``."""
    found = LABEL.match(label)
    unit = spellings.get(found[2].lower()) if found else None
    return (Decimal(found[1]), unit) if found and unit else None
