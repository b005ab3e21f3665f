"""`mazzo replay`: hands of a file, told as they were played."""

import json
from pathlib import Path

import click
from rich.console import Console

from mazzo.cli.narrate import narrate
from mazzo.cli.show import console
from mazzo.poker.histories import History, HistoryError
from mazzo.poker.histories.files import read_file
from mazzo.poker.histories.lines import to_json


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--hand", "number", type=int, help="Show this one of the file, counted from 1.")
@click.option("--step", is_flag=True, help="Wait for Enter after each line.")
@click.option("--json", "as_json", is_flag=True, help="Give each hand as a line of JSON, for programs.")
def command(file: Path, number: int | None, step: bool, as_json: bool) -> None:
    """Show the hands of a FILE.

    How its name ends says the format: .phh and .phhs, .txt (PokerStars), .log (ACPC), .jsonl.
    """
    hands = list(read_file(file))
    if number is not None:
        if not 1 <= number <= len(hands):
            raise click.ClickException(f"--hand {number}: {str(file)!r} has {len(hands)} hands")
        hands = [hands[number - 1]]
    screen = console()
    for place, hand in enumerate(hands, 1):
        if as_json:
            click.echo(json.dumps({"error": str(hand)} if isinstance(hand, HistoryError) else to_json(hand)))
            continue
        if len(hands) > 1:
            screen.rule(f"hand {place}", style="dim")
        if isinstance(hand, HistoryError):
            click.secho(f"{file}: {hand}", fg="red", err=True)
        else:
            _show(hand, screen, step)
    if any(isinstance(hand, HistoryError) for hand in hands):
        raise click.exceptions.Exit(1)


def _show(hand: History, screen: Console, step: bool) -> None:
    for line in narrate(hand):
        screen.print(line, soft_wrap=True)
        if step:
            click.pause(info="")
