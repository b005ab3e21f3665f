"""`mazzo stats`: what a player won, game by game."""

import json

import click

from mazzo.cli.home import open_store, player_name
from mazzo.games import GAMES
from mazzo.terminal.show import console, plain_table


@click.command()
@click.option("--name", help="The player; by default you.")
@click.option("--forget", is_flag=True, help="Delete all that is kept of the player, tables to go on with too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(name: str | None, forget: bool, as_json: bool) -> None:
    """Show what you won at tables, or another player.

    Poker is counted in big blinds, and in small bets where there are none; Burraco in points.
    """
    name, store = name or player_name(), open_store()
    if forget:
        for left in store.tables_with(name):
            store.close_table(left)
        hands = store.forget(name)
        click.echo(f"{name!r} is forgotten, in {hands:,} hand{'' if hands == 1 else 's'}")
        return
    totals = store.totals(name)
    if as_json:
        click.echo(json.dumps([{"game": each.game, "hands": each.hands, "won": each.won} for each in totals]))
        return
    if not totals:
        click.echo(f"{name!r} has played no hand yet; `mazzo play` begins one")
        return
    table = plain_table(name, "hands", "won", "that is", "ahead in")
    for each in totals:
        ahead = f"{100 * each.ahead / each.hands:.0f}%"
        if GAMES[each.game].stack:
            table.add_row(each.game, f"{each.hands:,}", f"{each.won:+,.1f} bb", f"{each.rate:+,.1f} bb/100", ahead)
        else:
            a_hand = f"{each.rate / 100:+,.0f} a hand"
            table.add_row(each.game, f"{each.hands:,}", f"{each.won:+,.0f} points", a_hand, ahead)
    console().print(table)
