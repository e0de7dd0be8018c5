"""The contract with Reflex's ``state.js``."""

from pathlib import Path

import pytest
import reflex_base

from starbond_site.build.same_origin import AFTER, FILE, own_address

TEMPLATE = Path(reflex_base.__file__).parent / ".templates" / "web" / FILE


def test_reflex_still_has_what_is_patched() -> None:
    assert AFTER in own_address(TEMPLATE.read_text(encoding="utf-8"))


def test_patching_twice_changes_nothing() -> None:
    once = own_address(TEMPLATE.read_text(encoding="utf-8"))

    assert own_address(once) == once


def test_another_version_fails_the_build() -> None:
    with pytest.raises(ValueError, match="getBackendURL"):
        own_address("export const getBackendURL = () => location;")
