"""Crafted files are refused, and what differs from them as little as possible is accepted."""

import io
import zipfile
from pathlib import Path

import pytest

from starbond_site.documents import file_types
from starbond_site.documents.inspection import Code, Finding, parts
from starbond_site.documents.inspection.nesting import Budget, Inspection
from tests.unit.documents import crafted, samples
from tests.unit.documents.crafted_pdf import Pair
from tests.unit.documents.publishing import sentence

PAIRS = crafted.everything()
CONTAINERS = {"pdf": "pdf", "zip": "zip", "docx": "zip", "odt": "zip", "doc": "compound", "xls": "compound"}
CONTAINERS |= {"jpg": "jpeg", "png": "png"}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.id)
def test_crafted_file_is_refused_and_its_counterpart_is_not(pair: Pair):
    """Each bad file has the code of its refusal; the clean one has its type."""
    with pytest.raises(Finding) as found:
        _inspect(pair.name, pair.bad)
    assert found.value.code == pair.refusal.code
    extension = pair.name.rpartition(".")[2]
    assert _inspect(pair.name, pair.clean) == {"jpg": "jpeg"}.get(extension, extension)


@pytest.mark.parametrize("pair", {pair.refusal: pair for pair in PAIRS}.values(), ids=lambda pair: pair.refusal.code)
def test_each_refusal_has_a_sentence(tmp_path: Path, pair: Pair):
    """The process that inspects answers the same, and a person reads why, in both languages."""
    path = tmp_path / "file"
    path.write_bytes(pair.bad)
    with pytest.raises(pair.refusal) as refused:
        file_types.detect_type(path, pair.name)
    sentences = {sentence(refused.value, "en"), sentence(refused.value, "bn")}
    assert len(sentences) == 2
    assert not any("{" in words for words in sentences)
    path.write_bytes(pair.clean)
    assert file_types.detect_type(path, pair.name)


@pytest.mark.parametrize(("limit", "code"), [("unpacked", Code.UNSAFE_ARCHIVE), ("kept", Code.EMBEDDED_UNCHECKED)])
def test_all_levels_share_one_budget(limit: str, code: Code):
    """Files inside files cannot multiply the work, nor the memory: two levels of 40,000 bytes are more than 60,000."""
    inner = samples.zipped({"a": bytes(1), "b.zip": samples.zipped({"c": bytes(40_000)}, zipfile.ZIP_STORED)})
    nested = samples.zipped({"inner.zip": inner}, zipfile.ZIP_STORED)
    budget = Budget(len(nested))
    Inspection(budget).inspect(io.BytesIO(nested), "zip")
    budget = Budget(len(nested))
    setattr(budget, limit, {"unpacked": 60_000, "kept": 30_000}[limit])
    with pytest.raises(Finding) as found:
        Inspection(budget).inspect(io.BytesIO(nested), "zip")
    assert found.value.code == code


@pytest.mark.parametrize(
    "address",
    [
        "",
        "#a",
        "media/a.png",
        "/word/a.xml",
        "../a.ott",
        "./Object 1",
        "C:\\a.dotx",
        "file:///C:/a.dotx",
        "file:/C:/a.dotx",
        "file:////C:/a.dotx",
        "file:///home/a/a.ott",
        "file:a.dotx",
        "a/b:c.xml",
        "file:///C:\\Users\\a%20b\\a.dotx",
    ],
)
def test_addresses_on_the_own_device(address: str):
    """What does not leave the reader's device is accepted."""
    assert not parts.is_remote(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://a",
        " HTTPS://a",
        "//a/b",
        "\\\\a\\b",
        "/\\a/b",
        "%5c%5Ca",
        "%68ttp://a",
        "ftp://a",
        "mhtml:http://a",
        "ms-word:ofe|u|a",
        "file://a/b",
        "file:////a/b",
        "file:\\\\a\\b",
        "file:///\\\\a\\b",
        "file://localhost/b",
        "javascript:a",
        "data:a",
    ],
)
def test_addresses_elsewhere(address: str):
    """Another host is remote in every spelling, and so is every other scheme."""
    assert parts.is_remote(address)


def _inspect(name: str, content: bytes) -> str:
    """Inspect bytes in this process."""
    container = CONTAINERS[name.rpartition(".")[2]]
    return Inspection(Budget(len(content))).inspect(io.BytesIO(content), container)
