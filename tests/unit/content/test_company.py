"""What a company says of itself: country, zone, currency, profiles, people, colours, hours and its map."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from starbond_site import content
from starbond_site.content import load, telephone
from starbond_site.content.colours import COLOURS, contrast
from starbond_site.content.company import WEEKDAYS
from starbond_site.content.initials import first_letter, initials
from starbond_site.presentation import design
from tests.unit import javascript
from tests.unit.content.spoiled import Copy
from tests.unit.content.test_content_site import texts
from tests.unit.documents.publishing import existing

OWN = ("dhaka", "bangladesh", "ঢাকা", "বাংলাদেশ", "bdt", "টাকা")
BERLIN = [
    ('time_zone = "Asia/Dhaka"', 'time_zone = "Europe/Berlin"'),
    ('time_zone_name = {en = "Dhaka", bn = "ঢাকা"}', 'time_zone_name = {en = "Berlin", bn = "বার্লিন"}'),
    ('currency = "BDT"', 'currency = "EUR"'),
    ('currency_name = {en = "BDT", bn = "টাকা"}', 'currency_name = {en = "EUR", bn = "ইউরো"}'),
]


@pytest.mark.parametrize(("language", "zone", "currency"), [("en", "Berlin", "EUR"), ("bn", "বার্লিন", "ইউরো")])
def test_sentences_name_the_zone_and_the_currency(copy: Copy, language: str, zone: str, currency: str) -> None:
    for old, new in BERLIN:
        copy.replace("company.toml", old, new)
    site = load(copy.folder, language)
    hours = site.interface.calendar.hours
    assert zone in hours
    # Other words in braces are still those of the caller.
    assert {"starts", "ends"} <= {part.partition("}")[0] for part in hours.split("{")[1:]}
    assert zone in site.errors.say("moment_invalid")
    assert currency in site.interface.figures.unit_million
    assert all("{zone}" not in text and "{currency}" not in text for _, text in texts(site))
    assert not any(own in text.casefold() for _, text in texts(site.interface) for own in OWN)


@pytest.mark.parametrize("names", [[], ["Handelskammer", "LinkedIn", "X"]])
def test_profiles_have_any_name_in_the_order_of_the_file(copy: Copy, names: list[str]) -> None:
    before, _, after = copy.read("company.toml").partition("[[social]]")
    tables = "".join(f'[[social]]\nname = "{name}"\nurl = "https://example.com/{name}"\n' for name in names)
    copy.write("company.toml", f"{before}{tables}[messenger]{after.partition('[messenger]')[2]}")
    assert [profile.name for profile in load(copy.folder, "en").company.social] == names


def test_initials_are_those_of_the_first_and_the_last_part() -> None:
    expected = {
        "Rezaul Karim Chowdhury": "RC", "Tahmina Rahman": "TR", "Dr. Farhana Siddiqua": "FS", "Dr.": "D",
        "Plato": "P", "élodie": "É", "": "", "রেজাউল করিম চৌধুরী": "রে. চৌ.", "ড. ফারহানা সিদ্দিকা": "ফা. সি.",
        "শফিকুল ইসলাম ভূঁইয়া": "শ. ভূঁ.",
    }  # fmt: skip
    assert {name: initials(name) for name in expected} == expected
    words = {"ক্ষিতি": "ক্ষি", "শ্রাবণ": "শ্রা", "স্ত্রী": "স্ত্রী", "র‍্যাব": "র‍্যা", "ইলা": "ই", "কত": "ক", "আঁখি": "আঁ"}
    assert {word: first_letter(word) for word in words} == words


@pytest.mark.parametrize(("country", "number", "shown", "local"), [
    ("BD", "+8801711000000", "+880 1711-000000", "01711000000"),
    ("BD", "+88029123456", "+88029123456", "029123456"),
    ("BD", "+35310000000", "+35310000000", "+35310000000"),
    ("IE", "+8801711000000", "+8801711000000", "+8801711000000"),
    ("IE", "+35310000000", "+35310000000", "+35310000000"),
])  # fmt: skip
def test_a_number_is_shown_as_its_country_writes_it(country: str, number: str, shown: str, local: str) -> None:
    assert (telephone.shown(number, country), telephone.local(number, country)) == (shown, local)


def test_numbers_are_dialled() -> None:
    dialled = {
        ("BD", "01711-000000"): "+8801711000000",
        ("BD", "০১৭১১০০০০০০"): "+8801711000000",
        ("BD", "+880 1711 000000"): "+8801711000000",
        ("BD", "8801711000000"): "+8801711000000",
        ("BD", "00880 (2) 9123456"): "+88029123456",
        ("BD", "+91 33 2288 0000"): "+913322880000",
        ("BD", "+353 1 000 0000"): "+35310000000",
        **dict.fromkeys((("BD", typed) for typed in ("+88012", "call me", "12", "171100000", "+0171100000")), ""),
        ("BD", "01711-000000 / 01811-000000"): "",
        ("IE", "+353 1 000 0000"): "+35310000000",
        ("IE", "00353 (1) 000.0000"): "+35310000000",
        ("IE", "+12345-6"): "+123456",
        ("IE", "+123456789012345"): "+123456789012345",
        **dict.fromkeys((("IE", typed) for typed in ("01 000 0000", "01711-000000", "8801711000000", "none")), ""),
        **dict.fromkeys((("IE", typed) for typed in ("+12345", "+1234567890123456")), ""),
    }
    assert {given: telephone.dialled(given[1], given[0]) for given in dialled} == dialled


def test_pages_have_the_colours_of_the_content_with_the_contrast_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#FFFFFF", "#FFFFFF") == pytest.approx(1)
    colours = content.read().colours.model_dump(by_alias=True)
    assert {name: vars(role) for name, role in design.COLOURS.items()} == colours
    assert set(COLOURS) == set(colours)


OPENING = {
    "days": [0, 1, 2, 3, 4],
    "first": 540,
    "last": 1080,
    "words": {
        "open": "open until {time}", "closed": "opens {day} at {time}", "today": "today",
        "weekdays": [day.title() for day in WEEKDAYS], "opens": "nine", "closes": "six",
    },
}  # fmt: skip
MOMENTS = {
    "2026-11-22T09:00": "open until six",  # A Sunday.
    "2026-11-22T08:59": "opens today at nine",
    "2026-11-22T17:59": "open until six",
    "2026-11-22T18:00": "opens Monday at nine",
    "2026-11-26T18:00": "opens Sunday at nine",  # A Thursday.
    "2026-11-27T12:00": "opens Sunday at nine",
    "2026-11-28T23:59": "opens Sunday at nine",
    "2026-11-22T00:00": "opens today at nine",
}


def test_open_and_closed() -> None:
    local = [datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo("Asia/Dhaka")) for moment in MOMENTS]
    minutes = [int(moment.astimezone(UTC).timestamp()) // 60 + 360 for moment in local]
    code = "given[0].map((minutes) => functions.openingAt(minutes, given[1]))"
    said = javascript.run("open_now/open_now.jsx", code, [minutes, OPENING])
    assert dict(zip(MOMENTS, (one["text"] for one in said), strict=True)) == MOMENTS
    assert all(one["isOpen"] == one["text"].startswith("open ") for one in said)
    for language in content.LANGUAGES:
        for office in content.read(language).company.offices:
            opening = existing(office.opening)
            assert f"{opening.opens} - {opening.closes}" in office.hours
            if language == "en":
                assert office.hours.startswith(f"{opening.days[0].title()} to {opening.days[-1].title()}")
