"""The small modules in the place of libraries, run by the Bun that builds the site."""

import json
import subprocess

import pytest

import rxconfig
from starbond_site.reflex_adapter.build import module_aliases
from starbond_site.reflex_adapter.build.step import JAVASCRIPT, BuildError


def run(code: str) -> object:
    """Return what a JavaScript expression becomes, with the modules imported."""
    script = f"""
      globalThis.document = {{ cookie: "a=1; b%20c=x%3Dy%3B" }};
      const {{ mergician }} = await import("{JAVASCRIPT / "merge.js"}");
      const Cookies = (await import("{JAVASCRIPT / "cookies.js"}")).default;
      const cookies = new Cookies();
      console.log(JSON.stringify({code}) ?? "null");
    """
    done = subprocess.run(
        [rxconfig.config.bun_path, "-e", script], capture_output=True, text=True, check=True, timeout=60
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("code", "merged"),
    [
        ("mergician({a: 1, b: 2}, {b: 3})", {"a": 1, "b": 3}),
        ("mergician({s: {color: 'red', top: 1}}, {s: {color: 'blue'}})", {"s": {"color": "blue", "top": 1}}),
        ("mergician({s: [1, 2]}, {s: [3]})", {"s": [3]}),
        ("mergician({s: {a: 1}}, {s: null})", {"s": None}),
    ],
)
def test_objects_are_merged_deeply_and_the_last_one_wins(code: str, merged: object):
    assert run(code) == merged


def test_cookies_are_read_as_they_were_written():
    assert run("[cookies.get('a'), cookies.get('b c'), cookies.get('none')]") == ["1", "x=y;", None]


def test_cookies_are_written_with_their_options():
    options = "{path: '/', maxAge: 60, sameSite: 'lax', secure: true}"
    written = run(f"(cookies.set('b c', 'x=y', {options}), document.cookie)")
    assert written == "b%20c=x%3Dy; path=/; max-age=60; samesite=lax; secure"


def test_a_removed_cookie_ends_at_once():
    assert run("(cookies.remove('a', {path: '/'}), document.cookie)") == "a=; path=/; max-age=0"


@pytest.mark.parametrize("call", ["cookies.getAll()", "mergician({})(one, two)"])
def test_a_call_that_no_module_answers_fails_the_build(call: str) -> None:
    with pytest.raises(BuildError, match="module_aliases"):
        module_aliases.check_calls(call)


def test_code_that_the_server_sends_is_evaluated_by_no_direct_call() -> None:
    """A direct call keeps every name around it long."""
    changed = module_aliases.check_calls("a = await eval(`import(x)`); b = evaluated(1); c = eval(d)")
    assert changed == "a = await (0, eval)(`import(x)`); b = evaluated(1); c = (0, eval)(d)"


def test_a_root_without_the_global_modules_fails_the_build() -> None:
    with pytest.raises(BuildError, match=r"root\.jsx"):
        module_aliases.without_globals("export default function App() {}")
