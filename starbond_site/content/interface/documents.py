"""Words of the document lists and of the pages that publish into them."""

from starbond_site.content.models import Content, Text


class DocumentsWords(Content):
    """The lists of documents on investor pages."""

    serial: Text
    file_name: Text
    action: Text
    download: Text
    download_name: Text
    last_change: Text
    count: Text
    count_one: Text
    search_label: Text
    search_placeholder: Text
    search_button: Text
    search_clear: Text
    search_count: Text
    search_one: Text
    search_none: Text
    pages_label: Text
    page_of: Text
    previous_page: Text
    next_page: Text
    all_rows: Text
    loading: Text
    unavailable: Text
    help: Text


class SharedWords(Content):
    """The page Shared Information."""

    not_yet_available: Text
    download_row: Text


class UploadWords(Content):
    """The upload page with its five forms."""

    lead: Text
    accepted: Text
    choose: Text
    choose_for: Text
    drop: Text
    none_chosen: Text
    chosen: Text
    queue: Text
    remove: Text
    submit: Text
    title: Text
    title_of: Text
    title_hint: Text
    uploading: Text
    continues: Text
    line_lost: Text
    rate: Text
    seconds: Text
    minutes: Text
    state_chosen: Text
    state_queued: Text
    state_waiting: Text
    state_checking: Text
    state_unsure: Text
    state_done: Text
    state_wrong: Text
    state_cancelled: Text
    file_gone: Text
    progress_label: Text
    checking: Text
    busy: Text
    cancel: Text
    cancelled: Text
    published: Text
    scan: Text
    open_document: Text
    open_list: Text
    put_right: Text
    """Leads to the document on the desk."""
    connection_lost: Text
    access_unknown: Text
    access_blocked: Text
    open_note: Text
    local_note: Text
    key_heading: Text
    key_prompt: Text
    key_label: Text
    key_button: Text
    key_checking: Text
    key_lost: Text
    key_accepted: Text
    key_forget: Text
    signed_in: Text
    closed_heading: Text
    closed: Text
    no_script: Text


class ProspectusWords(Content):
    """The prospectus upload page; what it shares with the upload page stands there."""

    form_label: Text
    record: Text
    upload: Text
    published: Text
    open_page: Text
