"""Elements that `rx.el` does not have: HTML that is written as text, and forms that the browser itself sends."""

from typing import Any, Literal

import reflex as rx


def html(markup: str, class_name: str = "") -> rx.Component:
    """Return trusted markup: of htpy, or of content files, whose Markdown allows no raw HTML."""
    return rx.el.div(class_name=class_name, custom_attrs={"dangerouslySetInnerHTML": {"__html": markup}})


class _NativeForm(rx.el.Div):
    tag = "form"


def native_form(*children: Any, action: str, method: Literal["get", "post"], **props: Any) -> rx.Component:  # noqa: ANN401
    """Return a form; ``rx.el.form`` keeps the browser from sending it, also where nothing handles it."""
    return _NativeForm.create(*children, **{**props, "custom_attrs": {"action": action, "method": method}})
