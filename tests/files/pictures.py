"""Photos as telephones write them."""

import struct
from collections.abc import Iterator

from tests.files.case import Case
from tests.unit.documents import crafted, samples

JPEG, PNG = samples.picture("JPEG"), samples.picture("PNG")
_TIME = b"\0\0\1\x0a\x0e\0\0\0Image_UTC_Data1486000000000"
SAMSUNG = (
    _TIME + b"SEFH" + struct.pack("<IIHHII", 106, 1, 0, 0xA01, len(_TIME), len(_TIME)) + struct.pack("<I", 24) + b"SEFT"
)
FILM = struct.pack(">I", 24) + b"ftypmp42" + bytes(12) + struct.pack(">I", 8) + b"mdat"


def behind() -> Iterator[Case]:
    samsung, motion = "ExifTool, Samsung trailer", "Android, Motion Photo format 1.0"
    web = "HTML, 13.2.5: browsers look for scripts in what they take for a page"
    says = ("a program, an archive, a document or a script", "প্রোগ্রাম, আর্কাইভ, নথি বা স্ক্রিপ্টও")
    for name, content, source, found in (
        ("samsung.jpg", JPEG + SAMSUNG, samsung, "jpeg"),
        ("motion.jpg", JPEG + FILM, motion, "jpeg"),
        ("one byte more.jpg", JPEG + b"\xff", "ITU-T T.81, B.1.1.2: a fill byte", "jpeg"),
        ("two pictures and a trailer.jpg", JPEG + JPEG + SAMSUNG, f"CIPA DC-007; {samsung}", "jpeg"),
        ("screenshot.png", PNG + SAMSUNG, samsung, "png"),
        ("program behind.jpg", JPEG + bytes(3) + crafted.PROGRAM, "PE/COFF, 2.1", "behind_picture"),
        ("web page in the trailer.jpg", JPEG + SAMSUNG + b"<Script>alert(1)</script>", web, "behind_picture"),
        ("web page behind.png", PNG + b"<?php system($_GET['c']); ?>", web, "behind_picture"),
        ("document behind.jpg", JPEG + samples.GOOD["old.doc"], "[MS-CFB] 2.2", "behind_picture"),
        ("archive behind.jpg", JPEG + b"7z\xbc\xaf\x27\x1c" + bytes(500), "7zFormat.txt", "behind_picture"),
    ):
        yield Case(line=2, name=name, content=content, source=source, found=found, says=says)


def heic() -> Iterator[Case]:
    """Yield pictures in the format of telephones that most other devices do not show, and one in a related format."""
    source = "ISO/IEC 23008-12, 10.2: brands"
    says = ("choose Most Compatible", "Most Compatible বেছে নিন")
    for name, brand, found in (
        ("photo.heic", b"heic", "heic_picture"), ("photo.HEIF", b"mif1", "heic_picture"),
        ("heic as.jpg", b"heic", "heic_picture"), ("avif as.jpg", b"avif", "save_as"),
    ):  # fmt: skip
        content = struct.pack(">I", 24) + b"ftyp" + brand + bytes(4) + b"mif1" + brand + bytes(500)
        said = says if found == "heic_picture" else ("", "")
        yield Case(line=10, name=name, content=content, source=source, found=found, says=said)
