"""Every change of the build steps, against what the installed Reflex generates: an upgrade that breaks one fails here.

`make upgrade-drill` runs these tests with another version of Reflex and prints which seams changed.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import reflex as rx
from reflex.compiler import compiler
from reflex.utils import frontend_skeleton
from reflex_base.compiler import templates
from reflex_base.config import get_config
from reflex_base.constants import Templates

from starbond_site.reflex_adapter.build import inline_styles, module_aliases, not_found
from starbond_site.reflex_adapter.build.step import VITE, BuildError, Step
from starbond_site.reflex_adapter.build.steps import STEPS
from starbond_site.site_files import stylesheet


def _document() -> str:
    """Return the document component of a production build."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFLEX_ENV_MODE", "prod")
        return compiler.compile_document_root([])[1]


def _root() -> str:
    return compiler._compile_app(rx.fragment())


WEB = Path(Templates.Dirs.WEB_TEMPLATE)
DELIVERED = {
    VITE: templates.vite_config_template("/", True, True, False, False),
    not_found.CONFIG: frontend_skeleton._update_react_router_config(get_config(), prerender_routes=True),
    not_found.ROUTES: (WEB / not_found.ROUTES).read_text("utf-8"),
    inline_styles.DOCUMENT: _document(),
    module_aliases.ROOT: _root(),
    "utils/state.js": (WEB / "utils" / "state.js").read_text("utf-8"),
}
"""By generated file: its text as the installed Reflex writes it."""
OUR_OWN = f"styles/{stylesheet.NAME}"
CHANGES = [(step.name, file, change) for step in STEPS for file, change in step.changes.items() if file != OUR_OWN]


def test_reflex_generates_what_is_changed_and_another_file_fails_the_build() -> None:
    assert [(name, file) for name, file, change in CHANGES if change(DELIVERED[file]) == DELIVERED[file]] == []
    for name, file, change in CHANGES:
        if (name, file) != ("module_aliases", "utils/state.js"):
            with pytest.raises(BuildError, match=file):
                change("export default {};")


@pytest.mark.parametrize("step", [step for step in STEPS if step.vite_plugin], ids=lambda step: step.name)
def test_vite_gets_the_plugin_of_the_step(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Callable[[str], str]] = {}
    monkeypatch.setattr("starbond_site.reflex_adapter.build.step.is_prod_mode", lambda: step.mode != "development")
    step.pre_compile(add_modify_task=asked.__setitem__)
    changed = asked[VITE](DELIVERED[VITE])
    assert f"./build-steps/{step.vite_plugin}" in changed.partition("\n")[0]
    assert changed.index("reactRouter(),") > changed.index("alwaysUseReactDomServerNode(),")


def test_wildcards_are_added_once() -> None:
    changed = not_found.with_wildcards(DELIVERED[not_found.ROUTES])
    assert changed.index('route("bn/*", "routes/[bn].[404]._index.jsx")') < changed.index('route("*"')
    assert not_found.with_wildcards(changed) == changed


def test_every_build_begins_with_the_file_as_reflex_delivers_it() -> None:
    [state] = [file for step in STEPS for file in step.get_static_assets() if file[0] == Path("utils/state.js")]
    assert state[1] == DELIVERED["utils/state.js"]


def test_the_lock_is_kept_as_reflex_writes_it() -> None:
    # Otherwise every build of a fresh clone changes a tracked file.
    lock = frontend_skeleton.get_root_lockfile_path("package.json")
    assert json.loads(lock.read_text()) == json.loads(frontend_skeleton._compile_package_json())
    assert lock.read_text() == frontend_skeleton._compile_package_json()
