"""The footer of every page: company, offices, links, newsletter, chat."""

import reflex as rx

from starbond_site.components.elements import icon, mail_link, more_link, outside_link, phone_link, profile_icon
from starbond_site.components.react import consent, email_field, honeypot, posted_form
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import ABOUT, ALERTS, DEFAULT, SUBSCRIBE
from starbond_site.content.company import Office
from starbond_site.shared import local_time

FOOTER = "footer"


def footer(site: Site) -> rx.Component:
    return rx.el.footer(
        rx.el.div(
            prerendered(_company(site)),
            prerendered(_office(site, site.company.offices[0])) if site.company.offices else None,
            prerendered(_contact(site)),
            _newsletter(site) if site.has(ALERTS) else None,
            class_name="site-footer__columns container",
        ),
        rx.el.div(rx.el.p(_copyright(site)), _messenger(site), class_name="site-footer__end container"),
        id=FOOTER,
        class_name="site-footer wash",
    )


def _company(site: Site) -> rx.Component:
    words = site.interface.footer
    name = words.learn_more_about.format(company=site.company.name)
    return rx.el.div(
        rx.el.h2(site.company.name, class_name="site-footer__title"),
        rx.el.p(site.company.blurb),
        more_link(words.learn_more, name, site.address(ABOUT)) if site.has(ABOUT) else None,
        class_name="site-footer__company",
    )


def _office(site: Site, office: Office) -> rx.Component:
    return rx.el.div(
        rx.el.h2(office.title, class_name="site-footer__title"),
        rx.el.address(*(rx.el.span(line) for line in office.lines)),
        rx.el.p(icon("clock"), site.company.hours, class_name="with-icon"),
        class_name="site-footer__office",
    )


def _contact(site: Site) -> rx.Component:
    company, words = site.company, site.interface.footer
    return rx.el.div(
        rx.el.h2(words.reach_heading, class_name="site-footer__title"),
        rx.el.ul(
            rx.el.li(phone_link(company.sales_phone)),
            rx.el.li(mail_link(company.email)),
            rx.el.li(outside_link(site, icon("whatsapp"), words.whatsapp, href=company.chat(), class_name="with-icon")),
            *(
                rx.el.li(
                    outside_link(
                        site, profile_icon(profile.name), profile.name, href=profile.url, class_name="with-icon"
                    )
                )
                for profile in company.social
            ),
            class_name="plain-list",
        ),
        class_name="site-footer__reach",
    )


def _newsletter(site: Site) -> rx.Component:
    words, language = site.interface.newsletter, site.language
    form = posted_form(
        email_field(label=words.label, placeholder=words.placeholder),
        prerendered(rx.el.p(f"{words.purpose} {words.retention}", class_name="newsletter__note")),
        consent(text=words.consent.format(company=site.company.name)),
        honeypot(label=words.honeypot),
        rx.el.div(rx.el.button(words.subscribe, type="submit", class_name="button button--primary")),
        action=SUBSCRIBE if language == DEFAULT else f"{SUBSCRIBE}?language={language}",
        labels={"sending": words.sending, "lost": site.errors.not_stored},
        class_name="newsletter",
    )
    return rx.el.div(
        rx.el.h2(site.interface.footer.newsletter_heading, class_name="site-footer__title"),
        form,
        class_name="site-footer__newsletter",
    )


def _messenger(site: Site) -> rx.Component | None:
    """Return the chat, a plain link where the company has one: nothing of it is loaded before a visitor follows it."""
    if site.company.messenger is None:
        return None
    words = site.interface.footer
    chat = rx.el.details(
        rx.el.summary(icon("chat"), words.messenger, class_name="button"),
        rx.el.div(
            rx.el.p(words.messenger_consent),
            outside_link(
                site,
                words.messenger_open,
                href=f"https://m.me/{site.company.messenger.page_id}",
                class_name="button button--primary",
            ),
            class_name="messenger__panel stack",
        ),
        class_name="messenger no-print",
    )
    return prerendered(chat)


def _copyright(site: Site) -> str:
    year = site.digits(local_time.today().year)
    return site.company.copyright.format(year=year)
