"""Words of the page Disclosures, and of the mails that remind of dates."""

from starbond_site.content.models import Content, Text


class DisclosuresWords(Content):
    """The page Disclosures."""

    lead: Text
    unchecked: Text
    """Says that nobody has compared the rules with the regulations."""
    source: Text
    period: Text
    due: Text
    document: Text
    state: Text
    year: Text
    quarter: Text
    month: Text
    fulfilled: Text
    fulfilled_late: Text
    """With ``{days}``."""
    late: Text
    due_on: Text
    running: Text
    standing: Text
    missing: Text
    newest: Text
    none_yet: Text
    all_well: Text
    some_late: Text
    """With ``{count}``."""
    open_list: Text
    mail_subject: Text
    mail_subject_late: Text
    mail_body: Text
