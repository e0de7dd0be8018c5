"""Helpers of every command: the open archive, and one sentence for each expected error."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from starbond_site.content import ContentError
from starbond_site.content.addresses import DEFAULT
from starbond_site.content.sentences import refusal_sentence
from starbond_site.content.table_files import LARGEST_BYTES, TableMistakes
from starbond_site.documents import archive as archives
from starbond_site.documents import feed
from starbond_site.documents.archive import Archive
from starbond_site.documents.database import DatabaseProblem
from starbond_site.documents.extraction import tables
from starbond_site.documents.refusals import Refusal
from starbond_site.mail.submissions import FormOutcome, InvalidForm
from starbond_site.operations import OperationError
from starbond_site.shared.digits import in_ascii
from starbond_site.shared.settings import problems

DocumentId = Annotated[int, typer.Argument(metavar="ID", help="As `documents list` shows it.")]


def open_archive() -> Archive:
    """Return the site's archive, which tells the servers that Redis connects of every change."""
    archive = archives.default()
    if archive.settings.redis_url and not archive.listeners:
        archive.listeners.append(feed.announcer(archive.settings.redis_url))
    return archive


@contextmanager
def expected_errors() -> Iterator[None]:
    """Print expected errors of a command as one sentence and exit with status 1."""
    try:
        yield
    except (OperationError, DatabaseProblem, ContentError) as error:
        fail(str(error))
    except Refusal as refusal:
        sentence = refusal_sentence(refusal.code, values=refusal.values)
        if field := refusal.values.get("field"):
            sentence = f"{field}: {sentence}"
        fail(sentence)
    except TableMistakes as wrong:
        sentences = [refusal_sentence(code, values=values) for code, values in wrong.mistakes]
        fail("\n".join((*sentences, f"Nothing was imported; mistakes: {len(sentences)}.")))
    except InvalidForm as invalid:
        fail(" ".join(FormOutcome(problems=invalid.problems).sentences(DEFAULT).values()))
    except ValidationError as error:
        fail("\n".join(problems(error)))
    except SQLAlchemyError as error:
        fail(f"The database does not answer: {str(error).splitlines()[0]}")
    except BrokenPipeError:
        # Whoever read the output has seen enough: Typer ends without a word.
        raise
    except OSError as error:
        fail(f"{error.strerror}: {error.filename}")


def read_table(file: Path, most: int = LARGEST_BYTES) -> str:
    """Return the text of a table file; see `tables.text_of`."""
    with file.open("rb") as source:
        return tables.text_of(source.read(most + 1), most)


def confirm(read: str) -> None:
    """Ask whoever sits at a terminal whether what was read is right; a script has looked before."""
    if sys.stdin.isatty():
        typer.confirm(f"{read} Import?", abort=True)


def fail(sentence: str) -> NoReturn:
    """Print an error and exit with status 1."""
    typer.echo(sentence, err=True)
    raise typer.Exit(1)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(in_ascii(text))
    except ValueError as mistake:
        raise typer.BadParameter(f"{text} is no date; write it as 2026-12-20") from mistake


def day_option(name: str, help: str) -> typer.models.OptionInfo:
    return typer.Option(name, parser=_day, metavar="YYYY-MM-DD", help=help)
