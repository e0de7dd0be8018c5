"""Pages of a PDF, and where in it something stands."""

from collections import deque
from collections.abc import Iterator

import pikepdf

_UPWARDS = frozenset(("/Parent", "/P", "/Dest", "/D", "/StructParent", "/Pg"))
"""Keys that lead from what stands on a page to other pages."""
_MOST = 5_000
"""Objects of one page that are looked at."""


def pages(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Dictionary]:
    """Yield the pages, as readers find them: a node that stands in the tree twice, or without pages, is no mistake."""
    seen: set[tuple[int, int]] = set()
    waiting: deque[object] = deque([pdf.Root.get("/Pages")])
    while waiting:
        node = waiting.popleft()
        if not isinstance(node, pikepdf.Dictionary) or (node.is_indirect and node.objgen in seen):
            continue
        seen.add(node.objgen)
        kids = node.get("/Kids")
        if isinstance(kids, pikepdf.Array):
            waiting.extendleft(reversed(list(kids)))
        else:
            yield node


def page_of(pdf: pikepdf.Pdf, wanted: pikepdf.Object) -> int:
    """Return the number of the first page that an indirect object belongs to; 0 where it belongs to none."""
    if wanted.is_indirect:
        for number, page in enumerate(pages(pdf), 1):
            if _leads_to(page, wanted.objgen):
                return number
    return 0


def _leads_to(page: pikepdf.Dictionary, wanted: tuple[int, int]) -> bool:
    seen: set[tuple[int, int]] = set()
    waiting: list[object] = [page]
    for _ in range(_MOST):
        if not waiting:
            break
        held = waiting.pop()
        if isinstance(held, pikepdf.Object) and held.is_indirect:
            if held.objgen == wanted:
                return True
            if held.objgen in seen:
                continue
            seen.add(held.objgen)
        if isinstance(held, pikepdf.Array):
            waiting.extend(held)
        elif isinstance(held, pikepdf.Dictionary | pikepdf.Stream):
            waiting.extend(value for key, value in held.items() if key not in _UPWARDS)
    return False


def links(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str]]:
    for number, page in enumerate(pages(pdf), 1):
        annotations = page.get("/Annots")
        for annotation in annotations if isinstance(annotations, pikepdf.Array) else ():
            action = annotation.get("/A") if isinstance(annotation, pikepdf.Dictionary) else None
            if isinstance(action, pikepdf.Dictionary) and action.get("/S") == pikepdf.Name.GoToR:
                yield number, target_of(action)


def target_of(action: pikepdf.Dictionary) -> str:
    """Return the file that an action names (ISO 32000-1, 7.11); empty where it is none of a file system."""
    named = action.get("/F")
    if isinstance(named, pikepdf.Dictionary):
        if "/FS" in named:
            return ""
        named = next((named[key] for key in ("/UF", "/F", "/Unix", "/DOS", "/Mac") if key in named), None)
    return str(named) if isinstance(named, pikepdf.String) else ""
