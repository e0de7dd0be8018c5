"""Ten of the made files on their whole way: sent in two steps, in the list, downloaded, found, and drawn."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from resumable_site import Uploads

from starbond_site.documents import extraction
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import office, pdf, process
from starbond_site.documents.extractor import Extractor
from tests.files.cases import CASES

WORDS = {
    "extract.pdf": "board meeting", "empty node twice.pdf": "board meeting", "filled in.pdf": "starfilled",
    "comment.pdf": "reviewer", "right of a spread.pdf": "right words", "order of shapes.pdf": "কোম্পানি বার্ষিক",
    "long.docx": "zymurgy", "document2.docx": "resolved", "theme.doc": "", "samsung.jpg": "",
}  # fmt: skip
"""What finds each by its text; nothing for files without text."""


class InProcess(process.Process):
    """Reads in the process of the tests."""

    def __init__(self, kind: str, path: Path) -> None:
        self._read = pdf if kind == "pdf" else office
        self._kind, self._path = kind, path

    def result(self) -> extraction.Found:
        found = self._read.read(self._path, self._kind)
        return replace(found, picture=pdf.first_page(self._path)) if self._kind == "pdf" else found


def test_made_files_travel(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process, "Process", InProcess)
    site = Uploads(archive)
    made = {case.name: case.content for case in CASES if case.name in WORDS}
    assert made.keys() == WORDS.keys()
    links: dict[str, str] = {}
    for name, content in made.items():
        path = site.create(len(content), filename=name).headers["location"]
        assert site.patch(path, 0, content).status == 204, name
        step = site.step(path)
        assert step.json["outcome"] == "published", (name, step.json)
        links[name] = step.json["href"]
    listed = site.get("/api/documents/AllNotice").json["documents"]
    assert {one["DownloadUrl"] for one in listed} == set(links.values())
    for name, link in links.items():
        answer = site.get(unquote(link))
        assert (answer.status, answer.body) == (200, made[name]), name
    Extractor(archive).run()
    for name, words in WORDS.items():
        if words:
            found = site.get("/api/search", query=f"q={quote(words)}&count=24").json
            assert links[name] in [one["DownloadUrl"] for one in found], name
        number = links[name].split("/")[2]
        picture = site.get(f"/documents/{number}/page-1.webp")
        assert (picture.status == 200) == name.endswith(".pdf"), name
