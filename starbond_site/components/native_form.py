"""A form that the browser itself sends: ``rx.el.form`` prevents that, also where nothing handles it."""

from typing import Any, Literal

import reflex as rx


class _NativeForm(rx.el.Div):
    tag = "form"


def native_form(*children: Any, action: str, method: Literal["get", "post"], **props: Any) -> rx.Component:  # noqa: ANN401
    return _NativeForm.create(*children, **{**props, "custom_attrs": {"action": action, "method": method}})
