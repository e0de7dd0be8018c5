"""What a company says of itself: country, time zone, currency and profiles, and the sentences that name them."""

from collections.abc import Iterator

from starbond_site.content import load
from tests.unit.content.spoiled import Copy

OWN = ("dhaka", "bangladesh", "ঢাকা", "বাংলাদেশ", "bdt", "টাকা")
BERLIN = [
    ('time_zone = "Asia/Dhaka"', 'time_zone = "Europe/Berlin"'),
    ('time_zone_name = {en = "Dhaka", bn = "ঢাকা"}', 'time_zone_name = {en = "Berlin", bn = "বার্লিন"}'),
    ('currency = "BDT"', 'currency = "EUR"'),
    ('currency_name = {en = "BDT", bn = "টাকা"}', 'currency_name = {en = "EUR", bn = "ইউরো"}'),
]


def texts(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from texts(part, f"{place}.{name}".strip("."))
    elif isinstance(value, list):
        for part in value:
            yield from texts(part, place)
    elif isinstance(value, str):
        yield place, value


def test_sentences_name_the_zone_and_the_currency(copy: Copy) -> None:
    for old, new in BERLIN:
        copy.replace("company.toml", old, new)
    for language, zone, currency in (("en", "Berlin", "EUR"), ("bn", "বার্লিন", "ইউরো")):
        site = load(copy.folder, language)
        hours = site.interface.calendar.hours
        assert zone in hours
        # Other words in braces are still those of the caller.
        assert {"starts", "ends"} <= {part.partition("}")[0] for part in hours.split("{")[1:]}
        assert zone in site.errors.say("moment_invalid")
        assert currency in site.interface.figures.unit_million
        assert all("{zone}" not in text and "{currency}" not in text for _, text in texts(site.model_dump()))
        assert not any(own in text.casefold() for _, text in texts(site.interface.model_dump()) for own in OWN)


def test_profiles_have_any_name_in_the_order_of_the_file(copy: Copy) -> None:
    before, _, after = copy.read("company.toml").partition("[[social]]")
    for names in ([], ["Handelskammer", "LinkedIn", "X"]):
        tables = "".join(f'[[social]]\nname = "{name}"\nurl = "https://example.com/{name}"\n' for name in names)
        copy.write("company.toml", f"{before}{tables}[messenger]{after.partition('[messenger]')[2]}")
        assert [profile.name for profile in load(copy.folder, "en").company.social] == names
