"""The facts on a product as the rows of a table; every text comes from the product's own file."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import htpy as h
from htpy import Element

from starbond_site.content import Site
from starbond_site.content.facts import Aspect, Facts, KindFact, Place
from starbond_site.content.models import Product


@dataclass(frozen=True, kw_only=True)
class Row:
    """One aspect of a product."""

    name: str
    """One of `ASPECTS`."""
    label: str
    texts: tuple[str, ...]
    """What the texts say; empty where they say nothing."""
    open: str = ""
    """What has to be asked; empty where the texts say all of it, or where nobody would ask."""


def rows(site: Site, product: Product) -> tuple[Row, ...]:
    """Return one row for each of `ASPECTS`, in their order, without texts where the content has no facts."""
    facts = site.facts.by_product.get(product.id, UNKNOWN)
    return tuple(row(site, product, facts) for row in ASPECTS.values())


def ask(site: Site, product: Product, fact: str, subject: str = "") -> Element:
    """Return whom to ask: the telephone, and WhatsApp with the message already written."""
    words, phone = site.interface.facts, site.company.sales_phone
    return h.p(".ask")[
        subject and f"{words.unsaid.format(facts=subject)} ",
        f"{words.ask} ",
        h.a(href=f"tel:{phone.dial}")[phone.shown],
        ", ",
        chat_link(site, product, fact, site.interface.product.whatsapp_short),
    ]


def chat_link(site: Site, product: Product, fact: str, text: str) -> Element:
    """Return the link to WhatsApp with the question already written."""
    words = site.interface.facts
    address = site.company.chat(words.message.format(product=product.name, fact=fact))
    name = words.ask_name.format(product=product.name, fact=fact)
    return h.a(href=address, target="_blank", rel="noopener", aria_label=name)[text]


def _joins(site: Site, _product: Product, facts: Facts) -> Row:
    words, texts = site.interface.facts, tuple(_joined(site, facts))
    asked = words.materials if texts else words.joins
    return Row(name="joins", label=words.joins, texts=texts, open=asked if "materials" in facts.ask else "")


def _joined(site: Site, facts: Facts) -> Iterator[str]:
    """Yield the materials that the text names, what has to be mixed in for some, and what only a picture shows."""
    words = site.interface.finder
    names = {material.id: material.name for material in site.materials}
    if facts.only_these:
        yield words.only_these.format(materials=", ".join(names[join.material] for join in facts.joins))
        return
    for partner in dict.fromkeys(join.mixed_with for join in facts.joins if not join.shown):
        named = ", ".join(names[join.material] for join in facts.joins if join.mixed_with == partner and not join.shown)
        mixed = next((other.name for other in site.products if other.id == partner), "")
        yield f"{named}: {words.mixed.format(product=mixed)}" if mixed else named
    yield from (words.shown.format(material=names[join.material]) for join in facts.joins if join.shown)


def _place(name: Place) -> Callable[[Site, Product, Facts], Row]:
    def row(site: Site, product: Product, facts: Facts) -> Row:
        words = site.interface.finder
        texts = [
            fact.text(product) if fact.suits else words.no_place.format(quote=fact.text(product))
            for fact in facts.places
            if fact.place == name
        ]
        return _row(facts, name, words.conditions[name], texts)

    return row


def _solvent(site: Site, product: Product, facts: Facts) -> Row:
    words, fact = site.interface.finder, facts.solvent
    text = fact.text(product) if fact else ""
    texts = [words.has_solvent.format(quote=text) if fact and fact.contains else text] if text else []
    return _row(facts, "solvent", site.interface.facts.solvent, texts)


def _open_time(site: Site, product: Product, facts: Facts) -> Row:
    texts = [time.text(product) for time in facts.times if time.of == "open"]
    return _row(facts, "open_time", site.interface.facts.open_time, texts)


def _times(site: Site, product: Product, facts: Facts) -> Row:
    """Return every time but the open time."""
    words = site.interface.facts
    texts = tuple(dict.fromkeys(time.text(product) for time in facts.times if time.of != "open"))
    return Row(name="times", label=words.times, texts=texts, open=words.drying if "drying" in facts.ask else "")


def _dose(site: Site, product: Product, facts: Facts) -> Row:
    texts = tuple(dose.text(product) for dose in facts.doses)
    return Row(name="dose", label=site.interface.facts.dose, texts=texts)


def _mixing_ratio(site: Site, _product: Product, facts: Facts) -> Row:
    return _row(facts, "mixing_ratio", site.interface.facts.mixing_ratio, [])


def _row(facts: Facts, name: Aspect, label: str, texts: list[str]) -> Row:
    return Row(name=name, label=label, texts=tuple(texts), open=label if name in facts.ask else "")


ASPECTS: Mapping[str, Callable[[Site, Product, Facts], Row]] = {
    "joins": _joins,
    "wet": _place("wet"),
    "heat": _place("heat"),
    "outdoors": _place("outdoors"),
    "solvent": _solvent,
    "open_time": _open_time,
    "times": _times,
    "dose": _dose,
    "mixing_ratio": _mixing_ratio,
}
"""What is shown of a product, in this order."""
UNKNOWN = Facts(product="unknown", kind=KindFact.model_validate({"is": "unknown", "source": "name", "quote": ""}))
