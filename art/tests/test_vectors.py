"""An SVG of a person is served and drawn as a drawing alone."""

from pathlib import Path

import pytest

from art import vectors
from art.vectors import PictureError, safe

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8" {root}>{inside}</svg>'
PIXEL = "data:image/png;base64,iVBORw0KGgo="


def svg(inside: str = "", root: str = "") -> bytes:
    return SVG.format(inside=inside, root=root).encode()


def test_what_runs_or_comes_from_elsewhere_is_refused() -> None:
    for data, sentence in [
        (svg("<script>alert(1)</script>"), "holds <script>"),
        (svg("<foreignObject><p>x</p></foreignObject>"), "holds <foreignObject>"),
        (svg(root='onload="alert(1)"'), "onload"),
        (svg('<rect width="8" height="8" onclick="x()"/>'), "onclick"),
        (svg('<a href="javascript:alert(1)"><rect/></a>'), "javascript:alert"),
        (svg('<a><set attributeName="href" to="#x"/></a>'), "attributeName"),
        (svg('<image href="https://elsewhere.example/a.png"/>'), "https://elsewhere.example/a.png"),
        (svg('<image xlink:href="../secret.png"/>'), "../secret.png"),
        (svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), "embed what it needs"),
        (svg('<rect fill="url(https://elsewhere.example/x.svg#a)"/>'), "https://elsewhere.example"),
        (svg("<rect style=\"fill: url( '//elsewhere.example/x' )\"/>"), "//elsewhere.example"),
        (svg("<style>@import 'https://elsewhere.example/x.css';</style>"), "styles ask for another file"),
        (svg("<rect style=\"fill: image-set('https://elsewhere.example/x.png' 1x)\"/>"), "another file"),
        (svg(r"<style>rect{fill:\75 rl(https://elsewhere.example)}</style>"), "escaped"),
        (b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hostname">]>' + svg("&a;"), "entities"),
        (b"<svg viewBox='0 0 1 1'/>", "no SVG"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" width="100%"/>', "neither viewBox nor width"),
        (b"no markup at all", "cannot be read as SVG"),
    ]:
        with pytest.raises(PictureError) as mistake:
            safe(data)
        assert sentence in str(mistake.value), (data, sentence)


def test_editors_notes_are_left_out_and_the_drawing_stays() -> None:
    """Inkscape and Illustrator write more than the drawing."""
    own = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:version="1.4"'
    inside = (
        "<!-- secret --><metadata>Somebody</metadata><inkscape:page/>"
        '<defs><linearGradient id="a"/></defs><rect inkscape:label="Layer" width="8" height="8" fill="url(#a)"/>'
        f'<use xlink:href="#a"/><image href="{PIXEL}"/>'
    )
    kept = safe(b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">' + svg(inside, own))
    assert kept.startswith("<svg ")
    for gone in ("secret", "Somebody", "inkscape", "DOCTYPE"):
        assert gone not in kept
    for stays in ('fill="url(#a)"', 'href="#a"', PIXEL, 'viewBox="0 0 8 8"'):
        assert stays in kept


def test_a_drawing_with_a_size_alone_gets_a_view_box() -> None:
    assert 'viewBox="0 0 40 30"' in safe(b'<svg xmlns="http://www.w3.org/2000/svg" width="40px" height="30"/>')


def test_a_drawing_becomes_pixels() -> None:
    pytest.importorskip("resvg_py")
    image = vectors.drawn(safe(svg('<rect width="4" height="8" fill="#FF0000"/>', 'width="1" height="1"')), 64)
    assert image.size == (64, 64)
    assert image.getpixel((8, 32)) == (255, 0, 0, 255)
    assert image.getpixel((56, 32))[3] == 0


def test_absurd_proportions_are_refused() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(PictureError, match="proportions"):
        vectors.drawn(safe(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 9000"/>'))


def test_the_marks_that_are_served_are_safe() -> None:
    for file in (Path(__file__).resolve().parents[2] / "assets" / "marks").glob("*.svg"):
        assert safe(file.read_bytes()).startswith("<svg"), file.name
