"""What the service worker is told, and the lists of what it keeps."""

import json
from pathlib import Path

import pytest

from starbond_site import content, design, finder
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.offline import investor_pages, kept_pages
from starbond_site.content.pictures import picture
from starbond_site.site_files import offline

SITES = [content.read(language) for language in content.LANGUAGES]


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """Return a build whose kept pages load one script, with empty files for everything else that is kept."""
    pages = [localized(path, site.language) for site in SITES for path in kept_pages(site)]
    for page in pages:
        (tmp_path / page[1:]).mkdir(parents=True)
        (tmp_path / page[1:] / "index.html").write_text('<script data-page="/assets/page-12345678.js"></script>')
    others = [address for site in SITES for address in (*offline._marks(site), *offline._pictures(site))]
    others += [face.address for face in design.FACES.values()]
    others += [finder.address(language) for language in content.LANGUAGES]
    for address in (*others, "/assets/page-12345678.js"):
        (tmp_path / address[1:]).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / address[1:]).write_text("")
    return tmp_path


def listed(static: Path, site: Site) -> dict[str, object]:
    return json.loads((static / offline.address(site.language)[1:]).read_text("utf-8"))


def test_the_list_has_what_products_and_finder_need(static: Path) -> None:
    for site in SITES:
        version = offline.write_lists(static)
        given = listed(static, site)
        assert given["version"] == version, site.language
        addresses = given["addresses"]
        assert isinstance(addresses, list), site.language
        pages = [localized(path, site.language) for path in kept_pages(site)]
        assert addresses[-len(pages) :] == pages, site.language
        fonts, data = design.FACES[site.language].address, finder.address(site.language)
        assert {fonts, data, "/assets/page-12345678.js"} <= set(addresses), site.language
        fronts = [picture(f"products/{each.id}/{size.id}-front") for each in site.products for size in each.sizes]
        taken = [front.formats["avif"] for front in fronts if "avif" in front.formats]
        assert {next(file.path for file in files if file.width == 320) for files in taken} <= set(addresses)
        assert not {localized(path, site.language) for path in investor_pages(site)} & set(addresses), site.language
        assert not [each for each in addresses if each.startswith(("/files", "/documents", "/api", "/desk", "/feeds"))]


def test_a_change_of_any_file_makes_another_version(static: Path) -> None:
    before = offline.write_lists(static)
    assert offline.write_lists(static) == before
    (static / "bn" / "SuperGlue" / "index.html").write_text("changed")
    assert offline.write_lists(static) != before


def test_more_than_readers_are_told_is_said(static: Path) -> None:
    offline.write_lists(static)
    assert offline.warnings(static) == []
    (static / "finder" / "index.html.br").write_bytes(bytes(offline.MOST_BYTES + 1))
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
