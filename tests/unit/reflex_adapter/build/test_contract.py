"""Every change of the build steps, against what the installed Reflex generates: an upgrade that breaks one fails here.

`make upgrade-drill` runs these tests with another version of Reflex and prints which seams changed.
"""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import reflex as rx
from reflex.compiler import compiler
from reflex.utils import frontend_skeleton
from reflex_base.compiler import templates
from reflex_base.config import get_config
from reflex_base.constants import Templates
from reflex_base.constants.state import FIELD_MARKER

import rxconfig
from starbond_site.presentation.site_files import stylesheet
from starbond_site.reflex_adapter.build import bundle, pages, service_worker
from starbond_site.reflex_adapter.build.server import DOCUMENTS, FORWARDED, POSTED, PRODUCTS, with_events, with_proxy
from starbond_site.reflex_adapter.build.step import JAVASCRIPT, STATE, VITE, BuildError, BuildStep
from starbond_site.reflex_adapter.build.steps import STEPS, steps


def _document() -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFLEX_ENV_MODE", "prod")
        return compiler.compile_document_root([])[1]


WEB = Path(Templates.Dirs.WEB_TEMPLATE)
DELIVERED = {
    VITE: templates.vite_config_template("/", True, True, False, False),
    pages.CONFIG: frontend_skeleton._update_react_router_config(get_config(), prerender_routes=True),
    pages.ROUTES: (WEB / pages.ROUTES).read_text("utf-8"),
    pages.DOCUMENT: _document(),
    bundle.ROOT: compiler._compile_app(rx.fragment()),
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
def test_vite_gets_the_plugin_of_the_step(step: BuildStep, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Callable[[str], str]] = {}
    monkeypatch.setattr("starbond_site.reflex_adapter.build.step.is_prod_mode", lambda: step.mode != "development")
    step.pre_compile(add_modify_task=asked.__setitem__)
    changed = asked[VITE](DELIVERED[VITE])
    assert f"./build-steps/{step.vite_plugin}" in changed.partition("\n")[0]
    assert changed.index("reactRouter(),") > changed.index("alwaysUseReactDomServerNode(),")


def test_wildcards_are_added_once() -> None:
    changed = pages.with_wildcards(DELIVERED[pages.ROUTES])
    assert changed.index('route("bn/*", "routes/[bn].[404]._index.jsx")') < changed.index('route("*"')
    assert 'route("documents/*", "routes/[documents]._index.jsx")' in changed, "else the page is not hydrated"
    assert pages.with_wildcards(changed) == changed


def test_every_build_begins_with_the_file_as_reflex_delivers_it() -> None:
    [state] = [file for step in STEPS for file in step.get_static_assets() if file[0] == Path("utils/state.js")]
    assert state[1] == DELIVERED["utils/state.js"]


def test_the_lock_is_kept_as_reflex_writes_it() -> None:
    # Otherwise every build of a fresh clone changes a tracked file.
    lock = frontend_skeleton.get_root_lockfile_path("package.json")
    assert json.loads(lock.read_text()) == json.loads(frontend_skeleton._compile_package_json())
    assert lock.read_text() == frontend_skeleton._compile_package_json()


BACKEND = {
    FORWARDED: """/_event/?EIO=4 /_upload /api/search?q=glue /files/1/Report.pdf /newsletter/subscribe?language=bn
        /alerts/confirm?token=x /bn/calendar.ics /bn/feeds/all.atom""",
    POSTED: "/contact /bn/contact /bn/alerts",
    DOCUMENTS: "/documents/5 /bn/documents/5 /documents/5.json /documents/5/page-1.webp",
    PRODUCTS: """/SuperGlue/sheet /bn/SuperGlue/sheet /products/super-glue/sheet /bn/products/super-glue/sheet/
        /compare?product=super-glue /bn/compare?product= /bn/search?q=""",
}
KEPT = {
    FORWARDED: """/ /AllNotice /apiary /@vite/client /app/root.jsx /contact /alerts /investors/calendar/2026
        /products/feeds /live-cattle /bn/products/files/steel""",
    POSTED: "/contacts /us/contact",
    DOCUMENTS: "/documents /bn/documents /documents/ /documents.jsx /us/documents/5",
    PRODUCTS: "/products/super-glue /products/sheet-metal /products/compare?a=b /compare /SuperGlue /sheet.css",
}
"""By expression: addresses that are forwarded, and that are not."""


def test_what_is_forwarded_to_the_backend() -> None:
    changed = with_proxy(templates.vite_config_template("/", True, True, False, False), 8123)
    assert '"target": "http://127.0.0.1:8123"' in changed
    assert [pattern for pattern in BACKEND if json.dumps(pattern) not in changed] == []
    for pattern, addresses in BACKEND.items():
        assert [address for address in addresses.split() if not re.match(pattern, address)] == []
        assert [address for address in KEPT[pattern].split() if re.match(pattern, address)] == []


EVALUATED = {
    "mergician({a: 1, b: 2}, {b: 3})": {"a": 1, "b": 3},
    "mergician({s: {color: 'red', top: 1}}, {s: {color: 'blue'}})": {"s": {"color": "blue", "top": 1}},
    "mergician({s: [1, 2]}, {s: [3]})": {"s": [3]},
    "mergician({s: {a: 1}}, {s: null})": {"s": None},
    "[cookies.get('a'), cookies.get('b c'), cookies.get('none')]": ["1", "x=y;", None],
    "(cookies.set('b c', 'x=y', {path: '/', maxAge: 60, sameSite: 'lax', secure: true}), document.cookie)": (
        "b%20c=x%3Dy; path=/; max-age=60; samesite=lax; secure"
    ),
    "(cookies.remove('a', {path: '/'}), document.cookie)": "a=; path=/; max-age=0",
}
"""JavaScript, and what it becomes with the modules imported."""


def test_objects_are_merged_and_cookies_are_read_and_written():
    script = f"""
      globalThis.document = {{ cookie: "a=1; b%20c=x%3Dy%3B" }};
      const {{ mergician }} = await import("{JAVASCRIPT / "merge.js"}");
      const Cookies = (await import("{JAVASCRIPT / "cookies.js"}")).default;
      const cookies = new Cookies();
      console.log(JSON.stringify([{", ".join(EVALUATED)}]));
    """
    done = subprocess.run([rxconfig.config.bun_path, "-e", script], capture_output=True, check=True, timeout=60)
    assert dict(zip(EVALUATED, json.loads(done.stdout), strict=True)) == EVALUATED


def test_what_no_module_answers_or_lacks_fails_the_build() -> None:
    for call in ("cookies.getAll()", "mergician({})(one, two)"):
        with pytest.raises(BuildError, match="module_aliases"):
            bundle.check_calls(call)
    changed = bundle.check_calls("a = await eval(`import(x)`); b = evaluated(1); c = eval(d)")
    assert changed == "a = await (0, eval)(`import(x)`); b = evaluated(1); c = (0, eval)(d)"
    with pytest.raises(BuildError, match=r"root\.jsx"):
        bundle.without_globals("export default function App() {}")


CODE = (Path(Templates.Dirs.WEB_TEMPLATE) / STATE).read_text("utf-8")
OF_A_SOCKET = {"auth", "connect", "connected", "disconnect", "emit", "io", "off", "on"}
OF_REFLEX = {"current", "reconnect", "wait_connect"}
"""Its own: the ref that holds the socket, and what it puts on it."""
OF_IO = {"decoder", "encoder", "on", "open", "opts"}


def test_reflex_uses_of_socket_io_what_the_module_in_its_place_has() -> None:
    changed = with_events(CODE)
    used = re.findall(r"\b(?:socket(?:\.current)?|warmSocket)\??\.(?:(io)\.)?(\w+)", changed)
    assert {name for io, name in used if not io} == OF_A_SOCKET | OF_REFLEX
    assert {name for io, name in used if io} == OF_IO
    engine = set(re.findall(r"\bengine\.([\w.]+)", changed))
    assert engine == {"transport.name", "_maxPayload"}
    assert "reconnection: false" in CODE, "the module does not reconnect"


CHANGED = with_events(CODE)


@pytest.mark.parametrize(("event", "detail"), [
    ("connect", "isOpen: (window.isSocketOpen = true)"),
    ("disconnect", "isOpen: (window.isSocketOpen = false)"),
    ("event", f"changed: (state, name) => update.delta?.[state]?.[`${{name}}{FIELD_MARKER}`]"),
])  # fmt: skip
def test_every_event_of_the_websocket_reaches_the_page(event: str, detail: str) -> None:
    handler = CHANGED.split(f'  socket.current.on("{event}", ')[1].split("\n  });")[0]
    # In no branch: every connection counts, also one that comes back at the first attempt.
    assert f'\n    dispatchEvent(new CustomEvent("socket", {{ detail: {{ {detail} }} }}));\n' in handler


def test_page_connects_again_within_two_seconds_and_knows_when_it_has_heard_last() -> None:
    # Socket.IO itself, which would wait longer, does not connect again.
    assert "reconnection: false" in CODE
    assert "failed_attempts = Math.min(failed_attempts + 1, 10);" in CODE
    assert "}, 150 * failed_attempts);" in CHANGED
    assert '\n  socket.current.io.on("ping", () => dispatchEvent(new CustomEvent("socket", ' in CHANGED


def test_page_of_another_release_only_learns_of_it() -> None:
    assert "return { event: boot_event, state_schema: app.stateSchema };" in CODE
    assert "socket.current.on(STATE_MISMATCH_EVENT, ({ backend }) => (window.otherRelease = backend));" in CHANGED
    # What loads the page anew and shows the banner calls itself alone, so that no bundle has it.
    named = {"handleStateMismatch": 1, "showNewVersionBanner": 2, "reloadForNewVersion": 3}
    assert {name: CHANGED.count(name) for name in named} == named
    lost = CHANGED.split('socket.current.on("disconnect", ')[1].split("\n  });")[0]
    assert "\n    delete window.otherRelease;\n    dispatchEvent(" in lost, "the next may be to its own release"


OPTIONAL = [step.name for step in STEPS if not step.required]
NAMES = [step.name for step in STEPS]


@pytest.mark.parametrize(("first", "second"), [
    ("not_found", "sitemap"),  # the page for unknown addresses must not be listed
    ("plain_navigation", "page_scripts"),  # looks at React Router's inline scripts
    ("inline_styles", "service_worker"),  # names the version of the finished pages
    ("deferred_hydration", "service_worker"),
    ("page_scripts", "deferred_hydration"),  # loads the file that the first one wrote
])  # fmt: skip
def test_steps_come_in_their_order(first: str, second: str) -> None:
    assert NAMES.index(first) < NAMES.index(second)


def test_steps_of_a_build_their_order_and_their_files() -> None:
    assert steps("full") == list(STEPS)
    assert [step.name for step in steps("plain")] == [step.name for step in STEPS if step.required]
    for name in OPTIONAL:
        assert [step.name for step in steps(f"without-{name}")] == [each for each in NAMES if each != name]
    for build in ("", "fast", "without-", "without-sitemap", "without-nothing"):
        with pytest.raises(ValueError, match=OPTIONAL[0]):
            steps(build)
    assert NAMES[-1] == "script_hashes"
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
