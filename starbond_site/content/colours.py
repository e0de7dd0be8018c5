"""Model of ``colours.toml``: the colours of the site by purpose, in both themes, and the contrast that they need."""

from collections.abc import Iterator

from pydantic import ConfigDict

from starbond_site.content.models import Colour, Content
from starbond_site.shared.declarations import declared

TEXT, PARTS = 4.5, 3.0
"""Least contrast of text, and of the edges of controls (WCAG 2.2 SC 1.4.3 and 1.4.11)."""
GROUNDS = ("paper", "surface", "wash")
ON = {
    **dict.fromkeys(("ink", "muted", "amber-ink", "action", "success", "danger"), (GROUNDS, TEXT)),
    "on-button": (("button", "button-hover"), TEXT),
    "on-bar": (("bar",), TEXT),
    "control-line": (GROUNDS, PARTS),
}
"""By colour of text and edges: what it stands on, and the least contrast."""


class ThemeColour(Content):
    """A colour by its purpose, in both themes."""

    light: Colour
    dark: Colour


class Colours(Content):
    """Every colour that is not a brand's."""

    model_config = ConfigDict(alias_generator=lambda name: name.replace("_", "-"))

    paper: ThemeColour
    surface: ThemeColour
    wash: ThemeColour
    ink: ThemeColour
    muted: ThemeColour
    line: ThemeColour
    control_line: ThemeColour
    amber: ThemeColour
    """The accent: the thin line where two surfaces meet. Never text."""
    amber_ink: ThemeColour
    action: ThemeColour
    button: ThemeColour
    button_hover: ThemeColour
    on_button: ThemeColour
    bar: ThemeColour
    on_bar: ThemeColour
    header_line: ThemeColour
    success: ThemeColour
    danger: ThemeColour

    def weak(self) -> Iterator[tuple[str, str]]:
        """Yield field and sentence for each colour that has too little contrast with what it stands on."""
        roles = self.model_dump(by_alias=True)
        for name, (grounds, least) in ON.items():
            for ground in grounds:
                for theme in ("light", "dark"):
                    found = contrast(roles[name][theme], roles[ground][theme])
                    if found < least:
                        yield f"{name}.{theme}", f"its contrast with {ground} is {found:.2f}, {least} is the least"


def _declared_role(name: str) -> ThemeColour:
    """Return a colour of ``content/colours.toml``; black where it cannot be read, which `content` reports."""
    role = declared("colours.toml").get(name)
    themes = role if isinstance(role, dict) else {}
    return ThemeColour.model_construct(
        light=str(themes.get("light", "#000000")), dark=str(themes.get("dark", "#000000"))
    )


COLOURS = {name: _declared_role(name) for name in (field.alias or name for name, field in Colours.model_fields.items())}
"""By their names, as custom properties of CSS have them."""


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours such as ``#B3122C``, from 1 to 21 (WCAG 2.2, definitions)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
