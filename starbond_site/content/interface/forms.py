"""Words of the contact form, the newsletter and the mails that they send."""

from typing import Annotated

from pydantic import Field

from starbond_site.content.models import Content, Text


class ContactWords(Content):
    """The contact page and its form."""

    lead: Text
    offices_heading: Text
    map: Text
    map_of: Text
    call_office: Text
    mail_office: Text
    channels: Text
    """Accessible name of the ways to reach the company, before the form."""
    channel_mail: Text
    channel_form: Text
    open_now: Text
    """With ``{time}``."""
    closed_now: Text
    """With ``{day}`` and ``{time}``."""
    today: Text
    weekdays: Annotated[tuple[Text, ...], Field(min_length=7, max_length=7)]
    """From Sunday."""
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
    """The newsletter box of the footer and the pages that its mails lead to."""

    label: Text
    placeholder: Text
    subscribe: Text
    honeypot: Text
    purpose: Text
    retention: Text
    consent: Text
    sending: Text
    success: Text
    confirm_title: Text
    confirm_button: Text
    confirmed: Text
    unsubscribe_title: Text
    unsubscribe_button: Text
    unsubscribed: Text
    link_invalid: Text
    unsubscribe_link_invalid: Text
    home_link: Text


class MailWords(Content):
    """The mails that the forms send."""

    contact_subject: Text
    contact_body: Text
    newsletter_subject: Text
    newsletter_body: Text
