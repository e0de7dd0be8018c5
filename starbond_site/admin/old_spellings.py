"""Commands of the release before, whose forms `desk` sends now; each answers with its new spelling, for one release."""

from typing import Any

import typer
from typer.core import TyperGroup

MOVED = {
    "calendar add": "desk calendar/add kind=KIND day=DAY",
    "calendar change": "desk calendar/ID/change day=DAY",
    "calendar cancel": "desk calendar/ID/cancel confirmed=1",
    "calendar list": "desk calendar",
    "clocks list": "desk clocks",
    "dealers list": "dealers export",
    "dividends set": "desk dividends/set year_end=DAY record_date=DAY cash=PERCENT",
    "dividends remove": "desk dividends/remove year_end=DAY confirmed=1",
    "dividends list": "desk dividends",
    "documents move": "desk documents/ID/move category=LIST",
    "documents rename": "desk documents/ID/rename name=NAME",
    "documents replace": "desk documents/ID/replace by=ID",
    "documents restore": "desk documents/ID/restore",
    "documents title": "desk documents/ID/title title=TITLE",
    "duties fulfil": "desk duties/name duty=DUTY period=PERIOD document=ID",
    "duties forget": "desk duties/forget duty=DUTY period=PERIOD",
    "figures set": "desk figures/ID/set period=year ends=DAY eps=NUMBER",
    "figures remove": "desk figures/ID/remove period=year ends=DAY confirmed=1",
    "figures list": "desk figures/ID",
    "meetings set": "desk meetings/add kind=KIND starts=MOMENT",
    "meetings list": "desk meetings",
    "people disable": "desk people operation=disable number=NUMBER",
    "people enable": "desk people operation=enable number=NUMBER",
    "people roles": "desk people operation=roles number=NUMBER role-prepare=1",
    "sealed add": "desk sealed list=LIST moment=MOMENT file=@FILE",
    "sealed approve": "desk sealed/ID/approve",
    "sealed cancel": "desk sealed/ID/cancel reason=TEXT",
    "sealed list": "desk sealed",
    "sealed preview": "desk sealed/ID/preview",
    "sealed release": "desk sealed/ID/release tick=yes",
    "sealed reschedule": "desk sealed/ID/reschedule moment=MOMENT",
    "shareholding import": "desk shareholding/import file=@FILE",
    "shareholding list": "desk shareholding",
    "sheets publish": "desk sheets product=PRODUCT language=en version=VERSION file=@FILE",
}


class Group(TyperGroup):
    """The commands, and those that moved."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401  of Typer's own click
        if new := MOVED.get(" ".join(args[:2])):
            typer.echo(f"`{' '.join(args[:2])}` is now `starbond {new}`; `starbond desk` lists all pages.", err=True)
            raise typer.Exit(2)
        return super().resolve_command(ctx, args)
