"""How long bots take to decide, over hands that they play among themselves.

Ladders, which tell how strong they are, are commands: see docs/bots.md.
"""

from random import Random
from statistics import mean, quantiles
from time import perf_counter

import pytest

from mazzo.bots import make
from mazzo.cards import full_deck
from mazzo.games import GAMES

LEVELS = ("easy", "normal", "hard")
SEATS = {"holdem": 6, "casual": 5, "limit": 6, "draw": 6}
HANDS = 60


def decisions(game: str, level: str) -> list[float]:
    """Milliseconds of each decision of one level, at a full table of all three."""
    rules, rng = GAMES[game].make(SEATS[game]), Random(1)
    bots = [make(level, rules) for level in LEVELS]
    times = []
    for hand in range(HANDS):
        seats = SEATS[game]
        state = rules.deal([GAMES[game].stack] * seats, hand % seats, rng.sample(full_deck(), 52))
        while state.actor is not None:
            number = (state.actor + hand) % len(LEVELS)
            view = state.view(state.actor)
            start = perf_counter()
            action = bots[number].act(view, rng)
            if LEVELS[number] == level:
                times.append(1000 * (perf_counter() - start))
            state = state.apply(action)
    return times


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("level", LEVELS)
def test_decision(game: str, level: str) -> None:
    times = decisions(game, level)
    late = quantiles(times, n=20)[-1]
    print(f"\n{game}, {level}: {mean(times):.2f} ms on average, {late:.2f} ms at the 95th percentile")
