"""The contract with the configuration that Reflex writes for Vite."""

import re

import pytest
from reflex_base.compiler import templates

from starbond_site.reflex_adapter.build.development import OURS, with_proxy
from starbond_site.reflex_adapter.build.prerendered import BuildError

WRITTEN = templates.vite_config_template("/", True, True, False, False)


def test_vite_passes_on_to_the_backend() -> None:
    assert '"target": "http://127.0.0.1:8123"' in with_proxy(8123)(WRITTEN)


def test_another_version_fails_the_build() -> None:
    with pytest.raises(BuildError, match="vite"):
        with_proxy(8123)("export default {};")


@pytest.mark.parametrize("address", ["/_event/?EIO=4", "/_upload", "/api/search?q=glue", "/files/1/Report.pdf"])
def test_what_the_backend_answers(address: str) -> None:
    assert re.match(OURS, address)


@pytest.mark.parametrize("address", ["/", "/AllNotice", "/apiary", "/@vite/client", "/app/root.jsx"])
def test_what_vite_answers(address: str) -> None:
    assert not re.match(OURS, address)
