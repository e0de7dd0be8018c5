"""What the benchmarks do with what they have measured."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from benchmarks import build_time, lighthouse, table
from starbond_site import content


def report(performance: float, largest: float = 1400, *, others: bool = True) -> dict[str, Any]:
    """Return what matters of a report of Lighthouse."""
    audits = {
        "largest-contentful-paint": largest,
        "total-blocking-time": 40,
        "cumulative-layout-shift": 0.0004,
        "total-byte-weight": 300_000,
    }
    categories = {name: {"score": 1} for name in lighthouse.CATEGORIES if others or name == "performance"}
    return {
        "categories": categories | {"performance": {"score": performance}},
        "audits": {name: {"numericValue": value} for name, value in audits.items()},
    }


def test_a_report_is_read_in_the_units_of_its_limits() -> None:
    scores = lighthouse.read(report(0.98))
    assert (scores.performance, scores.seo, scores.largest, scores.blocked, scores.kilobytes) == (98, 100, 1.4, 40, 300)
    assert scores.shift == 0


def test_a_visit_that_tells_only_the_performance_has_the_rest_from_the_first() -> None:
    scores = lighthouse.read(report(0.9, others=False), report(0.5))
    assert (scores.performance, scores.accessibility) == (90, 100)


def test_the_median_of_every_figure_counts() -> None:
    visits = [lighthouse.read(report(score, largest)) for score, largest in ((1, 900), (0.9, 1300), (0.96, 1200))]
    scores = lighthouse.medians(visits)
    assert (scores.performance, scores.largest) == (96, 1.2)


def test_a_page_must_keep_every_limit() -> None:
    for name, performance, largest, is_met in [
        ("home", 1.0, 1500, True),
        ("home", 0.99, 1500, False),
        ("home", 1.0, 1501, False),
        ("upload", 1.0, 1500, True),
        ("upload", 0.99, 1500, False),
    ]:
        assert lighthouse.row(name, "simulate", lighthouse.read(report(performance, largest))).is_met is is_met


def test_templates_are_chosen_by_name() -> None:
    assert lighthouse.chosen(()) == lighthouse.USUAL
    assert lighthouse.chosen(("home",)) == ("home",)
    assert lighthouse.chosen(("desk",)) == tuple(lighthouse.DESK)
    assert set(lighthouse.DESK_PATHS) <= set(content.read("en").paths), "a page has moved"
    assert set(lighthouse.chosen(("all",))) == lighthouse.PAGES.keys() > set(lighthouse.USUAL)
    with pytest.raises(RuntimeError, match="no such template: hoem"):
        lighthouse.chosen(("hoem",))


def test_a_clone_has_what_git_would_keep(tmp_path: Path) -> None:
    tree, clone = tmp_path / "tree", tmp_path / "clone"
    for name in ("kept/page.py", "new.py", "data/site.db"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(name)
    (tree / ".gitignore").write_text("data/\n")
    subprocess.run(["git", "init", "--quiet"], cwd=tree, check=True)
    subprocess.run(["git", "add", "kept"], cwd=tree, check=True)
    build_time.copy(tree, clone)
    assert {file.name for file in clone.rglob("*") if file.is_file()} == {".gitignore", "page.py", "new.py"}


def test_a_limit_is_met_where_it_is_reached() -> None:
    assert table.at_most("bytes", 130, 130, "kB").is_met is True
    assert table.at_most("bytes", 130.1, 130, "kB").is_met is False
    assert table.at_least("score", 100, 100, "").is_met is True
    assert "MISSED" in str(table.at_least("score", 99, 100, ""))


def test_a_spread_names_the_median_and_both_ends() -> None:
    assert table.spread([3, 1, 2], "s") == "2 s (1 s to 3 s)"
