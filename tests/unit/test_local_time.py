"""The company's time zone: what its clocks show, also where they are changed, and what browsers get of it."""

import runpy
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from starlette.requests import Request

from starbond_site import content
from starbond_site.components.react import dates
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.presentation import topics
from starbond_site.shared import categories, declarations, local_time
from starbond_site.shared.declarations import declared
from starbond_site.shared.roles import Principal
from starbond_site.web.desk.pages import DeskForm
from tests.unit import javascript

CHANGES = [
    # Ireland puts its clocks back on 25 October 2026 at 02:00, and forward on 28 March 2027 at 01:00.
    ("Europe/Dublin", "2026-10-25T01:30", "2026-10-25T00:30+00:00"),
    ("Europe/Dublin", "2026-10-25T02:00", "2026-10-25T02:00+00:00"),
    ("Europe/Dublin", "2027-03-28T01:30", "2027-03-28T01:30+00:00"),
    ("Europe/Dublin", "2027-03-28T02:00", "2027-03-28T01:00+00:00"),
    ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30+00:00"),
    ("America/New_York", "2027-03-14T02:30", "2027-03-14T07:30+00:00"),
    ("Asia/Dhaka", "2026-11-23T18:00", "2026-11-23T12:00+00:00"),
]


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda name: monkeypatch.setattr(local_time, "ZONE", ZoneInfo(name))


def test_moments_of_forms_where_the_clocks_change(clocks: Callable[[str], None], archive: Archive) -> None:
    """An hour that comes twice means the first; one that is skipped counts from before the change (PEP 495)."""
    nobody = {"principal": Principal(), "request": Request({"type": "http"}), "actor": COMMAND_LINE, "name": ""}
    for zone, typed, moment in CHANGES:
        clocks(zone)
        form = DeskForm(site=content.read(), archive=archive, **nobody, number=0, fields={"moment": typed})
        read = (
            local_time.moment_of(datetime.fromisoformat(typed)), local_time.parse(typed),
            form.moment("moment", "moment_invalid"),
        )  # fmt: skip
        assert set(read) == {datetime.fromisoformat(moment)}, (zone, typed)


def test_days_have_23_and_25_hours_where_the_clocks_change(clocks: Callable[[str], None]) -> None:
    clocks("Europe/Dublin")
    hours = [
        (local_time.end_of(day) - local_time.start_of(day)).total_seconds() / 3600
        for day in (date(2026, 10, 24), date(2026, 10, 25), date(2027, 3, 28))
    ]
    assert hours == [24, 25, 23]
    clocks("Asia/Beirut")
    beginning = local_time.start_of(date(2027, 3, 28))
    assert local_time.in_local_time(beginning).isoformat() == "2027-03-28T01:00:00+03:00", "a day without midnight"
    first, last = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59)  # noqa: DTZ001  of the company's clocks
    for zone in ("Asia/Dhaka", "America/New_York"):
        clocks(zone)
        assert (local_time.moment_of(first).year, local_time.moment_of(last).year) == (1, 9999)
    clocks("Australia/Lord_Howe")
    found = local_time.changes(datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC))
    assert [f"{moment:%m-%d %H:%M:%S}" for moment in found] == ["04-04 15:00:00", "10-03 15:30:00"]


def test_the_zone_is_that_of_the_content_and_without_one_it_is_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """`content` reports the mistake; nothing else should fail before it can."""
    assert declared("company.toml")["time_zone"] == local_time.ZONE.key
    for name in ("Asia/Daka", "Dhaka time", "../etc/passwd", "Asia", "", None, 6):
        with pytest.raises(ValueError, match="no name of the IANA time zone database"):
            local_time.zone(name)
    for fields in ({}, {"time_zone": "Asia/Daka"}, {"time_zone": 6}):
        monkeypatch.setattr(local_time, "declared", lambda _, fields=fields: fields)
        assert local_time._declared_zone().key == "UTC"  # pyright: ignore[reportPrivateUsage]


def test_browsers_get_numbers_where_clocks_never_change(monkeypatch: pytest.MonkeyPatch, clocks: Callable[[str], None]):
    # A year on which the time zones of every system agree; in Casablanca it was another time only in Ramadan.
    monkeypatch.setattr(local_time, "now", lambda: datetime(2023, 11, 23, 12, tzinfo=UTC))
    told = {"Asia/Kathmandu": 345, "America/Sao_Paulo": -180, "UTC": 0}
    for zone, offset in (told | {zone: zone for zone in ("Europe/Dublin", "Africa/Casablanca")}).items():
        clocks(zone)
        assert local_time.in_browser() == offset, zone


MOMENTS = [
    "2026-10-25T00:59:59+00:00", "2026-10-25T01:00:00+00:00", "2027-03-28T00:59:59+00:00",
    "2027-03-28T01:00:00+00:00", "2026-07-31T22:30:00+00:00", "2026-12-31T18:00:00+00:00",
    "2026-12-31T23:30:00+00:00",
]  # fmt: skip


IN_MILLISECONDS = [moment.timestamp() * 1000 for moment in map(datetime.fromisoformat, MOMENTS)]


@pytest.mark.parametrize("name", ["Asia/Dhaka", "Europe/Dublin", "Europe/Berlin", "America/New_York"])
def test_clocks_agree(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(local_time, "ZONE", ZoneInfo(name))
    call = "given[0].map((moment) => functions.clockAt(moment, given[1]).toISOString().slice(0, 19))"
    shown = javascript.run("dates.jsx", call, [IN_MILLISECONDS, local_time.in_browser()])
    assert shown == [f"{local_time.in_local_time(datetime.fromisoformat(each)):%Y-%m-%dT%H:%M:%S}" for each in MOMENTS]


@pytest.mark.parametrize("language", content.LANGUAGES)
@pytest.mark.parametrize("name", ["Asia/Dhaka", "Europe/Dublin"])
def test_days_are_written_alike(monkeypatch: pytest.MonkeyPatch, name: str, language: content.Language) -> None:
    monkeypatch.setattr(local_time, "ZONE", ZoneInfo(name))
    site, call = content.read(language), "given[0].map((moment) => functions.longDate(moment, given[1]))"
    shown = javascript.run("dates.jsx", call, [IN_MILLISECONDS, dates(site)])
    assert shown == [site.long_date(datetime.fromisoformat(each)) for each in MOMENTS]


@pytest.fixture
def lists_declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(declarations, "FOLDER", tmp_path)
    declarations.declared.cache_clear()
    yield tmp_path / "investors.toml"
    monkeypatch.undo()
    declarations.declared.cache_clear()


def lists_of(file: Path, text: str) -> tuple[list[str], ...]:
    file.write_text(text, "utf-8")
    declarations.declared.cache_clear()
    read = runpy.run_path(categories.__file__)  # the module of the other tests stays as it is
    return tuple([str(category) for category in read[name]] for name in ("LISTS", "SINGLES", "WITH_FIGURES"))


def test_every_list_and_record_of_the_content_is_there():
    investors = content.read().investors
    assert [str(listed) for listed in categories.LISTS] == [category.id for category in investors.categories]
    assert [str(single) for single in categories.SINGLES] == [row.node for row in investors.shared]
    assert investors.categories[0].id == topics.LATEST_CATEGORY


@pytest.mark.parametrize(("text", "found"), [
    ('[[categories]]\nid = "Adhoc"', (["Adhoc"], [], [])),
    ('[[categories]]\nid = "B"\n[[categories]]\nid = "A"\nfigures = true', (["B", "A"], [], ["A"])),
    ('[[categories]]\nid = "name"\n[[shared]]\nnode = "mro"', (["name"], ["mro"], [])),
    ('[[categories]]\nid = "A"\n[[shared]]\nnode = "A"', (["A"], [], [])),
    # `content` says what is wrong with these; nothing fails before it can.
    ("", ([], [], [])),
    ("this is no TOML", ([], [], [])),
    ('categories = "none"', ([], [], [])),
    ('[[categories]]\nid = 3\n[[categories]]\nid = "two words"\n[[categories]]\ntitle = "T"', ([], [], [])),
])  # fmt: skip
def test_lists_are_those_that_the_file_declares(
    lists_declared: Path, text: str, found: tuple[list[str], list[str], list[str]]
):
    assert lists_of(lists_declared, text) == found


def test_without_the_file_there_are_no_lists(lists_declared: Path):
    lists_declared.unlink(missing_ok=True)
    declarations.declared.cache_clear()
    assert runpy.run_path(categories.__file__)["LISTS"] == ()
