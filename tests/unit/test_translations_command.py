"""``admin translations``: what is missing, and how it ends."""

import pytest
from typer.testing import CliRunner

from starbond_site import admin
from starbond_site.admin import content


def test_nothing_is_missing() -> None:
    done = CliRunner().invoke(admin.app, ["translations"])
    assert done.exit_code == 0, done.output


def test_missing_texts_are_listed_and_end_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "missing_translations", lambda: ["brands.toml: For wood"])
    done = CliRunner().invoke(admin.app, ["translations"])
    assert done.exit_code == 1
    assert "brands.toml: For wood" in done.stdout
