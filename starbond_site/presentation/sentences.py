"""Sentences of the content with elements in their places. Everything else is escaped by htpy."""

from htpy import Node
from markupsafe import Markup, escape


def filled(sentence: str, **values: Node) -> Markup:
    """Return a sentence as HTML.

    Args:
        sentence: plain, with names in braces.
        values: text, which is escaped, or elements by name.
    """
    return escape(sentence).format(**values)
