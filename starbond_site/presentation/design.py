"""The design tokens that every component uses: colours by role, type, space, breakpoints, motion.

The colours are content (``content/colours.toml``), so that another company has its own. ``stylesheet`` returns all
tokens as CSS custom properties.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from starbond_site.content.colours import COLOURS

Theme = Literal["light", "dark"]

SPACE = (0, 4, 8, 12, 16, 24, 32, 48, 64, 96, 112)
"""Space scale in pixels on a 4 px base: ``--s1`` is 4 px, ``--s5`` 24 px."""

TYPE_STEPS = range(-1, 6)
"""Type scale: step 0 is the body; each step is 1.25 times the last on phones and 1.333 times on desktops."""

BODY_PX = 17
PHONE_PX, DESKTOP_PX = 390, 1440
PHONE_RATIO, DESKTOP_RATIO = 1.25, 1.333


TEXT_WIDTH = "48ch"
"""Widest line of running text: at most 75 characters of either language, since most letters are narrower than a zero.

``ch`` follows the size of the text that uses the token, so that large leads and small notes keep the same measure.
"""

WIDE = ((120, 112.5, 88), (150, 125, 100))
"""Wide windows: from this width in rem, the root's font size in per cent, and the container in rem of that size.

Type and space grow together with the container, so that a large screen is filled with larger, not with longer, lines.
"""


@dataclass(frozen=True, kw_only=True)
class Face:
    """A self-hosted font file; its name contains a hash of its content, so that it can be cached forever."""

    family: str
    file: str
    weight: str
    characters: str
    """As in ``unicode-range``; ``art/typefaces.py`` subsets the files to it."""

    @property
    def address(self) -> str:
        return f"/fonts/{self.file}"


LATIN = Face(
    family="Anek",
    file="anek-latin.f62c9a1c.woff2",
    weight="400 700",
    characters="U+20-7E,U+A0-FF,U+2013-2026,U+2190-2193,U+2212",
)
BANGLA_LETTERS = "U+964-965,U+980-9FF,U+200C-200D,U+25CC"
BANGLA = Face(
    # Includes Latin glyphs, so that the first view of a Bangla page needs one file.
    family="Anek Whole",
    file="anek-bangla.bd01141f.woff2",
    weight="400",
    characters=f"{LATIN.characters},{BANGLA_LETTERS}",
)
BANGLA_BOLD = Face(
    # Of the same family and as wide, glyph by glyph: browsers synthesize bold from the regular file until they have it.
    family=BANGLA.family,
    file="anek-bangla-bold.e1c57c65.woff2",
    weight="600 700",
    characters=BANGLA.characters,
)
BANGLA_ALONE = replace(BANGLA, family="Anek Bangla", characters=BANGLA_LETTERS)
"""The same file for Bangla on English pages, which must not load it for Latin letters while their own font is late."""
FACES: dict[str, Face] = {"en": LATIN, "bn": BANGLA}
"""The font file of a language that has one of its own; the first view of its pages needs it."""
BOLD: dict[str, Face] = {"bn": BANGLA_BOLD}
"""The file that a language has for bold text alone: its pages load it after their first view."""


def face(language: str) -> Face:
    """Return the font file that pages of a language load: the Latin one where a language has none of its own."""
    return FACES.get(language, LATIN)


def font_face(language: str) -> str:
    """Return the rule that loads the font of a language, for pages without the stylesheet of the site."""
    own = face(language)
    return f'@font-face{{font-family:"{own.family}";src:url("{own.address}");font-weight:{own.weight}}}'


def families(language: str) -> str:
    """Return the value of ``font-family`` for text in a language, without the fonts of the device."""
    own = face(language)
    names = [own.family, *([BANGLA_ALONE.family] if own is LATIN else []), "Anek Fallback"]
    return ",".join(f'"{name}"' for name in names)


FACE = re.compile(r'@font-face ?\{font-family:"?(?P<family>[^;"]+)[^}]*\}')


def with_own_faces(style: str, language: str) -> str:
    """Return a style without the faces of other languages: two families of one file would each ask for it."""
    own = families(language)
    return FACE.sub(lambda found: found[0] if f'"{found["family"]}"' in own else "", style)


FALLBACK = (
    '@font-face{font-family:"Anek Fallback";src:local("Arial"),local("Liberation Sans"),local("Roboto");'
    f"size-adjust:94.2%;ascent-override:95.5%;descent-override:21.2%;line-gap-override:0%;unicode-range:{LATIN.characters}}}"
)
"""A system font with the metrics of Anek, so that no line wraps differently where the font file is late.

Restricted to Latin letters: browsers would otherwise try it for every word of a Bangla page.
"""


def _faces(font_display: str) -> str:
    faces = [LATIN, BANGLA, BANGLA_ALONE]
    if font_display == "block":
        faces += BOLD.values()
    return FALLBACK + "".join(
        f'@font-face{{font-family:"{face.family}";src:url("{face.address}") format("woff2");'
        f"font-weight:{face.weight};font-display:{font_display};unicode-range:{face.characters}}}"
        for face in faces
    )


def _type_step(step: int) -> str:
    """Return a ``clamp()`` that grows from the phone's to the desktop's size of a step."""
    small, large = BODY_PX * PHONE_RATIO**step, BODY_PX * DESKTOP_RATIO**step
    if step < 0:  # small print must not shrink below what is readable
        small = large = 14.5
    slope = (large - small) / (DESKTOP_PX - PHONE_PX)
    low, high = sorted((small, large))
    return (
        f"clamp({low / 16:.3f}rem, {(small - slope * PHONE_PX) / 16:.3f}rem + {slope * 100:.3f}vw, {high / 16:.3f}rem)"
    )


def _colours(theme: Theme) -> str:
    return "".join(f"--{name}:{getattr(role, theme)};" for name, role in COLOURS.items()) + f"color-scheme:{theme};"


def stylesheet(font_display: str = "optional") -> str:
    """Return the tokens as CSS custom properties: light, and on screens dark by class or ``prefers-color-scheme``.

    Args:
        font_display: ``optional``, so that a page never swaps its font; ``block`` for what is printed, which waits for
            every file.
    """
    scale = "".join(f"--t{step}:{_type_step(step)};".replace("--t-1", "--small") for step in TYPE_STEPS)
    space = "".join(f"--s{index}:{pixels / 16:g}rem;" for index, pixels in enumerate(SPACE))
    shape = f"--r-control:4px;--r-card:10px;--container:77.5rem;--text:{TEXT_WIDTH};--glue:3px;--draw:250ms;"
    shadow = "--float:0 12px 32px rgb(20 28 51/.16);"
    wide = "".join(
        f"@media screen and (min-width:{width}rem){{:root{{font-size:{percent:g}%;--container:{container}rem}}}}\n"
        for width, percent, container in WIDE
    )
    return (
        f"{_faces(font_display)}\n"
        f":root{{{_colours('light')}{scale}{space}{shape}{shadow}}}\n{wide}"
        f"@media screen{{:root.dark{{{_colours('dark')}--float:0 12px 32px rgb(0 0 0/.5);}}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not(.light):not(.dark){{{_colours('dark')}}}}}\n"
    )
