"""`mazzo replay`: hands of a PHH file, told as they were played."""

from pathlib import Path

import click
from rich.console import Console

from mazzo.cli.narrate import narrate
from mazzo.cli.show import console
from mazzo.poker.histories import History, HistoryError, phh


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--hand", "number", type=int, help="Show this one of the file, counted from 1.")
@click.option("--step", is_flag=True, help="Wait for Enter after each line.")
def command(file: Path, number: int | None, step: bool) -> None:
    """Show the hands of a .phh or .phhs FILE."""
    text = file.read_text(encoding="utf-8")
    hands = list(phh.read_many(text)) if file.suffix == ".phhs" else [phh.read(text)]
    if number is not None:
        if not 1 <= number <= len(hands):
            raise click.ClickException(f"--hand {number}: {str(file)!r} has {len(hands)} hands")
        hands = [hands[number - 1]]
    screen = console()
    for place, hand in enumerate(hands):
        if place:
            screen.rule()
        if isinstance(hand, HistoryError):
            click.secho(f"error: {hand}", fg="red", err=True)
        else:
            _show(hand, screen, step)


def _show(hand: History, screen: Console, step: bool) -> None:
    names = hand.names or tuple(f"seat {seat}" for seat in range(len(hand.stacks)))
    for line in narrate(list(hand.states()), names):
        screen.print(line, soft_wrap=True)
        if step:
            click.pause(info="")
