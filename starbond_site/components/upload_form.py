"""The forms that publish."""

import reflex as rx

from starbond_site.components import react
from starbond_site.content import Site
from starbond_site.content.addresses import HAS_PAIRS, UPLOADS
from starbond_site.content.sentences import filled
from starbond_site.documents.file_types import ACCEPTED, BY_EXTENSION, CHOOSABLE, EXTENSIONS
from starbond_site.reflex_adapter import chakra
from starbond_site.state.upload import Publishing, access_is

REFUSALS = {"no_file", "several_files", "empty_file", "too_large"}
"""Refusals that the browser itself can find before the transfer."""


def upload_form(site: Site, category: str) -> rx.Component:
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
        is_multiple=True,
    )


def publishing_form(
    site: Site,
    *before: rx.Component,
    category: str,
    title: str,
    button: str,
    list_path: str,
    list_label: str,
    is_multiple: bool = False,
) -> rx.Component:
    """Return a form that publishes into one category, or the one that is chosen in it.

    Args:
        before: heading, and what else has to be chosen.
        title: names the form and its file input.
        list_path: English path of the page that shows the document.
        is_multiple: whether several files can be chosen; a single record takes one, which replaces the one before.
    """
    words = site.interface.upload
    return react.upload_form(
        *before,
        react.gate(_file_field(site, category, title, is_multiple=is_multiple), enabled_while="mayChoose"),
        react.chosen_file(),
        react.title_fields(category=category),
        _preflight_panel(site, chakra.button(button, type_="submit")),
        react.transferring(chakra.progress(), chakra.button(words.cancel, type_="button", variant="outline")),
        react.outcome(list_href=site.address(list_path)),
        *([react.pair_offer(labels=site.interface.pairs.model_dump())] if HAS_PAIRS else []),
        is_open=access_is("open", "local", "entered", "people"),
        label=title,
        action=UPLOADS,
        category=category,
        language=site.language,
        digits=site.interface.dates.digits,
        labels=_labels(site) | {"open_list": list_label},
        extensions=list(EXTENSIONS),
        limit=Publishing.limit,
        is_multiple=is_multiple,
        state=Publishing.get_full_name(),
        on_step=Publishing.take,
        on_access=Publishing.load_access,
    )


def _file_field(site: Site, category: str, title: str, *, is_multiple: bool) -> rx.Component:
    words, field = site.interface.upload, f"file-{category}"
    return chakra.form_control(
        rx.el.input(
            type="file",
            id=field,
            name="file",
            accept=CHOOSABLE,
            multiple=is_multiple,
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
            *filled(words.accepted, limit=Publishing.limit_in_digits[site.language]),
            id=f"{field}-hint",
            class_name="field__hint",
        ),
        id=field,
    )


def _preflight_panel(site: Site, button: rx.Component) -> rx.Component:
    """Return what visitors would get, above the button that publishes and the one that only tries."""
    labels = site.interface.look_panel.model_dump()
    return react.preflight_panel(react.gate(button, enabled_while="maySubmit"), labels=labels)


def _labels(site: Site) -> dict[str, str]:
    words = site.interface
    return {
        **words.upload_form.model_dump(),
        **site.errors.model_dump(include=REFUSALS),
        "type_not_accepted": site.errors.say("type_not_accepted", accepted=ACCEPTED),
        **{ending: site.errors.say(code, **values) for ending, (code, values) in BY_EXTENSION.items()},
        "new_tab": words.links.new_tab,
        "folder": words.file_check.folder,
        **words.dates.model_dump(include={"bytes", "kilobytes", "megabytes"}),
    }
