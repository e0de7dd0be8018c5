"""People as plainly drawn figures in one style; nobody is portrayed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from art.svg import box, disc, document, line, path, tag, tone

WIDTH, HEIGHT = 480, 600
WASH, EDGE, AMBER, SHIRT = "#F1EADF", "#E6DBC9", "#F2A30B", "#FBF8F3"
PackStyle = Literal["suit", "panjabi", "shirt", "saree", "scarf"]
Hair = Literal["short", "parted", "bald", "receding", "long", "bun", "curly", "covered"]


@dataclass(frozen=True)
class Figure:
    """What tells one figure from another."""

    skin: str
    hair: Hair
    hair_colour: str
    style: PackStyle
    colour: str
    accent: str = AMBER
    beard: Literal["none", "full", "moustache", "short"] = "none"
    glasses: bool = False


def _suit(figure: Figure) -> str:
    jacket = "M70 600C74 498 120 462 196 440L240 474L284 440C360 462 406 498 410 600Z"
    collar = path("M196 436L240 520L284 436L268 424H212Z", SHIRT)
    tie = path("M231 470H249L256 486L248 494L258 600H222L232 494L224 486Z", figure.accent)
    lapels = path("M196 440L176 478L196 500L186 512L236 600H214L120 600Z", tone(figure.colour, 0.1)) + path(
        "M284 440L304 478L284 500L294 512L244 600H266L360 600Z", tone(figure.colour, 0.1)
    )
    return path(jacket, figure.colour) + collar + tie + lapels


def _panjabi(figure: Figure) -> str:
    body = path("M72 600C76 500 120 464 200 442Q240 470 280 442C360 464 404 500 408 600Z", figure.colour)
    collar = path("M198 446Q240 484 282 446L278 424Q240 452 202 424Z", tone(figure.colour, -0.14))
    placket = line("M240 470V600", tone(figure.colour, -0.16), 22)
    buttons = "".join(disc(240, y, 4.5, figure.accent) for y in (496, 532, 568))
    return body + placket + collar + buttons


def _shirt(figure: Figure) -> str:
    body = path("M74 600C78 500 122 464 200 442L240 470L280 442C358 464 402 500 406 600Z", figure.colour)
    collar = path("M202 426L240 476L216 512L184 446Z", tone(figure.colour, 0.22)) + path(
        "M278 426L240 476L264 512L296 446Z", tone(figure.colour, 0.22)
    )
    return body + line("M240 478V600", tone(figure.colour, -0.14), 5) + collar


def _saree(figure: Figure) -> str:
    blouse = path("M92 600C96 506 136 466 198 444Q240 490 282 444C344 466 384 506 388 600Z", tone(figure.colour, -0.3))
    drape = path("M284 446C350 462 400 500 404 600H120C170 560 236 520 284 446Z", figure.colour)
    return blouse + drape + line("M284 446C236 520 170 560 120 600", figure.accent, 9)


def _scarf(figure: Figure) -> str:
    body = path("M80 600C84 504 126 468 200 446H280C354 468 396 504 400 600Z", tone(figure.colour, -0.35))
    drape = path("M150 470C180 430 300 430 330 470L352 600H128Z", figure.colour)
    return body + drape + line("M196 470Q236 530 222 600", tone(figure.colour, -0.12), 6)


DRESSES: dict[str, Callable[[Figure], str]] = {
    "suit": _suit,
    "panjabi": _panjabi,
    "shirt": _shirt,
    "saree": _saree,
    "scarf": _scarf,
}

CROWNS: dict[str, str] = {
    "short": (
        "M160 262C148 176 188 134 244 134C304 134 334 178 320 262L312 232C306 "
        "206 296 196 270 198C238 202 200 198 178 "
        "206C170 220 168 238 160 262Z"
    ),
    "parted": (
        "M160 266C144 178 184 130 250 132C308 134 336 180 320 266L312 230C304 "
        "208 292 200 270 196C250 194 226 184 214 "
        "168C206 190 186 204 176 214C168 232 166 250 160 266Z"
    ),
    "receding": (
        "M160 268C150 214 160 176 190 156C180 186 176 206 172 228ZM320 268C330 "
        "214 320 176 290 156C300 186 304 206 308 "
        "228ZM190 158C214 138 266 138 290 158C264 148 216 148 190 158Z"
    ),
    "curly": (
        "M158 256C138 216 152 172 182 158C190 134 226 122 248 132C276 120 308 "
        "136 312 160C340 176 342 222 316 262C310 232 "
        "306 216 300 204C280 212 262 198 246 204C226 196 204 212 182 204C178 216 172 236 166 262Z"
    ),
    "long": (
        "M160 262C146 172 186 130 240 130C294 130 334 172 320 262C316 232 304 "
        "204 286 188C262 204 208 206 186 194C172 "
        "210 164 236 160 262Z"
    ),
}


def _behind(figure: Figure) -> str:
    """Return the hair that falls behind the neck."""
    if figure.hair == "long":
        return path(
            "M148 260C140 160 190 118 240 118C290 118 340 160 332 260C336 340 348 "
            "396 326 436Q318 450 300 450H180Q162 450 154 436C132 396 144 340 148 "
            "260Z",
            figure.hair_colour,
        )
    if figure.hair == "bun":
        return disc(240, 126, 40, figure.hair_colour)
    return ""


def _over(figure: Figure) -> str:
    """Return the hair, or the scarf, that frames the face."""
    if figure.hair == "bald":
        return ""
    if figure.hair == "covered":
        outer = (
            "M240 112C316 112 352 176 342 268C338 346 348 396 366 448Q372 474 344 "
            "480Q240 500 136 480Q108 474 114 448C132 396 142 346 138 268C128 176 164 112 240 112Z"
        )
        face = (
            "M240 168C198 168 172 206 174 262C176 330 206 376 240 376C274 376 304 330 306 262C308 206 282 168 240 168Z"
        )
        return path(outer + face, figure.colour, fill_rule="evenodd")
    crown = CROWNS["long" if figure.hair == "bun" else figure.hair]
    return path(crown, figure.hair_colour)


def _beard(figure: Figure) -> str:
    moustache = "M204 318C216 304 264 304 276 318C262 324 218 324 204 318Z"
    full = (
        "M164 276C166 356 204 396 240 396C276 396 314 356 316 276C308 304 296 "
        "314 276 312C262 304 218 304 204 312C184 314 172 304 "
    )
    full += "164 276ZM214 334C228 328 252 328 266 334C256 344 224 344 214 334Z"
    short = "M188 340C200 380 222 392 240 392C258 392 280 380 292 340C276 354 264 352 240 352C216 352 204 354 188 340Z"
    shape = {"none": "", "moustache": moustache, "full": full, "short": short + moustache}[figure.beard]
    return path(shape, figure.hair_colour, fill_rule="evenodd") if shape else ""


def _face(figure: Figure) -> str:
    dark, brow = tone(figure.skin, -0.55), tone(figure.skin, -0.7)
    nose = line("M240 262C238 282 230 292 236 298Q242 301 248 297", tone(figure.skin, -0.25), 4)
    eyes = disc(206, 258, 5.5, brow) + disc(274, 258, 5.5, brow)
    brows = line("M190 238Q206 229 222 237", brow, 6) + line("M258 237Q274 229 290 238", brow, 6)
    mouth = line("M218 334Q240 347 262 334", dark, 4.5)
    glasses = "".join(
        tag(
            "rect",
            x=x,
            y=240,
            width=56,
            height=40,
            rx=15,
            fill="#FFFFFF",
            fill_opacity=0.18,
            stroke=INK_FRAME,
            stroke_width=4.5,
        )
        for x in (178, 246)
    ) + line("M234 256H246", INK_FRAME, 4.5)
    return brows + eyes + nose + mouth + (glasses if figure.glasses else "")


INK_FRAME = "#2A2F3E"


def portrait(figure: Figure) -> str:
    """Return one figure before two surfaces that meet in a line of amber."""
    ground = box(0, 0, WIDTH, HEIGHT, WASH) + path("M318 0H480V600H238Z", EDGE) + line("M318 -6L238 606", AMBER, 3.5)
    neck = path("M204 350V446Q240 506 276 446V350Z", tone(figure.skin, -0.14))
    head = path(
        "M164 246C164 176 196 146 240 146C284 146 316 176 316 246C316 330 282 388 240 388C198 388 164 330 164 246Z",
        figure.skin,
    )
    ears = disc(163, 268, 17, tone(figure.skin, -0.08)) + disc(317, 268, 17, tone(figure.skin, -0.08))
    parts = (
        _behind(figure),
        neck,
        DRESSES[figure.style](figure),
        ears,
        head,
        _beard(figure),
        _face(figure),
        _over(figure),
    )
    return document(WIDTH, HEIGHT, ground, *parts)
