"""The contract with Reflex's ``state.js``."""

from pathlib import Path

import pytest
import reflex_base

from starbond_site.reflex_adapter.build.same_origin import AFTER, FILE, SameOriginPlugin, own_address

TEMPLATE = Path(reflex_base.__file__).parent / ".templates" / "web" / FILE


def test_reflex_still_has_what_is_patched() -> None:
    assert AFTER in own_address(TEMPLATE.read_text(encoding="utf-8"))


def test_every_build_begins_with_the_file_as_reflex_delivers_it() -> None:
    # What an older version of our steps has left in the folder of the build must not meet the new ones.
    assert SameOriginPlugin().get_static_assets() == [(Path(FILE), TEMPLATE.read_text(encoding="utf-8"))]


def test_another_version_fails_the_build() -> None:
    with pytest.raises(ValueError, match="getBackendURL"):
        own_address("export const getBackendURL = () => location;")
