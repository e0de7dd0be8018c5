"""Art reads the site's content as data, and its packs are those of the products."""

import ast
from pathlib import Path

import pytest

from art.content import PackError, read
from art.paths import CONTENT, PACKS, ROOT

MISTAKES = [
    ("[super-glue", "[super-gum", "packs.toml: there is no product super-gum"),
    ('"40-gm" = ', '"50-gm" = ', "packs.toml: super-glue.sizes: packs and sizes differ in 40-gm, 50-gm"),
    ('form = "carded_tube"', 'form = "box"', "packs.toml: super-glue.sizes.2-gm.form: "),
    ('title = "Fix Gel"', 'title = "Fix Gel"\nshape = "round"', "packs.toml: fix-gel-tube.shape: "),
]


@pytest.mark.company
def test_a_mistake_names_file_and_field(tmp_path: Path) -> None:
    for old, new, sentence in MISTAKES:
        text = PACKS.read_text(encoding="utf-8")
        assert old in text, (old, new, sentence)
        file = tmp_path / PACKS.name
        file.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(PackError, match=f"^{sentence}"):
            read(CONTENT, file)


@pytest.mark.company
def test_a_larger_size_has_a_larger_pack() -> None:
    for product in read().products:
        volumes = [size.volume_ml for size in product.sizes]
        assert volumes == sorted(set(volumes)), product.id


@pytest.mark.company
def test_a_product_without_packs_is_drawn_in_plain_ones(tmp_path: Path) -> None:
    text = PACKS.read_text(encoding="utf-8")
    file = tmp_path / PACKS.name
    file.write_text(text[: text.index("[super-glue")], encoding="utf-8")
    assert {
        size.form for product in read(CONTENT, file).products for size in product.sizes if product.id == "super-glue"
    } == {"bottle"}


def test_site_and_art_do_not_import_each_other() -> None:
    for folder, other in [("art", "starbond_site"), ("starbond_site", "art")]:
        imported = {
            name
            for file in (ROOT / folder).rglob("*.py")
            if ".venv" not in file.parts
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            for name in (
                [node.module] if isinstance(node, ast.ImportFrom) and node.module
                else [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            )
        }  # fmt: skip
        assert {name for name in imported if name.split(".")[0] == other} == set(), (folder, other)
