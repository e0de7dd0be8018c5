"""The scenes that are rendered: slides, and pictures of news."""

from art.scenes.scene import Scene

SLIDES = {
    "wood-joints": Scene("wood-joints", "wood", exposure=0.5),
    "shoes-and-leather": Scene("shoes-and-leather", "shoes", exposure=0.5),
    "pipes": Scene("pipes", "pipes", exposure=0.35),
    "dashboard": Scene("dashboard", "dashboard", exposure=0.3),
    "painted-wall": Scene("painted-wall", "wall", exposure=0.4),
    "spray-colours": Scene("spray-colours", "colours", exposure=0.4, grade=(1.12, 1.25)),
    "family": Scene("family", "family", "everything", exposure=0.4),
}
NEWS = (960, 640)
SCENES = {
    **SLIDES,
    "clamped": Scene("clamped", "rooms", "clamped", size=NEWS, samples=5),
    "report": Scene("report", "rooms", "report", size=NEWS, samples=5),
    "hall": Scene("hall", "rooms", "hall", size=NEWS, samples=5),
}
