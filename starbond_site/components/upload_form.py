"""The forms that publish, and what both upload pages say around them: who may publish, and the question for the key."""

import reflex as rx

from starbond_site.components.link import localized
from starbond_site.components.react import upload_form as react
from starbond_site.components.react import upload_key
from starbond_site.components.react.chakra_island import chakra_island
from starbond_site.content import Site
from starbond_site.documents.accepted_types import ACCEPTED, EXTENSIONS
from starbond_site.reflex_adapter import chakra
from starbond_site.reflex_adapter.build.socket_on_demand import AT_ONCE
from starbond_site.state.upload import HANDLERS, Publishing
from starbond_site.web.upload_key import KEY_PATH
from starbond_site.web.upload_results import ATTEMPT_PATH

LABELS = (
    "none_chosen", "chosen", "uploading", "progress_label", "checking", "cancelled", "connection_lost", "open_document",
)  # fmt: skip
"""Words of the upload page that the frontend needs."""
REFUSALS = ("no_file", "several_files", "empty_file", "too_large", "type_not_accepted")
"""What the browser itself can tell before the transfer."""


def upload_form(site: Site, category: str) -> rx.Component:
    """Return the form of a list."""
    title = site.category(category).form
    page = next(page.path for page in site.investors.pages if category in page.categories)
    return publishing_form(
        site,
        rx.el.h2(title),
        category=category,
        title=title,
        button=site.interface.upload.submit,
        list_path=page,
        list_label=site.interface.upload.open_list,
    )


def publishing_form(
    site: Site, *before: rx.Component, category: str, title: str, button: str, list_path: str, list_label: str
) -> rx.Component:
    """Return a form that publishes into one category, or the one that is chosen in it.

    Args:
        site: words.
        before: heading, and what else has to be chosen.
        category: list or single record.
        title: names the form and its file input.
        button: what stands on the button that submits.
        list_path: English path of the page that shows the document.
        list_label: words of the link there.
    """
    words = site.interface.upload
    return react.upload_form(
        *before,
        react.while_idle(_file_field(site, category, title)),
        react.chosen_file(),
        react.while_idle(chakra.button(button, type_="submit")),
        react.transferring(chakra.progress(), chakra.button(words.cancel, type_="button", variant="outline")),
        react.outcome(list_href=localized(list_path, site.language)),
        is_open=(Publishing.access == "open") | (Publishing.access == "local") | (Publishing.access == "entered"),
        label=title,
        handler=HANDLERS[0],
        ask_action=ATTEMPT_PATH,
        category=category,
        language=site.language,
        digits=site.interface.dates.digits,
        labels=_labels(site) | {"open_list": list_label},
        extensions=list(EXTENSIONS),
        limit=Publishing.limit,
        results=Publishing.results,
        on_refused=Publishing.load_access,
    )


def _file_field(site: Site, category: str, title: str) -> rx.Component:
    words, field = site.interface.upload, f"file-{category}"
    before, _, after = words.accepted.partition("{limit}")
    return chakra.form_control(
        rx.el.input(
            type="file",
            id=field,
            name="file",
            accept=",".join(EXTENSIONS),
            class_name="upload-form__input",
            aria_describedby=f"{field}-hint",
        ),
        chakra.form_label(
            rx.el.span(words.choose_for.format(title=title), class_name="visually-hidden"),
            rx.el.span(words.choose, class_name="button"),
            rx.el.span(words.drop, class_name="muted"),
            class_name="upload-form__zone",
        ),
        rx.el.p(
            before,
            Publishing.limit_in_digits[site.language],
            after,
            id=f"{field}-hint",
            class_name="field__hint",
        ),
        id=field,
    )


def _labels(site: Site) -> dict[str, str]:
    words = site.interface
    return {
        **{name: getattr(words.upload, name) for name in LABELS},
        **{name: getattr(site.errors, name) for name in REFUSALS},
        "type_not_accepted": site.errors.say("type_not_accepted", accepted=ACCEPTED),
        **{name: getattr(words.dates, name) for name in ("bytes", "kilobytes", "megabytes")},
    }


def publishing_page(site: Site, path: str, *forms: rx.Component) -> rx.Component:
    """Return the forms, and before them who may use them or what is needed first."""
    is_shut = (Publishing.access == "key_missing") | (Publishing.access == "closed")
    return rx.el.div(
        rx.el.div(_note(site), *_room(site), class_name="upload-access", hidden=is_shut),
        rx.match(
            Publishing.access,
            ("key_missing", _key_form(site, path)),
            ("closed", _closed(site)),
            rx.fragment(),
        ),
        rx.el.div(chakra_island(rx.el.div(*forms, class_name="upload-forms")), hidden=is_shut),
        rx.el.noscript(rx.el.p(site.interface.upload.no_script, class_name="upload-note")),
        class_name="upload-page container section--tight stack",
        custom_attrs=AT_ONCE,
    )


def _note(site: Site) -> rx.Component | rx.Var:
    words = site.interface.upload
    return rx.match(
        Publishing.access,
        ("open", rx.el.p(words.open_note, class_name="upload-note")),
        ("local", rx.el.p(words.local_note, class_name="upload-note")),
        ("entered", _key_accepted(site)),
        react.access_unknown(asking=words.access_unknown, blocked=words.access_blocked),
    )


def _room(site: Site) -> list[rx.Component]:
    """Reserve the height of the tallest note: the server reports later which one applies, without a layout shift."""
    words = site.interface.upload

    def room(text: str, class_name: str = "") -> rx.Component:
        return rx.el.span(class_name=f"upload-room {class_name}".strip(), custom_attrs={"data-text": text})

    return [
        *(room(text) for text in (words.access_unknown, words.open_note, words.local_note)),
        rx.el.div(
            room(words.key_accepted),
            room(words.key_forget, "button"),
            class_name="upload-accepted upload-accepted--room",
        ),
    ]


def _key_accepted(site: Site) -> rx.Component:
    words = site.interface.upload
    return rx.el.div(
        rx.el.p(words.key_accepted, class_name="upload-note"),
        upload_key.forget_key(words.key_forget, action=KEY_PATH, on_forgotten=Publishing.load_access),
        class_name="upload-accepted",
    )


def _key_form(site: Site, path: str) -> rx.Component:
    """Ask for the key; a browser that sends the form itself is led back to the page."""
    words = site.interface.upload
    return upload_key.key_form(
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
        rx.el.input(type="hidden", name="next", value=localized(path, site.language)),
        rx.el.div(rx.el.button(words.key_button, type="submit", class_name="button button--primary")),
        label=words.key_heading,
        action=KEY_PATH,
        labels={"checking": words.key_checking, "lost": words.key_lost},
        refusal=Publishing.refusal,
        on_entered=Publishing.load_access,
    )


def _closed(site: Site) -> rx.Component:
    words = site.interface.upload
    return rx.el.section(
        rx.el.h2(words.closed_heading), rx.el.p(words.closed), class_name="upload-form", aria_label=words.closed_heading
    )
