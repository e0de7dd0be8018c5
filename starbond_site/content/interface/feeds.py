"""Words of the feeds, and of the links that lead to them."""

from starbond_site.content.models import Content, Text


class FeedsWords(Content):
    """The Atom feeds of the lists."""

    link: Text
    link_name: Text
    title: Text
    all: Text
    filed: Text
    replaced: Text
