"""The one door to reflex-chakra: its form components on an island, so that other pages load no byte of Chakra.

reflex-chakra would wrap the whole app in its provider as soon as one of its components is used anywhere. Here nothing
is wrapped; `island` gives its children the theme. Two more things are set right on the way in: a name that
reflex-chakra imports and Reflex has moved, and a file for the provider that every ``create`` copies into ``assets/``.
"""

import shutil
from typing import Any

import reflex as rx
from reflex.utils import types
from reflex_base.utils.types import typehint_issubclass

if not hasattr(types, "_issubclass"):
    types._issubclass = typehint_issubclass  # pyright: ignore[reportAttributeAccessIssue]

# The import itself creates the provider, and copies.
_copy, shutil.copy = shutil.copy, lambda *_paths: None
from reflex_chakra.components import base
from reflex_chakra.components.feedback.progress import Progress
from reflex_chakra.components.forms.button import Button
from reflex_chakra.components.forms.form import FormControl, FormErrorMessage, FormLabel
from reflex_chakra.components.forms.input import Input
from reflex_chakra.components.forms.select import Select
from reflex_chakra.components.forms.textarea import TextArea

shutil.copy = _copy

from starbond_site.components.react.chakra_island import chakra_island


def _nothing_around_the_app() -> dict[tuple[int, str], rx.Component]:
    return {}


def _create(cls: type[base.ChakraComponent], *children: Any, **props: Any) -> rx.Component:  # noqa: ANN401
    """Create a component; the provider's file is not copied."""
    return super(base.ChakraComponent, cls).create(*children, **props)


base.ChakraComponent._get_app_wrap_components = staticmethod(_nothing_around_the_app)
base.ChakraComponent.create = classmethod(_create)  # pyright: ignore[reportAttributeAccessIssue]

island = chakra_island
form_control = FormControl.create
form_label = FormLabel.create
form_error_message = FormErrorMessage.create
input_field = Input.create
text_area = TextArea.create
select = Select.create
button = Button.create
progress = Progress.create
