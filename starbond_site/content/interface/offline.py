"""Words of the pages that work without a connection."""

from starbond_site.content.models import Content, Text


class OfflineWords(Content):
    """The offer to keep pages, the age of a kept page, and what is said in place of a page that is not kept."""

    heading: Text
    text: Text
    text_finder: Text
    """Where the site has the finder; so for ``kept_finder``."""
    button: Text
    progress: Text
    kept: Text
    kept_finder: Text
    failed: Text
    age: Text
    documents_title: Text
    documents_text: Text
    missing_title: Text
    missing_text: Text
    links: Text
    call: Text
