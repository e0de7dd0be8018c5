"""Headers of every answer, and the policy of pages."""

import json
from pathlib import Path

import pytest
from asgi_client import Answer, ask
from starlette.responses import Response

from starbond_site.web.headers import ALWAYS, SameForEveryOrigin, SecurityHeaders
from starbond_site.web.policy import page_policy, read


def answer(
    path: str = "/Bod",
    kind: str | None = "text/html",
    status: int = 200,
    *,
    secure: bool = False,
    **own: str,
) -> Answer:
    headers = {name.replace("_", "-"): value for name, value in own.items()}
    inner = Response("x", status, headers, kind)
    policy = page_policy(("sha256-one=", "sha256-two="), is_secure=secure)
    return ask(SecurityHeaders(inner, lambda: policy, is_secure=secure), path)


@pytest.mark.parametrize("status", [200, 301, 304, 404, 500])
@pytest.mark.parametrize("kind", ["text/html", "application/json", "image/png"])
def test_every_answer_has_them(status: int, kind: str):
    given = answer(status=status, kind=kind).headers
    for name, value in ALWAYS.items():
        assert given[name.lower()] == value


def test_pages_run_the_scripts_of_the_build_and_no_others():
    policy = answer().headers["content-security-policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert scripts == "script-src 'self' 'sha256-one=' 'sha256-two='"
    for part in ("frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "connect-src 'self'"):
        assert part in policy
    assert "facebook" not in policy
    assert "upgrade-insecure-requests" not in policy


def test_a_page_in_the_cache_keeps_its_policy():
    assert "content-security-policy" in answer(kind=None, status=304).headers


def test_an_answer_keeps_a_policy_of_its_own():
    assert answer(content_security_policy="sandbox").headers["content-security-policy"] == "sandbox"


def test_what_is_no_page_needs_none():
    assert "content-security-policy" not in answer(kind="application/json").headers


def test_https_is_kept_where_the_public_address_has_it():
    given = answer(secure=True).headers
    assert given["strict-transport-security"].startswith("max-age=63072000")
    assert given["content-security-policy"].endswith("upgrade-insecure-requests")
    assert "strict-transport-security" not in answer().headers


@pytest.mark.parametrize(
    ("path", "kind", "kept"),
    [
        ("/assets/entry.client-B1x9_kQz.js", "text/javascript", "public, max-age=31536000, immutable"),
        ("/assets/root-CqX1a2b3.css", "text/css", "public, max-age=31536000, immutable"),
        ("/pictures/slides/wood-960.1a2b3c4d.avif", "image/avif", "public, max-age=31536000, immutable"),
        ("/favicon.ico", "image/x-icon", "public, max-age=3600"),
        ("/sitemap.xml", "application/xml", "public, max-age=3600"),
        ("/Bod", "text/html", "no-cache"),
        ("/", "text/html", "no-cache"),
        ("/assets/page.html", "text/html", "no-cache"),
        ("/api/nodes", "application/json", "no-cache"),
    ],
)
def test_how_long_things_are_kept(path: str, kind: str, kept: str):
    assert answer(path, kind).headers["cache-control"] == kept


def test_errors_are_not_kept_even_under_a_hashed_name():
    assert answer("/assets/entry.client-B1x9_kQz.js", status=404).headers["cache-control"] == "no-store"


def test_an_answer_keeps_its_own_time():
    assert answer(cache_control="private").headers["cache-control"] == "private"


def test_what_an_answer_varies_with_is_named_once():
    assert answer(vary="Accept-Encoding, Cookie,Cookie").headers["vary"] == "Accept-Encoding, Cookie"


def test_the_origin_is_left_to_the_layer_around():
    assert answer(vary="Accept-Encoding, Origin").headers["vary"] == "Accept-Encoding"
    assert "vary" not in answer(vary="Origin").headers


def test_other_sites_may_show_previews_and_icons_only():
    assert answer("/social/bod.jpg", "image/jpeg").headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer("/pictures/a.png", "image/png").headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("path", "allowed"), [("/dealers", True), ("/bn/dealers", True), ("/", False), ("/dealers/x", False)]
)
def test_only_the_dealers_may_ask_for_the_position(path: str, allowed: bool):
    policy = answer(path).headers["permissions-policy"]
    assert ("geolocation=(self)" in policy) is allowed
    assert "camera=()" in policy


def test_the_hashes_of_the_build_are_read(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    file = tmp_path / "hashes.json"
    assert "sha256" not in read(file, is_secure=False)
    assert "scripts will not run" in caplog.text
    file.write_text(json.dumps(["sha256-new="]))
    assert "'sha256-new='" in read(file, is_secure=False)


@pytest.mark.parametrize("path", ["/service-worker.js", "/offline-en.json", "/offline-bn.json"])
def test_an_old_service_worker_does_not_live_on_in_a_cache(path: str):
    assert answer(path, "text/javascript").headers["cache-control"] == "no-cache"


def test_service_workers_and_manifests_are_the_sites_own():
    policy = answer().headers["content-security-policy"].split("; ")
    assert {"worker-src 'self'", "manifest-src 'self'"} <= set(policy)


@pytest.mark.parametrize(
    ("path", "varies"),
    [
        ("/assets/page-DdVDzpi4.js", "Accept-Encoding"),
        ("/fonts/anek.55ff70fb.woff2", "Accept-Encoding"),
        ("/Bod", "Accept-Encoding, Origin"),
        ("/service-worker.js", "Accept-Encoding, Origin"),
    ],
)
def test_what_never_changes_is_the_same_for_every_origin(path: str, varies: str):
    around = SameForEveryOrigin(Response("x", headers={"vary": "Accept-Encoding, Origin"}))
    assert ask(around, path).headers["vary"] == varies
