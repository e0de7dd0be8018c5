"""Words of the page that every document has, and of the answers in place of what was withdrawn."""

from starbond_site.content.models import Content, Text


class DocumentPageWords(Content):
    """The page of one document."""

    index_heading: Text
    index_lead: Text
    index_lists: Text
    description: Text
    withdrawn: Text
    withdrawn_reason: Text
    withdrawn_without_reason: Text
    was_replaced: Text
    entered_later: Text
    check: Text
    read_text: Text
    text_title: Text
    text_note: Text
    receipt: Text
    record: Text
    facts_label: Text
    list: Text
    type: Text
    size: Text
    pages: Text
    published: Text
    local_time: Text
    utc: Text
    own_date: Text
    number: Text
    address: Text
    sha256: Text
    other_language: Text
    replaces: Text
    replaced_by: Text
    copy_sha256: Text
    copy_citation: Text
    copied: Text
    picture: Text
    qr: Text
    qr_note: Text
    citation_heading: Text
    citation: Text
    gone_title: Text
    gone_link: Text
    unavailable_title: Text
