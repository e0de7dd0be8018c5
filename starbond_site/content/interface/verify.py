"""Words of the page that says whether a file is one that was published."""

from starbond_site.content.models import Content, Text


class VerifyWords(Content):
    """The page Verify, and links to it."""

    lead: Text
    label: Text
    drop: Text
    private: Text
    no_script: Text
    unencrypted: Text
    reading: Text
    progress: Text
    checked: Text
    no_file: Text
    folder: Text
    several: Text
    one_file: Text
    empty: Text
    unreadable: Text
    lost: Text
    current: Text
    replaced: Text
    withdrawn: Text
    unknown: Text
    unknown_text: Text
    state_current: Text
    state_replaced: Text
    state_withdrawn: Text
    compare: Text
    is_document: Text
    is_other: Text
    in_list: Text
    published: Text
    filed: Text
    moment: Text
    replaced_at: Text
    replaced_by: Text
    withdrawn_at: Text
    reason: Text
    no_reason: Text
    hash_of_file: Text
    hash_of_document: Text
    by_hand: Text
    by_hand_text: Text
    hash_label: Text
    look_up: Text
    receipts_text: Text
    public_key: Text
    link: Text
