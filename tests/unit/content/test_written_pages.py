"""Pages of Markdown files: what a text becomes, and a page, a menu entry and news that need no Python."""

from pathlib import Path

from starbond_site.components.react.component import drawn
from starbond_site.content import load, markdown
from starbond_site.pages import all_pages
from tests.unit.content.spoiled import Copy

TEXT = """Begin *here*.

## Ways & means

See [our products](/Products#star-bond), and [others](https://example.com).

![A bench](slides/wood-joints "Wood")

![A bench](slides/wood-joints)
![Pipes](slides/pipes)

- [Super glue](/SuperGlue): holds fast
- ![Pipes](slides/pipes) [Pipes](/UPVCSolventCement) joined

To print:

- [Form](/downloads/application-form.pdf)

| a | b |
| - | - |
| 1 | 2 |

- plain
- list
"""
SIZE = Path("assets/downloads/application-form.pdf").stat().st_size
PAGE = """+++
id = "recall"
path = "/recall"
title = {en = "Recall", bn = "পণ্য ফেরত"}
lead = {en = "Packs that we take back.", bn = "যেসব প্যাক আমরা ফেরত নিই।"}
menu = "media"
+++
Please bring them back.
"""


def test_a_text_becomes_sections_with_their_parts() -> None:
    before, ways = markdown.body(TEXT, "bn").sections
    bench = markdown.TextPicture("slides/wood-joints", "A bench", "Wood")
    pipes = markdown.TextPicture("slides/pipes", "Pipes", "")
    assert before == ("", (markdown.RunningText("<p>Begin <em>here</em>.</p>\n"),))
    text, figure, gallery, cards, _, downloads, table, rest = ways.parts
    assert ways.heading == "Ways & means"
    assert 'href="/bn/Products#star-bond"' in text[0], "links lead to pages in the language"
    assert 'href="https://example.com"' in text[0]
    assert (figure, gallery) == (bench, markdown.Gallery((bench._replace(caption=""), pipes)))
    glue = markdown.Card("Super glue", "/bn/SuperGlue", "holds fast", None)
    assert cards == markdown.Cards((glue, markdown.Card("Pipes", "/bn/UPVCSolventCement", "joined", pipes)))
    assert downloads == markdown.Downloads((markdown.Download("Form", "/downloads/application-form.pdf", SIZE),))
    assert (type(table), type(rest)) == (markdown.TextTable, markdown.RunningText)
    assert markdown.body("", "en") == markdown.MarkdownBody((markdown.Section("", ()),), (), ())


def test_a_page_a_menu_entry_and_news_need_no_python(copy: Copy) -> None:
    (copy.folder / "pages" / "recall.md").write_text(PAGE, "utf-8")
    news = copy.read("news/dealer-meeting.md").replace('"dealer-meeting"', '"more"').replace("2026-08-20", "2027-01-01")
    (copy.folder / "news" / "more.md").write_text(news, "utf-8")
    site = load(copy.folder, "bn")
    media = next(group for group in site.navigation if group.id == "media")
    assert (media.links[-1].label, media.links[-1].path) == ("পণ্য ফেরত", "/recall")
    assert (site.page("/recall").description, site.news[0].path) == ("যেসব প্যাক আমরা ফেরত নিই।", "/news/more")
    pages = {page.path: page for page in all_pages(site)}
    for path in ("/recall", "/news/more"):
        assert path in site.paths
        assert pages[path].indexed
    assert "Please bring them back." in str(drawn(pages["/recall"].body(site)))
