"""First views of this company are within their limits; a build only says which are not (`site_files.weight`)."""

import pytest

from starbond_site.reflex_adapter import serving
from starbond_site.site_files import offline, weight
from tests.serving import build


@pytest.mark.full_build
def test_every_first_view_is_within_its_limit() -> None:
    build()
    assert weight.warnings(serving.STATIC) == []


@pytest.mark.full_build
def test_one_press_keeps_no_more_than_readers_are_told() -> None:
    build()
    assert offline.warnings(serving.STATIC) == []
