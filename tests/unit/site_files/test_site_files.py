"""Files beside the pages: weights, stylesheet, manifest of the app, and lists kept for offline."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from starbond_site import content
from starbond_site.content.addresses import SAFETY
from starbond_site.content.pictures import picture
from starbond_site.features.finder import table
from starbond_site.presentation import design
from starbond_site.presentation.site_files import offline, stylesheet, typefaces, weight
from starbond_site.presentation.site_files.offline import investor_pages, kept_pages, manifest

PAGES = ("", "Anything", "bn/Anything", *weight.FORMS)


@pytest.fixture
def compressed(tmp_path: Path) -> Path:
    """Return a build in which every page loads a script that imports another one, and a third later."""
    assets = tmp_path / "assets"
    assets.mkdir()
    code = {
        "page-1.js": 'import * as root from "/assets/root-1.js";import("https://elsewhere.example/a.js")',
        "root-1.js": 'import{a}from"./a-1.js";x(()=>import(`./later-1.js`))',
        "a-1.js": "",
        "later-1.js": "",
    }
    for size, (name, text) in zip((1_000, 70_000, 8_000, 1_000), code.items(), strict=True):
        (assets / name).write_text(text)
        (assets / f"{name}.br").write_bytes(bytes(size))
    for page in PAGES:
        folder = tmp_path / page
        folder.mkdir(exist_ok=True, parents=True)
        html = '<script data-page="/assets/page-1.js"></script><style data-from="/assets/a.css"/><a href="/x.pdf">'
        (folder / "index.html").write_text(html)
        (folder / "index.html.br").write_bytes(bytes(5_000))
    return tmp_path


def test_a_first_view_is_its_page_and_all_that_it_loads(compressed: Path) -> None:
    assert weight.warnings(compressed) == []
    assert weight.weigh(compressed, "Anything") == {
        "index.html": 5_000, "page-1.js": 1_000, "root-1.js": 70_000, "a-1.js": 8_000, "later-1.js": 1_000,
    }  # fmt: skip


@pytest.mark.parametrize("page", ["", "Anything", "bn/Anything"])
def test_a_page_that_is_too_heavy_is_one_sentence(compressed: Path, page: str) -> None:
    """Whatever its name; of its own files, since those that pages share would make all too heavy."""
    html = weight.BROWSED - 80_000 + 1_000
    (compressed / page / "index.html.br").write_bytes(bytes(html))
    total, limit = (html + 80_000) / 1000, weight.BROWSED / 1000
    told = f"/{page} weighs {total:.1f} kB of HTML, styles and scripts, more than {limit:.0f}: root-1.js 70.0"
    [sentence] = weight.warnings(compressed)
    assert sentence.startswith(told)


def test_the_page_furthest_beyond_its_limit_is_said_and_the_others_named(compressed: Path) -> None:
    for page, size in (("Anything", 70_000), ("", 90_000), ("bn/Anything", 80_000)):
        (compressed / page / "index.html.br").write_bytes(bytes(size))
    [sentence] = weight.warnings(compressed)
    assert sentence.startswith("/ weighs 170.0 kB")
    assert sentence.endswith("index.html 90.0, root-1.js 70.0, a-1.js 8.0; also too heavy: /bn/Anything, /Anything")


SHEET = (
    ".button{a:b}.container{c:d}"
    ".file--home{--file:0}.slide{e:f}.slide .button{g:h}"
    ".file--list{--file:0}@media print{.list,.container,.wide .slide{i:j}}"
)
HOME, LIST = ".slide{e:f}.slide .button{g:h}", "@media print{.list,.container,.wide .slide{i:j}}"


@pytest.mark.parametrize(("html", "files"), [
    ('<p class="button container">', ""), ('<p class="broad slide">', HOME), ('<p class="wide">', LIST),
    ('<p class="list"><p class="slide">', HOME + LIST), ('<p data-class="slide">slide</p><p class="slider">', ""),
])  # fmt: skip
def test_a_page_carries_the_rules_of_its_own_classes(html: str, files: str):
    assert stylesheet.needed(SHEET, f'<html lang="en">{html}') == ".button{a:b}.container{c:d}" + files


@pytest.mark.parametrize("name", [
    "icon-enlarge", "large-figures", "figure__body", "figure-table", "keep-offer", "tabs-heading",
    "list-end",
])  # fmt: skip
def test_a_file_that_only_mentions_a_class_takes_it_from_no_other(name: str):
    sheet, html = stylesheet.gather(), f'<html lang="en"><p class="{name}">'
    at = sheet.index(".file--")
    mention = f".file--a{{--file:0}}.b .{name},.{name}:has(+.{name}),:is(a,.{name},:not(a,.{name},b)) c{{d:e}}"
    found = stylesheet.needed(sheet[:at] + mention + sheet[at:], html)
    assert f"\n.{name} {{" in found
    assert found == stylesheet.needed(sheet, html)


def test_a_stylesheet_of_another_shape_is_refused():
    with pytest.raises(ValueError, match="stylesheet"):
        stylesheet.needed(".button{a:b}", "")


def test_every_file_is_in_the_sheet_and_all_but_those_for_all_pages_are_marked():
    sheet = stylesheet.gather()
    files = list(stylesheet.PACKAGE.rglob("*.css"))
    for file in files:
        text = stylesheet.for_pointers(file.read_text(encoding="utf-8"))
        assert text in sheet, file
        marked = f"{{--file:0}}\n{text}" in sheet
        assert marked is (file.parent.name != stylesheet.EVERYWHERE), file
    marks = stylesheet.MARKED.findall(sheet)
    # Two files of one name had one mark, of which minifiers keep one: the home page carried the finder's rules.
    assert len(set(marks)) == len(marks) == sum(file.parent.name != stylesheet.EVERYWHERE for file in files)


def test_a_class_has_rules_for_itself_in_one_file_alone():
    files = [stylesheet.INSIDE.sub("", file) for file in stylesheet.MARKED.split(stylesheet.gather())]
    owned = Counter(name for file in files for name in {*stylesheet.ALONE.findall(file)})
    assert [name for name, count in owned.items() if count > 1] == []


def test_every_property_that_a_rule_uses_is_given_somewhere():
    """A name that nobody gives counts as none: a button was black on red."""
    css = design.stylesheet() + stylesheet.gather()
    sources = [file for pattern in ("*.py", "*.jsx") for file in stylesheet.PACKAGE.rglob(pattern)]
    given = css + "".join(file.read_text(encoding="utf-8") for file in sources)
    used = set(re.findall(r"var\((--[\w-]+)\)", css))
    # Composed in `multi_carousel.jsx`.
    composed = {name for name in used if name.startswith("--shown-")}
    assert {name for name in used - composed if not re.search(rf"{name}[\"']?\]?\s*:", given)} == set()


def test_no_rule_of_a_pointer_holds_for_a_finger():
    """It would stay on what was touched last."""
    sheet = stylesheet.gather()
    for_pointers = re.findall(r"@media \(hover: hover\) \{[^{}]*\{[^{}]*\}\}", sheet)
    assert sum(rule.count(":hover") for rule in for_pointers) == sheet.count(":hover") > 20


@pytest.mark.parametrize(
    ("language", "files"), [("en", {design.LATIN.file, design.BANGLA.file}), ("bn", {design.BANGLA.file})]
)
def test_a_page_has_the_faces_of_its_language_and_asks_for_each_file_once(language: str, files: set[str]):
    own = re.findall(r"/fonts/([^\"]+)", design.with_own_faces(design.stylesheet(), language))
    assert (set(own), len(own)) == (files, len(files))


ASSETS = Path(__file__).resolve().parents[3] / "assets"
SITES = [content.read(language) for language in content.LANGUAGES]


def test_the_app_begins_at_home() -> None:
    for site in SITES:
        given, start = manifest(site), site.address("/")
        assert (given["start_url"], given["scope"], given["display"]) == (start, "/", "standalone"), start
        assert given["lang"] == site.language, start
        assert site.company.name in given["name"], start
        assert {"any", "maskable"} == {icon["purpose"] for icon in given["icons"]}, start
        for icon in given["icons"]:
            assert (ASSETS / icon["src"][1:]).exists(), icon


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """Return a build whose kept pages load one script, with empty files for everything else that is kept."""
    pages = [site.address(path) for site in SITES for path in kept_pages(site)]
    for page in pages:
        (tmp_path / page[1:]).mkdir(parents=True, exist_ok=True)
        (tmp_path / page[1:] / "index.html").write_text('<script data-page="/assets/page-12345678.js"></script>')
    others = [address for site in SITES for address in (*offline._marks(site), *offline._pictures(site))]
    others += [face.address for face in design.FACES.values()]
    others += [table.address(language) for language in content.LANGUAGES]
    for address in (*others, "/assets/page-12345678.js"):
        (tmp_path / address[1:]).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / address[1:]).write_text("")
    return tmp_path


@pytest.mark.features("finder")
def test_the_list_has_what_products_and_finder_need(static: Path) -> None:
    for site in SITES:
        version = offline.write_lists(static)
        given = json.loads((static / offline.address(site.language)[1:]).read_text("utf-8"))
        assert given["version"] == version, site.language
        addresses = given["addresses"]
        assert isinstance(addresses, list), site.language
        pages = [site.address(path) for path in kept_pages(site)]
        first = [site.address(SAFETY)] if site.has(SAFETY) else []
        assert addresses[: len(first)] == first, site.language
        assert [*first, *addresses[len(first) - len(pages) :]] == pages, site.language
        fonts, data = design.face(site.language).address, table.address(site.language)
        assert {fonts, data, "/assets/page-12345678.js"} <= set(addresses), site.language
        fronts = [picture(f"products/{each.id}/{size.id}-front") for each in site.products for size in each.sizes]
        taken = [front.formats["avif"] for front in fronts if "avif" in front.formats]
        assert {next(file.path for file in files if file.width == 320) for files in taken} <= set(addresses)
        assert not {site.address(path) for path in investor_pages(site)} & set(addresses), site.language
        assert not [each for each in addresses if each.startswith(("/files", "/documents", "/api", "/desk", "/feeds"))]


def test_a_change_of_any_file_makes_another_version(static: Path) -> None:
    before = offline.write_lists(static)
    assert offline.write_lists(static) == before
    (static / "bn" / "SuperGlue" / "index.html").write_text("changed")
    assert offline.write_lists(static) != before


@pytest.mark.features("finder")
def test_more_than_readers_are_told_is_said(static: Path) -> None:
    offline.write_lists(static)
    assert offline.warnings(static) == []
    (static / "finder" / "index.html.br").write_bytes(bytes(offline.MAX_BYTES + 1))
    assert [sentence.split(" lists ")[0] for sentence in offline.warnings(static)] == ["/offline-en.json"]


def test_what_cannot_be_shown_is_said_with_a_telephone_number() -> None:
    for site in SITES:
        words, sentences = site.interface.offline, offline.choices()["sentences"][site.language]
        assert words.documents_text in sentences["investors"], site.language
        assert words.missing_text in sentences["missing"], site.language
        for page in sentences.values():
            assert f'lang="{site.language}"' in page, site.language
            assert f'href="tel:{site.company.sales_phone.dial}"' in page, site.language
            assert "<script" not in page, site.language
            assert design.face(site.language).address in page, site.language
            # Browsers take what stands behind a blank for a width, and show the logo for light pages on dark ones.
            assert re.fullmatch(r"\S+", re.findall('srcset="(.*?)"', page)[0]), site.language


def test_letters_that_no_typeface_has_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    nepali = SITES[0].company.model_copy(update={"tagline": "Adhesives, and नेपाल"})
    monkeypatch.setattr(typefaces, "LANGUAGES", ("ne",))
    monkeypatch.setattr(content, "read", lambda _language: SITES[0].model_copy(update={"company": nepali}))
    (sentence,) = typefaces.warnings()
    assert sentence.startswith(
        "ne: no typeface of this site has न प ल ा े: readers see letters of their device, or boxes"
    )
