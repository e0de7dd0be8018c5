"""The built site from memory: pages with their rows, files, and a new build."""

import asyncio
import gzip
from dataclasses import replace
from pathlib import Path
from unittest.mock import AsyncMock

import brotli
import pytest
from asgi_client import ask
from starlette.responses import PlainTextResponse
from whole_site import Rows, Site, built_site

from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation.topics import Fragment
from starbond_site.shared.roles import Principal
from starbond_site.web import built, filling
from starbond_site.web.built import BuiltSite
from starbond_site.web.encoding import REFINING, Newest, TextResponse, negotiate
from starbond_site.web.filling import fill, marks
from starbond_site.web.paths import Paths
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish


def write_site(folder: Path, text: str = "") -> None:
    for prefix in ("", "bn/"):
        for name, html in {
            f"{prefix}index.html": "home",
            f"{prefix}AllNotice/index.html": '<tbody data-live="AllNotice"></tbody>',
            f"{prefix}Bod/index.html": "<p>no marks</p>",
            f"{prefix}not-found.html": "nothing here",
        }.items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text + html)
            place.with_name(place.name + ".br").write_bytes(brotli.compress((text + html).encode()))
    (folder / "assets").mkdir(exist_ok=True)
    (folder / "assets" / "app-B1x9_kQz.js").write_text(text + "1;" * 100)
    (folder / "assets" / "app-B1x9_kQz.js.br").write_bytes(brotli.compress((text + "1;" * 100).encode()))
    (folder / "AllNotice.html").write_text("a copy")
    (folder / "picture.avif").write_bytes(bytes(range(256)))


@pytest.fixture
def lists() -> Rows:
    return Rows("", 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_site(tmp_path / "client")
    (tmp_path / "hashes.json").write_text('["sha256-one="]')
    return tmp_path / "client"


@pytest.fixture
def site(folder: Path, lists: Rows) -> BuiltSite:
    return built_site(folder, lists)


@pytest.fixture
def cache(site: BuiltSite) -> Paths:
    return Paths(PlainTextResponse("app"), (), site)


def test_rows_stand_in_the_page_in_its_language(cache: Paths, lists: Rows):
    lists.html, lists.version = "<tr>LANGUAGE</tr>", 4
    answer = ask(cache, "/AllNotice/")
    assert answer.text == '<tbody data-live="AllNotice" data-version="4"><tr>en</tr></tbody>'
    assert "<tr>bn</tr>" in ask(cache, "/bn/AllNotice/").text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert (answer.headers["cache-control"], answer.headers["vary"]) == ("no-cache", "Accept-Encoding")
    assert "'sha256-one='" in answer.headers["content-security-policy"]
    assert ask(cache, "/AllNotice/", headers={"if-none-match": answer.headers["etag"]}).status == 304
    lists.html, lists.version = "<tr>PAGE</tr>", 5
    assert "<tr>1</tr>" in ask(cache, "/AllNotice/", headers={"if-none-match": answer.headers["etag"]}).text
    assert "<tr>3</tr>" in ask(cache, "/AllNotice/", query="list=AllNotice&page=3").text
    assert "<tr>1</tr>" in ask(cache, "/AllNotice/", query="list=BondIssue&page=3").text
    lists.html, lists.is_down = "<tr>row</tr>", True
    assert "<tr>" not in ask(cache, "/AllNotice/", query="list=AllNotice&page=2").text


def test_page_is_compressed_once_per_version(cache: Paths, lists: Rows, monkeypatch: pytest.MonkeyPatch):
    lists.html, lists.version = "<tr>row</tr>", 1
    first = ask(cache, "/AllNotice/", headers={"accept-encoding": "br"})
    monkeypatch.setattr(brotli, "compress", None)
    monkeypatch.setattr(filling, "fill", None)
    again = ask(cache, "/AllNotice/", headers={"accept-encoding": "br"}, query="utm_source=x")
    assert brotli.decompress(again.body) == brotli.decompress(first.body)


def test_the_second_reader_gets_fewer_bytes_under_the_same_weak_tag(cache: Paths, lists: Rows):
    lists.html, lists.version = "".join(f"<tr>{number * 7919}</tr>" for number in range(500)), 1
    first, second = (ask(cache, "/AllNotice/", headers={"accept-encoding": "br"}) for _ in range(2))
    assert len(second.body) < len(first.body)
    assert brotli.decompress(second.body) == brotli.decompress(first.body)
    assert second.headers["etag"] == first.headers["etag"]
    assert first.headers["etag"].startswith("W/")


def test_older_pages_and_searches_are_not_kept(cache: Paths, lists: Rows, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(TextResponse, "refine", None)
    lists.html, lists.version = "<tr>PAGE</tr>", 1
    for number in (2, 3, 4):
        ask(cache, "/AllNotice/", headers={"accept-encoding": "br"}, query=f"list=AllNotice&page={number}")
    assert not cache.built.build.pages["/AllNotice/"]._filled
    asyncio.run(REFINING.acquire())
    assert ask(cache, "/AllNotice/", headers={"accept-encoding": "br"}).status == 200
    REFINING.release()


def test_a_page_without_rows_is_sent_as_built(cache: Paths):
    answer = ask(cache, "/AllNotice/", headers={"accept-encoding": "br"})
    assert answer.body == brotli.compress(b'<tbody data-live="AllNotice"></tbody>')
    assert ask(cache, "/Bod/").text == "<p>no marks</p>"


def test_everything_else_is_left_to_the_app(cache: Paths, lists: Rows):
    lists.html = "<tr>row</tr>"
    for path in ("/unknown/", "/../client/AllNotice/", "/AllNotice/../AllNotice/", "/\x00/", "/%2e%2e/", "//",
                 "/api/nodes", "/AllNotice", "/AllNotice.html", "/AllNotice/index.html", "/AllNotice/index.html.br",
                 "/assets/"):  # fmt: skip
        assert ask(cache, path).text == "app", path
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert ask(cache, "/Bod/", method).text == "app", method


def test_files_come_from_memory(cache: Paths, folder: Path):
    first = ask(cache, "/assets/app-B1x9_kQz.js", headers={"accept-encoding": "br"})
    assert brotli.decompress(first.body) == b"1;" * 100
    assert first.headers["content-type"] == "text/javascript; charset=utf-8"
    (folder / "assets" / "app-B1x9_kQz.js").unlink()
    (folder / "assets" / "app-B1x9_kQz.js.br").unlink()
    assert ask(cache, "/assets/app-B1x9_kQz.js", headers={"accept-encoding": "br"}).body == first.body
    plain = ask(cache, "/assets/app-B1x9_kQz.js", headers={"accept-encoding": "gzip"})
    assert (plain.text, plain.headers.get("content-encoding")) == ("1;" * 100, None)
    for _ in range(2):
        assert ask(cache, "/picture.avif", headers={"range": "bytes=10-19"}).text == "app"
        assert ask(cache, "/picture.avif").body == bytes(range(256))


def test_memory_is_bounded_and_a_lost_file_left_out(cache: Paths, monkeypatch: pytest.MonkeyPatch, folder: Path):
    for limit in ("MAX_KEPT_BYTES", "MAX_FILE_BYTES"):
        with monkeypatch.context() as patch:
            patch.setattr(built, limit, -1)
            assert ask(cache, "/picture.avif").text == "app"
            assert cache.built.build.kept_bytes == 0
    (folder / "picture.avif").unlink()
    assert ask(cache, "/picture.avif").text == "app"


def test_a_new_build_is_noticed(cache: Paths, folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Whether it is written into the folder or replaces it."""
    monkeypatch.setattr(built, "CHECK_SECONDS", 0)
    pages = ("/", "/Bod/", "/assets/app-B1x9_kQz.js")
    for number in (1, 2):
        assert not any(ask(cache, path).text.startswith(f"new {number}") for path in pages)
        (folder.parent / "hashes.json").write_text(f'["sha256-{number}="]')
        write_site(folder.with_name("next") if number == 1 else folder, f"new {number}")
        if number == 1:
            folder.rename(folder.with_name("last"))
            folder.with_name("next").rename(folder)
        assert [path for path in pages if not ask(cache, path).text.startswith(f"new {number}")] == []
        assert f"'sha256-{number}='" in ask(cache, "/").headers["content-security-policy"]
    before = ask(cache, "/")
    folder.rename(folder.with_name("gone"))
    assert ask(cache, "/").body == before.body, "the last build stays while the folder is empty"


def test_page_is_told_where_to_subscribe_only_where_that_is_set_up(site: BuiltSite, folder: Path, lists: Rows):
    lists.html, lists.version = "<tr>row</tr>", 1
    nothing = PlainTextResponse("not built")
    assert "data-fanout" not in ask(Paths(nothing, (), site), "/AllNotice/").text
    told = Paths(nothing, (), built_site(folder, lists, "/live"))
    assert '<tbody data-live="AllNotice" data-fanout="/live" data-version="1"><tr>' in ask(told, "/AllNotice/").text
    # A page whose lists are empty is told as well.
    lists.html, lists.version = "", 2
    assert '<tbody data-live="AllNotice" data-fanout="/live" data-version="2"></tbody>' in ask(told, "/AllNotice/").text


@pytest.mark.parametrize(("path", "mark"), [("/desk", "desk"), ("/bn/documents/1", "document")])
def test_pages_of_the_server_are_told_as_well(archive: Archive, path: str, mark: str):
    publish(archive, "AllNotice", "Report.pdf", samples.GOOD["report.pdf"])
    settings = archive.settings.model_copy(update={"fanout": "http://127.0.0.1:8091/publish"})
    told = Site(replace(archive, settings=settings), Principal(person_id=1, name="Rahima Khatun")).get(path).text
    assert f'<div data-live="{mark}" data-fanout="/live"' in told


PAGE = (
    '<html><div class="line" data-live="header"><div>old <div>deep</div></div></div>'
    '<table><tbody data-live="AnnualReport" class="rows" data-version="0"><tr><td>old</td></tr></tbody></table>'
    '<table><tbody class="rows" data-live="FinancialStatement"></tbody></table></html>'
)


def test_marked_elements_are_filled_and_nothing_else_changes():
    assert marks(PAGE) == ("header", "AnnualReport", "FinancialStatement")
    assert marks("<p data-live='x'>data-live=\"y\"</p>") == ()
    html = r"\1 \g<0> <tbody data-live=&quot;x&quot;> {} %s"
    assert fill(PAGE, {"AnnualReport": Fragment(html, 3), "header": Fragment("<b>line</b>", 9)}) == (
        '<html><div class="line" data-live="header" data-version="9"><b>line</b></div>'
        f'<table><tbody data-live="AnnualReport" class="rows" data-version="3">{html}</tbody></table>'
        '<table><tbody class="rows" data-live="FinancialStatement"></tbody></table></html>'
    )
    with pytest.raises(ValueError, match="never closed"):
        fill('<tbody data-live="x"><tr>', {"x": Fragment("y")})


TEXT = b"<tr>row</tr>" * 50
UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}


def page() -> TextResponse:
    return TextResponse(TEXT, "text/html; charset=utf-8", {"Cache-Control": "no-cache"})


def test_readers_who_arrive_together_wait_for_one_compression(monkeypatch: pytest.MonkeyPatch):
    compressed, compress, response = list[int](), brotli.compress, page()
    record = lambda body, quality: compressed.append(quality) or compress(body, quality=quality)  # noqa: E731
    monkeypatch.setattr(brotli, "compress", record)
    scope = {"type": "http", "method": "GET", "headers": [(b"accept-encoding", b"br")]}

    async def read() -> None:
        await asyncio.gather(*(response(scope, AsyncMock(), AsyncMock()) for _ in range(20)))

    asyncio.run(read())
    assert compressed == [6]


def test_answers_are_made_again_in_another_state_and_those_asked_for_last_are_kept() -> None:
    newest, made = Newest[str](2), list[str]()

    async def make(answer: str) -> str:
        made.append(answer)
        await asyncio.sleep(0)
        return answer

    async def answer(name: str, state: int) -> str:
        return await newest.of(name, state, lambda: make(f"{name}{state}"))

    async def ask_all() -> list[str]:
        together = await asyncio.gather(*(answer("a", 1) for _ in range(3)))
        return [
            *together,
            *[await answer(*each) for each in (("a", 2), ("b", 1), ("a", 2), ("c", 1), ("a", 2), ("b", 1))],
        ]

    assert asyncio.run(ask_all()) == ["a1"] * 3 + ["a2", "b1", "a2", "c1", "a2", "b1"]
    assert made == ["a1", "a2", "b1", "c1", "b1"]


def test_an_answer_that_could_not_be_made_is_made_by_the_next_who_waits() -> None:
    newest, made = Newest[str](), list[int]()

    async def make() -> str:
        made.append(len(made))
        await asyncio.sleep(0)
        if made == [0]:
            raise Refusal("storage_unreachable")
        return "made"

    async def ask_all() -> list[str | BaseException]:
        return await asyncio.gather(*(newest.of("a", 1, make) for _ in range(3)), return_exceptions=True)

    first, *later = asyncio.run(ask_all())
    assert isinstance(first, Refusal)
    assert (later, made) == (["made"] * 2, [0, 1])


def test_the_browser_chooses_the_compression():
    wanted = {
        "gzip, deflate, br": "br", "gzip": "gzip", "br;q=0.1, gzip;q=0.9": "gzip", "br;q=0, gzip;q=0": "", "": "",
        "identity": "", "*": "br", "*;q=0": "", "br;q=x": "", "zstd": "", "zstd" + "," * 1000 + "br": "br",
    }  # fmt: skip
    answers = {accept: ask(page(), headers={"accept-encoding": accept}) for accept in wanted}
    assert {accept: answer.headers.get("content-encoding", "") for accept, answer in answers.items()} == wanted
    assert {accept: negotiate(accept) for accept in wanted} == wanted
    for accept, answer in answers.items():
        assert UNPACK.get(wanted[accept], bytes)(answer.body) == TEXT
        assert answer.headers["content-length"] == str(len(answer.body))
        assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_shared_caches_learn_what_a_response_depends_on():
    tags = set()
    for accept in ("", "br", "gzip"):
        answer = ask(page(), headers={"accept-encoding": accept})
        unchanged = ask(page(), headers={"accept-encoding": accept, "if-none-match": answer.headers["etag"]})
        assert (unchanged.status, unchanged.body) == (304, b"")
        for given in (answer, unchanged):
            assert (given.headers["vary"], given.headers["cache-control"]) == ("Accept-Encoding", "no-cache")
            assert (given.headers["etag"], "set-cookie" in given.headers) == (answer.headers["etag"], False)
        assert "content-length" not in unchanged.headers
        tags.add(answer.headers["etag"])
    assert len(tags) == 3, "each compression has a tag of its own"
    tag = ask(page()).headers["etag"]
    known = {f'"b", W/{tag}': 304, "*": 304, '"ab"': 200, "": 200}
    assert {given: ask(page(), headers={"if-none-match": given}).status for given in known} == known


def test_dates_heads_and_errors():
    moment = "Fri, 20 Nov 2026 04:00:00 GMT"
    dated = TextResponse(TEXT, "text/plain", {"Last-Modified": moment})
    assert ask(dated, headers={"if-modified-since": moment}).status == 304
    assert ask(dated, headers={"if-modified-since": "Fri, 20 Nov 2026 03:00:00 GMT"}).status == 200
    assert ask(dated, headers={"if-modified-since": moment, "if-none-match": '"other"'}).status == 200
    assert ask(page(), headers={"if-modified-since": moment}).status == 200
    whole, head = (ask(page(), method=method, headers={"accept-encoding": "br"}) for method in ("GET", "HEAD"))
    assert (head.body, head.headers) == (b"", whole.headers)
    answer = ask(TextResponse(TEXT, "text/html", status=404), headers={"if-none-match": "*"})
    assert (answer.status, answer.body, "etag" in answer.headers) == (404, TEXT, False)
