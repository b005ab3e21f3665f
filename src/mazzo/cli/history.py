"""`mazzo history`: hands that were played at tables, listed, shown and written to files."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click
from rich.text import Text

from mazzo.burraco import log as burraco
from mazzo.cards import UNKNOWN
from mazzo.cli.home import open_store, player_name
from mazzo.fair import Sealed
from mazzo.poker.histories import History, HistoryError, lines
from mazzo.poker.histories.files import format_of
from mazzo.terminal import narrate_burraco
from mazzo.terminal.narrate import narrate
from mazzo.terminal.show import console, plain_table
from mazzo.terminal.words_burraco import LANGUAGES

_SHOWN = 20


@click.group(invoke_without_command=True)
@click.option("--name", help="The player; by default you.")
@click.option("--game", help="Only hands of this game.")
@click.pass_context
def command(context: click.Context, name: str | None, game: str | None) -> None:
    """Show hands that you played: the latest, one of them, or all in a file.

    \b
        mazzo history
        mazzo history show 12
        mazzo history export hands.phhs
    """
    context.obj = (name or player_name(), game)
    if context.invoked_subcommand is None:
        _list(*context.obj)


def _list(name: str, game: str | None) -> None:
    hands = open_store().hands(player=name, game=game, limit=_SHOWN)
    if not hands:
        click.echo(f"{name!r} has played no hand yet; `mazzo play` begins one")
        return
    table = plain_table("hand", "game", "with", "won")
    for number, record in reversed(hands):
        names = record["names"]
        others = ", ".join(other for other in names if other != name)
        table.add_row(str(number), record["rules"]["game"], others, f"{record['payoffs'][names.index(name)]:+,}")
    console().print(table)


_NUMBER = click.argument("number", type=int)
_LANGUAGE = click.option("--lang", type=click.Choice(list(LANGUAGES)), default="en", help="Burraco: the language.")


@command.command()
@_NUMBER
@_LANGUAGE
@click.pass_obj
def show(who: tuple[str, str | None], number: int, lang: str) -> None:
    """Tell a hand by its NUMBER, as you saw it."""
    for line in _told(_record(number, who[0]), who[0], lang):
        console().print(line, soft_wrap=True)


@command.command()
@_NUMBER
@_LANGUAGE
@click.pass_obj
def replay(who: tuple[str, str | None], number: int, lang: str) -> None:
    """Tell a hand line by line: Enter goes on."""
    for line in _told(_record(number, who[0]), who[0], lang):
        console().print(line, soft_wrap=True)
        click.pause(info="")


def _record(number: int, name: str) -> dict[str, Any]:
    record = open_store().hand(number)
    if record is None or name not in record["names"]:
        raise click.ClickException(f"no hand {number} of {name!r}; `mazzo history` lists them")
    return record


def _told(record: dict[str, Any], name: str, lang: str) -> Iterable[Text]:
    seen = _seen(record, name)
    return narrate_burraco.narrate(seen, LANGUAGES[lang]) if _is_burraco(record) else narrate(seen)


@command.command()
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def export(who: tuple[str, str | None], target: Path) -> None:
    """Write your hands to a file TARGET, as you saw them: .phhs, .txt (PokerStars) or .jsonl.

    Hands that a format has no words for are left out, and it is said why.
    """
    name, game = who
    form = format_of(target)
    texts, left_out = [], Counter[str]()
    for number, record in reversed(open_store().hands(player=name, game=game)):
        if target.suffix == ".jsonl":
            texts.append(_line(record, name))
        elif _is_burraco(record):
            left_out["Burraco goes to .jsonl only"] += 1
        else:
            try:
                texts.append(form.write(_dated(_seen(record, name), number, record["played"])))
            except HistoryError as error:
                left_out[str(error)] += 1
    target.write_text(form.join(texts), encoding="utf-8")
    click.echo(f"{len(texts):,} hands to {target}")
    for reason, count in left_out.items():
        click.echo(f"{count:,} left out: {reason}")


def _dated(hand: History, number: int, played: float) -> History:
    """A hand with its number and when it was played, as formats have them."""
    when = datetime.fromtimestamp(int(played), UTC)
    date = {
        "year": when.year,
        "month": when.month,
        "day": when.day,
        "time": when.time(),
        "time_zone_abbreviation": "UTC",
    }
    return replace(hand, extra=MappingProxyType({**hand.extra, "hand": number, **date}))


def _line(record: dict[str, Any], name: str) -> str:
    """A hand as its player saw it, with what it takes to check the cards."""
    reader, seen = _reader(record), _seen(record, name)
    places = [place for place, card in enumerate(seen.deck) if card != UNKNOWN]
    opened = Sealed(reader.from_json(record).deck, tuple(record["salts"])).open(places)
    return json.dumps({**reader.to_json(seen), "commitments": record["commitments"], "opened": opened}) + "\n"


def _seen(record: dict[str, Any], name: str) -> Any:
    return _reader(record).from_json(record).seen_by(record["names"].index(name))


def _reader(record: dict[str, Any]) -> Any:
    return burraco if _is_burraco(record) else lines


def _is_burraco(record: dict[str, Any]) -> bool:
    return bool(record["rules"]["game"] == "burraco")
