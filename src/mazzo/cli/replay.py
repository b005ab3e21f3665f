"""`mazzo replay`: hands of a file, told as they were played."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from mazzo.burraco import log as burraco
from mazzo.burraco.log import Log, LogError
from mazzo.poker.histories import History, HistoryError
from mazzo.poker.histories.files import read_file
from mazzo.poker.histories.lines import to_json
from mazzo.terminal import narrate_burraco
from mazzo.terminal.narrate import narrate
from mazzo.terminal.show import console
from mazzo.terminal.words_burraco import LANGUAGES


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--hand", "number", type=int, help="Show this one of the file, counted from 1.")
@click.option("--step", is_flag=True, help="Wait for Enter after each line.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), default="en", help="Burraco: the language.")
@click.option("--json", "as_json", is_flag=True, help="Give each hand as a line of JSON, for programs.")
def command(file: Path, number: int | None, step: bool, lang: str, as_json: bool) -> None:
    """Show the hands of a FILE.

    How its name ends says the format: .phh and .phhs, .txt (PokerStars), .log (ACPC), .jsonl (any game).
    """
    hands = _read(file)
    if number is not None:
        if not 1 <= number <= len(hands):
            raise click.ClickException(f"--hand {number}: {str(file)!r} has {len(hands)} hands")
        hands = [hands[number - 1]]
    screen = console()
    for place, hand in enumerate(hands, 1):
        if as_json:
            click.echo(json.dumps(_to_json(hand)))
            continue
        if len(hands) > 1:
            screen.rule(f"hand {place}", style="dim")
        if isinstance(hand, History):
            _show(narrate(hand), screen, step)
        elif isinstance(hand, Log):
            _show(narrate_burraco.narrate(hand, LANGUAGES[lang]), screen, step)
        else:
            click.secho(f"{file}: {hand}", fg="red", err=True)
    if any(isinstance(hand, ValueError) for hand in hands):
        raise click.exceptions.Exit(1)


Hand = History | Log | HistoryError | LogError


def _read(file: Path) -> list[Hand]:
    """The hands of a file; lines of JSON are of poker or Burraco, as the first of them says."""
    if file.suffix == ".jsonl" and '"game": "burraco"' in file.read_text(encoding="utf-8-sig").split("\n", 1)[0]:
        return list(burraco.read_many(file.read_text(encoding="utf-8-sig")))
    return list(read_file(file))


def _to_json(hand: Hand) -> dict[str, Any]:
    match hand:
        case History():
            return to_json(hand)
        case Log():
            return burraco.to_json(hand)
        case _:
            return {"error": str(hand)}


def _show(lines: Iterable[Text], screen: Console, step: bool) -> None:
    for line in lines:
        screen.print(line, soft_wrap=True)
        if step:
            click.pause(info="")
