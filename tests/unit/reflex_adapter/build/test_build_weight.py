"""The steps that make pages light, against the files of the installed Reflex: an upgrade that breaks one fails here."""

import json
from pathlib import Path

import pytest
from reflex_base.compiler import templates
from reflex_base.constants import Templates

from starbond_site.reflex_adapter.build import (
    app_root,
    boot,
    inline_style,
    one_chunk,
    plugins,
    router,
    socket,
    stand_ins,
    vite_config,
    weight,
)
from starbond_site.reflex_adapter.build.prerendered import BuildError

WEB = Path(Templates.Dirs.WEB_TEMPLATE)
STATE = (WEB / "utils" / "state.js").read_text()
VITE = templates.vite_config_template("/", False, True, False, False)
ROOT = """import {Fragment,useEffect} from "react"
import { Outlet } from 'react-router';
import * as React from "react";
import * as utils_state from "$/utils/state";

function ReflexProviders({children}) {
  useEffect(() => {
    // Make contexts and state objects available globally for dynamic eval'd components
    window.__reflex = {
          "react": React,
    "$/utils/state": utils_state,
    };
  }, []);

  return jsx(ThemeProvider, {}, children);
}
"""


def test_socket_io_is_loaded_when_the_first_connection_is_made():
    changed = socket.loaded_later(STATE)
    assert 'import("socket.io-client")' in changed
    assert 'from "socket.io-client"' not in changed
    assert "warmSocket.io.open" not in changed
    assert changed.index("await loadSocket();") < changed.index("      await connect(")


@pytest.mark.parametrize("gone", [socket.IMPORT, socket.CONNECT, socket.WARM_UP[0]])
def test_another_way_to_connect_fails_the_build(gone: str):
    with pytest.raises(BuildError):
        socket.loaded_later(STATE.replace(gone, ""))


def test_the_stand_ins_answer_every_call_of_reflex():
    assert stand_ins.check_calls(STATE) == STATE


@pytest.mark.parametrize("call", ["cookies.getAll()", "mergician({})(one, two)"])
def test_a_call_that_no_stand_in_answers_fails_the_build(call: str):
    with pytest.raises(BuildError, match="stand_ins"):
        stand_ins.check_calls(STATE + call)


def test_steps_go_into_the_configuration_of_vite():
    changed = vite_config.with_plugin("standIns", "stand_ins.js")(VITE)
    assert changed.startswith('import standIns from "./build-steps/stand_ins.js";')
    assert changed.index("    standIns(),") < changed.index("    reactRouter(),")
    changed = vite_config.with_chunk("site", "/react/")(VITE)
    assert '{ name: "site", test: /react/ },' in changed


def test_another_configuration_of_vite_fails_the_build():
    with pytest.raises(BuildError):
        vite_config.with_plugin("standIns", "stand_ins.js")(VITE.replace("reactRouter(),", "router(),"))


def test_the_root_hands_out_no_modules():
    lean = app_root.lean(ROOT)
    assert "import * as" not in lean
    assert "__reflex" not in lean
    assert "return jsx(ThemeProvider" in lean


@pytest.mark.parametrize("code", [ROOT.replace("__reflex", "__other"), ROOT + "DefaultOverlayComponents", ""])
def test_another_root_fails_the_build(code: str):
    with pytest.raises(BuildError):
        app_root.lean(code)


def manifest(**route: object) -> str:
    """Return React Router's list of pages with one page of the given properties."""
    page = {"id": "routes/[Bod]._index", "path": "Bod", "hasLoader": False, "css": [], "module": "/assets/b.js"} | route
    return f"window.__reactRouterManifest={json.dumps({'routes': {'routes/[Bod]._index': page}})};"


def test_plain_pages_are_all_that_the_router_knows():
    router.check_routes(manifest())


@pytest.mark.parametrize(
    "route", [{"path": "product/:id"}, {"hasLoader": True}, {"hasClientAction": True}, {"css": ["/assets/b.css"]}]
)
def test_a_page_that_needs_more_fails_the_build(route: dict[str, object]):
    with pytest.raises(BuildError, match="does not know"):
        router.check_routes(manifest(**route))


def test_another_list_of_pages_fails_the_build():
    with pytest.raises(BuildError, match="manifest"):
        router.check_routes("export default {}")


def test_files_of_every_step_are_there():
    for plugin in plugins():
        for path, content in plugin.get_static_assets():
            assert content, path


def test_production_alone_is_changed(monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    for module in (app_root, boot, inline_style, one_chunk, router, socket, stand_ins):
        monkeypatch.setattr(module, "is_prod_mode", lambda: False)
    for plugin in (
        app_root.AppRootPlugin(),
        boot.BootPlugin(),
        inline_style.InlineStylePlugin(),
        one_chunk.OneChunkPlugin(),
        router.RouterPlugin(),
        socket.SocketPlugin(),
        stand_ins.StandInsPlugin(),
    ):
        plugin.pre_compile(add_modify_task=lambda file, _change: asked.append(file))
    assert asked == []


@pytest.fixture
def compressed(tmp_path: Path) -> Path:
    """Return a build in which every page loads a script that loads another one later."""
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "site-1.js").write_text('x(()=>import(`./socket-1.js`));import("https://elsewhere.example/a.js")')
    (assets / "site-1.js.br").write_bytes(bytes(70_000))
    (assets / "socket-1.js").write_text("")
    (assets / "socket-1.js.br").write_bytes(bytes(9_000))
    for page in weight.LIMITS:
        folder = tmp_path / page
        folder.mkdir(exist_ok=True)
        boot = """data-boot='{"manifest":"/assets/manifest-1.js","files":["/assets/site-1.js"]}'"""
        (folder / "index.html").write_text(
            f'<script {boot}></script><style data-from="/assets/a.css"/><a href="/x.pdf">'
        )
        (folder / "index.html.br").write_bytes(bytes(5_000))
    return tmp_path


def test_a_first_view_is_its_page_and_all_that_it_loads(compressed: Path):
    weight.check(compressed)
    assert weight.weigh(compressed, "SuperGlue") == {"index.html": 5_000, "site-1.js": 70_000, "socket-1.js": 9_000}


def test_a_page_that_is_too_heavy_fails_the_build(compressed: Path):
    (compressed / "assets" / "socket-1.js.br").write_bytes(bytes(60_000))
    with pytest.raises(BuildError, match=r"/ weighs 135\.0 kB, 130 are allowed: site-1\.js 70\.0"):
        weight.check(compressed)
