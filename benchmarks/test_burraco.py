"""Burraco: how fast melds are found and hands are played, by Python's engine and natively.

There is no peer to alternate with, so these are single times of this machine.
"""

from random import Random
from statistics import mean
from time import perf_counter, process_time

import pytest

from mazzo._native import BurracoHand
from mazzo.bots import make
from mazzo.bots.expert_burraco import IN_CONTESTS, ExpertBurraco
from mazzo.burraco import DRAW, Actions, Phase, article, official
from mazzo.burraco.kernel import game_of
from mazzo.burraco.suggest import suggestions
from mazzo.cards import double_deck, shuffle

RULES = {"article": article(), "official": official()}


def shuffled(seed: int) -> list[int]:
    deck = double_deck()
    shuffle(deck, Random(seed))
    return deck


@pytest.mark.parametrize("size", [15, 22, 30])
@pytest.mark.parametrize("name", RULES)
def test_suggest(name: str, size: int) -> None:
    hands = [tuple(sorted(shuffled(seed)[:size])) for seed in range(500)]
    cases = [Actions(RULES[name], Phase.PLAY, hand, (), False, True, False, False, None) for hand in hands]
    times = []
    for actions in cases:
        start = perf_counter()
        suggestions(actions)
        times.append(1e6 * (perf_counter() - start))
    print(f"\n{name}, {size} cards: {mean(times):.1f} us on average, {sorted(times)[-5]:.1f} us at the 99th percentile")


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("name", RULES)
def test_hands(name: str, level: str) -> None:
    rules, bot, hands = RULES[name], make(level, RULES[name]), 200
    start = process_time()
    for seed in range(hands):
        state, rng = rules.deal(shuffled(seed)), Random(seed)
        while state.actor is not None:
            state = state.apply(bot.act(state.view(state.actor), rng))
    print(f"\n{name}, {level}: {hands / (process_time() - start):.0f} hands a second")


@pytest.mark.parametrize("name", RULES)
def test_native_hands(name: str) -> None:
    rules, hands = RULES[name], 3000
    spent = 0.0
    for seed in range(hands):
        state = rules.deal(shuffled(seed))
        native = BurracoHand(
            game_of(rules),
            hands=state.hands,
            melds=state.melds,
            pots=state.pots,
            pile=state.pile,
            stock=state.deck[state.next_card :],
            actor=1,
            phase="draw",
            turn=0,
            last_turn=False,
            barred=None,
        )
        start = process_time()
        native.play_out()
        spent += process_time() - start
    print(f"\n{name}: {hands / spent:.0f} whole hands a second, the moves given to Python")


@pytest.mark.parametrize(("words", "bot"), [("at tables", ExpertBurraco()), ("in contests", IN_CONTESTS)])
@pytest.mark.parametrize("name", RULES)
def test_expert(name: str, words: str, bot: ExpertBurraco) -> None:
    rules, hard = RULES[name], make("hard", RULES[name])
    spent, turns = 0.0, 0
    for seed in range(2):
        state, rng = rules.deal(shuffled(seed)), Random(seed)
        while state.actor is not None:
            start = process_time()
            action = (bot if state.actor else hard).act(state.view(state.actor), rng)
            if state.actor:
                spent += process_time() - start
                turns += state.phase is Phase.DRAW
            state = state.apply(action)
    print(f"\n{name}, expert {words}: {1000 * spent / turns:.0f} ms a turn")


def test_a_view_and_an_action() -> None:
    state = official().deal(shuffled(1))
    rounds = 20_000
    start = process_time()
    for _ in range(rounds):
        state.view(1)
    view = process_time() - start
    start = process_time()
    for _ in range(rounds):
        state.apply(DRAW)
    print(f"\na view takes {1e6 * view / rounds:.1f} us, a draw {1e6 * (process_time() - start) / rounds:.1f} us")
