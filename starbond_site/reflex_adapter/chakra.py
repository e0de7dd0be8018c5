"""Chakra's form components for use on a part of a page, without reflex-chakra's changes to the whole app.

Three things differ from reflex-chakra's own behaviour:

- It wraps the whole app in ``ChakraProvider`` as soon as one of its components is used. Here nothing is wrapped;
  ``components/react/chakra_island`` provides the theme to its children, and other pages load nothing of Chakra.
- It copies a color mode provider into the app's ``assets/`` at import and in every ``create``, unless it is there. Its
  constant for the name of that folder is set to its own folder, where the file is: nothing is copied.
- It imports ``_issubclass`` from ``reflex.utils.types``; Reflex has moved and renamed that function.
"""

import importlib.util
import sys
from pathlib import Path

import reflex as rx
from reflex.utils import types
from reflex_base.utils.types import typehint_issubclass


def _keep_assets_unchanged() -> None:
    """Set reflex-chakra's ``ASSETS_DIR_NAME``; before its import, because the package copies while it is imported."""
    package = importlib.util.find_spec("reflex_chakra")
    if package is None or package.origin is None:
        raise ImportError("reflex-chakra is not installed; run: make setup")
    name = "reflex_chakra.constants"
    spec = importlib.util.spec_from_file_location(name, Path(package.origin).with_name("constants.py"))
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} cannot be loaded")
    constants = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(constants)
    # An absolute path replaces the working directory that it is joined to.
    vars(constants)["ASSETS_DIR_NAME"] = str(constants.ASSETS_DIR)
    sys.modules[name] = constants


if not hasattr(types, "_issubclass"):
    types._issubclass = typehint_issubclass  # pyright: ignore[reportAttributeAccessIssue]
_keep_assets_unchanged()

from reflex_chakra.components import base
from reflex_chakra.components.feedback.progress import Progress
from reflex_chakra.components.forms.button import Button
from reflex_chakra.components.forms.form import FormControl, FormLabel
from reflex_chakra.components.forms.input import Input
from reflex_chakra.components.forms.select import Select
from reflex_chakra.components.forms.textarea import TextArea

base.ChakraComponent._get_app_wrap_components = staticmethod(dict[tuple[int, str], rx.Component])

form_control = FormControl.create
form_label = FormLabel.create
input_field = Input.create
text_area = TextArea.create
select = Select.create
button = Button.create
progress = Progress.create
