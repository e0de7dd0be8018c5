"""Written by ``make words`` from ``interface.toml`` and ``errors.toml``; do not change it by hand."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from starbond_site.content.models import Content, CounterStyle, Grouping, Locale, OwnText, Text

class HeaderWords(Content):
    skip_link: Text
    navigation_label: Text
    home_link: Text
    menu: Text
    unfinished: Text

class LinksWords(Content):
    new_tab: Text

class FooterWords(Content):
    learn_more: Text
    learn_more_about: Text
    reach_heading: Text
    newsletter_heading: Text
    whatsapp: Text
    messenger: Text
    messenger_consent: Text
    messenger_open: Text

class HomeWords(Content):
    products_heading: Text
    all_products: Text
    all_news: Text
    about_heading: Text
    read_more: Text
    news_heading: Text
    news_read_more: Text
    news_close: Text
    news_empty: Text
    filings_heading: Text
    date_heading: Text
    latest_empty: Text
    slider_label: Text
    news_label: Text
    products_label: Text

class ProductWords(Content):
    breadcrumb_label: Text
    size: Text
    uses: Text
    steps: Text
    tabs_label: Text
    characteristics: Text
    caution: Text
    call_note: Text
    chat_note: Text
    call: Text
    call_short: Text
    whatsapp: Text
    whatsapp_short: Text
    gallery_label: Text
    thumbnail: Text
    pack_picture: Text
    quarter_picture: Text
    family_picture: Text
    sizes_heading: Text
    technical: Text
    related_heading: Text
    other_heading: Text
    brand: Text

class ProductsWords(Content):
    brands_label: Text
    count: Text
    count_one: Text
    sizes: Text
    sizes_one: Text
    none: Text
    empty: Text

class CarouselWords(Content):
    role: Text
    slide_role: Text
    previous: Text
    next: Text
    pause: Text
    play: Text
    indicators: Text
    go_to: Text
    position: Text

class ZoomWords(Content):
    hover_hint: Text
    touch_hint: Text
    open: Text
    dialog_label: Text
    close: Text
    zoom_in: Text
    zoom_out: Text

class DocumentsWords(Content):
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

class DocumentPageWords(Content):
    index_heading: Text
    index_lead: Text
    index_lists: Text
    description: Text
    withdrawn: Text
    withdrawn_reason: Text
    withdrawn_without_reason: Text
    was_replaced: Text
    entered_later: Text
    read_text: Text
    text_title: Text
    text_note: Text
    check: Text
    receipt: Text
    record: Text
    facts_label: Text
    list: Text
    type: Text
    size: Text
    pages: Text
    accessibility: Text
    published: Text
    local_time: Text
    utc: Text
    own_date: Text
    number: Text
    address: Text
    sha256: Text
    public_log: Text
    logged: Text
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

class AccessibilityWords(Content):
    scan: Text
    unreadable: Text
    not_tagged: Text
    no_title: Text
    no_language: Text
    untold_pictures: Text
    headless_tables: Text
    complete: Text

class InvestorsWords(Content):
    lead: Text
    ask: Text

class ListsWords(Content):
    entered_later: Text
    year: Text
    all_years: Text
    kind: Text
    all_kinds: Text
    sort: Text
    category: Text
    all_categories: Text
    chosen_count: Text
    chosen_one: Text
    chosen_none: Text
    csv: Text
    filings_lead: Text
    filings_empty: Text
    empty_hint: Text
    told_heading: Text
    told_text: Text
    related: Text
    further: Text
    kinds: Mapping[str, Text]
    sorts: Mapping[str, Text]
    columns: Mapping[str, Text]

class SharedWords(Content):
    not_yet_available: Text
    download_row: Text

class DisclosuresWords(Content):
    lead: Text
    unchecked: Text
    source: Text
    duty: Text
    period: Text
    due: Text
    document: Text
    state: Text
    year: Text
    quarter: Text
    month: Text
    meeting: Text
    fulfilled: Text
    due_on: Text
    running: Text
    coming: Text
    standing: Text
    newest: Text
    none_yet: Text
    open_list: Text
    mail_subject: Text
    mail_subject_late: Text
    mail_body: Text

class ClockWords(Content):
    title: Text
    clock_title: Text
    heading: Text
    lead: Text
    limit: Text
    running: Text
    running_none: Text
    past: Text
    past_none: Text
    all_clocks: Text
    start_heading: Text
    duty: Text
    what: Text
    what_hint: Text
    decided: Text
    now_hint: Text
    time_hint: Text
    start: Text
    due: Text
    left_head: Text
    left: Text
    late: Text
    days: Text
    day: Text
    in_time: Text
    not_yet: Text
    waiting: Text
    who: Text
    told: Text
    told_heading: Text
    document_heading: Text
    document_none: Text
    attach: Text
    detach: Text
    correct_heading: Text
    correct: Text
    close_heading: Text
    close_text: Text
    reason: Text
    close: Text
    closed: Text
    reopen: Text
    started_by: Text
    started_at: Text
    without: Text
    choose: Text
    recipients: Mapping[str, Text]
    told_at: Mapping[str, Text]
    record: Mapping[str, Text]
    correct_notice: Mapping[str, Text]
    take_back: Mapping[str, Text]
    said: Mapping[str, Text]
    states: Mapping[str, Text]

class UploadWords(Content):
    lead: Text
    accepted: Text
    choose: Text
    choose_for: Text
    drop: Text
    submit: Text
    cancel: Text
    published: Text
    scan: Text
    open_list: Text
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

class UploadFormWords(Content):
    none_chosen: Text
    chosen: Text
    queue: Text
    remove: Text
    title: Text
    title_of: Text
    title_hint: Text
    uploading: Text
    continues: Text
    line_lost: Text
    rate: Text
    seconds: Text
    minutes: Text
    progress_label: Text
    checking: Text
    busy: Text
    cancelled: Text
    file_gone: Text
    connection_lost: Text
    open_document: Text
    put_right: Text
    state_chosen: Text
    state_queued: Text
    state_waiting: Text
    state_checking: Text
    state_unsure: Text
    state_done: Text
    state_wrong: Text
    state_cancelled: Text

class ProspectusWords(Content):
    form_label: Text
    record: Text
    upload: Text
    published: Text
    open_page: Text

class PreflightWords(Content):
    would_refuse: Text
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

class LookPanelWords(Content):
    heading: Text
    try_only: Text
    try_cancel: Text
    looking: Text
    sending: Text
    failed: Text
    tried: Text
    tried_refused: Text
    nothing_remarked: Text
    without_place: Text
    remarks_heading: Text

class RemarksWords(Content):
    unreadable: Text
    not_tagged: Text
    untold_pictures: Text
    headless_tables: Text
    scan: Text
    no_title: Text
    no_language: Text
    protected: Text
    comments: Text
    tracked_changes: Text
    author: Text
    linked_data: Text
    place: Text
    linked_file: Text
    other_list: Text
    other_year: Text
    same_name: Text
    no_bangla: Text
    no_english: Text
    not_read: Text

class PairsWords(Content):
    add_bn: Text
    add_en: Text
    next_bn: Text
    next_en: Text
    cancel: Text

class ContactWords(Content):
    lead: Text
    offices_heading: Text
    map: Text
    map_of: Text
    call_office: Text
    mail_office: Text
    channels: Text
    channel_mail: Text
    channel_form: Text
    open_now: Text
    closed_now: Text
    today: Text
    weekdays: Annotated[tuple[Text, ...], Field(min_length=7, max_length=7)]
    form_heading: Text
    form_lead: Text
    name: Text
    email_field: Text
    phone_field: Text
    message: Text
    message_hint: Text
    required: Text
    honeypot: Text
    purpose: Text
    retention: Text
    consent: Text
    send: Text
    sending: Text
    success: Text
    errors_heading: Text

class NewsletterWords(Content):
    label: Text
    placeholder: Text
    subscribe: Text
    honeypot: Text
    purpose: Text
    retention: Text
    consent: Text
    sending: Text
    success: Text
    unsubscribe_title: Text
    unsubscribe_button: Text
    unsubscribed: Text
    nobody: Text
    home_link: Text

class MailWords(Content):
    contact_subject: Text
    contact_body: Text

class PeopleWords(Content):
    portrait: Text
    biography_show: Text
    biography_hide: Text
    message_link: Text

class MessageWords(Content):
    portrait: Text
    closing: Text
    other_heading: Text
    board_link: Text

class SearchWords(Content):
    label: Text
    placeholder: Text
    submit: Text
    open: Text
    close: Text
    hint: Text
    products: Text
    pages: Text
    documents: Text
    texts: Text
    more: Text
    page: Text
    count: Text
    count_one: Text
    none: Text
    call: Text
    whatsapp: Text
    question: Text
    loading: Text
    failed: Text

class NotFoundWords(Content):
    heading: Text
    text: Text
    home_link: Text
    products_link: Text
    investors_link: Text
    contact_link: Text

class FailureWords(Content):
    heading: Text
    text: Text
    button: Text

class NotUpdatingWords(Content):
    text: Text

class UnderConstructionWords(Content):
    heading: Text
    text: Text
    home_link: Text
    products_link: Text
    contact_link: Text

class LiveWords(Content):
    published: Text
    withdrawn: Text
    updated: Text
    connection_lost: Text
    connection_back: Text
    polled: Text
    announcements_label: Text

class ThemeWords(Content):
    label: Text

class LanguageWords(Content):
    name: OwnText
    call: OwnText
    locale: Locale
    grouping: Grouping
    counter: CounterStyle

class DatesWords(Content):
    digits: Text
    months: Annotated[tuple[Text, ...], Field(min_length=12, max_length=12)]
    date: Text
    moment: Text
    moment_in_zone: Text
    bytes: Text
    kilobytes: Text
    megabytes: Text

class PrintWords(Content):
    list_button: Text
    sheet_date: Text
    message_button: Text

class CalendarWords(Content):
    lead: Text
    name: Text
    loading: Text
    coming: Text
    none_coming: Text
    past: Text
    hours: Text
    hours_from: Text
    cancelled: Text
    moved: Text
    sample: Text
    sample_note: Text
    file: Text
    file_name: Text
    subscribe: Text
    subscribe_note: Text
    google: Text
    outlook: Text
    address: Text
    whole: Text
    weekdays: Annotated[tuple[Text, ...], Field(min_length=7, max_length=7)]

class FiguresWords(Content):
    lead: Text
    link: Text
    loading: Text
    empty: Text
    years: Text
    interim: Text
    period: Text
    value: Text
    change: Text
    statement: Text
    statement_name: Text
    restated: Text
    reason: Text
    chart_title: Text
    chart_description: Text
    not_entered: Text
    unit_million: Text
    unit_shown: Text
    as_csv: Text
    as_json: Text
    data_note: Text
    periods: Mapping[str, Text]

class ResultsWords(Content):
    lead: Text
    empty: Text
    table: Text
    date: Text

class DividendsWords(Content):
    lead: Text
    empty: Text
    chart_heading: Text
    chart_title: Text
    history: Text
    year: Text
    cash: Text
    stock: Text
    per_share: Text
    record_date: Text
    meeting: Text
    record_late: Text
    paid_on: Text
    kind: Text
    declared_on: Text
    total: Text
    unclaimed: Text
    amount: Text
    fund_day: Text
    fund_note: Text
    search: Text
    search_note: Text
    number: Text
    number_hint: Text
    search_button: Text
    working: Text
    waits: Text
    nothing_waits: Text
    as_csv: Text
    as_json: Text
    kinds: Mapping[str, Text]

class MeetingsWords(Content):
    lead: Text
    empty: Text
    sample: Text
    running: Text
    may_vote: Text
    documents: Text
    item: Text
    cast_for: Text
    against: Text
    abstained: Text
    in_favour: Text
    outcome: Text
    passed: Text
    rejected: Text
    follows: Text
    moved: Text
    moves_along: Text
    authenticated_early: Text
    other_years: Text
    open: Text
    print: Text
    done: Text
    moves: Mapping[str, Text]
    labels: Mapping[str, Text]
    forms: Mapping[str, Text]
    hints: Mapping[str, Text]

class ShareholdingWords(Content):
    lead: Text
    empty: Text
    picture: Text
    table: Text
    month: Text
    share: Text
    complaint: Text
    answer_within: Text
    as_csv: Text
    groups: Mapping[str, Text]

class DealersWords(Content):
    lead: Text
    loading: Text
    empty: Text
    sample_note: Text
    call_name: Text
    whatsapp: Text
    whatsapp_name: Text

class DealerFilterWords(Content):
    filter: Text
    text: Text
    near: Text
    by_place: Text
    privacy: Text
    locating: Text
    located: Text
    denied: Text
    unavailable: Text
    shown: Text
    none: Text
    metres: Text
    kilometres: Text

class VerifyWords(Content):
    lead: Text
    private: Text
    no_script: Text
    several: Text
    unknown: Text
    unknown_text: Text
    compare: Text
    is_document: Text
    is_other: Text
    in_list: Text
    published: Text
    filed: Text
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
    logged: Text
    confirmed: Text
    last_confirmed: Text
    log_heading: Text
    log_text: Text
    checkpoint: Text
    kept_label: Text
    compare_log: Text
    kept_heads: Mapping[str, Text]
    kept: Mapping[str, Text]
    headlines: Mapping[str, Text]
    states: Mapping[str, Text]

class FileCheckWords(Content):
    label: Text
    drop: Text
    reading: Text
    progress: Text
    checked: Text
    no_file: Text
    folder: Text
    one_file: Text
    empty: Text
    unreadable: Text
    lost: Text
    unencrypted: Text

class EvidenceWords(Content):
    heading: Text
    explanation: Text
    button: Text
    title: Text
    opening: Text
    name: Text
    document_title: Text
    list: Text
    size: Text
    sha256: Text
    published: Text
    state: Text
    made: Text
    made_by: Text
    steps: Text
    step_page: Text
    step_openssl: Text
    step_unpack: Text
    step_sums: Text
    step_list: Text
    step_receipt: Text
    step_statement: Text
    step_document: Text
    step_timestamp: Text
    step_key: Text
    result: Text
    files: Text
    file_document: Text
    file_properties: Text
    file_verify: Text
    file_sums: Text
    file_signature: Text
    file_key: Text
    file_keys: Text
    file_witnesses: Text
    file_roots: Text
    file_receipts: Text
    file_audit: Text
    file_changes: Text
    file_versions: Text
    file_clocks: Text
    file_mail: Text
    file_webhooks: Text
    limits: Text
    limits_text: Text
    privacy: Text
    privacy_text: Text
    verify_heading: Text
    verify_lead: Text
    choose_folder: Text
    choose_files: Text
    unchecked: Text
    busy: Text
    verdict_right: Text
    verdict_wrong: Text
    verdict_missing: Text
    fingerprint: Text
    right: Text
    wrong: Text
    missing: Text
    check_file: Text
    check_unlisted: Text
    check_list: Text
    check_receipt: Text
    check_log: Text
    check_witness: Text
    check_timestamp: Text
    check_document: Text

class AlertsWords(Content):
    list_link: Text
    lead: Text
    form_heading: Text
    email: Text
    lists: Text
    consent: Text
    honeypot: Text
    purpose: Text
    retention: Text
    button: Text
    sending: Text
    success: Text
    unavailable_heading: Text
    unavailable: Text
    feed: Text
    feed_link: Text
    confirm_title: Text
    confirm_button: Text
    confirmed: Text
    link_invalid: Text
    preferences_title: Text
    preferences_button: Text
    saved: Text
    unsubscribe_link: Text
    unsubscribe_title: Text
    unsubscribe_button: Text
    unsubscribed: Text
    nobody: Text
    later: Text

class AlertMailsWords(Content):
    confirm_subject: Text
    confirm_body: Text
    known_subject: Text
    known_body: Text
    subject_one: Text
    subject: Text
    opening: Text
    item: Text
    more: Text
    ending: Text

class FeedsWords(Content):
    link: Text
    link_name: Text
    title: Text
    all: Text
    filed: Text
    replaced: Text

class DeskWords(Content):
    suspended: Text
    changed: Text
    please_choose: Text
    menu: Text
    sign_in_heading: Text
    sign_in_prompt: Text
    sign_in: Text
    refused_heading: Text
    recent: Text
    search: Text
    search_hint: Text
    no_recent: Text
    document: Text
    list: Text
    published: Text
    state: Text
    typed: Text
    file_sent: Text
    file_kept: Text
    file_waits: Text
    states: Mapping[str, Text]

class DeskDocumentWords(Content):
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
    done: Mapping[str, Text]

class DeskLinesWords(Content):
    heading: Text
    lead: Text
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
    titles: Mapping[str, Text]
    done: Mapping[str, Text]

class DeskCalendarWords(Content):
    closed: Text
    lead: Text
    add: Text
    change: Text
    cancel: Text
    cancel_text: Text
    confirm: Text
    kind: Text
    day: Text
    starts: Text
    ends: Text
    title_label: Text
    title_hint: Text
    of_content: Text
    place: Text
    note: Text
    done: Mapping[str, Text]

class DeskFiguresWords(Content):
    lead: Text
    statements: Text
    none: Text
    entered: Text
    enter: Text
    correct: Text
    remove: Text
    confirm: Text
    ends: Text
    unit: Text
    unit_hint: Text
    optional: Text
    reason: Text
    reason_hint: Text
    restated: Text
    periods: Mapping[str, Text]
    done: Mapping[str, Text]

class DeskFiguresTableWords(Content):
    read: Text
    lead: Text
    button: Text
    done: Text

class DeskDutiesWords(Content):
    title: Text
    lead: Text
    late: Text
    missing: Text
    none_late: Text
    all: Text
    number: Text
    assign: Text
    done: Text
    named: Text
    forget: Text
    forgotten: Text

class WebhooksWords(Content):
    mail_subject: Text
    mail_body: Text

class DeskImportWords(Content):
    columns: Text
    file: Text
    file_hint: Text
    text: Text
    text_hint: Text
    mistakes: Text
    show: Text
    read: Text
    number: Text
    confirm: Text

class DeskDealersWords(Content):
    read: Text
    lead: Text
    replace: Text
    button: Text
    done: Text

class DeskDatesWords(Content):
    read: Text
    lead: Text
    button: Text
    done: Text

class DeskShareholdingWords(Content):
    read: Text
    lead: Text
    button: Text
    done: Text

class DeskHoldersWords(Content):
    read: Text
    title: Text
    lead: Text
    button: Text
    done: Text

class DeskDividendsWords(Content):
    lead: Text
    enter: Text
    year_hint: Text
    percent_hint: Text
    remove: Text
    confirm: Text
    done: Mapping[str, Text]

class DeskAuditWords(Content):
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

class SignInWords(Content):
    title: Text
    prompt: Text
    button: Text
    help: Text
    waiting: Text
    unsupported: Text
    in_app: Text
    elsewhere: Text
    cancelled: Text
    known: Text
    lost: Text
    no_script: Text
    welcome: Text
    invited: Text
    register_button: Text
    link_title: Text
    company_button: Text
    company_leave: Text
    company_leave_link: Text
    company_arrived: Text
    company_arrived_link: Text

class AccountWords(Content):
    title: Text
    signed_in: Text
    roles: Text
    passkeys: Text
    second: Text
    name: Text
    save: Text
    save_name: Text
    unnamed: Text
    added: Text
    used: Text
    never: Text
    remove: Text
    remove_name: Text
    add: Text
    sessions: Text
    sessions_note: Text
    browser: Text
    browser_unknown: Text
    by_company: Text
    address: Text
    began: Text
    seen: Text
    this_browser: Text
    end: Text
    end_session: Text
    end_others: Text
    sign_out: Text
    done: Mapping[str, Text]
    role_names: Mapping[str, Text]

class AccessWords(Content):
    title: Text
    lead: Text
    person: Text
    roles: Text
    state: Text
    actions: Text
    state_one: Text
    state_several: Text
    state_added: Text
    state_invited: Text
    state_expired: Text
    state_company: Text
    state_off: Text
    save_roles: Text
    recover: Text
    recover_note: Text
    recover_button: Text
    disable: Text
    disable_note: Text
    enable: Text
    end_sessions: Text
    end_note: Text
    of: Text
    invite: Text
    name: Text
    email: Text
    prepare: Text
    approve: Text
    administer: Text
    invite_button: Text
    link_heading: Text
    link_note: Text
    link: Text
    done: Mapping[str, Text]

class SealedWords(Content):
    title: Text
    lead: Text
    lead_approval: Text
    link: Text
    form: Text
    list: Text
    moment: Text
    moment_hint: Text
    file: Text
    file_hint: Text
    button: Text
    waiting: Text
    waiting_none: Text
    ended: Text
    number: Text
    document: Text
    state: Text
    due: Text
    facts: Text
    size: Text
    author: Text
    editor: Text
    nobody: Text
    approval: Text
    approved: Text
    approval_missing: Text
    reason: Text
    published_as: Text
    file_link: Text
    preview_heading: Text
    preview_note: Text
    preview_button: Text
    preview_made: Text
    copy_address: Text
    commitment: Text
    commitment_note: Text
    copy_commitment: Text
    approve_heading: Text
    approve_note: Text
    approve_button: Text
    reschedule_heading: Text
    reschedule_note: Text
    reschedule_button: Text
    release_heading: Text
    release_tick: Text
    release_button: Text
    cancel_heading: Text
    cancel_note: Text
    cancel_button: Text
    salt: Text
    opened_note: Text
    states: Mapping[str, Text]
    mails: Mapping[str, Text]
    headings: Mapping[str, Text]
    done: Mapping[str, Text]

class FinderWords(Content):
    lead: Text
    entry_heading: Text
    entry_text: Text
    entry_more: Text
    entry_label: Text
    entry_link: Text
    named_both: Text
    named_same: Text
    named_one: Text
    named_none: Text
    shown: Text
    mixed: Text
    only_these: Text
    materials_unknown: Text
    sealant: Text
    not_joining: Text
    has_solvent: Text
    no_place: Text
    source: Text
    conditions: Mapping[str, Text]
    unknown: Mapping[str, Text]

class FinderFormWords(Content):
    form_label: Text
    material_a: Text
    material_b: Text
    choose: Text
    conditions: Text
    same: Text
    ask_both: Text
    loading: Text
    show: Text
    failed: Text
    found: Text
    found_one: Text
    found_ask: Text
    found_none: Text
    suitable: Text
    ask_first: Text
    ask_first_note: Text
    ask_others: Text
    why_not: Text
    reasons_label: Text
    sizes_ask: Text
    size_ask: Text
    help: Text
    call: Text
    whatsapp: Text
    call_short: Text
    whatsapp_short: Text
    ask_product: Text
    more: Text
    whatsapp_product: Text
    whatsapp_pair: Text
    whatsapp_size: Text

class PacksWords(Content):
    heading: Text
    job: Text
    amount_known: Text
    amount: Text
    amount_in: Text
    unit_g: Text
    unit_kg: Text
    unit_ml: Text
    unit_l: Text
    unit_m: Text
    enter: Text
    wrong: Text
    too_much: Text
    need: Text
    at_least: Text
    combination: Text
    total: Text
    nothing_over: Text
    left_over: Text
    smallest: Text
    not_stated: Text
    ask_sizes: Text
    question: Text
    order: Text
    order_link: Text

class FactsWords(Content):
    joins: Text
    solvent: Text
    open_time: Text
    times: Text
    drying: Text
    materials: Text
    dose: Text
    mixing_ratio: Text
    unsaid: Text
    unlisted: Text
    ask: Text
    ask_link: Text
    ask_name: Text
    message: Text
    note: Text

class CompareWords(Content):
    lead: Text
    form_label: Text
    product: Text
    none: Text
    submit: Text
    nothing: Text
    one_more: Text
    too_many: Text
    unknown: Text
    caption: Text
    remove: Text
    remove_name: Text
    print: Text
    link: Text
    link_short: Text
    link_name: Text
    link_found: Text

class SafetyWords(Content):
    source: Text
    source_note: Text
    products: Text
    of_all: Text
    others: Text
    hazards: Mapping[str, Text]

class SafetySheetsWords(Content):
    link: Text
    document: Text
    lead: Text
    product: Text
    language: Text
    version: Text
    version_hint: Text
    file: Text
    button: Text

class SheetWords(Content):
    title: Text
    description: Text
    heading: Text
    date: Text
    link: Text
    back: Text
    print: Text
    tools: Text
    facts: Text
    contact: Text
    qr: Text
    qr_note: Text
    page: Text

class OfflineWords(Content):
    heading: Text
    text: Text
    text_finder: Text
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

class Interface(Content):
    header: HeaderWords
    links: LinksWords
    footer: FooterWords
    home: HomeWords
    product: ProductWords
    products: ProductsWords
    carousel: CarouselWords
    zoom: ZoomWords
    documents: DocumentsWords
    document_page: DocumentPageWords
    accessibility: AccessibilityWords
    investors: InvestorsWords
    lists: ListsWords
    shared: SharedWords
    disclosures: DisclosuresWords
    clock: ClockWords
    upload: UploadWords
    upload_form: UploadFormWords
    prospectus: ProspectusWords
    preflight: PreflightWords
    look_panel: LookPanelWords
    remarks: RemarksWords
    pairs: PairsWords
    contact: ContactWords
    newsletter: NewsletterWords
    mail: MailWords
    people: PeopleWords
    message: MessageWords
    search: SearchWords
    not_found: NotFoundWords
    failure: FailureWords
    not_updating: NotUpdatingWords
    under_construction: UnderConstructionWords
    live: LiveWords
    theme: ThemeWords
    language: LanguageWords
    dates: DatesWords
    print: PrintWords
    calendar: CalendarWords
    figures: FiguresWords
    results: ResultsWords
    dividends: DividendsWords
    meetings: MeetingsWords
    shareholding: ShareholdingWords
    dealers: DealersWords
    dealer_filter: DealerFilterWords
    verify: VerifyWords
    file_check: FileCheckWords
    evidence: EvidenceWords
    alerts: AlertsWords
    alert_mails: AlertMailsWords
    feeds: FeedsWords
    desk: DeskWords
    desk_document: DeskDocumentWords
    desk_lines: DeskLinesWords
    desk_calendar: DeskCalendarWords
    desk_figures: DeskFiguresWords
    desk_figures_table: DeskFiguresTableWords
    desk_duties: DeskDutiesWords
    webhooks: WebhooksWords
    desk_import: DeskImportWords
    desk_dealers: DeskDealersWords
    desk_dates: DeskDatesWords
    desk_shareholding: DeskShareholdingWords
    desk_holders: DeskHoldersWords
    desk_dividends: DeskDividendsWords
    desk_audit: DeskAuditWords
    sign_in: SignInWords
    account: AccountWords
    access: AccessWords
    sealed: SealedWords
    finder: FinderWords
    finder_form: FinderFormWords
    packs: PacksWords
    facts: FactsWords
    compare: CompareWords
    safety: SafetyWords
    safety_sheets: SafetySheetsWords
    sheet: SheetWords
    offline: OfflineWords

class ErrorTexts(Content):
    digits: Text
    no_file: Text
    several_files: Text
    empty_file: Text
    too_large: Text
    type_not_accepted: Text
    type_mismatch: Text
    damaged: Text
    encrypted: Text
    active_pdf: Text
    active_office: Text
    empty_macros: Text
    remote_office: Text
    unsafe_archive: Text
    archive_method: Text
    embedded_program: Text
    embedded_kind: Text
    embedded_active: Text
    embedded_unchecked: Text
    not_checked: Text
    print_anew: Text
    image_too_large: Text
    behind_picture: Text
    heic_picture: Text
    save_as: Text
    machine_busy: Text
    virus_found: Text
    scanner_unavailable: Text
    scanner_limit: Text
    name_empty: Text
    name_invisible: Text
    name_hidden: Text
    name_too_long: Text
    name_path: Text
    name_control_characters: Text
    title_missing: Text
    title_too_long: Text
    title_unreadable: Text
    sheet_elsewhere: Text
    sheet_product: Text
    sheet_language: Text
    sheet_version: Text
    category_unknown: Text
    date_out_of_range: Text
    already_published: Text
    storage_full: Text
    storage_unreachable: Text
    interrupted: Text
    database_unavailable: Text
    reading_unavailable: Text
    outcome_unknown: Text
    page_outdated: Text
    too_many_unfinished: Text
    upload_ended: Text
    what_active: Text
    what_script: Text
    what_launch: Text
    what_submit: Text
    what_import: Text
    what_other_file: Text
    what_media: Text
    what_xfa: Text
    what_outside: Text
    what_font: Text
    what_macros: Text
    what_control: Text
    what_add_in: Text
    what_picture: Text
    what_rtf: Text
    what_web_page: Text
    what_xml: Text
    what_text: Text
    what_template: Text
    what_macro_file: Text
    what_macro_sheet: Text
    on_page: Text
    closed: Text
    sign_in_missing: Text
    role_missing: Text
    people_unavailable: Text
    key_missing: Text
    key_wrong: Text
    key_expired: Text
    too_many_attempts: Text
    too_many_uploads: Text
    foreign_origin: Text
    upload_in_two_steps: Text
    malformed: Text
    person_known: Text
    name_known: Text
    name_similar: Text
    person_unknown: Text
    person_disabled: Text
    roles_missing: Text
    roles_exclude: Text
    last_administrator: Text
    own_person: Text
    invitation_invalid: Text
    passkey_refused: Text
    passkey_unknown: Text
    last_passkey: Text
    company_cancelled: Text
    company_unreachable: Text
    company_refused: Text
    company_mail_unverified: Text
    company_not_invited: Text
    company_other_account: Text
    company_person_disabled: Text
    pair_unavailable: Text
    pair_unknown: Text
    pair_impossible: Text
    pair_taken: Text
    reason_too_long: Text
    already_withdrawn: Text
    already_replaced: Text
    already_public: Text
    changed_meanwhile: Text
    successor_elsewhere: Text
    title_unchanged: Text
    name_unchanged: Text
    extension_fixed: Text
    list_unchanged: Text
    not_confirmed: Text
    line_missing: Text
    line_too_long: Text
    link_invalid: Text
    end_invalid: Text
    already_sealed: Text
    moment_invalid: Text
    moment_out_of_range: Text
    not_sealed: Text
    own_approval: Text
    passkey_too_new: Text
    reason_missing: Text
    clock_unknown: Text
    clock_duty_unknown: Text
    clock_document_unknown: Text
    clock_label_missing: Text
    clock_label_too_long: Text
    clock_time_invalid: Text
    clock_in_future: Text
    clock_before_decision: Text
    clock_after_told: Text
    clock_running: Text
    clock_closed: Text
    clock_reason_missing: Text
    evidence_missing: Text
    evidence_altered: Text
    evidence_unavailable: Text
    before_invalid: Text
    hash_invalid: Text
    document_unknown: Text
    key_unknown: Text
    after_invalid: Text
    after_unknown: Text
    name_missing: Text
    name_long: Text
    email_missing: Text
    email_invalid: Text
    phone_missing: Text
    phone_invalid: Text
    message_missing: Text
    message_short: Text
    message_long: Text
    consent_missing: Text
    rate_limited: Text
    foreign_form: Text
    not_stored: Text
    lists_missing: Text
    alerts_unavailable: Text
    table_refused: Text
    not_utf8: Text
    table_letters: Text
    dealers_none: Text
    dealers_many: Text
    dealer_names: Text
    table_column_missing: Text
    table_column_unknown: Text
    table_column_twice: Text
    months_none: Text
    month_invalid: Text
    month_running: Text
    month_twice: Text
    part_invalid: Text
    parts_sum: Text
    table_line: Text
    table_word_unknown: Text
    table_csv: Text
    table_cells: Text
    dealer_twice: Text
    dealer_position: Text
    dealer_empty: Text
    dealer_long: Text
    dealer_range: Text
    dealer_characters: Text
    dealer_telephone: Text
    dealer_degrees: Text
    calendar_missing: Text
    date_unknown: Text
    date_cancelled: Text
    date_unchanged: Text
    date_text_long: Text
    date_text_unprintable: Text
    choice_missing: Text
    day_invalid: Text
    time_invalid: Text
    date_title_missing: Text
    date_start_missing: Text
    date_ends_early: Text
    calendar_range: Text
    figures_missing: Text
    no_figure: Text
    dividends_missing: Text
    dividend_missing: Text
    dividend_number: Text
    meeting_unknown: Text
    meeting_moment: Text
    meeting_agenda: Text
    meeting_ends: Text
    meeting_moved: Text
    meeting_late: Text
    meeting_link: Text
    meeting_votes: Text
    meeting_authenticated: Text
    holder_invalid: Text
    holder_line: Text
    holders_rounded: Text
    holders_many: Text
    holders_key_missing: Text
    search_unavailable: Text
    search_busy: Text
    search_limited: Text
    figure_twice: Text
    figure_rounded: Text
    figure_invalid: Text
    figure_period: Text
    figure_list: Text
    figure_reason_invalid: Text
    figure_reason_alone: Text
    figure_out_of_range: Text
    figure_from_zero: Text
    figure_changed: Text
    what_unchecked: Text
    figure_contradicts: Text
    document_not_public: Text
    webhook_known: Text
    webhook_unknown: Text
    too_many_webhooks: Text
    change_unknown: Text
    webhook_address_invalid: Text
    webhook_address_parts: Text
    webhook_address_plain: Text
    webhook_address_private: Text
    duty_unknown: Text
    duty_period_unknown: Text
    key_in_file: Text
    key_in_use: Text

Code = Literal[
    "no_file",
    "several_files",
    "empty_file",
    "too_large",
    "type_not_accepted",
    "type_mismatch",
    "damaged",
    "encrypted",
    "active_pdf",
    "active_office",
    "empty_macros",
    "remote_office",
    "unsafe_archive",
    "archive_method",
    "embedded_program",
    "embedded_kind",
    "embedded_active",
    "embedded_unchecked",
    "not_checked",
    "print_anew",
    "image_too_large",
    "behind_picture",
    "heic_picture",
    "save_as",
    "machine_busy",
    "virus_found",
    "scanner_unavailable",
    "scanner_limit",
    "name_empty",
    "name_invisible",
    "name_hidden",
    "name_too_long",
    "name_path",
    "name_control_characters",
    "title_missing",
    "title_too_long",
    "title_unreadable",
    "sheet_elsewhere",
    "sheet_product",
    "sheet_language",
    "sheet_version",
    "category_unknown",
    "date_out_of_range",
    "already_published",
    "storage_full",
    "storage_unreachable",
    "interrupted",
    "database_unavailable",
    "reading_unavailable",
    "outcome_unknown",
    "page_outdated",
    "too_many_unfinished",
    "upload_ended",
    "closed",
    "sign_in_missing",
    "role_missing",
    "people_unavailable",
    "key_missing",
    "key_wrong",
    "key_expired",
    "too_many_attempts",
    "too_many_uploads",
    "foreign_origin",
    "upload_in_two_steps",
    "malformed",
    "person_known",
    "name_known",
    "name_similar",
    "person_unknown",
    "person_disabled",
    "roles_missing",
    "roles_exclude",
    "last_administrator",
    "own_person",
    "invitation_invalid",
    "passkey_refused",
    "passkey_unknown",
    "last_passkey",
    "company_cancelled",
    "company_unreachable",
    "company_refused",
    "company_mail_unverified",
    "company_not_invited",
    "company_other_account",
    "company_person_disabled",
    "pair_unavailable",
    "pair_unknown",
    "pair_impossible",
    "pair_taken",
    "reason_too_long",
    "already_withdrawn",
    "already_replaced",
    "already_public",
    "changed_meanwhile",
    "successor_elsewhere",
    "title_unchanged",
    "name_unchanged",
    "extension_fixed",
    "list_unchanged",
    "not_confirmed",
    "line_missing",
    "line_too_long",
    "link_invalid",
    "end_invalid",
    "already_sealed",
    "moment_invalid",
    "moment_out_of_range",
    "not_sealed",
    "own_approval",
    "passkey_too_new",
    "reason_missing",
    "clock_unknown",
    "clock_duty_unknown",
    "clock_document_unknown",
    "clock_label_missing",
    "clock_label_too_long",
    "clock_time_invalid",
    "clock_in_future",
    "clock_before_decision",
    "clock_after_told",
    "clock_running",
    "clock_closed",
    "clock_reason_missing",
    "evidence_missing",
    "evidence_altered",
    "evidence_unavailable",
    "before_invalid",
    "hash_invalid",
    "document_unknown",
    "key_unknown",
    "after_invalid",
    "after_unknown",
    "name_missing",
    "name_long",
    "email_missing",
    "email_invalid",
    "phone_missing",
    "phone_invalid",
    "message_missing",
    "message_short",
    "message_long",
    "consent_missing",
    "rate_limited",
    "foreign_form",
    "not_stored",
    "lists_missing",
    "alerts_unavailable",
    "table_refused",
    "not_utf8",
    "table_letters",
    "dealers_none",
    "dealers_many",
    "dealer_names",
    "table_column_missing",
    "table_column_unknown",
    "table_column_twice",
    "months_none",
    "month_invalid",
    "month_running",
    "month_twice",
    "part_invalid",
    "parts_sum",
    "table_line",
    "table_word_unknown",
    "table_csv",
    "table_cells",
    "dealer_twice",
    "dealer_position",
    "dealer_empty",
    "dealer_long",
    "dealer_range",
    "dealer_characters",
    "dealer_telephone",
    "dealer_degrees",
    "calendar_missing",
    "date_unknown",
    "date_cancelled",
    "date_unchanged",
    "date_text_long",
    "date_text_unprintable",
    "choice_missing",
    "day_invalid",
    "time_invalid",
    "date_title_missing",
    "date_start_missing",
    "date_ends_early",
    "calendar_range",
    "figures_missing",
    "no_figure",
    "dividends_missing",
    "dividend_missing",
    "dividend_number",
    "meeting_unknown",
    "meeting_moment",
    "meeting_agenda",
    "meeting_ends",
    "meeting_moved",
    "meeting_late",
    "meeting_link",
    "meeting_votes",
    "meeting_authenticated",
    "holder_invalid",
    "holder_line",
    "holders_rounded",
    "holders_many",
    "holders_key_missing",
    "search_unavailable",
    "search_busy",
    "search_limited",
    "figure_twice",
    "figure_rounded",
    "figure_invalid",
    "figure_period",
    "figure_list",
    "figure_reason_invalid",
    "figure_reason_alone",
    "figure_out_of_range",
    "figure_from_zero",
    "figure_changed",
    "figure_contradicts",
    "document_not_public",
    "webhook_known",
    "webhook_unknown",
    "too_many_webhooks",
    "change_unknown",
    "webhook_address_invalid",
    "webhook_address_parts",
    "webhook_address_plain",
    "webhook_address_private",
    "duty_unknown",
    "duty_period_unknown",
    "key_in_file",
    "key_in_use",
]

RemarkCode = Literal[
    "unreadable",
    "not_tagged",
    "untold_pictures",
    "headless_tables",
    "scan",
    "no_title",
    "no_language",
    "protected",
    "comments",
    "tracked_changes",
    "author",
    "linked_data",
    "place",
    "linked_file",
    "other_list",
    "other_year",
    "same_name",
    "no_bangla",
    "no_english",
    "not_read",
]
