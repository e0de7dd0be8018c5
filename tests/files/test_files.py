"""Every made file is published or refused as people may expect, and read as it is."""

import io
from pathlib import Path

import pytest
from PIL import Image

from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import file_types
from starbond_site.documents.extraction import office, pdf
from starbond_site.documents.look import Look
from starbond_site.documents.preflight import report
from starbond_site.documents.refusals import Refusal
from tests.files.case import Case
from tests.files.cases import CASES

USUAL = {"no_title", "no_language", "not_tagged"}


def result(look: Look, path: Path, name: str) -> tuple[str, list[str]]:
    """Return the id of the type, or code and sentences of the refusal."""
    try:
        return file_types.detect_type(path, name, look).id, []
    except Refusal as refusal:
        said = [refusal_sentence(refusal.code, language, refusal.values) for language in ("en", "bn")]
        return refusal.code, said


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_file(case: Case, tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(case.content)
    look = Look(path)
    kind, said = result(look, path, case.name)
    assert kind == case.found
    if said:
        assert [words in sentence for words, sentence in zip(case.says, said, strict=True)] == [True, True], said
        return
    found = report.read_properties(look)
    assert found
    assert {remark.code for remark in report._file_remarks(found, ())} - USUAL == set(case.remarks)
    if case.texts is not None:
        reader = pdf if kind == "pdf" else office
        read = reader.content(path, kind)
        assert (read.pages, read.texts, read.is_scan) == (case.pages, case.texts, False)
        assert read.labels == (case.labels or read.labels)
    if case.inked:
        with Image.open(io.BytesIO(pdf.picture(path, "pdf"))) as picture:
            left, top, right, bottom = case.inked
            box = (picture.width * left, picture.height * top, picture.width * right, picture.height * bottom)
            assert picture.convert("L").crop(tuple(map(int, box))).getextrema()[0] < 128  # pyright: ignore


def test_every_line_has_files_on_both_sides_of_its_edge():
    assert len({case.name for case in CASES}) == len(CASES)
    for line in {case.line for case in CASES}:
        assert len([case for case in CASES if case.line == line]) >= 2, line
