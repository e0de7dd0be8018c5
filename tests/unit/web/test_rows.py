"""Current rows in prerendered pages, and their compression."""

import gzip
import os
from pathlib import Path

import brotli
import pytest
from asgi_client import ask
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import QueryParams
from starlette.responses import PlainTextResponse

from starbond_site.presentation.fragments import Fragment
from starbond_site.web import rows
from starbond_site.web.encoding import Encoded, matches, negotiate
from starbond_site.web.rows import LiveRows, fill, marks

PAGE = (
    '<html><div class="line" data-live="header"><div>old <div>deep</div></div></div>'
    '<table><tbody data-live="AnnualReport" class="rows" data-version="0"><tr><td>old</td></tr></tbody></table>'
    '<table><tbody class="rows" data-live="FinancialStatement"></tbody></table></html>'
)


def test_marks_are_found_in_their_order():
    assert marks(PAGE) == ("header", "AnnualReport", "FinancialStatement")
    assert marks("<p data-live='x'>data-live=\"y\"</p>") == ()


def test_marked_elements_are_filled_and_nothing_else_changes():
    filled = fill(PAGE, {"AnnualReport": Fragment("<tr><td>new</td></tr>", 3), "header": Fragment("<b>line</b>", 9)})
    assert filled == (
        '<html><div class="line" data-live="header" data-version="9"><b>line</b></div>'
        '<table><tbody data-live="AnnualReport" class="rows" data-version="3"><tr><td>new</td></tr></tbody></table>'
        '<table><tbody class="rows" data-live="FinancialStatement"></tbody></table></html>'
    )


def test_rows_may_hold_anything_that_looks_like_a_pattern():
    html = r"\1 \g<0> <tbody data-live=&quot;x&quot;> {} %s"
    assert html in fill(PAGE, {"AnnualReport": Fragment(html)})


def test_an_element_without_an_end_is_a_mistake():
    with pytest.raises(ValueError, match="never closed"):
        fill('<tbody data-live="x"><tr>', {"x": Fragment("y")})


class Lists:
    """Two lists that the test fills, and how often they were asked."""

    def __init__(self) -> None:
        """Begin empty."""
        self.rows = Fragment("", 0)

    async def source(self, language: str, query: QueryParams) -> Fragment:
        """Give the rows of a language and a page."""
        html = self.rows.html.replace("LANGUAGE", language).replace("PAGE", query.get("page", "1"))
        return Fragment(html, self.rows.version)


@pytest.fixture
def lists() -> Lists:
    return Lists()


@pytest.fixture
def live(tmp_path: Path, lists: Lists) -> LiveRows:
    """Serve two pages, one of them in Bangla too, before a static server that says so."""
    for name, html in {"AllNotice": '<tbody data-live="AllNotice"></tbody>', "Bod": "<p>no marks</p>"}.items():
        for prefix in ("", "bn"):
            folder = tmp_path / prefix / name
            folder.mkdir(parents=True)
            (folder / "index.html").write_text(html)
    return LiveRows(PlainTextResponse("static"), tmp_path, {"AllNotice": lists.source})


def test_rows_stand_in_the_page_in_its_language(live: LiveRows, lists: Lists):
    lists.rows = Fragment("<tr>LANGUAGE</tr>", 4)
    assert ask(live, "/AllNotice/").text == '<tbody data-live="AllNotice" data-version="4"><tr>en</tr></tbody>'
    assert "<tr>bn</tr>" in ask(live, "/bn/AllNotice/").text
    answer = ask(live, "/AllNotice/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["vary"] == "Accept-Encoding"


def test_the_query_chooses_the_rows(live: LiveRows, lists: Lists):
    lists.rows = Fragment("<tr>PAGE</tr>", 4)
    assert "<tr>3</tr>" in ask(live, "/AllNotice/", query="page=3").text
    assert "<tr>1</tr>" in ask(live, "/AllNotice/").text


def test_a_change_shows_with_the_next_request_and_in_the_tag(live: LiveRows, lists: Lists):
    lists.rows = Fragment("<tr>one</tr>", 1)
    first = ask(live, "/AllNotice/")
    assert ask(live, "/AllNotice/", headers={"if-none-match": first.headers["etag"]}).status == 304
    lists.rows = Fragment("<tr>two</tr>", 2)
    second = ask(live, "/AllNotice/", headers={"if-none-match": first.headers["etag"]})
    assert second.status == 200
    assert "<tr>two</tr>" in second.text


@pytest.mark.parametrize(
    ("accept", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0.1, gzip;q=0.9", "gzip"),
        ("br;q=0, gzip;q=0", ""),
        ("", ""),
        ("identity", ""),
        ("*", "br"),
        ("*;q=0", ""),
        ("br;q=x", ""),
        ("zstd", ""),
    ],
)
def test_the_browser_chooses_the_compression(live: LiveRows, lists: Lists, accept: str, encoding: str):
    lists.rows = Fragment("<tr>row</tr>" * 50, 1)
    plain = ask(live, "/AllNotice/").body
    answer = ask(live, "/AllNotice/", headers={"accept-encoding": accept})
    assert answer.headers.get("content-encoding", "") == encoding
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress}.get(encoding, bytes)
    assert unpack(answer.body) == plain
    assert negotiate(accept) == encoding


def test_each_compression_has_a_tag_of_its_own():
    encoded = Encoded(b"x" * 1000)
    assert len({encoded.etag(encoding) for encoding in ("", "br", "gzip")}) == 3


def test_tags_are_compared_as_weak_ones():
    assert matches('W/"a", "b"', '"a"')
    assert matches("*", '"a"')
    assert not matches('"ab"', '"a"')
    assert not matches("", '"a"')


def test_a_page_is_compressed_once_per_version(live: LiveRows, lists: Lists, monkeypatch: pytest.MonkeyPatch):
    lists.rows = Fragment("<tr>row</tr>", 1)
    ask(live, "/AllNotice/", headers={"accept-encoding": "br"})
    monkeypatch.setattr(brotli, "compress", None)
    monkeypatch.setattr(rows, "fill", None)
    assert ask(live, "/AllNotice/", headers={"accept-encoding": "br"}).status == 200


def test_the_second_reader_gets_fewer_bytes(live: LiveRows, lists: Lists):
    lists.rows = Fragment("".join(f"<tr>{number * 7919}</tr>" for number in range(500)), 1)
    first, second = (ask(live, "/AllNotice/", headers={"accept-encoding": "br"}) for _ in range(2))
    assert len(second.body) < len(first.body)
    assert brotli.decompress(second.body) == brotli.decompress(first.body)
    # The same text under the same tag, which is weak, since the bytes differ.
    assert second.headers["etag"] == first.headers["etag"]
    assert first.headers["etag"].startswith("W/")


def test_one_page_is_refined_at_a_time(live: LiveRows, lists: Lists, monkeypatch: pytest.MonkeyPatch):
    lists.rows = Fragment("<tr>row</tr>", 1)
    monkeypatch.setattr(live, "_is_refining", True)
    monkeypatch.setattr(Encoded, "refine", None)
    assert ask(live, "/AllNotice/", headers={"accept-encoding": "br"}).status == 200


def test_memory_is_bounded(live: LiveRows, lists: Lists, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rows, "KEPT_PAGES", 3)
    for version in range(10):
        lists.rows = Fragment(f"<tr>{version}</tr>", version)
        ask(live, "/AllNotice/")
    assert len(live._filled) == 3


@pytest.mark.parametrize(
    "path",
    ["/Bod/", "/AllNotice", "/unknown/", "/../AllNotice/", "/AllNotice/../AllNotice/", "/\x00/", "/%2e%2e/", "/"],
)
def test_everything_else_is_left_to_the_static_server(live: LiveRows, lists: Lists, path: str):
    lists.rows = Fragment("<tr>row</tr>", 1)
    assert ask(live, path).text == "static"


def test_a_page_with_nothing_to_show_is_left_to_the_static_server(live: LiveRows):
    assert ask(live, "/AllNotice/").text == "static"


def test_a_database_that_is_down_leaves_the_page_without_rows(live: LiveRows):
    async def fail(_language: str, _query: QueryParams) -> Fragment:
        raise SQLAlchemyError

    live.sources["AllNotice"] = fail
    assert ask(live, "/AllNotice/").text == "static"


def test_a_new_build_is_noticed(live: LiveRows, lists: Lists, tmp_path: Path):
    lists.rows = Fragment("<tr>row</tr>", 1)
    ask(live, "/AllNotice/")
    file = tmp_path / "AllNotice" / "index.html"
    file.write_text('new <tbody data-live="AllNotice"></tbody>')
    os.utime(file, ns=(1, 1))
    assert ask(live, "/AllNotice/").text.startswith("new ")


def test_page_is_told_where_to_subscribe_only_where_that_is_set_up(tmp_path: Path, live: LiveRows, lists: Lists):
    lists.rows = Fragment("<tr>row</tr>", 1)
    assert "data-fanout" not in ask(live, "/AllNotice/").text

    told = LiveRows(PlainTextResponse("static"), tmp_path, {"AllNotice": lists.source}, "/live")
    assert '<tbody data-live="AllNotice" data-fanout="/live" data-version="1"><tr>' in ask(told, "/AllNotice/").text
    # A page whose lists are empty is told as well.
    lists.rows = Fragment("", 2)
    assert '<tbody data-live="AllNotice" data-fanout="/live" data-version="2"></tbody>' in ask(told, "/AllNotice/").text
    assert ask(live, "/AllNotice/").text == "static"
