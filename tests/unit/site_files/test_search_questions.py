"""The search of the header knows the language of the trade: what people type, and the product that comes first."""

from typing import Any

from starbond_site import content
from starbond_site.content import LANGUAGES, Language
from starbond_site.site_files import search_index
from tests.unit import javascript

RANK = "given.queries.map((query) => functions.ranked(functions.prepared(given.index), query))"
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
    ({"/calendar"}, "agm date, record date, রেকর্ড ডেট, সাধারণ সভা"),
    ({"/Bod", "/management"}, "directors, company secretary, কোম্পানি সচিব, পরিচালক"),
    ({"/figures"}, "eps, ইপিএস"),
    ({"/social-responsibility"}, "csr, সিএসআর"),
    ({"/news/dealer-meeting"}, "a day for dealers"),
]
"""What comes first for what people type, in English and Bangla; the words of the trade among them."""
QUESTIONS = {query: paths for paths, queries in FOUND for query in queries.split(", ")}


def results(language: Language, queries: list[str], *, whole: bool = False) -> dict[str, list[str]]:
    """Return the addresses that the search finds, by query, as English paths; if asked, of what holds all words."""
    given: dict[str, Any] = {"index": search_index.index(content.read(language)), "queries": queries}
    found = javascript.run("site_search/ranking.jsx", RANK, given)
    return {
        query: [entry["url"].removeprefix("/bn") for entry in entries if entry["isWhole"] or not whole]
        for query, entries in zip(queries, found, strict=True)
    }


def test_what_people_type_brings_the_right_product_first() -> None:
    for language in LANGUAGES:
        found = results(language, list(QUESTIONS))
        wrong = {query: urls[:3] for query, urls in found.items() if not urls or urls[0] not in QUESTIONS[query]}
        assert wrong == {}, language


def test_every_size_is_found_as_its_label_writes_it() -> None:
    """Grams are written in two ways: they find the same."""
    for language in LANGUAGES:
        sold: dict[str, set[str]] = {}
        labels = [(size.label, product.path) for product in content.read(language).products for size in product.sizes]
        for label, path in labels:
            sold.setdefault(label.replace(" gm", " g"), set()).add(path)
        found = results(language, [label for label, _ in labels])
        assert all(urls[0] in sold[label.replace(" gm", " g")] for label, urls in found.items()), language


def test_documents_stand_first_where_no_product_holds_all_words() -> None:
    """`site_search.jsx` puts documents above the rest where nothing of the site is whole."""
    assert results("en", ["titas gas", "proxy form"], whole=True) == {"titas gas": [], "proxy form": []}
    assert all(results("en", ["wood glue", "factory address"], whole=True).values())


def test_products_are_found_by_their_names_and_nothing_where_there_is_nothing() -> None:
    names = {product.name: product.path for language in LANGUAGES for product in content.read(language).products}
    found = results("bn", list(names))
    assert {name: urls[0] for name, urls in found.items()} == names
    for query in ["xyzzy", "ঝঞ্ঝা", "??", "", "for the"]:
        assert results("en", [query]) == {query: []}, query
