"""The picture of a product in one size, as HTML: on paper, and at the head of a narrow column."""

from html import escape

from starbond_site.content.pictures import Rendition, picture


def picture_html(name: str, *, alt: str, least_width: int, class_name: str = "") -> str:
    """Return the smallest file of a picture that is wide enough, as AVIF with what other browsers understand."""
    shown = picture(name)

    def file(renditions: tuple[Rendition, ...]) -> str:
        return next((each for each in renditions if each.width >= least_width), renditions[-1]).path

    avif = f'<source type="image/avif" srcset="{file(shown.formats["avif"])}">' if "avif" in shown.formats else ""
    fallback = escape(file(shown.formats.get("webp", shown.formats["jpeg"])))
    size = f'width="{shown.width}" height="{shown.height}"'
    return f'<picture>{avif}<img class="{class_name}" src="{fallback}" alt="{escape(alt)}" {size}></picture>'
