"""The rows that every measurement returns, and the command line that all of them share."""

import argparse
import signal
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

WIDTHS = (62, 34, 16)
"""Characters of the columns: what, measured, limit."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """How much to measure, from the command line."""

    runs: int = 5
    """Repetitions; the median counts."""
    clients: tuple[int, ...] = (100, 500, 1000)
    """Numbers of connected clients, one broadcast each."""
    megabytes: int = 200
    """Size of the upload in MB (1,000,000 bytes)."""
    templates: tuple[str, ...] = ()
    """Names of the templates that Lighthouse visits; empty means the default ones."""


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    measured: str
    limit: str = ""
    is_met: bool | None = None
    """Whether the value is within its limit; None without a limit."""

    def __str__(self) -> str:
        """Return the line with its columns aligned."""
        verdict = {True: "ok", False: "MISSED", None: ""}[self.is_met]
        cells = zip((self.what, self.measured, self.limit), WIDTHS, strict=True)
        return (" ".join(text.ljust(width) for text, width in cells) + " " + verdict).rstrip()


Measure = Callable[[Options], Iterable[Row]]


def at_most(what: str, value: float, limit: float, unit: str) -> Row:
    """Return a row whose value must not be higher than its limit."""
    return Row(what, _number(value, unit), f"<= {_number(limit, unit)}", value <= limit)


def at_least(what: str, value: float, limit: float, unit: str) -> Row:
    """Return a row whose value must not be lower than its limit."""
    return Row(what, _number(value, unit), f">= {_number(limit, unit)}", value >= limit)


def plain(what: str, value: float, unit: str) -> Row:
    """Return a row without a limit."""
    return Row(what, _number(value, unit))


def spread(values: Sequence[float], unit: str) -> str:
    """Return the median with the lowest and highest value."""
    lowest, highest = _number(min(values), unit), _number(max(values), unit)
    return f"{_number(statistics.median(values), unit)} ({lowest} to {highest})"


def show(title: str, rows: Iterable[Row]) -> list[Row]:
    """Print each row as soon as it is measured; return all."""
    print(f"\n{title}", flush=True)
    shown = []
    for row in rows:
        print(f"  {row}", flush=True)
        shown.append(row)
    return shown


def end_children_on_sigterm() -> None:
    """Raise KeyboardInterrupt on SIGTERM too, so that servers and browsers end with the measurement."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def parser(description: str | None) -> argparse.ArgumentParser:
    """Return the options that every measurement understands."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--runs", type=int, default=Options.runs, help="repetitions; the median counts")
    made.add_argument(
        "--clients", type=int, nargs="+", default=list(Options.clients), help="connected clients of a broadcast"
    )
    made.add_argument("--megabytes", type=int, default=Options.megabytes, help="size of the upload")
    made.add_argument("--templates", nargs="+", default=[], help="what Lighthouse visits: home product ..., or all")
    return made


def options(given: argparse.Namespace) -> Options:
    """Return the options of a command line."""
    return Options(
        runs=given.runs,
        clients=tuple(given.clients),
        megabytes=given.megabytes,
        templates=tuple(given.templates),
    )


def alone(measure: Measure, description: str | None) -> None:
    """Run one measurement as a command; the exit status is 1 when a limit is missed."""
    given = parser(description).parse_args()
    end_children_on_sigterm()
    rows = show((description or "").partition("\n")[0], measure(options(given)))
    sys.exit(any(row.is_met is False for row in rows))


def _number(value: float, unit: str) -> str:
    digits = 0 if abs(value) >= 100 or float(value).is_integer() else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f} {unit}".rstrip()
