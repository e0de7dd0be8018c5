"""How numbers, dates and file sizes are written in the language of the reader."""

from datetime import date, datetime
from typing import Protocol

from starbond_site.content.interface import DatesWords
from starbond_site.shared import local_time


class HasDigits(Protocol):
    """Words of a language that include its digits."""

    @property
    def digits(self) -> str: ...


def digits(value: object, words: HasDigits) -> str:
    """Return a number, or any text with numbers in it, in the digits of the language."""
    return str(value).translate(str.maketrans("0123456789", words.digits))


def long_date(value: date | datetime, words: DatesWords) -> str:
    """Return a day such as ``20 November 2026``; a moment counts as the day it is in the company's time."""
    if isinstance(value, datetime):
        value = local_time.local_date(value)
    text = words.date.format(day=value.day, month=words.months[value.month - 1], year=value.year)
    return digits(text, words)


def month_name(value: date, words: DatesWords) -> str:
    """Return a month such as ``October 2026``."""
    return digits(f"{words.months[value.month - 1]} {value.year}", words)


def time_of_day(value: datetime, words: HasDigits) -> str:
    """Return the time of a moment in the company's time, such as ``14:05``."""
    return digits(f"{local_time.in_local_time(value):%H:%M}", words)


def date_and_time(value: datetime, words: DatesWords, *, with_seconds: bool = False, with_zone: bool = False) -> str:
    """Return day and time of a moment in the company's time, such as ``20 November 2026, 14:05``."""
    text, local = words.moment_in_zone if with_zone else words.moment, local_time.in_local_time(value)
    time = digits(f"{local:%H:%M:%S}" if with_seconds else f"{local:%H:%M}", words)
    return text.format(date=long_date(value, words), time=time)


def file_size(count: int, words: DatesWords) -> str:
    """Return a size in bytes as people read it: decimal units, two significant digits at the least."""
    if count < 1000:
        return digits(words.bytes.format(number=count), words)
    if count < 1_000_000:
        return digits(words.kilobytes.format(number=round(count / 1000)), words)
    return digits(words.megabytes.format(number=f"{count / 1_000_000:.1f}".removesuffix(".0")), words)
