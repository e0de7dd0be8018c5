"""``people invite``, ``list``, ``recover``, ``sessions`` and ``end-sessions``."""

from typing import Annotated

import typer

from starbond_site.admin.session import fail, open_archive
from starbond_site.documents.archive import COMMAND_LINE
from starbond_site.documents.refusals import Refusal
from starbond_site.features.people import invitations, persons, sessions
from starbond_site.features.people.persons import ListedPerson
from starbond_site.shared.local_time import written
from starbond_site.shared.roles import Role

app = typer.Typer(name="people", help="People who sign in to publish (STARBOND_UPLOADS=people).", no_args_is_help=True)
Email = Annotated[str, typer.Argument(metavar="EMAIL", help="As `people list` shows it.")]
Roles = Annotated[list[Role], typer.Option("--role", help="What they may do; give it once for each role.")]


@app.command("invite")
def invite_person(
    name: Annotated[str, typer.Argument(help='As the audit names them, such as "Rahima Khatun".')],
    email: Annotated[str, typer.Argument(help="Tells people apart; no mail is sent.")],
    roles: Roles = [Role.PREPARE],  # noqa: B006  Typer copies it
    similar: Annotated[bool, typer.Option("--similar", help="Also with a name that looks like another's.")] = False,
) -> None:
    """Invite somebody, and print the link with which they register a passkey."""
    archive = open_archive()
    try:
        person, token = persons.invite(archive, COMMAND_LINE, name, email, roles, may_look_alike=similar)
    except Refusal as refusal:
        if refusal.code != "name_similar":
            raise
        fail(f"This name looks like that of {refusal.values['name']}. If it is another person, add --similar.")
    link = invitations.link(archive, token)
    _show_link(person.name, link)


@app.command("list")
def list_people() -> None:
    """List everybody with roles and state."""
    people = persons.everyone(open_archive())
    for entry in people:
        person = entry.person
        typer.echo(f"{person.email}\t{person.name}\t{person.roles}\t{_state(entry)}")
        if entry.other_passkeys:
            others = (
                f"{entry.other_passkeys} of {entry.passkeys} passkeys belong to another host, and sign nobody in here."
            )
            typer.echo(f"{person.email}: {others} `people recover` gives a new link.", err=True)
    typer.echo(f"{len(people)} people", err=True)


@app.command("recover")
def recover_person(email: Email) -> None:
    """Print a new link for somebody who lost all passkeys; those and all sessions stop working at once."""
    archive = open_archive()
    person, token = persons.recover(archive, COMMAND_LINE, persons.find(archive, email).id)
    link = invitations.link(archive, token)
    _show_link(person.name, link)


@app.command("sessions")
def list_sessions() -> None:
    """List who is signed in, and where."""
    found = sessions.everyone(open_archive())
    for session, person in found:
        began, seen = written(session.created_at), written(session.seen_at)
        typer.echo(f"{person.email}\t{session.agent or '?'}\t{session.address}\tsince {began}\tlast used {seen}")
    typer.echo(f"{len(found)} sessions", err=True)


@app.command("end-sessions")
def end_sessions(
    email: Annotated[
        str, typer.Argument(metavar="[EMAIL]", help="Whose; with --everyone nobody's in particular.")
    ] = "",
    everyone: Annotated[bool, typer.Option("--everyone", help="Of all people.")] = False,
) -> None:
    """End the sessions of somebody, or of everyone: they have to sign in again."""
    if bool(email) == everyone:
        fail("Name one person, or give --everyone.")
    archive = open_archive()
    chosen = [each.person for each in persons.everyone(archive)] if everyone else [persons.find(archive, email)]
    ended = sum(persons.end_sessions(archive, COMMAND_LINE, person.id) for person in chosen)
    typer.echo(f"{ended} sessions ended")


def _show_link(name: str, link: str) -> None:
    days = invitations.LIFETIME.days
    typer.echo(f"Send this link to {name} in a way that only they read. It works once, for {days} days:")
    typer.echo(link)


def _state(entry: ListedPerson) -> str:
    if entry.person.disabled_at:
        return "disabled"
    account = ["company account"] if entry.has_account else []
    if entry.invited_until:
        return ", ".join([f"link valid until {written(entry.invited_until)}", *account])
    if not entry.passkeys and not account:
        return "link expired, no passkey"
    passkeys = [f"{entry.passkeys} passkeys"] if entry.passkeys else []
    return ", ".join([*passkeys, *account, f"{entry.sessions} sessions"])
