"""Words of the secretary's desk."""

from starbond_site.content.models import Content, Text


class DeskWords(Content):
    """What the pages below ``/desk`` share, and the overview."""

    please_choose: Text
    trail_label: Text
    moment: Text
    changed: Text
    sign_in_heading: Text
    sign_in_prompt: Text
    sign_in: Text
    refused_heading: Text
    typed: Text
    file_sent: Text
    file_kept: Text
    file_waits: Text
    lately: Text
    lately_none: Text
    document: Text
    list: Text
    published: Text
    state: Text
    public: Text
    replaced: Text
    withdrawn: Text


class DeskDocumentWords(Content):
    """The page of one document."""

    what_it_is: Text
    public_page: Text
    log: Text
    withdrawn_at: Text
    reason: Text
    reason_hint: Text
    by_file: Text
    by_file_text: Text
    new_file: Text
    by_other: Text
    by_other_text: Text
    successor: Text
    replace: Text
    move: Text
    move_text: Text
    move_button: Text
    right_list: Text
    title: Text
    title_text: Text
    title_button: Text
    right_title: Text
    rename: Text
    rename_text: Text
    rename_button: Text
    right_name: Text
    withdraw: Text
    withdraw_text: Text
    withdraw_button: Text
    confirm: Text
    restore: Text
    restore_text: Text
    restore_single_text: Text
    restore_button: Text
    done_replaced: Text
    done_withdrawn: Text
    done_restored: Text
    done_renamed: Text
    done_titled: Text
    done_moved: Text


class DeskLinesWords(Content):
    """The lines above the header."""

    heading: Text
    lead: Text
    financial: Text
    dividend: Text
    none: Text
    ends: Text
    words: Text
    words_in: Text
    words_in_hint: Text
    link: Text
    link_hint: Text
    end: Text
    end_hint: Text
    set: Text
    clear: Text
    done_set: Text
    done_cleared: Text


class DeskAuditWords(Content):
    """The audit."""

    title: Text
    lead: Text
    filter_label: Text
    person: Text
    action: Text
    outcome: Text
    first_day: Text
    last_day: Text
    text: Text
    show: Text
    everything: Text
    all_people: Text
    all_actions: Text
    all_outcomes: Text
    none: Text
    count: Text
    at: Text
    who: Text
    address: Text
    right: Text
    subject: Text
    detail: Text
    done: Text
    csv: Text
