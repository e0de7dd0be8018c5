"""Renders the scenes of the company and cuts the pictures of the site out of them."""

import fcntl
import time

from PIL import Image, ImageEnhance

from art.company.cuts import CUTS
from art.company.renders import SCENES
from art.paths import MASTERS, RENDER_LOCK
from art.record import fresh, note
from art.scenes import stage
from art.scenes.cut import Cut
from art.scenes.scene import Scene


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
