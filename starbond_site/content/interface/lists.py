"""Words of what readers select of document lists, of all filings, and of lists as files."""

from starbond_site.content.models import Content, Text


class ListsWords(Content):
    """Years, kinds and orders of a list; the page of all filings; the columns of CSV."""

    moment: Text
    entered_later: Text
    year: Text
    all_years: Text
    kind: Text
    all_kinds: Text
    pdf: Text
    word: Text
    excel: Text
    powerpoint: Text
    odf: Text
    picture: Text
    zip: Text
    sort: Text
    newest: Text
    oldest: Text
    name: Text
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
    column_name: Text
    column_title: Text
    column_list: Text
    column_date: Text
    column_time: Text
    column_published: Text
    column_entered: Text
    column_size: Text
    column_sha256: Text
    column_page: Text
    column_file: Text
