"""The forms of alerts and of the newsletter, as the server writes them for browsers without scripts."""

from dataclasses import replace

import htpy as h
from htpy import Node

from starbond_site import content
from starbond_site.content.addresses import ALERTS
from starbond_site.content.models import Language
from starbond_site.features.alerts.links import PATHS
from starbond_site.features.alerts.service import field_name
from starbond_site.presentation.forms import Choices, Field, Given
from starbond_site.web.posted_form import FormWords


def alert_form(language: Language) -> FormWords:
    site = content.read(language)
    words = site.interface.alerts
    fields, title = [_email(words.email), _lists(language)], site.page(ALERTS).title
    return FormWords(own=words, title=title, fields=fields, button=words.button)


def newsletter_form(language: Language) -> FormWords:
    site = content.read(language)
    words = site.interface.newsletter
    fields, title = [_email(words.label)], site.interface.footer.newsletter_heading
    return FormWords(own=words, title=title, fields=fields, button=words.subscribe)


def preferences_form(language: Language, token: str, given: Given) -> Node:
    """Return the form, which is posted to the address of its page, and the way to unsubscribe."""
    words, lists = content.read(language).interface.alerts, _lists(language)
    boxes = replace(lists, attributes={"autofocus": bool(given.problems)}).written(given)
    unsubscribe = f"{PATHS['unsubscribe']}?token={token}&language={language}"
    return [
        h.form(method="post", aria_label=words.preferences_title, novalidate=True)[
            boxes, h.button[words.preferences_button]
        ],
        h.p[h.a(href=unsubscribe)[words.unsubscribe_link]],
    ]


def _email(label: str) -> Field:
    return Field(name="email", label=label, kind="email", attributes={"autocomplete": "email"})


def _lists(language: Language) -> Choices:
    site = content.read(language)
    options = {field_name(topic): title for topic, title in site.topics.items()}
    return Choices(name="lists", label=site.interface.alerts.lists, options=options)
