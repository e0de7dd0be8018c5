"""Words of the disclosure clocks of the desk."""

from starbond_site.content.models import Content, Text


class ClockWords(Content):
    """The pages below ``/desk/clocks``, and the sections of clocks on other pages of the desk."""

    title: Text
    clock_title: Text
    """With ``{label}``."""
    heading: Text
    lead: Text
    limit: Text
    """With ``{minutes}``."""
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
    """With ``{time}``."""
    late: Text
    """With ``{time}``."""
    days: Text
    """With ``{days}`` and ``{time}``."""
    in_time: Text
    not_yet: Text
    waiting: Text
    who: Text
    told: Text
    public: Text
    exchange_told: Text
    regulator_told: Text
    exchange: Text
    regulator: Text
    """Where ``duties.toml`` does not name them."""
    record_exchange: Text
    record_regulator: Text
    correct_exchange: Text
    correct_regulator: Text
    take_back_exchange: Text
    take_back_regulator: Text
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
    """With ``{reason}``."""
    reopen: Text
    state_running: Text
    state_done: Text
    state_closed: Text
    started_by: Text
    """With ``{moment}`` and ``{name}``."""
    started_at: Text
    """With ``{moment}``."""
    asked: Text
    asked_text: Text
    choose: Text
    said_started: Text
    said_told: Text
    said_corrected: Text
    said_attached: Text
    said_detached: Text
    said_closed: Text
    said_reopened: Text
