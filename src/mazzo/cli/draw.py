"""`mazzo draw`: which cards to throw in five-card draw."""

import json
from math import isnan
from typing import Any

import click
from rich.text import Text

from mazzo.cards import format_cards, parse_cards
from mazzo.draw import Draw, Way, best_draw
from mazzo.strength import describe
from mazzo.terminal.show import cards_text, console, percent, plain_table

_NUMBERS = ("no card", "one card", "two cards", "three cards")


@click.command()
@click.argument("hand")
@click.option("-o", "--opponents", type=int, help="How many others play, 1 to 5; by default 1.")
@click.option("--drew", help="How many cards each of them throws, like 1,3; ? where that is not known yet.")
@click.option("-d", "--dead", default="", help="Cards that nobody holds.")
@click.option("--most", type=int, default=3, show_default=True, help="How many cards may be thrown.")
@click.option("--trials", type=int, help="Sample so many random deals.")
@click.option("--stderr", type=float, help="Sample until the standard error is this share of the pot, like 0.0005.")
@click.option("--seed", type=int, help="Repeat the random deals of an earlier run.")
@click.option("--threads", type=int, help="Work on so many threads; by default one a processor.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(
    hand: str,
    opponents: int | None,
    drew: str | None,
    dead: str,
    most: int,
    trials: int | None,
    stderr: float | None,
    seed: int | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Tell which cards of a hand to throw in five-card draw, and what each way wins.

    \b
        mazzo draw AsAdKs7h2c --opponents 2 --drew 1,3
    """
    drawn = None if drew is None else [_number(entry.strip(), drew) for entry in drew.split(",")]
    if opponents is None:
        opponents = 1 if drawn is None else len(drawn)
    result = best_draw(
        parse_cards(hand),
        opponents,
        drew=drawn,
        dead=dead,
        most=most,
        trials=trials,
        stderr=stderr,
        seed=seed,
        threads=threads,
    )
    if as_json:
        click.echo(json.dumps(_to_json(result)))
    else:
        _show(result)


def _number(entry: str, drew: str) -> int | None:
    if entry == "?":
        return None
    if not (entry.isascii() and entry.isdigit()):
        raise click.ClickException(f"--drew {drew!r}: {entry!r} is no number of cards; give 0 to 3 or ?, like 1,3,?")
    return int(entry)


def _show(result: Draw) -> None:
    screen = console()
    screen.print(Text("hand   ").append_text(cards_text(result.hand)).append(f"  {describe(result.hand)}"))
    if result.dead:
        screen.print(Text("dead   ").append_text(cards_text(result.dead)))
    screen.print(_advice(result.best))
    screen.print()
    table = plain_table("throw", "keep", "equity", "behind", "±")
    table.columns[1].justify = "left"
    for way in result.ways:
        style = "bold green" if way is result.best else ""
        behind = ("", "") if way is result.best else (percent(way.behind), percent(way.behind_stderr))
        thrown = cards_text(way.throw) if way.throw else Text("none")
        table.add_row(thrown, cards_text(way.keep), Text(percent(way.equity), style), *behind)
    screen.print(table)
    screen.print(Text(result.method, style="dim"), soft_wrap=True)


def _advice(best: Way) -> Text:
    text = Text("best   ")
    if best.throw:
        text.append(f"throw {_NUMBERS[len(best.throw)]}, ").append_text(cards_text(best.throw))
        text.append(", and keep ").append_text(cards_text(best.keep))
    else:
        text.append("stand pat")
    return text.append(": wins ").append(percent(best.equity), "bold green").append(" of the pot")


def _to_json(result: Draw) -> dict[str, Any]:
    ways = [
        {
            "throw": format_cards(way.throw),
            "keep": format_cards(way.keep),
            "equity": way.equity,
            "stderr": _or_null(way.stderr),
            "behind": way.behind,
            "behind_stderr": _or_null(way.behind_stderr),
        }
        for way in result.ways
    ]
    return {
        "v": 1,
        "hand": format_cards(result.hand),
        "opponents": result.opponents,
        "drew": result.drew,
        "dead": format_cards(result.dead),
        "ways": ways,
        "trials": result.trials,
        "seed": result.seed,
    }


def _or_null(value: float) -> float | None:
    """JSON has no way to write "not a number"."""
    return None if isnan(value) else value
