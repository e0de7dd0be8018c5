"""The drawn map says that it is a scheme, names every office, and asks nobody for anything."""

import pytest

from starbond_site import content
from starbond_site.content import Site
from starbond_site.presentation.city_map import city_map
from tests.unit.content.spoiled import Copy

SITES = [content.read(language) for language in content.LANGUAGES]


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.language)
def test_every_office_is_on_the_map(site: Site) -> None:
    assert site.map
    html = city_map(site, site.map)
    assert {place.office for place in site.map.places if place.office} == {office.id for office in site.company.offices}
    assert html.count("map__office") == len(site.company.offices)
    assert all(office.title in html for office in site.company.offices)
    assert site.map.note in html
    assert "http" not in html


def test_an_unknown_office_is_a_mistake(copy: Copy) -> None:
    copy.replace("map.toml", 'office = "sales"', 'office = "moon"')
    mistake = copy.mistake()
    assert (mistake.file, mistake.field) == ("map.toml", "places.3.office")


def test_a_site_needs_no_map(copy: Copy) -> None:
    (copy.folder / "map.toml").unlink()
    assert content.load(copy.folder, "en").map is None
