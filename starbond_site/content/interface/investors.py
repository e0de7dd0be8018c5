"""Words of the calendar and of the figures of financial statements."""

from starbond_site.content.models import Content, Text


class CalendarWords(Content):
    """The page with dates, and its calendar files."""

    lead: Text
    name: Text
    """Of the calendar in calendar programs; ``{company}`` is filled in."""
    loading: Text
    coming: Text
    none_coming: Text
    past: Text
    hours: Text
    hours_from: Text
    cancelled: Text
    sample: Text
    sample_note: Text
    file: Text
    file_name: Text
    subscribe: Text
    subscribe_note: Text
    whole: Text
    weekdays: tuple[Text, ...]
    """From Monday."""


class FiguresWords(Content):
    """The page with the figures of financial statements."""

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
    year: Text
    quarter: Text
    half_year: Text
    nine_months: Text
    as_csv: Text
    as_json: Text
    data_note: Text
