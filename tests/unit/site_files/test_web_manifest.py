"""The web app manifest of each language."""

from pathlib import Path

import pytest

from starbond_site import content
from starbond_site.content import Language, Site
from starbond_site.content.addresses import web_manifest
from starbond_site.site_files.web_manifest import files, manifest

ASSETS = Path(__file__).resolve().parents[3] / "assets"
SITES = [content.read(language) for language in content.LANGUAGES]


@pytest.mark.parametrize(
    ("site", "start"), [*zip(SITES, ("/finder", "/bn/finder"), strict=True)], ids=content.LANGUAGES
)
def test_the_app_begins_with_the_finder(site: Site, start: str) -> None:
    given = manifest(site)
    assert (given["start_url"], given["scope"], given["display"]) == (start, "/", "standalone")
    assert given["lang"] == site.language
    assert site.company.name in given["name"]
    assert {"any", "maskable"} == {icon["purpose"] for icon in given["icons"]}
    for icon in given["icons"]:
        assert (ASSETS / icon["src"][1:]).exists(), icon


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_it_stands_where_pages_link_it(language: Language) -> None:
    assert Path("public") / web_manifest(language)[1:] in dict(files())
