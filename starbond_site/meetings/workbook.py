"""A workbook of one sheet (Office Open XML, ECMA-376, part 1): the same bytes for the same rows."""

import io
import zipfile
from collections.abc import Iterable, Sequence

import htpy as h

_KINDS = "http://schemas.openxmlformats.org"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_PARTS = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_KINDS}/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_KINDS}/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{_KINDS}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        f'<workbook xmlns="{_KINDS}/spreadsheetml/2006/main" xmlns:r="{_KINDS}/officeDocument/2006/relationships">'
        '<sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_KINDS}/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{_KINDS}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}


def workbook(rows: Iterable[Sequence[str | int]]) -> bytes:
    """Return the file; numbers stay numbers."""
    cells = h.fragment[(h.row[map(_cell, row)] for row in rows)].__html__()
    columns = '<cols><col min="1" max="1" width="70" customWidth="1"/></cols>'
    sheet = f'<worksheet xmlns="{_KINDS}/spreadsheetml/2006/main">{columns}<sheetData>{cells}</sheetData></worksheet>'
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**_PARTS, "xl/worksheets/sheet1.xml": sheet}.items():
            archive.writestr(zipfile.ZipInfo(name), _HEAD + text)
    return made.getvalue()


def _cell(value: str | int) -> h.Element:
    return h.c[h.v[str(value)]] if isinstance(value, int) else h.c(t="inlineStr")[getattr(h, "is")[h.t[value]]]
