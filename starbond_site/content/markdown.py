"""Markdown of pages and news, in sections of text, tables, figures, galleries, cards and downloads.

CommonMark with tables. A picture alone in its paragraph is a figure, several there are a gallery. A list whose every
item is a link with words behind it is cards, one of links to files is downloads. `components.written` draws them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from starbond_site.content.addresses import Language, localized
from starbond_site.shared.mistakes import ContentError, together

ASSETS = Path(__file__).parents[2] / "assets"
DOWNLOADS = "/downloads/"
"""Where files for download stand, below `ASSETS`."""


class RunningText(NamedTuple):
    """Running text, as HTML."""

    html: str


class TextTable(NamedTuple):
    """A table, as HTML."""

    html: str


class TextPicture(NamedTuple):
    """A picture of the manifest, what it shows, and its caption, which may be empty."""

    picture: str
    text: str
    caption: str


class Gallery(NamedTuple):
    """Pictures that are looked at one after the other."""

    figures: tuple[TextPicture, ...]


class Card(NamedTuple):
    """A link to a page, with words and perhaps a picture."""

    title: str
    address: str
    html: str
    picture: TextPicture | None


class Cards(NamedTuple):
    """Links as cards."""

    cards: tuple[Card, ...]


class Download(NamedTuple):
    """A file, with its size in bytes."""

    title: str
    address: str
    size: int


class Downloads(NamedTuple):
    """Files to download."""

    files: tuple[Download, ...]


BodyPart = RunningText | TextTable | TextPicture | Gallery | Cards | Downloads


class Section(NamedTuple):
    """A heading, empty where the text begins without one, and what stands below it."""

    heading: str
    parts: tuple[BodyPart, ...]


class Reference(NamedTuple):
    """The English path of a page, or a picture, that a text names in a line of a file."""

    file: str
    line: int
    name: str


@dataclass(frozen=True)
class MarkdownBody:
    """The text of a page."""

    sections: tuple[Section, ...]
    links: tuple[Reference, ...]
    pictures: tuple[Reference, ...]


@cache
def _markdown() -> MarkdownIt:
    # Content is trusted, yet raw HTML in it would escape the design and the content security policy.
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def html(text: str) -> str:
    """Return plain Markdown as HTML; HTML in it stays text."""
    return _markdown().render(text).strip()


def body(text: str, language: Language, file: str = "", before: int = 0) -> MarkdownBody:
    """Return the sections of a text.

    Args:
        text: Markdown.
        language: of the page; links to pages lead to those in this language.
        file: whose text it is.
        before: lines of the file above the text.

    Raises:
        ContentError: something in the text cannot be shown.
    """
    tokens = _markdown().parse(text)
    mistakes: list[tuple[int, str]] = []
    links, shown = list[Reference](), list[Reference]()
    for line, token in _inline(tokens):
        if token.type == "image":
            shown.append(Reference(file, line + before, name := str(token.attrs["src"])))
            if not token.content:
                said = f"say between the brackets what the picture shows: ![A press in the workshop]({name})"
                mistakes.append((line + before, said))
        elif token.type == "link_open" and (path := str(token.attrs["href"])).startswith("/"):
            if path.startswith(DOWNLOADS):
                if not (ASSETS / path[1:]).is_file():
                    mistakes.append((line + before, f"there is no file {path}: put it into assets{DOWNLOADS}"))
            else:
                links.append(Reference(file, line + before, path))
                token.attrs["href"] = localized(path, language)
    root = SyntaxTreeNode(tokens)
    mistakes += ((line + before, sentence) for line, sentence in _misplaced(root))
    if mistakes:
        raise together(ContentError(file, f"line {line}", said) for line, said in sorted(mistakes))
    return MarkdownBody(tuple(_sections(root)), tuple(links), tuple(shown))


def _inline(tokens: Iterable[Token]) -> Iterator[tuple[int, Token]]:
    """Yield the links and pictures with the lines that they stand in."""
    for block in tokens:
        line = block.map[0] + 1 if block.map else 1
        for token in block.children or ():
            line += token.type in ("softbreak", "hardbreak")
            yield line, token


def _misplaced(root: SyntaxTreeNode) -> Iterator[tuple[int, str]]:
    """Yield what cannot stand where it stands."""
    for node in root.walk(include_self=False):
        line = node.map[0] + 1 if node.map else 1
        if node.type == "heading" and node.tag == "h1":
            yield line, "begin the heading of a section with ##; the title stands at the top of the file"
        if node.type == "inline" and any(child.type == "image" for child in node.children) and not _stands(node):
            yield line, "give the picture a paragraph of its own, with an empty line before and after it"


def _stands(inline: SyntaxTreeNode) -> bool:
    """Return whether the pictures of a paragraph are figures, or that of a card."""
    parent = inline.parent.parent if inline.parent else None
    if parent and parent.type == "list_item":
        return bool(parent.parent and _cards(parent.parent))
    return bool(_figures(inline))


def _sections(root: SyntaxTreeNode) -> Iterator[Section]:
    heading, parts = "", []
    for node in root.children:
        if node.type == "heading" and node.tag == "h2":
            if heading or parts:
                yield Section(heading, tuple(parts))
            heading, parts = _plain(node.children[0]), []
        elif (part := _part(node)) and isinstance(part, RunningText) and parts and isinstance(parts[-1], RunningText):
            parts[-1] = RunningText(parts[-1].html + part.html)
        else:
            parts.append(part)
    yield Section(heading, tuple(parts))


def _part(node: SyntaxTreeNode) -> BodyPart:
    if node.type == "paragraph" and (figures := _figures(node.children[0])):
        return figures[0] if len(figures) == 1 else Gallery(figures)
    if node.type == "bullet_list":
        if files := _downloads(node):
            return Downloads(files)
        if cards := _cards(node):
            return Cards(cards)
    return (TextTable if node.type == "table" else RunningText)(_rendered(node))


def _figures(inline: SyntaxTreeNode) -> tuple[TextPicture, ...]:
    nodes = [node for node in inline.children if not _is_blank(node)]
    return tuple(map(_figure, nodes)) if all(node.type == "image" for node in nodes) else ()


def _figure(image: SyntaxTreeNode) -> TextPicture:
    return TextPicture(str(image.attrs["src"]), image.content, str(image.attrs.get("title", "")))


def _downloads(items: SyntaxTreeNode) -> tuple[Download, ...]:
    found = []
    for nodes in _items(items):
        if len(nodes) != 1 or nodes[0].type != "link" or not _address(nodes[0]).startswith(DOWNLOADS):
            return ()
        file = ASSETS / _address(nodes[0])[1:]
        found.append(Download(_plain(nodes[0]), _address(nodes[0]), file.stat().st_size if file.is_file() else 0))
    return tuple(found)


def _cards(items: SyntaxTreeNode) -> tuple[Card, ...]:
    """Return the cards of a list whose every item is a link, perhaps behind a picture, with words behind it."""
    found = []
    for nodes in _items(items):
        picture = _figure(nodes.pop(0)) if nodes and nodes[0].type == "image" else None
        if len(nodes) < 2 or nodes[0].type != "link":
            return ()
        words = "".join(map(_rendered_inline, nodes[1:])).lstrip(" :.,\n")
        found.append(Card(_plain(nodes[0]), _address(nodes[0]), words, picture))
    return tuple(found)


def _items(items: SyntaxTreeNode) -> Iterator[list[SyntaxTreeNode]]:
    """Yield what stands in each item of a list; nothing for an item with more than one paragraph."""
    for item in items.children:
        is_one = len(item.children) == 1 and item.children[0].type == "paragraph"
        inline = item.children[0].children[0] if is_one else None
        yield [node for node in inline.children if not _is_blank(node)] if inline else []


def _is_blank(node: SyntaxTreeNode) -> bool:
    return node.type in ("softbreak", "hardbreak") or (node.type == "text" and not node.content.strip())


def _address(link: SyntaxTreeNode) -> str:
    return str(link.attrs["href"])


def _plain(node: SyntaxTreeNode) -> str:
    return "".join(each.content for each in node.walk() if each.type in ("text", "code_inline"))


def _rendered(node: SyntaxTreeNode) -> str:
    return _markdown().renderer.render(node.to_tokens(), _markdown().options, {})


def _rendered_inline(node: SyntaxTreeNode) -> str:
    return RendererHTML().renderInline(node.to_tokens(), _markdown().options, {})
