"""The verdict on a product for a pair of materials.

A product suits when its text names both materials, or a picture of its use shows one that the text leaves open. It is
to be asked about when its text names one of the two, or none because it names no materials at all. Otherwise it is left
out, with the reason. Nothing is concluded from chemistry, from other products or from what is usually done.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from starbond_site.content import Site
from starbond_site.content.facts import JOINING, Facts, JoinFact
from starbond_site.content.models import Product

Level = Literal["suits", "ask", "no"]
LEVELS: tuple[Level, ...] = ("suits", "ask", "no")
STATED, MIXED, SHOWN, UNKNOWN, SEALANT = 0, 1, 2, 4, 5
"""How far the texts go, added up over both materials: the less, the higher a product stands within its level."""
LAST = 9
SENTENCE = re.compile(r"[^.।]+[.।]?(?=\s|$)")


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The facts of one product for one pair of materials."""

    product: Product
    level: Level
    rank: int
    reasons: tuple[str, ...]
    """Sentences; ``{a}`` and ``{b}`` stand for the materials of the pair in their order in the vocabulary."""


def verdicts(site: Site, a: str, b: str) -> list[Verdict]:
    """Return the verdict on every product with facts, the best first; equal ones in the order of the menu."""
    found = [_verdict(site, product, facts, a, b) for product, facts in with_facts(site)]
    return sorted(found, key=lambda verdict: (LEVELS.index(verdict.level), verdict.rank))


def with_facts(site: Site) -> list[tuple[Product, Facts]]:
    """Return the products of which something is known, in the order of the menu, with their facts."""
    return [(product, facts) for product in site.products if (facts := site.facts.by_product.get(product.id))]


def first_sentence(text: str) -> str:
    """Return the first sentence of a text."""
    found = SENTENCE.match(text)
    return found[0].strip() if found else text


def _verdict(site: Site, product: Product, facts: Facts, a: str, b: str) -> Verdict:
    words = site.interface.finder
    kind = facts.kind.is_

    def verdict(level: Level, rank: int, *reasons: str) -> Verdict:
        return Verdict(product=product, level=level, rank=rank, reasons=reasons)

    if kind not in JOINING:
        return verdict("no", LAST, words.not_joining, _quoted(site, facts.kind.text(product)))
    joins = {join.material: join for join in facts.joins}
    named = [id for id in dict.fromkeys((a, b)) if id in joins]
    if {a, b} <= set(joins):
        used = [joins[id] for id in named]
        return verdict("suits", sum(map(_points, used)), *_reasons(site, product, used, same=a == b))
    if facts.only_these:
        return verdict("no", STATED, words.only_these.format(materials=_names(site, facts)))
    if named:
        one, other = ("{a}", "{b}") if named == [a] else ("{b}", "{a}")
        join = joins[named[0]]
        if not join.shown:
            sentence = words.named_one.format(named=one, other=other)
            return verdict("ask", _points(join), sentence, *_material_reasons(site, product, join))
        return verdict("ask", SHOWN + 1, words.shown.format(material=one))
    if kind == "sealant":
        return verdict("ask", SEALANT, words.sealant)
    if "materials" in facts.ask:
        return verdict("ask", UNKNOWN, words.materials_unknown)
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
    name = next(material.name for material in site.materials if material.id == join.material)
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
    return ", ".join(material.name for material in site.materials if material.id in joined)
