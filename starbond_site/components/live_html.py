"""What the server writes into the page before the first paint: the markup of ``react/live/live.jsx``, in Python.

Two renderers of one markup, since the first paint cannot wait for scripts and a pushed view cannot wait for the server;
``tests/browser/test_live_markup.py`` holds them together.
"""

from html import escape
from urllib.parse import quote

from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.documents.views import View

LATEST = "latest"
"""Mark of the newest filing on the home page, which shows the head of a list."""
Labels = dict[str, str]


def list_labels(site: Site, topic: str) -> Labels:
    """Return the words of a document list."""
    words = site.interface.documents
    return {
        "number": words.serial,
        "name": words.file_name,
        "action": words.action,
        "download": words.download,
        "download_name": words.download_name,
        "empty": site.category(topic).empty,
        "loading": words.loading,
        "pages": words.pages_label,
        "previous": words.previous_page,
        "next": words.next_page,
        "search": words.search_label,
        "placeholder": words.search_placeholder,
        "find": words.search_button,
        "clear": words.search_clear,
        "announcement": site.interface.live.published,
    }


def latest_labels(site: Site) -> Labels:
    """Return the words of the newest filing."""
    words = site.interface.documents
    return {
        "empty": site.interface.home.latest_empty,
        "loading": words.loading,
        "download": words.download,
        "download_name": words.download_name,
    }


def shared_labels(site: Site) -> Labels:
    """Return the words of Shared Information."""
    words = site.interface
    return {
        "digits": digits("123", words.dates),
        "download": words.documents.download,
        "download_name": words.shared.download_row.replace("{title}", "{name}"),
        "unavailable": words.shared.not_yet_available,
        "loading": words.documents.loading,
    }


def shared_titles(site: Site) -> dict[str, str]:
    """Return the title of each fixed row by its node."""
    return {row.node: row.title for row in site.investors.shared}


def document_list(site: Site, view: View) -> str:
    """Return a document list."""
    labels = list_labels(site, view["topic"])
    if not view["rows"] and not view["query"]:
        return f'<p class="document-list__empty">{escape(labels["empty"])}</p>'
    heads = "".join(f'<th scope="col">{escape(labels[name])}</th>' for name in ("number", "name", "action"))
    rows = "".join(_row(site, row, labels) for row in view["rows"])
    table = f'<table class="documents"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>' if rows else ""
    summary = f'<p class="document-list__summary">{escape(view["summary"][site.language])}</p>'
    return _search(view, labels) + summary + table + _pager(site, view, labels)


def latest(site: Site, view: View) -> str:
    """Return the newest document of a list in one line."""
    labels = latest_labels(site)
    if not view["rows"]:
        return f'<span class="latest__empty">{escape(labels["empty"])}</span>'
    row = view["rows"][0]
    name, facts = escape(row["FileName"]), escape(row["facts"][site.language])
    shown = f'<span class="latest__name">{name}</span><span class="latest__facts">{facts}</span>'
    return shown + _download(row, row["FileName"], labels)


def shared(site: Site, view: View) -> str:
    """Return the fixed rows of Shared Information."""
    labels, titles = shared_labels(site), shared_titles(site)
    return "".join(
        _shared_row(site, row, titles[row["node"]], number, labels)
        for number, row in zip(labels["digits"], view["rows"], strict=True)
    )


def line(site: Site, view: View) -> str:
    """Return the slim line above the header; nothing where no node has a text."""
    shown = [
        f'<p><a href="{escape(item["url"])}">{escape(item["text"])}</a></p>'
        if item["url"]
        else f"<p>{escape(item['text'])}</p>"
        for item in view["lines"]
    ]
    label = escape(site.interface.live.figures_label)
    inner = f'<div class="live-line__inner container" role="region" aria-label="{label}">{"".join(shown)}</div>'
    return inner if shown else ""


def _row(site: Site, row: View, labels: Labels) -> str:
    return _cells(
        row["number"][site.language],
        row["FileName"],
        row["facts"][site.language],
        _download(row, row["FileName"], labels),
    )


def _shared_row(site: Site, row: View, title: str, number: str, labels: Labels) -> str:
    if "DownloadUrl" not in row:
        return _cells(number, title, "", f'<span class="muted">{escape(labels["unavailable"])}</span>')
    return _cells(number, title, row["facts"][site.language], _download(row, title, labels))


def _cells(number: str, name: str, facts: str, action: str) -> str:
    shown = f'<span class="document__file">{escape(name)}</span>'
    if facts:
        shown += f'<span class="document__facts">{escape(facts)}</span>'
    return (
        f'<tr class="document"><td class="document__number">{escape(number)}</td>'
        f'<td class="document__name">{shown}</td><td class="document__action">{action}</td></tr>'
    )


def _download(row: View, name: str, labels: Labels) -> str:
    label = escape(labels["download_name"].replace("{name}", name))
    return (
        f'<a class="button" href="{escape(row["DownloadUrl"])}" target="_blank" rel="noopener"'
        f' aria-label="{label}">{escape(labels["download"])}</a>'
    )


def _search(view: View, labels: Labels) -> str:
    if view["pages"] < 2 and not view["query"]:
        return ""
    name, hint, query = escape(labels["search"]), escape(labels["placeholder"]), escape(view["query"])
    clear = f'<a href="?">{escape(labels["clear"])}</a>' if query else ""
    return (
        f'<form class="list-search" role="search" aria-label="{name}">'
        f'<input type="hidden" name="list" value="{view["topic"]}">'
        f'<input class="input" type="search" name="q" aria-label="{name}" placeholder="{hint}" value="{query}">'
        f'<button class="button">{escape(labels["find"])}</button>{clear}</form>'
    )


def _pager(site: Site, view: View, labels: Labels) -> str:
    if view["pages"] < 2:
        return ""
    query = f"&amp;q={quote(view['query'])}" if view["query"] else ""

    def link(number: int, relation: str, label: str) -> str:
        address = f"?list={view['topic']}&amp;page={number}{query}"
        return f'<a class="button" href="{address}" rel="{relation}">{escape(label)}</a>'

    before = link(view["number"] - 1, "prev", labels["previous"]) if view["number"] > 1 else ""
    after = link(view["number"] + 1, "next", labels["next"]) if view["number"] < view["pages"] else ""
    position = f"<span>{escape(view['position'][site.language])}</span>"
    return f'<nav class="pager" aria-label="{escape(labels["pages"])}">{before}{position}{after}</nav>'
