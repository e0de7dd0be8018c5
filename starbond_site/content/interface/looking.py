"""Words of the look at a file before it is public, and of the pair of a filing in the other language."""

from starbond_site.content.models import Content, Text


class LookingWords(Content):
    """What visitors would get, in the upload forms."""

    heading: Text
    try_only: Text
    try_cancel: Text
    looking: Text
    sending: Text
    failed: Text
    tried: Text
    tried_refused: Text
    would_refuse: Text
    nothing_remarked: Text
    remarks_heading: Text
    title: Text
    name: Text
    place: Text
    row: Text
    single_row: Text
    replaces: Text
    replaces_nothing: Text
    pair_of: Text
    mail_subject: Text
    address: Text
    address_form: Text


class RemarkWords(Content):
    """What may be a slip, by the codes of `documents.looking`."""

    scan: Text
    unreadable: Text
    not_tagged: Text
    no_title: Text
    no_language: Text
    protected: Text
    comments: Text
    tracked_changes: Text
    author: Text
    linked_data: Text
    linked_file: Text
    other_list: Text
    other_year: Text
    same_name: Text
    no_bangla: Text
    no_english: Text
    not_read: Text


class PairWords(Content):
    """The offer to add the other language of what was just published."""

    add_bn: Text
    add_en: Text
    next_bn: Text
    next_en: Text
    cancel: Text
