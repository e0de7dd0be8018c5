"""The search knows the language of the trade: what people type, and the product that comes first."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import FINDER, PREFIXED, SAFETY
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.names import date_and_ending
from starbond_site.documents.public_view import ByName
from starbond_site.documents.records import Document
from starbond_site.documents.text_search import LIMIT, Match
from starbond_site.presentation.search import ranking
from starbond_site.presentation.search.ranking import IndexEntry, index, made
from starbond_site.presentation.search.results import results
from starbond_site.shared import local_time
from tests.unit.documents.publishing import execute
from tests.unit.presentation.samples import published

SITE = content.read("en")
WOOD = {"/SyntheticResinAdhesive", "/GumkingSyntheticResin", "/PurAdhesives"}
ADHESIVES = WOOD | {"/SuperGlue", "/FixGelTube", "/GumkingSyntheticRubber", "/SyntheticRubberAdhesive"}
SHOE = {"/GumkingSyntheticRubber"}
RUBBER = {"/GumkingSyntheticRubber", "/SyntheticRubberAdhesive"}
PIPE = {"/UPVCSolventCement"}
SEALANT = {"/StarBondSilica"}
LUBRICANT = {"/StarBondSB40"}
DISTEMPER = {"/SyntheticDistemberAdhesives"}
THINNER = {"/StarBondNCThinner"}
PRESERVATIVE = {"/StarBondWoodPreservative"}
PAINT = {"/StarBondSprayPaint"}
CLEANER = {"/StarBondDashboardCleaner"}
FOUND: list[tuple[set[str], str]] = [
    (
        PIPE,
        "pvc pipe, 25 ml, পিভিসি পাইপ, pipe glue, upvc, plumber, solvent cement, ইউপিভিসি, পাইপের গাম, ২৫ মিলি, ১৯০ কেজি",
    ),
    (WOOD, "wood glue, কাঠের আঠা, glue for wood, furniture"),
    (LUBRICANT, "rust, hinge, sb40, sb-40, 277ml, মরিচা, জং"),
    (SEALANT, "silicone, silicon sealent, bathroom gap, সিলিকন"),
    ({"/SyntheticResinAdhesive", "/UPVCSolventCement"}, "100 kg, ১০০ কেজি"),
    (SHOE, "জুতার আঠা, shoe glue, laminate, formica glue, ফরমাইকা, চামড়ার আঠা, ফোমের আঠা"),
    (ADHESIVES, "গাম, glue, আঠা"),
    (SHOE | {"/PuHardener", "/SyntheticRubberAdhesive"}, "leather"),
    ({"/GumkingSyntheticResin", "/PurAdhesives"}, "plywood, প্লাইউড"),
    ({"/GumkingSyntheticResin"}, "paper carton, bookbinding, 30kg, কাগজের আঠা"),
    (PRESERVATIVE, "termite, উইপোকা, ঘুনপোকা"),
    (DISTEMPER, "whitewash, lime, distember, চুনকাম"),
    (THINNER, "thiner, 3.78 litre, 200 ltr, nc, থিনার"),
    ({"/StarBondHotMeltAdhesives"}, "hot glue, eva granules, 25 kg, হটমেল্ট"),
    ({"/SuperGlue"}, "superglue, suparglue, instant adhesive, broken cup, 2 gram, সুপার গ্লু, ২ গ্রাম"),
    ({"/FixGelTube"}, "gel"),
    ({"/PuHardener", "/PurAdhesives"}, "polyurethane"),
    ({"/PuHardener"}, "hardner"),
    (RUBBER, "rubber solution, সলিউশন"),
    (CLEANER, "car polish, dash board, গাড়ির পলিশ"),
    (PAINT, "spray colour, spary, রঙ"),
    ({"/GumkingSyntheticResin", "/GumkingSyntheticRubber"}, "gum king"),
    ({"/GumkingSyntheticResin", "/SyntheticResinAdhesive"}, "synthetic rezin"),
    ({"/SyntheticResinAdhesive"}, "সাদা আঠা"),
    (WOOD | PRESERVATIVE, "কাঠ"),
    ({"/contact"}, "factory address, phone number, office address, email address, head office, opening hours"),
    ({"/contact"}, "ফোন নম্বর, কারখানার ঠিকানা, অফিসের ঠিকানা, মোবাইল নাম্বার"),
    ({"/contact"}, "price list, rate chart, দাম কত, মূল্য তালিকা"),
    ({"/dealers"}, "dealer dhaka, where to buy, shop, chittagong dealer, ডিলার ঢাকা, দোকান, কোথায় পাব, রাজশাহী ডিলার"),
    ({"/career"}, "career, job, vacancy, job circular, চাকরি, ক্যারিয়ার, নিয়োগ বিজ্ঞপ্তি"),
    ({"/finder"}, "glass, mirror, কাচ, গ্লাস"),
    ({"/gallery"}, "photos, ছবি"),
    ({"/AnnualReport"}, "annual report, বার্ষিক প্রতিবেদন"),
    ({"/calendar"}, "agm date, record date, রেকর্ড ডেট"),
    ({"/agm"}, "সাধারণ সভা"),
    ({"/Bod", "/management"}, "directors, company secretary, কোম্পানি সচিব, পরিচালক"),
    ({"/figures"}, "eps, ইপিএস"),
    ({"/social-responsibility"}, "csr, সিএসআর"),
    ({"/news/dealer-meeting"}, "a day for dealers"),
]
"""What comes first for what people type, in English and Bangla; the words of the trade among them."""
QUESTIONS = {query: paths for paths, queries in FOUND for query in queries.split(", ")}


class Question(NamedTuple):
    """A question, the addresses of which each is the right first answer, and whether nobody may tune to it."""

    query: str
    right: frozenset[str]
    is_kept: bool


def _questions() -> Iterator[Question]:
    is_kept = False
    for line in Path(__file__).with_name("search_questions.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            is_kept = line.startswith("[kept aside")
        elif line and not line.startswith("#"):
            query, _, answers = line.partition(" = ")
            yield Question(query, frozenset(answers.partition(" < ")[0].split()), is_kept)


ASKED, ASKED_OF_A_HALF = [*_questions()], 100


def ranked(language: Language, query: str) -> list[str]:
    """Return the English paths of what the search finds."""
    return [found.path for found in index(language).ranked(query) if isinstance(found, IndexEntry)]


def shown(site: Site, query: str, *texts: Match, named: Sequence[Document] = ()) -> str:
    """Return the results as HTML, of documents that are found by their text, and of some by their names."""
    found = index(site.language).ranked(query, texts, lambda words: ByName((*named,), [1] * len(words)))
    return results(site, query, found).html


@pytest.mark.features
def test_what_people_type_brings_the_right_product_first() -> None:
    for language in LANGUAGES:
        found = {query: ranked(language, query)[:3] for query in QUESTIONS}
        wrong = {query: paths for query, paths in found.items() if not paths or paths[0] not in QUESTIONS[query]}
        assert wrong == {}, language


@pytest.mark.features
def test_nineteen_of_twenty_questions_have_the_right_answer_first_and_all_of_an_accident() -> None:
    halves = {is_kept: [each for each in ASKED if each.is_kept is is_kept] for is_kept in (True, False)}
    for language in LANGUAGES:
        wrong = {each: first for each in ASKED if each.right.isdisjoint(first := ranked(language, each.query)[:1])}
        assert [each for each in wrong if SAFETY in each.right] == []
        for half in halves.values():
            missed = {each.query: wrong[each] for each in half if each in wrong}
            assert len(half) == ASKED_OF_A_HALF
            assert len(missed) <= ASKED_OF_A_HALF / 20, (language, missed)


@pytest.mark.features
def test_a_page_is_found_by_its_title_whatever_year_and_unknown_words_stand_beside_it() -> None:
    for site in SITES:
        # The finder's title is a question whose only name is "glue".
        titles = {entry.title: entry.path for entry, _ in made(site)._entries if entry.path != FINDER}
        assert {title: ranked(site.language, f"when {title} 2026 xyzzy")[0] for title in titles} == titles


def test_every_size_is_found_as_its_label_writes_it() -> None:
    """Grams are written in two ways: they find the same."""
    for language in LANGUAGES:
        sold: dict[str, set[str]] = {}
        labels = [(size.label, product.path) for product in content.read(language).products for size in product.sizes]
        for label, path in labels:
            sold.setdefault(label.replace(" gm", " g"), set()).add(path)
        assert all(ranked(language, label)[0] in sold[label.replace(" gm", " g")] for label, _ in labels), language


def test_the_group_of_the_best_result_stands_first() -> None:
    text, gas, dividend = Match(published(7), 1, 1, "", ""), "Titas gas.pdf", "Dividend 2026 -20-11-2026.pdf"
    groups = [("wood glue", gas, "products"), ("factory address", gas, "pages"), ("titas gas", gas, "documents")]
    groups += [("dividend 2026", dividend, "documents"), ("dividend 2026", text, "pages"), ("titas gas", text, "texts")]
    for query, found, first in groups:
        is_text = isinstance(found, Match)
        html = shown(SITE, query, found) if is_text else shown(SITE, query, named=[published(7, name=found)])
        assert re.findall(r"<h2[^>]*>([^<]+)", html)[0] == getattr(SITE.interface.search, first), query
        # Styles keep the date on one line.
        assert found != dividend or f"<small>{date_and_ending(found)}</small>" in html


def filed(archive: Archive, names: Sequence[str], category: str = "AllNotice", title: str = "") -> None:
    """Write records of published documents with these names."""
    with database.writing(archive.engine) as session:
        for name in names:
            key = f"{category}/{name}"
            filed = {"category": category, "file_name": f"{name} -20-11-2026.pdf", "media_type": "application/pdf"}
            stored = {"size": 1, "sha256": key, "key": key, "published_at": local_time.now()}
            session.add(Document(**filed, **stored, title=title))


def found_names(archive: Archive, query: str, language: Language = "en") -> list[str]:
    found = ranking.search(archive, language, query, LIMIT)
    return [each.document.file_name.partition(" -")[0] for each in found if isinstance(each, Match)]


def test_documents_are_found_by_some_words_misspelt_in_bangla_and_in_banglish(archive: Archive) -> None:
    filed(archive, ["Annual Report 2023", "Annual Report 2024", "Annual Report 2025"], "AnnualReport")
    filed(archive, ["Dividend Declaration 2024"], "PriceSensitiveInformation")
    filed(archive, ["Credit rating 2024", "লভ্যাংশ বিতরণ", *(f"Notice {number}" for number in range(20))])
    for query, best in (
        ("annual report 2024", "Annual Report 2024"), ("when anual reprt 2024 xyzzy", "Annual Report 2024"),
        ("barshik protibedon 2023", "Annual Report 2023"), ("২০২৩ সালের বার্ষিক প্রতিবেদন কবে পাব", "Annual Report 2023"),
        ("credit reting of the company", "Credit rating 2024"), ("dividend 2024", "Dividend Declaration 2024"),
        ("devidend declaration final", "Dividend Declaration 2024"), ("labhyangsho bitoron kobe", "লভ্যাংশ বিতরণ"),
    ):  # fmt: skip
        for language in LANGUAGES:
            names = found_names(archive, query, language)
            assert names[:1] == [best], (query, names)
            # What has none of the words that tell most does not follow.
            assert not {name for name in names if name.startswith("Notice")}, query
    assert isinstance(ranking.search(archive, "en", "annual report 2024", LIMIT)[0], Match)
    (first, *_), paths = ranking.search(archive, "en", "annual report", LIMIT), ranked("en", "annual report")
    assert (isinstance(first, IndexEntry) and first.path) == paths[0], "the page of a subject, and then its documents"


def test_a_document_is_found_whichever_word_of_its_name_is_left_out_or_misspelt() -> None:
    words = ("Titas", "Rupsha", "Meghna")
    named = published(7, name=f"{' '.join(words)} -20-11-2026.pdf")
    for word in words:
        for other in ("when", "xyzzy", f"{word}z"):
            assert 'href="/documents/7"' in shown(SITE, " ".join(words).replace(word, other), named=[named]), other


@pytest.mark.parametrize(
    ("query", "name", "others"),
    [
        ("form", "Proxy form", "Price sensitive information"),
        ("শুনানি", "শুনানির নোটিশ", "সভার সিদ্ধান্ত"),
        ("কাঁচামাল", "কাঁচামাল আমদানি", "আমদানি"),
        ("25 ml", "Rent of 25 ml", "Rent"),
        ("rent notice", "Rent notice", "Letter"),
    ],
)
def test_a_name_is_found_before_more_newer_ones_than_are_ranked(
    archive: Archive, query: str, name: str, others: str
) -> None:
    filed(archive, [name, *(f"{others} {number}" for number in range(ranking.CANDIDATES * LIMIT + 1))])
    assert found_names(archive, query)[0] == name


def test_a_document_with_a_title_is_found_by_the_name_of_its_file_too(archive: Archive) -> None:
    filed(archive, ["Dividend declaration 2024"], title="২০২৪ সালের ঘোষণা")
    filed(archive, [f"Notice {number}" for number in range(9)])
    for query in ("dividend declaration 2024", "২০২৪ সালের ঘোষণা"):
        assert found_names(archive, query) == ["Dividend declaration 2024"], query


def test_documents_that_are_not_public_are_never_found(archive: Archive) -> None:
    filed(archive, ["Annual Report 2024", "Annual Report 2025"], "AnnualReport")
    execute(archive, "UPDATE document SET withdrawn_at = published_at WHERE id = 1")
    execute(archive, "UPDATE document SET replaced_at = published_at WHERE id = 2")
    assert [query for query in ("annual report 2024", "2025", "reprt", "বার্ষিক") if found_names(archive, query)] == []


def test_a_text_leads_to_its_page_of_the_file_or_to_its_place_in_the_text() -> None:
    site, document = content.read("bn"), published(7)
    found = (Match(document, 2, 2, "", "<mark>সভা</mark>"), Match(document, None, 3, "Sheet", "<mark>সভা</mark>"))
    html = results(site, "সভা", found).html
    assert re.findall(r'href="([^"]*)#([^"]*)"', html) == [
        (document.download_url, "page=2"), (f"/bn/documents/{document.id}/text", "page-3"),
    ]  # fmt: skip
    place = site.digits(site.interface.search.page.format(number=2))
    assert re.findall(r"page\">([^<]+)</span><mark>", html) == [place, "Sheet"]


def test_products_are_found_by_their_names_and_nothing_where_there_is_nothing() -> None:
    names = {product.name: product.path for language in LANGUAGES for product in content.read(language).products}
    assert {name: ranked("bn", name)[0] for name in names} == names
    for query in ["xyzzy", "ঝঞ্ঝা", "??", "", "for the"]:
        assert ranked("en", query) == [], query


ACCIDENTS = """
glue in my eye, swallowed glue, glue on skin, child drank adhesive, fingers stuck together, burned by hot glue
dizzy, fumes inhaled, poison, first aid, swalowed thinner, my son ate super glue, remove super glue from fingers
glue on lips, thinner caught fire, eyelids glued together, eyelashes stuck, hot glue burn on hand, hot melt burn
চোখে আঠা লেগেছে, আঠা খেয়ে ফেলেছে, প্রাথমিক চিকিৎসা, বিষ, হাত জোড়া লেগে গেছে, আঙুলে সুপার গ্লু, গাম মুখে গেছে
থিনারে মাথা ঘুরছে, chokhe atha, atha kheye feleche, baccha glue kheye felse, haate atha lege gese
চোখের পাতা জোড়া লেগে গেছে, ঠোঁটে ঠোঁট লেগে গেছে, গরম আঠায় হাত পুড়ে গেছে, chokher pata lege gese, gorom athay hat pure geche
"""
HARMLESS = """
fire proof glue, emergency pipe repair, pipe glue for drinking water, finger joint board glue, tongue and groove glue
painted wood, wood eaten by termites, eyelet, greyeyed, ঘুণে খেয়ে ফেলেছে কাঠ, চামড়ায় কোন আঠা লাগবে, কাঠের হাতল, জরুরি আঠা লাগবে
"""


def _queries(lines: str) -> list[str]:
    return [query for line in lines.strip().splitlines() for query in line.split(", ")]


def _first(query: str) -> set[str]:
    """Return the paths that stand first in the results, whose documents are others, by language."""
    links = [re.findall(r'href="([^"]*)"', shown(site, query, named=[published(7)]))[0] for site in SITES]
    return {re.sub(rf"^/({'|'.join(PREFIXED)})(?=/)", "", link) for link in links}


def _said_of_products() -> Iterator[str]:
    """Yield what the content says and people say of products and materials, apart from cautions."""
    for site in SITES:
        for product in site.products:
            yield from (product.name, product.summary, product.description, product.uses, *product.characteristics)
            yield from (*(size.label for size in product.sizes), *(step.text for step in product.steps))
            yield from site.trade_words.of(product.id)
        for material in site.materials:
            yield from (material.name, *material.words.all)


SITES = [content.read(language) for language in LANGUAGES]
WORDS = SITE.trade_words.accidents
OTHERS = st.lists(st.sampled_from(sorted({*_said_of_products(), *QUESTIONS})) | st.text(max_size=20), max_size=3)


@st.composite
def accidents(draw: st.DrawFn) -> str:
    """Return a query with a word of every set of a sign, in any order and between any other words."""
    assert WORDS
    sign = draw(st.sampled_from(WORDS.signs))
    told = [draw(st.sampled_from(WORDS.words[name].all)) for name in draw(st.permutations(sign))]
    return " ".join([word for each in told for word in (*draw(OTHERS), each)] + draw(OTHERS))


@pytest.mark.features("safety")
@given(accidents())
def test_an_accident_leads_to_first_aid_whatever_else_is_typed(query: str) -> None:
    assert _first(query) == {SAFETY}


@pytest.mark.features("safety")
def test_accidents_in_peoples_words_lead_to_first_aid_and_products_stand_below() -> None:
    assert [query for query in _queries(ACCIDENTS) if _first(query) != {SAFETY}] == []
    assert {"/SuperGlue", "/SyntheticResinAdhesive"} <= {*ranked("en", "glue in my eye")}


def test_ordinary_questions_about_products_do_not_lead_to_first_aid() -> None:
    asked = {*_said_of_products(), *QUESTIONS, *_queries(HARMLESS)}
    assert [query for query in asked if SAFETY in ranked("en", query)[:1]] == []
