"""`mazzo deal`: one hand, played by simple players and told as it goes."""

import json
import secrets
from collections.abc import Iterable, Sequence
from random import Random
from types import MappingProxyType

import click
from rich.text import Text

from mazzo.bots import make
from mazzo.burraco.log import Log, deck_of
from mazzo.burraco.log import to_json as burraco_to_json
from mazzo.cards import full_deck, shuffle
from mazzo.cli.home import for_burraco_only
from mazzo.games import GAMES
from mazzo.match import ScoreMatch
from mazzo.poker import CALL, CHECK, FOLD, Action, Exchange, Raise, View
from mazzo.poker.histories import History
from mazzo.poker.histories.lines import to_json
from mazzo.terminal import narrate_burraco
from mazzo.terminal.narrate import narrate
from mazzo.terminal.show import console
from mazzo.terminal.words_burraco import LANGUAGES


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@click.option("--seats", help="Who plays, from the button or the dealer on.  [default: Alice,Bob,Carol or Alice,Bob]")
@click.option("--stack", type=int, default=1000, show_default=True, help="The chips of each.")
@click.option("--seed", type=int, help="Repeat the hand of an earlier run.")
@click.option("--rules", "rules_name", help="Rules of Burraco: official (the default) or article.")
@click.option("--target", type=int, help="Burraco: play a match to so many points, and not one hand.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), help="Burraco: the language.  [default: en]")
@click.option("--json", "as_json", is_flag=True, help="Give each hand as a line of JSON, for programs.")
def command(
    game: str,
    seats: str | None,
    stack: int,
    seed: int | None,
    rules_name: str | None,
    target: int | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Deal a hand and play it, so that you see how a game goes.

    GAME is holdem, casual, limit, omaha, draw or burraco.

    \b
        mazzo deal holdem --seats Alice,Bob,Carol --seed 7
        mazzo deal burraco --seed 3 --lang it
    """
    for_burraco_only(game, target=target, lang=lang)
    if seats is None:
        seats = "Alice,Bob" if game == "burraco" else "Alice,Bob,Carol"
    names = [name.strip() for name in seats.split(",")]
    if "" in names or len(set(names)) < len(names):
        raise click.ClickException(f"--seats {seats!r}: each seat needs a name of its own, like Alice,Bob,Carol")
    seed = secrets.randbits(32) if seed is None else seed
    if game == "burraco":
        _show_burraco(_play_burraco(names, rules_name, target, seed), lang or "en", as_json)
    else:
        _show_poker(_play_poker(game, names, stack, rules_name, seed), as_json)
    if not as_json:
        console().print(f"\n{game}, seed {seed}", style="dim")


def _print(lines: Iterable[Text]) -> None:
    screen = console()
    for line in lines:
        screen.print(line, soft_wrap=True)


# ---- Poker ----


def _play_poker(game: str, names: Sequence[str], stack: int, rules_name: str | None, seed: int) -> History:
    rng = Random(seed)
    deck = full_deck()
    shuffle(deck, rng)
    rules, stacks = GAMES[game].make(len(names), rules_name), [stack] * len(names)
    state = rules.deal(stacks, 0, deck)
    actions = []
    while (seat := state.actor) is not None:
        actions.append(_choose(state.view(seat), rng))
        state = state.apply(actions[-1])
    extra = MappingProxyType({"_seed": seed})
    return History(rules, tuple(stacks), 0, tuple(deck), tuple(actions), tuple(names), extra=extra)


def _show_poker(hand: History, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(to_json(hand)))
    else:
        _print(narrate(hand))


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


# ---- Burraco ----


def _play_burraco(names: Sequence[str], rules_name: str | None, target: int | None, seed: int) -> Iterable[Log]:
    """A hand, or those of a match, between bots of the level hard."""
    rules = GAMES["burraco"].make(len(names), rules_name)
    match = ScoreMatch(rules, target=target, hands=None if target else 1)
    bot, rng = make("hard", rules), Random(seed)
    while not match.over:
        text = f"{seed} hand {len(match.played)}"
        log = Log(rules, deck_of(text), match.dealer, names=tuple(names), seed=text, before=match.scores)
        state = match.deal(log.deck)
        while (seat := state.actor) is not None:
            action = bot.act(state.view(seat), rng)
            log, state = log.then(action), state.apply(action)
        match = match.after(state)
        yield log


def _show_burraco(logs: Iterable[Log], lang: str, as_json: bool) -> None:
    for number, log in enumerate(logs):
        if as_json:
            click.echo(json.dumps(burraco_to_json(log)))
        else:
            if number:
                console().rule(style="dim")
            _print(narrate_burraco.narrate(log, LANGUAGES[lang]))
