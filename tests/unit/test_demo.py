"""``starbond demo``: what an empty folder holds then, and which folders it leaves alone."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from sqlmodel import SQLModel, select

from starbond_site.admin import demo as commands
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document, Extraction
from starbond_site.features.dividends.service import Dividend
from starbond_site.features.figures.records import Figure
from starbond_site.features.general_meetings.service import Meeting
from starbond_site.features.holders import service as holders
from starbond_site.features.shareholding.service import Shareholding
from starbond_site.shared import local_time
from starbond_site.shared.categories import Category, Period
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents.publishing import execute, rows

pytestmark = [
    pytest.mark.company,
    pytest.mark.features("calendar", "dividends", "figures", "general_meetings", "holders", "safety", "shareholding"),
]
Row = TypeVar("Row", bound=SQLModel)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_of_commands(tmp_path, HOLDERS_KEY="k" * 32) as made:
        yield made


def test_whatever_the_day_an_empty_folder_gets_three_years(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(local_time, "now", lambda: local_time.parse("2031-02-10 09:00"))
    today = local_time.today()
    done = run("demo")
    assert done.exit_code == 0, done.output

    def every(table: type[Row]) -> Sequence[Row]:
        return archive.read(lambda session: session.exec(select(table)).all())

    documents, figures = every(Document), every(Figure)
    assert {document.category for document in documents} == {category.value for category in Category}
    assert len(documents) >= 40
    assert [document.title for document in documents if not document.title.endswith("(sample)")] == []
    assert [
        document.title for document in documents if document.filed_at and document.filed_at > local_time.now()
    ] == []
    read = Counter((each.state, bool(each.picture_key)) for each in every(Extraction))
    assert read == {("text", True): len(documents)}
    assert {figure.period for figure in figures} == {period.value for period in Period}
    assert any(figure.restated for figure in figures)
    assert any(figure.name == "profit" and figure.value < 0 for figure in figures)
    assert today - max(figure.period_end for figure in figures) < timedelta(days=100)
    assert {each.year_end.year for each in every(Dividend)} == {2027, 2028, 2029, 2030}
    assert max(each.month for each in every(Shareholding)) == "2031-01"
    assert {bool(each.votes) for each in every(Meeting)} == {True}
    (named,) = re.findall(r"\b\d{16}\b", done.output.splitlines()[-1])
    assert holders.waits(archive, named)

    done = run("demo")
    assert (done.exit_code, "nothing was changed" in done.output) == (1, True)
    assert len(every(Document)) == len(documents)


def test_a_folder_that_holds_anything_is_left_alone(archive: Archive):
    (archive.settings.data_dir / "mine.txt").write_text("mine")
    done = run("demo")
    assert (done.exit_code, "nothing was changed" in done.output) == (1, True)
    assert rows(archive, "SELECT count(*) FROM document") == [(0,)]


def test_a_database_in_use_is_left_as_it_is(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Opening the archive would migrate it."""
    execute(archive, "UPDATE listversion SET version = 1 WHERE name = 'AllNotice'")
    monkeypatch.setattr(commands, "open_archive", lambda: pytest.fail("opened"))
    done = run("demo")
    assert (done.exit_code, "has content already" in done.output) == (1, True)


def test_a_bucket_is_left_alone(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(commands, "open_archive", lambda: pytest.fail("opened"))
    monkeypatch.setattr(commands, "settings", lambda: archive.settings.model_copy(update={"storage": "s3://bucket"}))
    done = run("demo")
    assert (done.exit_code, "s3://bucket, and nothing was changed" in done.output) == (1, True)
