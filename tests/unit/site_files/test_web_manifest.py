"""The web app manifest of each language."""

from pathlib import Path

from starbond_site import content
from starbond_site.site_files.web_manifest import manifest

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
