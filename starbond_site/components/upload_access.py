"""Notices around the forms of both upload pages: who may publish, and the question for key or sign-in.

Elements are Reflex's, since its state decides what is shown: the page has no HTML yet of what a script shows later.
"""

from urllib.parse import urlencode

import reflex as rx
from reflex_components_core.el.elements.inline import A

from starbond_site.components.react import access_unknown, chakra_island, forget_key, key_form
from starbond_site.components.react.component import Placed
from starbond_site.content import Site
from starbond_site.content.addresses import SIGN_IN, SIGN_OUT, UPLOAD_KEY
from starbond_site.content.sentences import filled
from starbond_site.reflex_adapter.build.server import AT_ONCE
from starbond_site.state.upload import Publishing, access_is


def publishing_page(site: Site, path: str, *forms: rx.Component) -> Placed:
    """Return the forms, and before them who may use them or what is needed first."""
    shut = {
        "key_missing": _key_form(site, path),
        "closed": _notice(site.interface.upload.closed_heading, rx.el.p(site.interface.upload.closed)),
        "sign_in_missing": _sign_in(site, path),
        "role_missing": _role_missing(site, path),
        "people_unavailable": _notice(site.interface.sign_in.title, rx.el.p(site.errors.people_unavailable)),
    }
    is_shut = access_is(*shut)
    page = rx.el.div(
        rx.el.div(*_notes(site, path), class_name="upload-access", hidden=is_shut),
        rx.match(Publishing.access, *shut.items(), rx.fragment()),
        rx.el.div(chakra_island(rx.el.div(*forms, class_name="upload-forms")), hidden=is_shut),
        rx.el.noscript(rx.el.p(site.interface.upload.no_script, class_name="upload-note")),
        class_name="upload-page container section--tight stack",
        custom_attrs=AT_ONCE,
    )
    return Placed.create(page)


def _notes(site: Site, path: str) -> list[rx.Component]:
    """Return a note for each answer, in one place: the server reports later which is shown, without a layout shift."""
    words = site.interface.upload
    notes = {
        "": access_unknown(asking=words.access_unknown, blocked=words.access_blocked, is_shown=access_is("")),
        "open": rx.el.p(words.open_note, class_name="upload-note"),
        "local": rx.el.p(words.local_note, class_name="upload-note"),
        "entered": _key_accepted(site),
        "people": rx.el.div(_signed_in_as(site), _sign_out(site, path), class_name="upload-accepted"),
    }
    return [rx.el.div(note, custom_attrs={"data-shown": access_is(code)}) for code, note in notes.items()]


def _key_accepted(site: Site) -> rx.Component:
    words = site.interface.upload
    return rx.el.div(
        rx.el.p(words.key_accepted, class_name="upload-note"),
        forget_key(words.key_forget, action=UPLOAD_KEY, on_access=Publishing.load_access),
        class_name="upload-accepted",
    )


def _key_form(site: Site, path: str) -> rx.Component:
    """Ask for the key; a browser that sends the form itself is led back to the page."""
    words = site.interface.upload
    return key_form(
        rx.el.h2(words.key_heading),
        rx.el.p(words.key_prompt),
        rx.el.label(words.key_label, html_for="upload-key", class_name="field__label"),
        rx.el.input(
            type="password",
            id="upload-key",
            name="key",
            class_name="input",
            required=True,
            custom_attrs={"autoComplete": "current-password"},
            aria_describedby="key-problem",
        ),
        rx.el.input(type="hidden", name="next", value=site.address(path)),
        rx.el.div(rx.el.button(words.key_button, type="submit", class_name="button button--primary")),
        label=words.key_heading,
        action=UPLOAD_KEY,
        labels={"checking": words.key_checking, "lost": words.key_lost},
        refusal=Publishing.refusal,
        on_access=Publishing.load_access,
    )


def _notice(heading: str, *parts: rx.Component) -> rx.Component:
    return rx.el.section(rx.el.h2(heading), *parts, class_name="upload-form", aria_label=heading)


def _sign_in(site: Site, path: str) -> rx.Component:
    """Lead to the page that asks for a passkey, which leads back."""
    words, address = site.interface.desk, site.address(SIGN_IN)
    link = f"{address}?{urlencode({'next': site.address(path)})}"
    return _notice(
        words.sign_in_heading,
        rx.el.p(words.sign_in_prompt),
        rx.el.div(A.create(words.sign_in, href=link, class_name="button button--primary")),
    )


def _role_missing(site: Site, path: str) -> rx.Component:
    return _notice(
        site.interface.desk.refused_heading,
        _signed_in_as(site),
        rx.el.p(site.errors.role_missing),
        _sign_out(site, path),
    )


def _signed_in_as(site: Site) -> rx.Component:
    return rx.el.p(*filled(site.interface.upload.signed_in, name=Publishing.person), class_name="upload-note")


class _NativeForm(rx.el.Div):
    """A form that the browser sends: ``rx.el.form`` keeps it from doing so, also where nothing handles it."""

    tag = "form"


def _sign_out(site: Site, path: str) -> rx.Component:
    """Return a form that the browser itself sends: the page comes back without the session."""
    return _NativeForm.create(
        rx.el.input(type="hidden", name="next", value=site.address(path)),
        rx.el.button(site.interface.account.sign_out, type="submit", class_name="button"),
        custom_attrs={"action": site.address(SIGN_OUT), "method": "post"},
    )
