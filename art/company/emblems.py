"""The emblem of each brand on its labels."""

from art.symbols import Painter, crown, crowned_star, drop, star, whirl

EMBLEMS: dict[str, Painter] = {
    "star-bond": star,
    "gumking": crown,
    "star-king": crowned_star,
    "cyclon": whirl,
    "starlaq": drop,
}
