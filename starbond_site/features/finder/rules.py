"""Which products join a pair of materials under conditions, and why, the best first.

A product suits when its text names both materials, or a picture of its use shows one that the text leaves open. It is
to be asked about when its text names one of the two. Where it names neither, since it names no materials at all, it is
one of the others that somebody may ask about. Otherwise it is left out, with the reason. A condition that its text
denies leaves it out too; one that its text does not mention is said with the other reasons. Nothing is concluded from
chemistry, from other products or from what is usually done.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from starbond_site.content import Site
from starbond_site.content.facts import JOINING, Facts, JoinFact
from starbond_site.content.models import Product

Level = Literal["suits", "ask", "other", "no"]
LEVELS: tuple[Level, ...] = ("suits", "ask", "other", "no")
CONDITIONS = ("wet", "heat", "outdoors", "solventless")
"""By their names in the address of the finder and in ``interface.finder``."""
STATED, MIXED, SHOWN, SEALANT = 0, 1, 2, 4
"""How far the texts go, added up over both materials: the less, the higher a product stands among equal ones."""
SENTENCE_END = re.compile(r"(?<=[.।])\s")
"""No decimal point is one."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the facts of one product say of one pair of materials."""

    product: Product
    level: Level
    rank: int
    reasons: tuple[str, ...]
    """Sentences; ``{a}`` and ``{b}`` stand for the materials of the pair."""
    is_carrier: bool = False
    """Whether it is made for what the other material is glued onto, which does not choose the glue."""
    open: int = 0
    """Conditions that its text does not mention."""

    @property
    def order(self) -> tuple[int, bool, int, int]:
        return LEVELS.index(self.level), self.is_carrier, self.open, self.rank


def verdicts(site: Site, a: str, b: str, conditions: Collection[str] = ()) -> list[Verdict]:
    """Return the verdict on every product with facts, the best first; equal ones in the order of the menu."""
    found = [
        _under(site, facts, _verdict(site, product, facts, a, b), conditions) for product, facts in with_facts(site)
    ]
    return sorted(found, key=lambda verdict: verdict.order)


def with_facts(site: Site) -> list[tuple[Product, Facts]]:
    """Return the products of which something is known, in the order of the menu, with their facts."""
    return [(product, facts) for product in site.products if (facts := site.facts.by_product.get(product.id))]


def first_sentence(text: str) -> str:
    return SENTENCE_END.split(text, 1)[0].strip()


def _under(site: Site, facts: Facts, verdict: Verdict, conditions: Collection[str]) -> Verdict:
    for name in conditions if verdict.level != "no" else ():
        holds, text = _condition(site, facts, verdict.product, name)
        if holds is False:
            return replace(verdict, level="no", is_carrier=False, open=0, reasons=(text,))
        verdict = replace(verdict, open=verdict.open + (holds is None), reasons=(*verdict.reasons, text))
    return verdict


def _condition(site: Site, facts: Facts, product: Product, name: str) -> tuple[bool | None, str]:
    """Return whether a text says that the condition holds, None where none mentions it, and what is said of it."""
    words = site.interface.finder
    if name == "solventless" and (solvent := facts.solvent):
        return not solvent.contains, words.has_solvent if solvent.contains else first_sentence(solvent.text(product))
    if place := next((place for place in facts.places if place.place == name), None):
        said = words.source if place.suits else words.no_place
        return place.suits, said.format(quote=first_sentence(place.text(product)))
    return None, words.unknown[name]


def _verdict(site: Site, product: Product, facts: Facts, a: str, b: str) -> Verdict:
    words = site.interface.finder
    kind = facts.kind.is_

    def verdict(level: Level, rank: int, *reasons: str, is_carrier: bool = False) -> Verdict:
        return Verdict(product=product, level=level, rank=rank, reasons=reasons, is_carrier=is_carrier)

    if kind not in JOINING:
        return verdict("no", SEALANT, words.not_joining, _quoted(site, facts.kind.text(product)))
    joins = {join.material: join for join in facts.joins}
    named = [id for id in dict.fromkeys((a, b)) if id in joins]
    if {a, b} <= set(joins):
        used = [joins[id] for id in named]
        return verdict("suits", sum(map(_points, used)), *_reasons(site, product, used, same=a == b))
    if facts.only_these:
        return verdict("no", STATED, words.only_these.format(materials=_names(site, facts)))
    if named:
        one, other = ("{a}", "{b}") if named == [a] else ("{b}", "{a}")
        join, facing = joins[named[0]], {material.id for material in site.materials if material.facing}
        said = words.shown.format(material=one) if join.shown else words.named_one.format(named=one, other=other)
        further = [] if join.shown else _material_reasons(site, product, join)
        return verdict("ask", _points(join), said, *further, is_carrier=named[0] not in facing)
    if kind == "sealant":
        return verdict("other", SEALANT, words.sealant)
    if "materials" in facts.ask:
        return verdict("other", STATED, words.materials_unknown)
    return verdict("no", STATED, words.named_none.format(materials=_names(site, facts)))


def _points(join: JoinFact) -> int:
    return SHOWN if join.shown else MIXED if join.mixed_with else STATED


def _reasons(site: Site, product: Product, used: Sequence[JoinFact], *, same: bool) -> list[str]:
    """Return the reasons for a product of which both materials are known; those of its texts once each."""
    words = site.interface.finder
    reasons = [] if any(join.shown for join in used) else [words.named_same if same else words.named_both]
    for join in used:
        reasons += _material_reasons(site, product, join)
    return list(dict.fromkeys(reasons))


def _material_reasons(site: Site, product: Product, join: JoinFact) -> list[str]:
    words = site.interface.finder
    name = next(material.short for material in site.materials if material.id == join.material)
    if join.shown:
        return [words.shown.format(material=name)]
    reasons = [_quoted(site, first_sentence(join.text(product)))]
    if join.mixed_with:
        partner = next(other for other in site.products if other.id == join.mixed_with)
        reasons.append(words.mixed.format(product=partner.name))
    return reasons


def _quoted(site: Site, text: str) -> str:
    return site.interface.finder.source.format(quote=text)


def _names(site: Site, facts: Facts) -> str:
    joined = {join.material for join in facts.joins}
    return ", ".join(material.short for material in site.materials if material.id in joined)
