"""Repeated faults: the first whole, then counts each minute, then one that it is over; a line a second in all."""

import logging
import sys

from starbond_site.logs import repeats
from starbond_site.logs.repeats import FIELDS, MOST_FAULTS, OVER, Repeats


def record(
    event: str = "lists_not_refreshed", error: type[Exception] | None = None, line: int = 1
) -> logging.LogRecord:
    made = logging.LogRecord("starbond_site.x", logging.ERROR, "x.py", line, {"event": event, "list": "a"}, (), None)  # type: ignore[arg-type]
    if error and isinstance(made.msg, dict):
        try:
            raise error
        except error:
            made.msg["exc_info"] = sys.exc_info()
    return made


def lines(kept: Repeats, seconds: range, event: str | None = None) -> list[tuple[int, dict[str, object]]]:
    """Let time pass, with a fault each second or without; return the moments of lines and what was added to them."""
    found: list[tuple[int, dict[str, object]]] = []
    for now in seconds:
        written = kept.add(record(event, ValueError), now) if event else kept.due(now)
        found += [(now, getattr(line, FIELDS, {})) for line in written]
    return found


def test_life_of_a_fault():
    kept = Repeats()
    assert lines(kept, range(150), "lists_not_refreshed") == [
        (0, {}),
        (60, {"repeated": 60, "in_seconds": 60}),
        (120, {"repeated": 60, "in_seconds": 60}),
    ]
    over = {"event": OVER, "fault": "lists_not_refreshed", "times": 150, "seconds": 149}
    assert lines(kept, range(150, 1000)) == [(180, {"repeated": 29, "in_seconds": 60}), (240, over)]
    assert not kept
    assert lines(kept, range(1000, 1001), "lists_not_refreshed") == [(1000, {})]
    assert lines(kept, range(1001, 1500)) == [], "a single fault is not ended"
    assert not kept


def test_first_line_has_the_exception_and_counts_have_none():
    """An exception that is kept would keep every local variable of its frames."""
    kept = Repeats()
    (first,) = kept.add(record(error=ValueError), 0)
    assert isinstance(first.msg, dict)
    assert first.msg["exc_info"][0] is ValueError
    list(kept.add(record(error=ValueError), 1))
    (counted,) = kept.due(60)
    assert counted.msg == {"event": "lists_not_refreshed", "list": "a"}
    assert counted.exc_info is None


def test_one_line_a_second_over_all_faults():
    kept = Repeats()
    written = [line for number in range(20) for line in kept.add(record(f"event {number}"), 0.0)]
    for now in range(1, 40):
        at_once = list(kept.due(now))
        assert len(at_once) <= 1
        written += at_once
    names = [line.msg["event"] for line in written if isinstance(line.msg, dict)]
    assert names == [f"event {number}" for number in range(20)]


def test_faults_by_place():
    """Other events, exceptions of other places and libraries' lines of other places are other faults."""
    keys = {
        repeats.key_of(made)
        for made in (
            record("a"),
            record("b"),
            record("b", ValueError),
            record("b", KeyError),
            logging.LogRecord("reflex", logging.ERROR, "r.py", 1, "No token for %s", ("x",), None),
            logging.LogRecord("reflex", logging.ERROR, "r.py", 2, "No token for %s", ("x",), None),
        )
    }
    assert len(keys) == 6
    made = logging.LogRecord("reflex", logging.ERROR, "r.py", 1, "No token for y", (), None)
    assert repeats.key_of(made) == ("reflex", "r.py:1"), "whatever a library says"


def test_number_of_faults_is_limited():
    kept = Repeats()
    for number in range(10 * MOST_FAULTS):
        list(kept.add(record(f"event {number}"), 0))
    assert len(list(kept.everything(1))) <= MOST_FAULTS + 2
    assert not kept


def test_over_is_said_at_once():
    kept = Repeats()
    for now, error in enumerate((ValueError, KeyError, ValueError)):
        list(kept.add(record(error=error), now))
    (ended,) = [line for line in kept.over("lists_not_refreshed") if hasattr(line, FIELDS)]
    assert vars(ended)[FIELDS] == {"event": OVER, "fault": "lists_not_refreshed", "times": 3, "seconds": 2}
    assert ended.levelno == logging.INFO
    assert list(kept.over("lists_not_refreshed")) == []
    assert not kept
