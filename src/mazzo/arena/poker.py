"""Poker in the arena: equal stacks, and the figures that players know."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import cast

from mazzo.arena.contest import Counts
from mazzo.bots.hands import share_beaten
from mazzo.cards import full_deck, shuffle
from mazzo.game import State as GameState
from mazzo.poker import CHECK, FOLD, Action, Call, Exchange, Raise, Rules, State, View
from mazzo.poker.actions import Acted


@dataclass(frozen=True, slots=True)
class PokerContest:
    """Hands of poker with equal stacks; seat 0 has the button."""

    rules: Rules
    seats: int
    stack: int

    @property
    def unit(self) -> int:
        """The big blind, or the smallest bet where there are no blinds."""
        return self.rules.big_blind

    @property
    def scale(self) -> float:
        """Each bot sits in every seat once in a deal, so in so many hands of it; results are for 100."""
        return 100 / (self.seats * self.unit)

    @property
    def even(self) -> float:
        """Nothing won."""
        return 0.0

    @property
    def measure(self) -> str:
        """Units, like big blinds, in 100 hands."""
        return f"units of {self.unit} chips in 100 hands"

    @property
    def ratios(self) -> frozenset[str]:
        """Aggression."""
        return frozenset({"AF"})

    def shuffled(self, rng: Random) -> list[int]:
        """Give a deck."""
        deck = full_deck()
        shuffle(deck, rng)
        return deck

    def deal(self, deck: Sequence[int]) -> State:
        """Deal a hand."""
        return self.rules.deal((self.stack,) * self.seats, 0, deck)

    def payoffs(self, state: GameState) -> tuple[int, ...]:
        """Give the chips that each seat won."""
        assert state.payoffs is not None
        return state.payoffs

    def fallback(self, view: View) -> Action:
        """Check, else fold."""
        return check_or_fold(view)

    def count(self, states: Sequence[GameState], seat: int) -> Counts:
        """Count what a seat did in a hand; `figures` says what it comes to."""
        return _count(cast(Sequence[State], states), seat)

    def figures(self, counts: Counts) -> dict[str, float | None]:
        """Give VPIP, PFR and so on."""
        return figures(counts)


def check_or_fold(view: View) -> Action:
    """Give what is done for who does nothing: check, or exchange no card, and fold only if that would cost chips."""
    return next(action for action in (CHECK, Exchange(()), FOLD) if action in view.actions)


def _count(states: Sequence[State], seat: int) -> Counts:
    counts: Counts = Counter(hands=1)
    for before, after in pairwise(states):
        acted = after.events[0]
        if before.actor != seat or not isinstance(acted, Acted):
            continue
        raised, called = isinstance(acted.action, Raise), isinstance(acted.action, Call)
        if before.street == 0:
            counts["put in"] |= raised or called
            counts["raised first"] |= raised
        else:
            counts["calls"] += called
            counts["raises"] += raised
            counts["bluffs"] += raised and share_beaten(before.hole[seat], before.board) < 0.5
    last = states[-1]
    counts["went on"] += any(state.street > 0 and not state.folded >> seat & 1 for state in states)
    counts["showdowns"] += len(last.hole) - last.folded.bit_count() > 1 and not last.folded >> seat & 1
    return counts


#: The figures that players know: each a share of two counts, and what it says.
FIGURES = {
    "VPIP": ("put in", "hands", "hands in which it put chips in by choice in the first round"),
    "PFR": ("raised first", "hands", "hands in which it raised in the first round"),
    "AF": ("raises", "calls", "bets and raises for each call in later rounds"),
    "WTSD": ("showdowns", "went on", "of the hands in which it saw more cards, those that it showed down"),
    "bluffs": ("bluffs", "raises", "of its later bets and raises, those with what beats less than half of all hands"),
}


def figures(counts: Counts) -> dict[str, float | None]:
    """Give the figures of counts; None where there is nothing to divide by."""
    return {name: counts[part] / counts[whole] if counts[whole] else None for name, (part, whole, _) in FIGURES.items()}
