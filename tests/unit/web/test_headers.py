"""Headers of every answer, and the policy of pages."""

import json
from pathlib import Path

import pytest
from asgi_client import Answer, ask
from starlette.responses import Response

from starbond_site.web.headers import SameForEveryOrigin, SecurityHeaders
from starbond_site.web.policy import page_policy, read

MUST = {
    "x-content-type-options": "nosniff", "x-frame-options": "DENY", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin", "referrer-policy": "strict-origin-when-cross-origin",
}  # fmt: skip
FORBIDDEN = ("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope",
             "magnetometer", "microphone", "midi", "payment", "usb")  # fmt: skip
POLICY = {
    "default-src 'self'", "script-src 'self' 'sha256-one=' 'sha256-two='", "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
    "object-src 'none'", "frame-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
}  # fmt: skip


def answer(
    path: str = "/Bod", kind: str | None = "text/html", status: int = 200, *, secure: bool = False, **own: str
) -> Answer:
    inner = Response("x", status, {name.replace("_", "-"): value for name, value in own.items()}, kind)
    policy = page_policy(("sha256-one=", "sha256-two="), is_secure=secure)
    return ask(SecurityHeaders(inner, lambda: policy, is_secure=secure), path)


def test_every_answer_has_them():
    for status in (200, 301, 304, 404, 500):
        for kind in ("text/html", "application/json", "image/png"):
            given = answer(status=status, kind=kind).headers
            assert {name: given.get(name) for name in MUST} == MUST, (status, kind)
            assert set(given["permissions-policy"].split(", ")) >= {f"{feature}=()" for feature in FORBIDDEN}


def test_pages_run_the_scripts_of_the_build_and_no_others():
    assert set(answer().headers["content-security-policy"].split("; ")) == POLICY
    assert "content-security-policy" in answer(kind=None, status=304).headers, "a page in the cache keeps its policy"
    assert answer(content_security_policy="sandbox").headers["content-security-policy"] == "sandbox"
    assert "content-security-policy" not in answer(kind="application/json").headers
    given = answer(secure=True).headers
    assert given["strict-transport-security"].startswith("max-age=63072000")
    assert given["content-security-policy"].endswith("upgrade-insecure-requests")
    assert "strict-transport-security" not in answer().headers


def test_how_long_things_are_kept():
    for_ever, an_hour = "public, max-age=31536000, immutable", "public, max-age=3600"
    wanted = {
        ("/assets/entry.client-B1x9_kQz.js", "text/javascript"): for_ever,
        ("/assets/root-CqX1a2b3.css", "text/css"): for_ever,
        ("/pictures/slides/wood-960.1a2b3c4d.avif", "image/avif"): for_ever,
        ("/favicon.ico", "image/x-icon"): an_hour, ("/sitemap.xml", "application/xml"): an_hour,
        **{(path, "text/html"): "no-cache" for path in ("/Bod", "/", "/assets/page.html")},
        ("/api/nodes", "application/json"): "no-cache",
        # An old service worker must not live on in a cache.
        **{(path, "text/javascript"): "no-cache"
           for path in ("/service-worker.js", "/offline-en.json", "/offline-bn.json")},
    }  # fmt: skip
    assert {given: answer(*given).headers["cache-control"] for given in wanted} == wanted
    assert answer("/assets/entry.client-B1x9_kQz.js", status=404).headers["cache-control"] == "no-store"
    assert answer(cache_control="private").headers["cache-control"] == "private"


def test_what_an_answer_varies_with_is_named_once_and_the_origin_by_the_layer_around():
    given = ("Accept-Encoding, Cookie,Cookie", "Accept-Encoding, Origin", "Origin")
    found = [answer(vary=names).headers.get("vary") for names in given]
    assert found == ["Accept-Encoding, Cookie", "Accept-Encoding", None]
    same, own = "Accept-Encoding", "Accept-Encoding, Origin"
    wanted = {"/assets/page-DdVDzpi4.js": same, "/fonts/anek.55ff70fb.woff2": same, "/Bod": own,
              "/service-worker.js": own}  # fmt: skip
    around = SameForEveryOrigin(Response("x", headers={"vary": own}))
    assert {path: ask(around, path).headers["vary"] for path in wanted} == wanted


def test_exceptions_for_previews_and_for_the_page_of_dealers():
    assert answer("/social/bod.jpg", "image/jpeg").headers["cross-origin-resource-policy"] == "cross-origin"
    paths = ["/dealers", "/bn/dealers", "/", "/dealers/x"]
    policies = [answer(path).headers["permissions-policy"] for path in paths]
    assert ["geolocation=(self)" in policy for policy in policies] == [True, True, False, False]


def test_the_hashes_of_the_build_are_read(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    file = tmp_path / "hashes.json"
    assert ("sha256" in read(file, is_secure=False), "scripts will not run" in caplog.text) == (False, True)
    file.write_text(json.dumps(["sha256-new="]))
    assert "'sha256-new='" in read(file, is_secure=False)
