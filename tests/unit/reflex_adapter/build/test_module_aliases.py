"""The small modules in the place of libraries, run by the Bun that builds the site."""

import json
import subprocess

import pytest

import rxconfig
from starbond_site.reflex_adapter.build import module_aliases
from starbond_site.reflex_adapter.build.step import JAVASCRIPT, BuildError

CODE = {
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
      console.log(JSON.stringify([{", ".join(CODE)}]));
    """
    done = subprocess.run([rxconfig.config.bun_path, "-e", script], capture_output=True, check=True, timeout=60)
    assert dict(zip(CODE, json.loads(done.stdout), strict=True)) == CODE


def test_a_call_that_no_module_answers_fails_the_build() -> None:
    for call in ("cookies.getAll()", "mergician({})(one, two)"):
        with pytest.raises(BuildError, match="module_aliases"):
            module_aliases.check_calls(call)


def test_code_that_the_server_sends_is_evaluated_by_no_direct_call() -> None:
    """A direct call keeps every name around it long."""
    changed = module_aliases.check_calls("a = await eval(`import(x)`); b = evaluated(1); c = eval(d)")
    assert changed == "a = await (0, eval)(`import(x)`); b = evaluated(1); c = (0, eval)(d)"


def test_a_root_without_the_global_modules_fails_the_build() -> None:
    with pytest.raises(BuildError, match=r"root\.jsx"):
        module_aliases.without_globals("export default function App() {}")
