"""What docs/mirroring.md tells receivers to do works with what the site sends."""

import os
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from starbond_site.categories import LISTS
from starbond_site.webhooks import signing

PAGE = (Path(__file__).parents[3] / "docs" / "mirroring.md").read_text(encoding="utf-8")
SECRET, BODY = signing.new_secret(), '{"type":"changes","name":"নোটিশ"}'.encode()


def recipe(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return found


@pytest.fixture
def verify() -> Callable[[str, dict[str, str], bytes], bool]:
    names: dict[str, Any] = {}
    exec(recipe("python"), names)  # noqa: S102  our own page
    return names["verify"]


def test_python_recipe(verify: Callable[[str, dict[str, str], bytes], bool]):
    headers = signing.headers(SECRET, "changes_1_1_1", int(time.time()), BODY)
    assert verify(SECRET, headers, BODY)
    assert not verify(SECRET, headers, BODY + b" ")
    assert not verify(signing.new_secret(), headers, BODY)
    assert not verify(SECRET, headers | {"webhook-id": "changes_1_2_2"}, BODY)
    assert not verify(SECRET, signing.headers(SECRET, "changes_1_1_1", int(time.time()) - 301, BODY), BODY)


def test_openssl_recipe(tmp_path: Path):
    (tmp_path / "body").write_bytes(BODY)
    variables = {"SECRET": SECRET, "WEBHOOK_ID": "changes_1_1_1", "WEBHOOK_TIMESTAMP": "1700000000"}
    printed = subprocess.run(
        ["sh", "-c", recipe("sh")], cwd=tmp_path, env=os.environ | variables, check=True, capture_output=True, text=True
    )
    signed = signing.headers(SECRET, "changes_1_1_1", 1_700_000_000, BODY)["webhook-signature"]
    assert f"v1,{printed.stdout.strip()}" == signed


def test_page_names_every_list():
    assert [name for name in LISTS if f"`{name}`" not in PAGE] == []
