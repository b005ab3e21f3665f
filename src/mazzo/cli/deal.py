"""`mazzo deal`: one hand, played by simple players and told as it goes."""

import json
import secrets
from random import Random
from types import MappingProxyType

import click

from mazzo.cards import full_deck, shuffle
from mazzo.cli.narrate import narrate
from mazzo.cli.show import console
from mazzo.games import GAMES
from mazzo.poker import CALL, CHECK, FOLD, Action, Exchange, Raise, View
from mazzo.poker.histories import History
from mazzo.poker.histories.lines import to_json


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@click.option("--seats", default="Alice,Bob,Carol", show_default=True, help="Who plays, from the button on.")
@click.option("--stack", type=int, default=1000, show_default=True, help="The chips of each.")
@click.option("--seed", type=int, help="Repeat the hand of an earlier run.")
@click.option("--json", "as_json", is_flag=True, help="Give the hand as a line of JSON, for programs.")
def command(game: str, seats: str, stack: int, seed: int | None, as_json: bool) -> None:
    """Deal a hand and play it, so that you see how a game goes.

    GAME is holdem, casual, limit, omaha or draw.

    \b
        mazzo deal holdem --seats Alice,Bob,Carol --seed 7
    """
    names = [name.strip() for name in seats.split(",")]
    if "" in names or len(set(names)) < len(names):
        raise click.ClickException(f"--seats {seats!r}: each seat needs a name of its own, like Alice,Bob,Carol")
    seed = secrets.randbits(32) if seed is None else seed
    rng = Random(seed)
    deck = full_deck()
    shuffle(deck, rng)
    rules, stacks = GAMES[game].make(len(names)), [stack] * len(names)
    state = rules.deal(stacks, 0, deck)
    actions = []
    while (seat := state.actor) is not None:
        actions.append(_choose(state.view(seat), rng))
        state = state.apply(actions[-1])
    hand = History(
        rules, tuple(stacks), 0, tuple(deck), tuple(actions), tuple(names), extra=MappingProxyType({"_seed": seed})
    )
    if as_json:
        click.echo(json.dumps(to_json(hand)))
        return
    screen = console()
    for line in narrate(hand):
        screen.print(line, soft_wrap=True)
    screen.print(f"\n{game}, seed {seed}", style="dim")


def _choose(view: View, rng: Random) -> Action:
    """A simple player: mostly calls, now and then raises a little, and gives up what is dear."""
    actions = view.actions
    if actions.hand:
        return Exchange(tuple(rng.sample(actions.hand, rng.randint(0, actions.most))))
    chance = rng.random()
    if actions.low and chance < 0.15:
        return Raise(min(actions.low + view.pot // 2, actions.high))
    if actions.call and chance > 1 - view.pot_odds:
        return FOLD
    return CALL if actions.call else CHECK
