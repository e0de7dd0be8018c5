"""Products side by side: what an address asks for, and the table."""

import re
from html import escape

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.presentation.products.comparison import MAX_NAME, MOST, Choice, comparison

SITES = [content.read(language) for language in content.LANGUAGES]
ENGLISH = SITES[0]
GLUE, RESIN, PUR, THINNER = "super-glue", "synthetic-resin-adhesive", "pur-adhesive", "nc-thinner"


def ids(choice: Choice) -> list[str]:
    return [product.id for product in choice.products]


def row(html: str, label: str) -> list[str]:
    found = re.search(rf'<th scope="row" role="rowheader">{re.escape(label)}</th>(.*?)</tr>', html)
    assert found, label
    return re.findall('<td role="cell">(.*?)</td>', found[1])


def test_what_an_address_asks_for():
    for names, shown, too_many, unknown in [
        ([], [], [], []),
        (["", " "], [], [], []),
        ([GLUE, PUR], [GLUE, PUR], [], []),
        ([GLUE, "", GLUE], [GLUE], [], []),
        ([GLUE, "no-such", PUR], [GLUE, PUR], [], ["no-such"]),
        ([GLUE, PUR, RESIN, THINNER], [GLUE, PUR, RESIN], [THINNER], []),
    ]:
        choice = Choice.of(ENGLISH, names)
        assert (ids(choice), [product.id for product in choice.too_many]) == (shown, too_many)
        assert list(choice.unknown) == unknown, (names, shown, too_many, unknown)


def test_every_product_can_stand_beside_others():
    for site in SITES:
        for place, product in enumerate(site.products):
            other = site.products[place - 1]
            html = comparison(site, Choice.of(site, [product.id, other.id]))
            words = site.interface.product
            assert row(html, words.uses) == [f"<p>{escape(each.uses)}</p>" for each in (product, other)], site.language
            for cell, each in zip(row(html, words.sizes_heading), (product, other), strict=True):
                assert cell == f"<p>{', '.join(size.label for size in each.sizes)}</p>", site.language
            for cell, each in zip(row(html, words.caution), (product, other), strict=True):
                assert re.findall("<li>(.*?)</li>", cell) == [escape(caution) for caution in each.cautions], (
                    site.language
                )


def test_no_cell_is_empty():
    """Where no text says anything, telephone and WhatsApp stand there."""
    for site in SITES:
        for product in site.products:
            html = comparison(site, Choice.of(site, [product.id, GLUE, RESIN]))
            cells = re.findall('<td role="cell">(.*?)</td>', html.partition("<tbody")[2])
            assert cells, site.language
            for cell in cells:
                assert re.sub("<[^>]+>", "", cell).strip(), site.language
                assert ('class="ask"' in cell) == ("tel:" in cell) == ("wa.me" in cell), site.language


def test_rows_of_which_no_text_says_anything_are_left_out():
    html = comparison(ENGLISH, Choice.of(ENGLISH, [RESIN, GLUE]))
    labels = re.findall('role="rowheader">(.*?)</th>', html)
    finder, facts = ENGLISH.interface.finder, ENGLISH.interface.facts
    assert {finder.wet, finder.heat, facts.times} <= set(labels)
    assert not {finder.outdoors, facts.solvent, facts.open_time, facts.dose} & set(labels)
    thinner = comparison(ENGLISH, Choice.of(ENGLISH, [THINNER]))
    assert not re.search(f">{facts.joins}<|{facts.times}|{facts.note}", thinner)
    [told, asked] = row(html, finder.wet)
    assert (told, "tel:" in asked) == ("<p>Resistant to water.</p>", True)


def said(site: Site, *names: str) -> list[str]:
    html = comparison(site, Choice.of(site, names))
    return re.findall("<p>(.*?)</p>", re.findall('role="status"[^>]*>(.*?)</div>', html)[0])


def test_what_is_said_of_a_choice():
    for site in SITES:
        words, names = site.interface.compare, [product.id for product in site.products]
        assert said(site) == [words.nothing]
        assert said(site, names[0]) == [words.one_more]
        assert said(site, *names[:MOST]) == []
        left_out = words.too_many.format(count=MOST, names=site.products[MOST].name)
        assert said(site, *names[: MOST + 1]) == [digits(left_out, site.interface.dates)]
        assert said(site, *names[:2], "<b>") == [words.unknown.format(name="&lt;b&gt;")]
        assert said(site, "x" * 500) == [words.nothing, words.unknown.format(name="x" * MAX_NAME + "…")]
