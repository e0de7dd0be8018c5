"""The drawn map says that it is a scheme, names every office, and asks nobody for anything."""

from starbond_site import content
from starbond_site.presentation.city_map import city_map
from tests.unit.content.spoiled import Copy


def test_every_office_is_on_the_map_and_a_site_needs_none(copy: Copy) -> None:
    for language in content.LANGUAGES:
        site = content.read(language)
        assert site.map
        html = city_map(site, site.map)
        shown = {place.office for place in site.map.places if place.office}
        assert shown == {office.id for office in site.company.offices}
        assert html.count("map__office") == len(site.company.offices)
        assert all(office.title in html for office in site.company.offices)
        assert site.map.note in html
        assert "http" not in html
    copy.remove("map.toml")
    assert content.load(copy.folder, "en").map is None
