"""Pictures with what telephones and programs write beside the picture itself."""

import zlib
from collections.abc import Iterator

from PIL import Image, ImageCms, PngImagePlugin

from tests.unit.documents import samples

PLACE = b"23.76N 90.40E"
XMP = b'<x exif:GPSLatitude="23,46.2N"/>'


def with_segments(*segments: tuple[int, bytes], kept: bytes = b"") -> bytes:
    """Return a JPEG with segments, by marker, and one that was there before."""
    plain = samples.picture("JPEG")
    written = b"".join(bytes([0xFF, kind]) + (len(body) + 2).to_bytes(2) + body for kind, body in segments)
    return plain[:2] + kept + written + plain[2:]


def with_chunks(*chunks: bytes) -> bytes:
    """Return a PNG with chunks behind its header."""
    plain, header = samples.picture("PNG"), 33
    written = b"".join((len(body) - 4).to_bytes(4) + body + zlib.crc32(body).to_bytes(4) for body in chunks)
    return plain[:header] + written + plain[header:]


def exif(order: str, own: int, thumbnail: int) -> bytes:
    """Return a TIFF structure whose two directories each say how the camera was held; 0 for a first one without it."""
    to_bytes = lambda number, size: number.to_bytes(size, "big" if order == "MM" else "little")  # noqa: E731

    def directory(tag: int, value: int, following: int) -> bytes:
        entry = to_bytes(tag, 2) + to_bytes(3, 2) + to_bytes(1, 4) + to_bytes(value, 2) + bytes(2)
        return to_bytes(1, 2) + entry + to_bytes(following, 4)

    first = directory(0x112, own, 26) if own else directory(0x128, 2, 26)
    return order.encode() + to_bytes(42, 2) + to_bytes(8, 4) + first + directory(0x112, thumbnail, 0)


def with_place() -> Iterator[tuple[str, bytes]]:
    """Yield container and bytes of pictures that say where they were taken elsewhere than in Exif."""
    for kind in (0xE1, 0xE2, 0xE6, 0xEB, 0xED, 0xEF, 0xFE):
        yield "jpeg", with_segments((kind, b"JP" + PLACE))
        yield "jpeg", with_segments((kind, b"JP" + PLACE), kept=b"\xff\x01\xff\xff\xd0\xff")
    for chunk in (b"tEXtComment\0", b"tEXtRaw profile type exif\0", b"iTXtplace\0\0\0\0\0", b"caBX", b"zTXtplace\0\0"):
        yield "png", with_chunks(chunk + PLACE)


def with_profile(form: str) -> bytes:
    """Return a picture without anything else than its colours."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return samples.saved(Image.new("CMYK" if form == "JPEG" else "RGB", (40, 30)), form, icc_profile=profile)


def said_in_compressed_text() -> bytes:
    text = PngImagePlugin.PngInfo()
    text.add_itxt("XML:com.adobe.xmp", XMP.decode(), zip=True)
    return samples.saved(Image.new("RGB", (40, 30)), "PNG", pnginfo=text)


def cut_off() -> bytes:
    """Return the first of two pictures, whose index goes on naming the second."""
    both = samples.saved(Image.new("RGB", (40, 30)), "MPO", save_all=True, append_images=[Image.new("RGB", (40, 30))])
    return both[: both.index(b"\xff\xd8", 2)]
