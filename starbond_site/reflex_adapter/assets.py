"""Lets `rx.asset` find the module that calls it without reading the source of every module that imports it.

``inspect.stack`` and ``inspect.getmodule`` look through all frames and all modules for each of some fifty components:
two thirds of the processor's time of every start (docs/reflex.md).
"""

import inspect
import sys
from types import FrameType, ModuleType, SimpleNamespace

from reflex import assets


def _stack() -> list[inspect.FrameInfo]:
    """Return what ``inspect.stack(context=0)`` does, from the frames alone."""
    frames, frame = [], sys._getframe(1)
    while frame:
        code = frame.f_code
        frames.append(inspect.FrameInfo(frame, code.co_filename, frame.f_lineno, code.co_name, None, None))
        frame = frame.f_back
    return frames


def _module_of(frame: FrameType) -> ModuleType:
    return sys.modules[frame.f_globals["__name__"]]


assets.inspect = SimpleNamespace(stack=_stack, getmodule=_module_of)  # type: ignore[assignment]
asset = assets.asset
"""`rx.asset`."""
