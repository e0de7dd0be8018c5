"""Which steps a build runs, and the order of those that depend on each other."""

import pytest

from starbond_site.reflex_adapter.build import service_worker
from starbond_site.reflex_adapter.build.step import JAVASCRIPT
from starbond_site.reflex_adapter.build.steps import STEPS, steps

OPTIONAL = [step.name for step in STEPS if not step.required]
NAMES = [step.name for step in STEPS]


def test_a_full_build_runs_all_steps_and_others_fewer() -> None:
    assert steps("full") == list(STEPS)
    assert [step.name for step in steps("plain")] == [step.name for step in STEPS if step.required]

    for name in OPTIONAL:
        assert [step.name for step in steps(f"without-{name}")] == [each for each in NAMES if each != name]
    for build in ("", "fast", "without-", "without-sitemap", "without-nothing"):
        with pytest.raises(ValueError, match=OPTIONAL[0]):
            steps(build)


def test_steps_that_depend_on_each_other() -> None:
    for first, second in (
        ("not_found", "sitemap"),  # the page for unknown addresses must not be listed
        ("plain_navigation", "page_scripts"),  # looks at React Router's inline scripts
        ("inline_styles", "service_worker"),  # names the version of the finished pages
        ("deferred_hydration", "service_worker"),
        ("page_scripts", "deferred_hydration"),  # loads the file that the first one wrote
    ):
        assert NAMES.index(first) < NAMES.index(second)
    assert NAMES[-1] == "script_hashes"


def test_every_javascript_file_belongs_to_a_step_and_is_copied() -> None:
    copied = {path.name for step in STEPS for path, text in step.get_static_assets() if text and path.suffix == ".js"}
    inlined = {"deferred_hydration.js"}
    assert {file.name for file in JAVASCRIPT.iterdir()} == (copied - {"state.js", service_worker.CHOICES}) | inlined


def test_development_gets_no_change_for_production(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[bool, set[str]] = {True: set(), False: set()}
    for production, files in asked.items():
        monkeypatch.setattr("starbond_site.reflex_adapter.build.step.is_prod_mode", lambda mode=production: mode)
        for step in STEPS:
            step.pre_compile(add_modify_task=lambda file, _change, files=files: files.add(file))
    assert asked[False] == {"styles/site.css", "utils/state.js", "vite.config.js"}
    assert asked[True] > asked[False] - {"styles/site.css"}
