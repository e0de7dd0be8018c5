"""A field of a posted form, with Chakra's form control around it: its children are a Chakra label and control."""

import reflex as rx

from starbond_site.components.react import posted_form as _posted_form  # noqa: F401  brings posted_form.jsx
from starbond_site.components.react.local import library


class ChakraField(rx.Component):
    """Marks its control, and says below it what has to be corrected."""

    library = library("chakra_field.jsx")
    tag = "ChakraField"

    name: rx.Var[str]
    """Name of the field whose problem it shows."""


chakra_field = ChakraField.create
