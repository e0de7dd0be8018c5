"""Helpers of every command: the open archive, and one sentence for each expected error."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Annotated, Any, NoReturn

import typer
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from starbond_site.content import ContentError
from starbond_site.content.interface import Code
from starbond_site.content.languages import DEFAULT, HAS_BANGLA_TEXTS
from starbond_site.content.sentences import refusal_sentence
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents import archive as archives
from starbond_site.documents import feed
from starbond_site.documents.archive import Archive
from starbond_site.documents.database import DatabaseProblem
from starbond_site.documents.refusals import Refusal
from starbond_site.mail.forms import InvalidForm, Outcome
from starbond_site.operations import OperationError
from starbond_site.shared.settings import problems

HINTS: Mapping[Code, str] = {"dividend_missing": "dividends list", "meeting_unknown": "meetings list"}
"""Commands that show what a refusal misses; the same refusal on the desk is read beside the list."""
DAY = "YYYY-MM-DD"
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
        fail(f"{sentence} See `{HINTS[refusal.code]}`." if refusal.code in HINTS else sentence)
    except TableMistakes as wrong:
        sentences = [refusal_sentence(code, values=values) for code, values in wrong.mistakes]
        fail("\n".join((*sentences, f"Nothing was imported; mistakes: {len(sentences)}.")))
    except InvalidForm as invalid:
        fail(" ".join(Outcome(problems=invalid.problems).sentences(DEFAULT).values()))
    except ValidationError as error:
        fail("\n".join(problems(error)))
    except SQLAlchemyError as error:
        fail(f"The database does not answer: {str(error).splitlines()[0]}")
    except BrokenPipeError:
        # Whoever read the output has seen enough: Typer ends without a word.
        raise
    except OSError as error:
        fail(f"{error.strerror}: {error.filename}")


def fail(sentence: str) -> NoReturn:
    """Print an error and exit with status 1."""
    typer.echo(sentence, err=True)
    raise typer.Exit(1)


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as mistake:
        raise typer.BadParameter(f"{text} is no date; write it as 2026-12-20") from mistake


def day_option(name: str, help: str) -> typer.models.OptionInfo:
    return typer.Option(name, parser=parse_day, metavar=DAY, help=help)


def in_bangla(help: str) -> Any:  # noqa: ANN401  as Typer names it; Typer returns Any
    """Return the option of a text in Bangla, which a site without Bangla beside another language refuses."""
    return typer.Option(help=help, hidden=not HAS_BANGLA_TEXTS, callback=_refuse_bangla)


def _refuse_bangla(given: str | None) -> str | None:
    if given and not HAS_BANGLA_TEXTS:
        fail("This site has no texts in Bangla beside its own: see `languages` in content/company.toml.")
    return given


def with_options(options: Mapping[str, Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a command take further options, which it gets as keywords; None for one that was not given.

    Args:
        options: annotation of each by its keyword, as Typer reads it.
    """

    def taking(command: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(command)
        own = [parameter for parameter in signature.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
            for name, annotation in options.items()
        ]
        vars(command)["__signature__"] = signature.replace(parameters=[*own, *more])
        return command

    return taking
