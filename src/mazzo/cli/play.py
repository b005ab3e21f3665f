"""`mazzo play`: a table in the terminal, with bots at the other seats."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from mazzo.cli.home import for_burraco_only, open_store, player_name
from mazzo.game import Game, IllegalAction
from mazzo.games import GAMES
from mazzo.store import Store
from mazzo.table import Setup, Table, TableError, open_table, resume
from mazzo.terminal.faces import face_of
from mazzo.terminal.loop import Left, Loop
from mazzo.terminal.show import console
from mazzo.terminal.words_burraco import LANGUAGES
from mazzo.wire import VERSION, WireError

#: Bots, by the names that they sit down with.
_NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gina", "Hugo", "Irma")


@click.command()
@click.argument("game", metavar="[GAME]", type=click.Choice(list(GAMES)), required=False)
@click.option(
    "--level", default="normal", show_default=True, help="Of the bots: easy, normal, hard, in Burraco expert."
)
@click.option("--seats", type=int, help="How many play, you included.  [default: 6 in poker, 4 in draw, 2 in Burraco]")
@click.option("--rules", "rules_name", help="Rules of Burraco: official (the default) or article.")
@click.option("--stack", type=int, help="The chips of each; by default what is usual for the game.")
@click.option("--target", type=int, help="Burraco: the points that win the match.  [default: 1005]")
@click.option("--hands", type=int, help="Stop after so many hands.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), help="Burraco: the language.  [default: en]")
@click.option("--name", help="What you are called; by default as your system calls you.")
@click.option("--pace", default=1.0, show_default=True, help="How slowly bots play; 0 is without pauses.")
@click.option("--new", is_flag=True, help="Begin a new table, without asking about one that you left.")
@click.option("--json", "as_json", is_flag=True, help="For programs: JSON lines in and out instead of pictures.")
def command(
    game: str | None,
    level: str,
    seats: int | None,
    rules_name: str | None,
    stack: int | None,
    target: int | None,
    hands: int | None,
    lang: str | None,
    name: str | None,
    pace: float,
    new: bool,
    as_json: bool,
) -> int:
    """Play GAME against bots: holdem, casual, limit, draw or burraco.

    Everything is kept. Stop with q or Ctrl-C when you like; the next `mazzo play` offers to go on.

    \b
        mazzo play holdem --level hard --seats 6
        mazzo play burraco --rules article --lang it
    """
    for_burraco_only(game, target=target, lang=lang)
    store, name = open_store(), name or player_name()
    left = None if new else next(_left_by(name, game, store), None)
    if left and (as_json or click.confirm(f"You left {_where(*left)}. Go on?", default=True)):
        table, seat = left
    elif game is None:
        raise click.ClickException(f"which game? {', '.join(GAMES)}; like `mazzo play holdem`")
    else:
        if left:
            store.close_table(left[0].name)
        chosen = GAMES[game]
        count = seats or {"burraco": 2, "draw": 4, "casual": 5}.get(game, 6)
        setup = Setup(
            seats=count,
            stack=chosen.stack if stack is None else stack,
            pace=0 if as_json else pace,
            waits=not as_json,
            rebuy=chosen.stack > 0,
            most_hands=hands,
            target=1005 if target is None and not (chosen.stack or hands) else target,
        )
        table, seat = _new_table(chosen, chosen.make(count, rules_name), setup, store, name, level), 0
    face = face_of(table.rules, lang or "en")
    try:
        _play_json(table, seat) if as_json else Loop(table, seat, face, console()).run()
    except (Left, KeyboardInterrupt):
        if not as_json:
            click.echo(f"\n{face.table_words.kept}")
        return 0
    store.close_table(table.name)
    return 0


def _new_table(game: Game, rules: Any, setup: Setup, store: Store, name: str, level: str) -> Table:
    """A table with the person at seat 0, and bots with names of their own at the others."""
    if level not in game.bots(rules):
        known = ", ".join(game.bots(rules)) or "none"
        raise click.ClickException(f"--level {level}: the levels of {game.words} are {known}")
    table = open_table(game, rules, setup, store)
    others = [other for other in _NAMES if other != name]
    try:
        table.sit(0, name)
        for number in range(1, setup.seats):
            table.sit(number, others[number - 1], level=level)
    except TableError:
        store.close_table(table.name)
        raise
    return table


def _left_by(name: str, game: str | None, store: Store) -> Iterator[tuple[Table, int]]:
    """The tables at which a person was playing, the latest first."""
    for table_name, data in reversed(store.tables().items()):
        if data["game"] in GAMES and game in (None, data["game"]):
            try:
                table = resume(table_name, GAMES, store)
            except TableError as error:
                click.secho(f"a table that you left cannot be gone on with: {error}", fg="yellow", err=True)
                continue
            for number, seat in enumerate(table.seats):
                if seat.player == name and seat.level is None and not table.over:
                    yield table, number


def _where(table: Table, seat: int) -> str:
    match = table.match
    if table.staked:
        return f"{table.game.words} in hand {match.hand + 1}, with {match.stacks[seat]:,} chips"
    return f"{table.game.words} in hand {len(match.played) + 1}, at {match.scores[0]} to {match.scores[1]} points"


def _play_json(table: Table, seat: int) -> None:
    """A line out for each change, and a line in for each of the seat's turns: {"version": 17, "do": ["call"]}."""
    table.listen(seat, _say)
    _say(table.message(seat))
    while True:
        if not table.playing and table.broke(seat) and not table.over:
            table.rebuy(seat)
        due = table.tick()
        if table.playing and table.state.actor == seat:
            _hear(table, seat)
        elif due is None:
            return


def _hear(table: Table, seat: int) -> None:
    line = sys.stdin.readline()
    if not line:
        raise Left
    try:
        data = json.loads(line)
        table.act(seat, data["version"], table.game.wire.from_wire(data["do"]))
    except (json.JSONDecodeError, KeyError, TypeError, WireError, IllegalAction, TableError) as error:
        reason = f"no {error}" if isinstance(error, KeyError) else str(error)
        _say({"v": VERSION, "error": reason, **table.message(seat)})


def _say(message: dict[str, Any]) -> None:
    click.echo(json.dumps(message))
