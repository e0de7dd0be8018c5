"""Reading content files: TOML, and Markdown with TOML in front; every mistake names file and field."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from starbond_site.content import dealers, markdown
from starbond_site.content.addresses import FILE, Language, listed
from starbond_site.content.dealers import Dealer, DealerPlaces
from starbond_site.content.models import SHIPPED
from starbond_site.content.sentences import Errors
from starbond_site.content.table_files import TableMistakes
from starbond_site.shared.mistakes import ContentError, of_toml, sentence, together

FENCE = "+++"
TRANSLATION = re.compile(r"\.([a-z]{2,3})\.md$")
"""How the name of a file ends that is the body of another one in a further language, such as ``md.bn.md``."""
Model = TypeVar("Model", bound=BaseModel)


class Reader:
    """Reads the files of one folder in one language and notes the translations it misses."""

    def __init__(self, folder: Path, language: Language) -> None:
        self.folder = folder
        self.language: Language = language
        self.languages = self._declared()
        self.missing: list[str] = []
        self.facts: dict[str, str] = {}
        """Values for the words in braces of every text, such as ``zone``."""
        self.country: str | None = None
        """Whose rules the telephone numbers of dealers follow; None where company.toml has a mistake."""
        self.places: DealerPlaces | None = None

    def stems(self, pattern: str) -> list[str]:
        """Return the files that match, by name, without the translated bodies beside them, none of which is astray."""
        names = sorted(path.relative_to(self.folder).as_posix() for path in self.folder.glob(pattern))
        bodies = {name: found for name in names if (found := TRANSLATION.search(name))}
        codes = {*self.languages, *SHIPPED}
        strays = [
            ContentError(name, "", f"the languages of {FILE} have no {found[1]!r}: add it there, or remove this file")
            for name, found in bodies.items()
            if found[1] not in codes
        ] + [
            ContentError(name, "", f"this is the body of {main}, which is missing")
            for name, found in bodies.items()
            if not self.has(main := f"{name[: found.start()]}.md")
        ]
        if strays:
            raise together(strays)
        return [name for name in names if name not in bodies]

    def has(self, name: str) -> bool:
        return (self.folder / name).is_file()

    def optional(self, model: type[Model], name: str) -> Model:
        """Return the content of a TOML file that need not be there, else the defaults of the model."""
        return self.toml(model, name) if self.has(name) else model()

    def toml(self, model: type[Model], name: str) -> Model:
        return self.typed(model, _toml(name, self._text(name)), name)

    def markdown(self, model: type[Model], name: str) -> Model:
        """Return a Markdown file with TOML in front; ``body`` is HTML, or `MarkdownBody`, as the model says."""
        _, fence, rest = self._text(name).partition(f"{FENCE}\n")
        front, closing, body = rest.partition(f"\n{FENCE}\n")
        if not (fence and closing):
            raise ContentError(name, "", f"the fields at the top must stand between two lines of {FENCE}")
        # The line of the fence above counts.
        fields = _toml(name, f"\n{front}")
        if "body" in fields:
            raise ContentError(name, "body", "the body is the Markdown below the fields")
        file, text = self._translated(name, body)
        if model.model_fields["body"].annotation is str:
            return self.typed(model, fields | {"body": markdown.html(text)}, name)
        above = front.count("\n") + 3 if file == name else 0
        return self.typed(model, fields | {"body": markdown.body(text, self.language, file, above)}, name)

    def dealers(self, name: str) -> tuple[Dealer, ...]:
        """Return the dealers of a table file; none where there is no such file, or no country to read it for."""
        path = self.folder / name
        if self.country is None or not path.is_file():
            return ()
        try:
            return dealers.parse(path.read_bytes(), self.country, self.places)
        except TableMistakes as wrong:
            errors = self.toml(Errors, "errors.toml")
            raise together(ContentError(name, "", errors.say(code, **held)) for code, held in wrong.mistakes) from wrong

    def typed(self, model: type[Model], fields: dict[str, Any], name: str) -> Model:
        """Return ``fields`` as ``model``, and remember the file of every translation that is missing."""
        missing: list[str] = []
        context = {"language": self.language, "languages": self.languages, "missing": missing}
        try:
            content = model.model_validate(fields, context=context | {"facts": self.facts})
        except ValidationError as mistakes:
            raise together(
                ContentError(name, ".".join(map(str, found["loc"])), sentence(found)) for found in mistakes.errors()
            ) from mistakes
        self.missing += [f"{name}: {text}" for text in missing]
        return content

    def _declared(self) -> tuple[Language, ...]:
        """Return the languages of the site that the folder belongs to; mistakes are reported where the file is read."""
        try:
            return listed(_toml(FILE, self._text(FILE)))
        except ContentError:
            return listed({})

    def _translated(self, name: str, body: str) -> tuple[str, str]:
        """Return file and text of the body in the language being read, or in the first of the site."""
        default = self.languages[0]
        if self.has(second := _translation(name, default)):
            message = f"{default} is the first language of {FILE}, so that this text belongs into {name}"
            raise ContentError(second, "", message)
        if self.language == default:
            return name, body
        own = _translation(name, self.language)
        if self.has(own):
            return own, self._text(own)
        self.missing.append(f"{name}: body")
        return name, body

    def _text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8-sig")
        except FileNotFoundError as missing:
            raise ContentError(name, "", "the file is missing") from missing
        except OSError as mistake:
            raise ContentError(name, "", f"the file cannot be read: {mistake.strerror}") from mistake
        except UnicodeDecodeError as mistake:
            line = mistake.object.count(b"\n", 0, mistake.start) + 1
            raise ContentError(name, f"line {line}", "this is not UTF-8: save the file in that encoding") from mistake


def _toml(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        place, said = of_toml(text, mistake)
        raise ContentError(name, place, f"this is not TOML: {said}") from mistake


def _translation(name: str, language: Language) -> str:
    """Return the name of the file that has the body of another one in a further language."""
    return f"{name.removesuffix('.md')}.{language}.md"
