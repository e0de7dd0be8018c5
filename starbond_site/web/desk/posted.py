"""Reads a form of the desk: who sent it, its fields, and the file or the text that came with it."""

from starlette.datastructures import UploadFile
from starlette.requests import Request

from starbond_site.documents.archive import Actor
from starbond_site.documents.extraction import tables
from starbond_site.documents.records import UnfinishedUpload
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.uploads import PartialFile
from starbond_site.documents.storage import CHUNK
from starbond_site.presentation.form_fields import FILE_NAME, TEXT, UPLOAD
from starbond_site.shared import threads
from starbond_site.shared.roles import Role
from starbond_site.web.desk.frame import Desk, english
from starbond_site.web.fields import read_fields
from starbond_site.web.rights import Denied, denial

BODY_BYTES = 64 * 1024
"""Longest form without a file."""
TEXT_BYTES = 5_000_000
"""Longest form that takes a text."""
FIELDS = 40
"""Of one form."""


async def posted(
    desk: Desk, request: Request, *roles: Role, has_file: bool = False, has_text: bool = False
) -> tuple[dict[str, str], UnfinishedUpload | None]:
    """Return the fields of a form that was allowed, and the upload of one with a file.

    What was typed is kept for the answer to a fault from the moment on that it is read.

    Args:
        has_file: its file was sent when it was chosen (`web.resumable`), and the form names the upload. A browser
            without scripts sends it with the form: then it is put where all files arrive.
        has_text: the text of a file that comes with it is its field `TEXT`.

    Raises:
        Denied: the visitor has none of the roles, or another site sent it.
        Refusal: no_file: it names no upload.
        Refusal: upload_ended: the upload has ended, or is somebody else's.
        Refusal: too_large: the form is longer than a file or a text may be.
        Refusal: not_utf8: the file is no table.
        Refusal: a file that came with the form is refused for its name or its size.
    """
    # A foreign page learns nothing about rights.
    is_own = desk.rights.is_own_page(desk.visitor(request))
    has_body = (has_file or has_text) and request.headers.get("content-type", "").startswith("multipart/form-data")
    # A file is read from those alone who may send it.
    if is_own and has_body and not denial(await desk.principal(request), *roles):
        fields = await _with_file(desk, request, has_text=has_text)
        # It took its time, in which a session may have ended.
        del request.state.principal
    else:
        # A session that has ended must not cost what was typed.
        fields = await read_fields(request, BODY_BYTES, FIELDS) if is_own else {}
        request.state.typed = fields
    principal = await desk.principal(request)
    denied = denial(principal, *roles) if is_own else Denied("foreign_origin")
    if denied:
        await desk.rights.record(desk.archive(), desk.actor(request, principal), "desk", english(request), denied.code)
        raise denied
    if not has_file:
        return fields, None
    if not fields.get(UPLOAD):
        raise Refusal("no_file")
    token = fields[UPLOAD].rpartition("/")[2]
    return fields, await threads.UPLOADS.run(uploads.find, desk.archive(), token, principal.uploader)


async def _with_file(desk: Desk, request: Request, *, has_text: bool) -> dict[str, str]:
    settings = desk.archive().settings
    limit, most = settings.max_upload_mb, settings.max_upload_bytes
    if has_text:
        limit, most = TEXT_BYTES // 1_000_000, TEXT_BYTES
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or int(length) > most + BODY_BYTES:
        raise Refusal("too_large", limit=limit)
    part = TEXT_BYTES if has_text else BODY_BYTES
    async with request.form(max_files=1, max_fields=FIELDS, max_part_size=part) as form:
        fields = {name: text for name, text in form.items() if isinstance(text, str)}
        request.state.typed = fields
        file = next((each for each in form.values() if isinstance(each, UploadFile) and each.filename), None)
        if file and has_text:
            fields[TEXT] = await threads.FORMS.run(tables.text_of, await file.read())
            fields[FILE_NAME] = file.filename or ""
        elif file:
            principal = await desk.principal(request)
            actor = desk.actor(request, principal)
            fields[UPLOAD] = await threads.UPLOADS.run(_put, desk, actor, principal.uploader, file)
    return fields


def _put(desk: Desk, actor: Actor, uploader: str, file: UploadFile) -> str:
    """Put a file where all files arrive; return its token. Blocks."""
    token, upload = uploads.begin(desk.archive(), file.filename or "", file.size or 0, actor, uploader)
    with PartialFile(desk.archive(), upload) as part:
        for offset in range(0, upload.size, CHUNK):
            part.append(offset, file.file.read(CHUNK))
    return token
