"""The web app manifest of each language."""

from pathlib import Path

from starbond_site import content
from starbond_site.content.addresses import web_manifest
from starbond_site.site_files.web_manifest import files, manifest

ASSETS = Path(__file__).resolve().parents[3] / "assets"
SITES = [content.read(language) for language in content.LANGUAGES]


def test_the_app_begins_with_the_finder() -> None:
    for site, start in [*zip(SITES, ("/finder", "/bn/finder"), strict=True)]:
        given = manifest(site)
        assert (given["start_url"], given["scope"], given["display"]) == (start, "/", "standalone"), start
        assert given["lang"] == site.language, start
        assert site.company.name in given["name"], start
        assert {"any", "maskable"} == {icon["purpose"] for icon in given["icons"]}, start
        for icon in given["icons"]:
            assert (ASSETS / icon["src"][1:]).exists(), icon


def test_it_stands_where_pages_link_it() -> None:
    for language in content.LANGUAGES:
        assert Path("public") / web_manifest(language)[1:] in dict(files()), language
