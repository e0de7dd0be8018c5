"""Parts of forms."""

from reflex_components_core.el.elements.base import BaseHTML


class NativeForm(BaseHTML):
    """A form that the browser itself sends; Reflex's own keeps every form from being sent."""

    tag = "form"


native_form = NativeForm.create
