"""Which scenes there are, and how the pictures of the site are cut from them."""

import fcntl
import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageEnhance

from art.paths import MASTERS, RENDER_LOCK
from art.record import fresh, made_from, note
from art.scenes import stage
from art.scenes.cuts import CUTS, Cut


@dataclass(frozen=True)
class Scene:
    """One render: the module and function that build it, its size and light."""

    name: str
    module: str
    build: str = "build"
    size: tuple[int, int] = (1920, 1350)
    samples: int = 8
    exposure: float = 0.45
    grade: tuple[float, float] = field(default=(1.0, 1.0), repr=False)
    """Contrast and colour given to what is cut from it; not part of the render, so not of its fingerprint."""

    @property
    def master(self) -> Path:
        """Where the whole render is kept."""
        return MASTERS / "scenes" / f"{self.name}.png"

    @property
    def fingerprint(self) -> str:
        """Hash of everything the picture depends on."""
        return made_from(self, code=(f"scenes/{name}" for name in (self.module, "stage", "materials", "shapes")))

    def arrange(self) -> None:
        """Build the scene in Blender."""
        function: Callable[..., None] = getattr(importlib.import_module(f"art.scenes.{self.module}"), self.build)
        function()


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


def cut_out(cut: Cut) -> None:
    """Cut one picture out of its render, at the render's own resolution."""
    scene = SCENES[cut.scene]
    contrast, colour = scene.grade
    whole = ImageEnhance.Color(Image.open(scene.master).convert("RGB")).enhance(colour)
    whole = ImageEnhance.Contrast(whole).enhance(contrast)
    across, down = cut.shape
    unit = min(whole.width / across, whole.height / down) * cut.share
    width, height = round(across * unit), round(down * unit)
    left = min(max(round(whole.width * cut.x - width / 2), 0), whole.width - width)
    top = min(max(round(whole.height * cut.y - height / 2), 0), whole.height - height)
    file = MASTERS / f"{cut.name}.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    whole.crop((left, top, left + width, top + height)).save(file, compress_level=3)


def _stale(scene: Scene) -> bool:
    cuts = tuple(cut.name for cut in CUTS if cut.scene == scene.name)
    return not fresh(f"scenes/{scene.name}", scene.fingerprint, cuts)


def render(names: list[str] | None = None) -> int:
    """Render the scenes that are missing or changed and cut the pictures out of them; return how many scenes."""
    todo = [scene for scene in (SCENES[name] for name in names or SCENES) if _stale(scene)]
    started = time.monotonic()
    for done, scene in enumerate(todo, 1):
        scene.arrange()
        with RENDER_LOCK.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            began = time.monotonic()
            stage.render(scene.master, scene.samples, scene.size, scene.exposure)
            took = time.monotonic() - began
        note(f"scenes/{scene.name}", scene.fingerprint)
        left = (time.monotonic() - started) / done * (len(todo) - done)
        print(f"{done}/{len(todo)} {scene.name} {took:.0f} s, {left / 60:.0f} min left", flush=True)
        for cut in CUTS:
            if cut.scene == scene.name:
                cut_out(cut)
    return len(todo)
