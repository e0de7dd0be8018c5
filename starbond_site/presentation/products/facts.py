"""The facts on a product as the rows of a table, and the steps of its use: on its page, its data sheet, for searches.

Every text comes from the product's own file.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.facts import Facts, KindFact
from starbond_site.content.models import JobStep, Product
from starbond_site.content.pictures import Picture, picture
from starbond_site.presentation.html_parts import paragraphs, small_picture
from starbond_site.shared.settings import settings

PLACES = ("wet", "heat", "outdoors")
TECHNICAL_ID = "technical-data"
"""Id of the heading of the table."""


@dataclass(frozen=True, kw_only=True)
class FactRow:
    """One aspect of a product."""

    name: str
    label: str
    texts: tuple[str, ...]
    """Quotes from the texts; empty where they say nothing."""
    open: str = ""
    """Subject of a question to the company; empty where the texts say all of it, or where nobody would ask."""


def rows(site: Site, product: Product) -> tuple[FactRow, ...]:
    """Return a row for each aspect, without texts where the content has no facts."""
    words, conditions = site.interface.facts, site.interface.finder.conditions
    facts = site.facts.by_product.get(product.id, UNKNOWN)

    def row(name: str, label: str, texts: Iterable[str], aspect: str = "", asked: str = "") -> FactRow:
        is_open = (aspect or name) in facts.ask
        return FactRow(name=name, label=label, texts=tuple(texts), open=(asked or label) if is_open else "")

    joins = tuple(_joined(site, facts))
    opens = (time.text(product) for time in facts.times if time.of == "open")
    others = dict.fromkeys(time.text(product) for time in facts.times if time.of != "open")
    return (
        row("joins", words.joins, joins, "materials", words.materials if joins else ""),
        *(row(place, conditions[place], _places(site, product, facts, place)) for place in PLACES),
        row("solvent", words.solvent, _solvent(site, product, facts)),
        row("open_time", words.open_time, opens),
        row("times", words.times, others, "drying", words.drying),
        row("dose", words.dose, (dose.text(product) for dose in facts.doses)),
        row("mixing_ratio", words.mixing_ratio, ()),
    )


def ask(site: Site, product: Product, fact: str, subject: str = "") -> Element:
    """Return whom to ask: the telephone, and WhatsApp with the message already written."""
    words, phone = site.interface.facts, site.company.sales_phone
    return h.p(".ask")[
        f"{words.unsaid.format(facts=subject) if subject else words.ask} ",
        h.a(href=f"tel:{phone.dial}")[phone.shown],
        h.span[", "],
        chat_link(site, product, fact, site.interface.product.whatsapp_short),
    ]


def chat_link(site: Site, product: Product, fact: str, text: str) -> Element:
    words = site.interface.facts
    address = site.company.chat(words.message.format(product=product.name, fact=fact))
    name = words.ask_name.format(product=product.name, fact=fact)
    return h.a(href=address, target="_blank", rel="noopener", aria_label=name)[text]


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


def _places(site: Site, product: Product, facts: Facts, name: str) -> Iterator[str]:
    for fact in facts.places:
        if fact.place == name:
            text = fact.text(product)
            yield text if fact.suits else site.interface.finder.no_place.format(quote=text)


def _solvent(site: Site, product: Product, facts: Facts) -> Iterator[str]:
    if facts.solvent and (text := facts.solvent.text(product)):
        yield site.interface.finder.has_solvent if facts.solvent.contains else text


UNKNOWN = Facts(product="unknown", kind=KindFact.model_validate({"is": "unknown", "source": "name", "quote": ""}))


def technical_table(site: Site, product: Product) -> Node:
    """Return the facts as a table for the page of a product, in the words of finder and sheet.

    Below it one link asks for what no text states; print leaves it out, and has the sizes, which the page chooses from.
    """
    words, found, facts = site.interface.product, rows(site, product), site.interface.facts
    lines = [(words.brand, [site.brand(product.brand).name]), *((row.label, row.texts) for row in found if row.texts)]
    sizes = h.tr(".data__sizes")[
        h.th(scope="row")[words.sizes_heading], h.td[", ".join(size.label for size in product.sizes)]
    ]
    table = h.table(".data", aria_labelledby=TECHNICAL_ID)[
        h.tbody[[h.tr[h.th(scope="row")[label], h.td[paragraphs(texts)]] for label, texts in lines], sizes]
    ]
    asks = (
        any(row.open for row in found)
        and h.p(".no-print")[f"{facts.unlisted} ", chat_link(site, product, words.technical, facts.ask_link)]
    )
    return h.h2(".data__heading", id=TECHNICAL_ID)[words.technical], table, asks


ID = "steps"
"""Id of the heading."""
PICTURE_WIDTH = 480


def steps(site: Site, product: Product) -> Node:
    """Return heading and steps with their pictures, for the page of a product that has some; one alone beside all."""
    pictures = [_picture(product, step) for step in product.steps]
    has_one = sum(map(bool, pictures)) == 1
    lines = [h.li[step.text, not has_one and shown] for step, shown in zip(product.steps, pictures, strict=True)]
    return [
        h.h2(".product__heading", id=ID)[site.interface.product.steps],
        h.div(class_="steps__one" if has_one else None)[
            h.ol(".steps", aria_labelledby=ID)[lines], has_one and pictures
        ],
    ]


def printed(product: Product) -> Element:
    """Return the steps as sentences alone, for paper."""
    return h.ol[[h.li[step.text] for step in product.steps]]


def how_to(site: Site, product: Product) -> dict[str, Any]:
    """Return the steps as schema.org has them (``HowTo``)."""
    return {
        "@type": "HowTo",
        "name": f"{product.name}: {site.interface.product.steps}",
        "step": [{"@type": "HowToStep", "text": step.text, **_image(step)} for step in product.steps],
    }


def _taken(step: JobStep) -> Picture | None:
    """Return the picture of a step; a placeholder is none."""
    shown = picture(step.picture) if step.picture else None
    return None if shown is None or shown.drawn else shown


def _picture(product: Product, step: JobStep) -> Node:
    if not (shown := _taken(step)):
        return None
    alt = product.use_picture if shown.name == f"products/{product.id}/use" else ""
    return small_picture(shown.name, alt=alt, least=PICTURE_WIDTH, loading="lazy")


def _image(step: JobStep) -> dict[str, str]:
    shown = _taken(step)
    return {"image": settings().public_url + shown.fallback.path} if shown else {}
