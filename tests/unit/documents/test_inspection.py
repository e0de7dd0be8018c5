"""Which files are accepted, which are refused, and that what is refused leaves nothing."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ExifTags, Image

from starbond_site.documents import audit, file_types, look
from starbond_site.documents.archive import Archive
from starbond_site.documents.file_types import EXTENSIONS, FILE_TYPES
from starbond_site.documents.inspection import MAX_TARGET, OTHER, images, parts
from starbond_site.documents.inspection.nesting import MAX_KEPT, Inspection
from starbond_site.documents.look import Look
from starbond_site.documents.refusals import OF_FILE, Refusal
from tests.files.loaded import _with_page
from tests.refused import refuses
from tests.unit.documents import corpus, crafted, photos, samples
from tests.unit.documents.crafted_office import docx
from tests.unit.documents.publishing import WHO, archive_in, assert_nothing_happened, outcome, publish, rows, sentence

CONTAINERS = {extension[1:]: kind.container for kind in FILE_TYPES.values() for extension in kind.extensions}
SEEDS = {
    **samples.GOOD,
    "attached.pdf": crafted.attached("all.zip", samples.zipped({"a.docx": samples.GOOD["letter.docx"]})),
    "nested.zip": samples.zipped({name: data for name, data in samples.GOOD.items() if "." in name}),
}
CHANGES = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=8)), max_size=4)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Give an archive that stays empty, shared by all bad files."""
    with archive_in(tmp_path_factory.mktemp("untouched")) as archive:
        yield archive


def inspected(name: str, data: bytes, inspection: Inspection | None = None) -> str:
    """Return the type of a file, or the code of its refusal."""
    try:
        container = CONTAINERS[name.rpartition(".")[2]]
        return (inspection or Inspection(len(data))).inspect(io.BytesIO(data), container)
    except Refusal as finding:
        return finding.code


def test_bad_file_is_refused_and_leaves_nothing(untouched: Archive):
    bad_files = corpus.everything()
    assert len({bad.id for bad in bad_files}) == len(bad_files) >= 100
    found = {bad.id: outcome(publish, untouched, "AllNotice", bad.name, bad.content) for bad in bad_files}
    assert found == {bad.id: bad.refusal for bad in bad_files}
    assert_nothing_happened(untouched)
    assert rows(untouched, "SELECT outcome FROM audit ORDER BY id") == [(bad.refusal,) for bad in bad_files]


def test_crafted_file_is_refused_and_its_counterpart_is_not():
    pairs = crafted.everything()
    assert {pair.id: inspected(pair.name, pair.bad) for pair in pairs} == {pair.id: pair.refusal for pair in pairs}
    clean = {pair.id: inspected(pair.name, pair.clean) for pair in pairs}
    extensions = {pair.id: pair.name.rpartition(".")[2] for pair in pairs}
    assert clean == {name: {"jpg": "jpeg"}.get(extension, extension) for name, extension in extensions.items()}


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(("name", "data", "expected"), [
    ("report.pdf", samples.GOOD["report.pdf"], FILE_TYPES["pdf"]),
    ("photo.jpg", samples.GOOD["photo.jpg"], FILE_TYPES["jpeg"]),
    ("report.pdf", crafted.scripted(), "active_pdf"), ("plan.png", crafted.png(10_001, 10_000), "image_too_large"),
], ids=["PDF", "JPEG", "script", "large"])  # fmt: skip
def test_the_process_that_inspects_answers_the_same(tmp_path: Path, name: str, data: bytes, expected: object):
    (path := tmp_path / "file").write_bytes(data)
    assert outcome(file_types.detect_type, path, name, Look(path)) == expected


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(("end", "expected"), [
    ("false", "not_checked"), ("kill -XCPU $$", "not_checked"), ("kill -9 $$", "machine_busy"),
])  # fmt: skip
def test_a_parser_that_crashes_is_no_crash_of_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, expected: str
):
    (path := tmp_path / "file").write_bytes(crafted.png(1, 1))
    monkeypatch.setattr(look, "command", lambda *_: ["/bin/sh", "-c", end])
    assert outcome(file_types.detect_type, path, "plan.png", Look(path)) == expected


@pytest.mark.usefixtures("processes")
def test_a_parser_without_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (path := tmp_path / "file").write_bytes(crafted.png(1, 1))
    monkeypatch.setattr(look, "PATIENCE", 0.001)
    assert outcome(file_types.detect_type, path, "plan.png", Look(path)) == "machine_busy"


def test_good_file_is_accepted(tmp_path: Path):
    path = tmp_path / "file"
    for name, data in samples.GOOD.items():
        path.write_bytes(data)
        kinds = {
            file_types.detect_type(path, shown, Look(path)) for shown in (name, name.upper(), "without an extension")
        }
        assert [f".{name.split('.')[1]}" in kind.extensions for kind in kinds] == [True], name
    assert {f".{name.split('.')[1]}" for name in samples.GOOD} == set(EXTENSIONS)
    # The second picture that telephones write, and an action of a PDF that opens it at a place.
    assert inspected("a.jpg", samples.picture("JPEG") + samples.picture("JPEG", "blue")) == "jpeg"
    place = samples.pdf(change=lambda made: made.Root.update({"/OpenAction": made.pages[0].obj}))
    assert inspected("a.pdf", place) == "pdf"
    assert len({kind.media_type for kind in FILE_TYPES.values()}) == len(FILE_TYPES)


INNER = samples.zipped({"a": bytes(1), "b.zip": samples.zipped({"c": bytes(40_000)}, zipfile.ZIP_STORED)})
NESTED = samples.zipped({"inner.zip": INNER}, zipfile.ZIP_STORED)
IN_WORD = samples.compound(("WordDocument", b"words" + INNER))
LETTER = docx(word__a=f"<w:hdr>{' ' * 40_000}</w:hdr>".encode())
LETTERS = samples.compound(("WordDocument", b"words" + LETTER), ("1Table", b"words" + LETTER))


@pytest.mark.parametrize(("name", "content", "limit", "most", "found"), [
    ("a.zip", NESTED, "unpacked", 60_000, "unsafe_archive"), ("a.zip", NESTED, "kept", 30_000, "embedded_unchecked"),
    ("a.doc", IN_WORD, "unpacked", 60_000, "unsafe_archive"), ("a.doc", IN_WORD, "kept", 30_000, "embedded_unchecked"),
    ("a.zip", samples.zipped({"a.docx": LETTER, "b.docx": LETTER}), "parsed", 60_000, "unsafe_archive"),
    ("a.doc", LETTERS, "parsed", 60_000, "unsafe_archive"),
    ("a.docx", _with_page(f"<html>{' ' * 40_000}</html>", times=4), "parsed", 100_000, "docx"),
])  # fmt: skip
def test_all_levels_share_one_budget(name: str, content: bytes, limit: str, most: int, found: str):
    """Files inside files cannot multiply the work, nor the memory: two levels of 40,000 bytes are more than 60,000.

    What stands inside by chance counts too; a page is read once for all who name it, beside what finds that it is none.
    """
    assert inspected(name, content) == name[2:]
    inspection = Inspection(len(content))
    setattr(inspection, limit, most)
    assert inspected(name, content, inspection) == found


@pytest.mark.parametrize("letter", [
    _with_page(f"<img src='http://{'a' * MAX_TARGET}'>"), _with_page("<p/>", part=f"word/{'a' * MAX_TARGET}.bin"),
], ids=["page", "part"])  # fmt: skip
def test_an_address_in_a_refusal_is_short(letter: bytes):
    with refuses("remote_office") as refused:
        Inspection(0).inspect(io.BytesIO(letter), "zip")
    assert len(str(refused.value.values["target"])) == MAX_TARGET


@pytest.mark.parametrize("name", SEEDS)
@given(changes=CHANGES, cut=st.one_of(st.none(), st.floats(0, 1)), tail=st.binary(max_size=16))
def test_altered_file_gets_type_or_code(name: str, changes: list[tuple[float, bytes]], cut: float | None, tail: bytes):
    altered = bytearray(SEEDS[name])
    for place, given_bytes in changes:
        start = int(place * len(altered))
        altered[start : start + len(given_bytes)] = given_bytes
    inspection = Inspection(len(altered))
    found = inspected(name, bytes(altered[: None if cut is None else int(cut * len(altered))]) + tail, inspection)
    assert found in (*FILE_TYPES, OTHER, *OF_FILE)
    assert found in OF_FILE or (inspection.kept, inspection.depth) == (MAX_KEPT, 0)


def test_addresses_on_the_own_device_and_elsewhere():
    """Another host is remote in every spelling, and so is every other scheme."""
    near = [
        "", "#a", "media/a.png", "/word/a.xml", "../a.ott", "./Object 1", "C:\\a.dotx", "file:///C:/a.dotx",
        "file:/C:/a.dotx", "file:////C:/a.dotx", "file:////Users/a/b.dotx", "file://localhost/Users/b",
        "Macintosh HD:Users:a.dotx", "Macintosh%20HD:a.dotx", "file:///home/a/a.ott", "file:a.dotx", "a/b:c.xml",
        "file:///C:\\Users\\a%20b\\a.dotx",
    ]  # fmt: skip
    far = [
        "http://a", " HTTPS://a", "//a/b", "\\\\a\\b", "/\\a/b", "%5c%5Ca", "%68ttp://a", "ftp://a", "mhtml:http://a",
        "ms-word:ofe|u|a", "file://a/b", "file:////a/b", "file:\\\\a\\b", "file:///\\\\a\\b",
        "file:////Users.example/a", "file://users/a",
        "javascript:a", "data:a",
    ]  # fmt: skip
    assert [address for address in near if parts.is_remote(address)] == []
    assert [address for address in far if not parts.is_remote(address)] == []


def test_size_and_category_are_checked(untouched: Archive):
    for category in ("", "allnotice", "Financial", "../AllNotice"):
        assert outcome(publish, untouched, category, "report.pdf", b"%PDF") == "category_unknown", category
    assert outcome(publish, untouched, "AllNotice", "report.pdf", b"") == "empty_file"
    with refuses("too_large") as refused:
        publish(untouched, "AllNotice", "report.pdf", bytes(untouched.settings.max_upload_bytes + 1))
    assert "1 MB" in sentence(refused.value)
    assert_nothing_happened(untouched)


def test_names_of_strangers_cannot_disturb_the_audit(archive: Archive):
    audit.record(archive, WHO, "publish", "a\0b\ud800\n" + "c" * 1000, "refused")
    subject = str(rows(archive, "SELECT subject FROM audit")[0][0])
    assert subject.startswith("a\ufffdb\ufffd\ufffdc")
    assert len(subject) == 300


_JPEG = samples.picture("JPEG")
START, REST = _JPEG[:2], _JPEG[2:]
ALLOWED = [
    b"", b"\xff" * 3, b"\xff\xd0", b"\xff\x01\xff\xd7\xff\xd0", b"\xff\xff\xd3\xff\xff\xff\x01\xff",
    b"\xff\xff\xd0" * 350_000,
]  # fmt: skip
"""Fill bytes and markers without a segment, of which ITU-T T.81 allows any number."""
DAMAGED = [
    *(between + REST for between in (b"A", b"\xd0", b"\xff\xd0\xd0", b"\xff\xff\xd0A")), b"", b"\xff", b"\xff\xff",
    b"\xff\xff\xd0",
]  # fmt: skip
"""Other bytes, and an end, before the first segment."""


def test_no_metadata_of_a_picture_keeps_its_place_and_its_colours_stay():
    for container, data in photos.with_place():
        assert photos.PLACE not in images.without_place(data, container), data[:80]
    for container in ("jpeg", "png"):
        data = photos.with_profile(container.upper())
        assert images.without_place(data, container) == data


@pytest.mark.parametrize("order", ["MM", "II"])
@pytest.mark.parametrize(("own", "thumbnail"), [(1, 6), (0, 6), (6, 1), (8, 6)])
def test_picture_without_its_place_is_turned_as_it_was_and_not_as_its_thumbnail(order: str, own: int, thumbnail: int):
    tiff = photos.exif(order, own, thumbnail)
    for container, data in (
        ("jpeg", photos.with_segments((0xE1, b"Exif\0\0" + tiff))), ("png", photos.with_chunks(b"eXIf" + tiff)),
    ):  # fmt: skip
        found = Image.open(io.BytesIO(images.without_place(data, container))).getexif()
        assert found.get(ExifTags.Base.Orientation, 1) == (own or 1), container


def test_fill_bytes_and_markers_of_jpegs_are_skipped_and_nothing_else():
    """Python before 3.11.5 finds the wrong end of a possessive repetition (gh-106052), and so no JPEG was accepted."""
    assert [between for between in ALLOWED if inspected("a.jpg", START + between + REST) != "jpeg"] == []
    assert [rest for rest in DAMAGED if inspected("a.jpg", START + rest) != "damaged"] == []
