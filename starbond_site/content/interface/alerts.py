"""Words of mail alerts: the page, the pages that its mails lead to, and the mails."""

from starbond_site.content.models import Content, Text


class AlertsWords(Content):
    """The page with the form, and the pages that mails lead to."""

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


class AlertMailWords(Content):
    """The mails."""

    confirm_subject: Text
    confirm_body: Text
    known_subject: Text
    known_body: Text
    subject_one: Text
    subject: Text
    opening: Text
    item: Text
    moment: Text
    more: Text
    ending: Text
