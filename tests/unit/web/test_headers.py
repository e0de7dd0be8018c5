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


def test_every_answer_has_them():
    for status in (200, 301, 304, 404, 500):
        for kind in ("text/html", "application/json", "image/png"):
            given = answer(status=status, kind=kind).headers
            assert {name: given[name.lower()] for name in ALWAYS} == ALWAYS, (status, kind)


def test_pages_run_the_scripts_of_the_build_and_no_others():
    policy = answer().headers["content-security-policy"]
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert scripts == "script-src 'self' 'sha256-one=' 'sha256-two='"
    for part in ("frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "connect-src 'self'"):
        assert part in policy
    assert ("facebook" in policy, "upgrade-insecure-requests" in policy) == (False, False)


def test_a_page_in_the_cache_keeps_its_policy_and_an_answer_its_own():
    assert "content-security-policy" in answer(kind=None, status=304).headers
    assert answer(content_security_policy="sandbox").headers["content-security-policy"] == "sandbox"
    assert "content-security-policy" not in answer(kind="application/json").headers


def test_https_is_kept_where_the_public_address_has_it():
    given = answer(secure=True).headers
    assert given["strict-transport-security"].startswith("max-age=63072000")
    assert given["content-security-policy"].endswith("upgrade-insecure-requests")
    assert "strict-transport-security" not in answer().headers


def test_how_long_things_are_kept():
    for_ever = "public, max-age=31536000, immutable"
    wanted = {
        ("/assets/entry.client-B1x9_kQz.js", "text/javascript"): for_ever,
        ("/assets/root-CqX1a2b3.css", "text/css"): for_ever,
        ("/pictures/slides/wood-960.1a2b3c4d.avif", "image/avif"): for_ever,
        ("/favicon.ico", "image/x-icon"): "public, max-age=3600",
        ("/sitemap.xml", "application/xml"): "public, max-age=3600",
        ("/Bod", "text/html"): "no-cache",
        ("/", "text/html"): "no-cache",
        ("/assets/page.html", "text/html"): "no-cache",
        ("/api/nodes", "application/json"): "no-cache",
        # An old service worker must not live on in a cache.
        **{(path, "text/javascript"): "no-cache"
           for path in ("/service-worker.js", "/offline-en.json", "/offline-bn.json")},
    }  # fmt: skip
    assert {given: answer(*given).headers["cache-control"] for given in wanted} == wanted
    assert answer("/assets/entry.client-B1x9_kQz.js", status=404).headers["cache-control"] == "no-store"
    assert answer(cache_control="private").headers["cache-control"] == "private"


def test_what_an_answer_varies_with_is_named_once():
    assert answer(vary="Accept-Encoding, Cookie,Cookie").headers["vary"] == "Accept-Encoding, Cookie"


def test_the_origin_is_left_to_the_layer_around():
    assert answer(vary="Accept-Encoding, Origin").headers["vary"] == "Accept-Encoding"
    assert "vary" not in answer(vary="Origin").headers


def test_other_sites_may_show_previews_and_icons_only():
    assert answer("/social/bod.jpg", "image/jpeg").headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer("/pictures/a.png", "image/png").headers["cross-origin-resource-policy"] == "same-origin"


def test_only_the_dealers_may_ask_for_the_position():
    paths = ["/dealers", "/bn/dealers", "/", "/dealers/x"]
    policies = {path: answer(path).headers["permissions-policy"] for path in paths}
    assert [path for path in paths if "geolocation=(self)" in policies[path]] == paths[:2]
    assert all("camera=()" in policy for policy in policies.values())


def test_the_hashes_of_the_build_are_read(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    file = tmp_path / "hashes.json"
    assert ("sha256" in read(file, is_secure=False), "scripts will not run" in caplog.text) == (False, True)
    file.write_text(json.dumps(["sha256-new="]))
    assert "'sha256-new='" in read(file, is_secure=False)


def test_service_workers_and_manifests_are_the_sites_own():
    policy = answer().headers["content-security-policy"].split("; ")
    assert {"worker-src 'self'", "manifest-src 'self'"} <= set(policy)


def test_what_never_changes_is_the_same_for_every_origin():
    same, own = "Accept-Encoding", "Accept-Encoding, Origin"
    wanted = {"/assets/page-DdVDzpi4.js": same, "/fonts/anek.55ff70fb.woff2": same, "/Bod": own,
              "/service-worker.js": own}  # fmt: skip
    around = SameForEveryOrigin(Response("x", headers={"vary": own}))
    assert {path: ask(around, path).headers["vary"] for path in wanted} == wanted
