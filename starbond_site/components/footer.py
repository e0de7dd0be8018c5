"""The footer of every page: company, offices, links, newsletter, chat."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import icon, mail_link, more_link, outside_link, phone_link, profile_icon
from starbond_site.components.react import consent, email_field, honeypot, posted_form
from starbond_site.content import Site
from starbond_site.content.addresses import ABOUT, ALERTS, DEFAULT, SUBSCRIBE
from starbond_site.content.company import Office
from starbond_site.presentation.html_parts import bullets
from starbond_site.shared import local_time

FOOTER = "footer"


def footer(site: Site) -> Element:
    return h.footer(f"#{FOOTER}.site-footer.wash")[
        h.div(".site-footer__columns.container")[
            _company(site),
            [_office(site, office) for office in site.company.offices[:1]],
            _contact(site),
            site.has(ALERTS) and _newsletter(site),
        ],
        h.div(".site-footer__end.container")[h.p[_copyright(site)], _messenger(site)],
    ]


def _heading(text: str) -> Element:
    return h.h2(".site-footer__title")[text]


def _company(site: Site) -> Element:
    words = site.interface.footer
    name = words.learn_more_about.format(company=site.company.name)
    return h.div(".site-footer__company")[
        _heading(site.company.name),
        h.p[site.company.blurb],
        site.has(ABOUT) and more_link(words.learn_more, name, site.address(ABOUT)),
    ]


def _office(site: Site, office: Office) -> Element:
    return h.div(".site-footer__office")[
        _heading(office.title),
        h.address[[h.span[line] for line in office.lines]],
        h.p(".with-icon")[icon("clock"), site.company.hours],
    ]


def _contact(site: Site) -> Element:
    company, words = site.company, site.interface.footer
    whatsapp = [icon("whatsapp"), words.whatsapp]
    profiles = [([profile_icon(profile.name), profile.name], profile.url) for profile in company.social]
    outside = [
        outside_link(site, shown, href=address, style="with-icon")
        for shown, address in [(whatsapp, company.chat()), *profiles]
    ]
    return h.div(".site-footer__reach")[
        _heading(words.reach_heading),
        bullets([phone_link(company.sales_phone), mail_link(company.email), *outside], "plain-list"),
    ]


def _newsletter(site: Site) -> Element:
    words, language = site.interface.newsletter, site.language
    form = posted_form(
        email_field(label=words.label, placeholder=words.placeholder),
        h.p(".newsletter__note")[f"{words.purpose} {words.retention}"],
        consent(text=words.consent.format(company=site.company.name)),
        honeypot(label=words.honeypot),
        h.div[h.button(".button.button--primary", type="submit")[words.subscribe]],
        action=SUBSCRIBE if language == DEFAULT else f"{SUBSCRIBE}?language={language}",
        labels={"sending": words.sending, "lost": site.errors.not_stored},
        class_name="newsletter",
    )
    return h.div(".site-footer__newsletter")[_heading(site.interface.footer.newsletter_heading), form]


def _messenger(site: Site) -> Node:
    """Return the chat, a plain link where the company has one: nothing of it is loaded before a visitor follows it."""
    if site.company.messenger is None:
        return None
    words, address = site.interface.footer, f"https://m.me/{site.company.messenger.page_id}"
    return h.details(".messenger.no-print")[
        h.summary(".button")[icon("chat"), words.messenger],
        h.div(".messenger__panel.stack")[
            h.p[words.messenger_consent],
            outside_link(site, words.messenger_open, href=address, style="button button--primary"),
        ],
    ]


def _copyright(site: Site) -> str:
    year = site.digits(local_time.today().year)
    return site.company.copyright.format(year=year)
