"""Burraco in the arena: single hands by points, or matches by who wins them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

from mazzo.arena.contest import Counts
from mazzo.burraco import DRAW, Action, Actions, Discard, Phase, Rules, State, View
from mazzo.burraco.actions import Event
from mazzo.cards import double_deck, shuffle
from mazzo.game import State as GameState
from mazzo.match import ScoreMatch

#: Hands that a match has at most; then who is ahead wins.
MOST_HANDS = 40

_PACKS = len(double_deck())


@dataclass(frozen=True, slots=True)
class BurracoContest:
    """Hands of Burraco; seat 0 deals. Results are points a hand that a side is ahead."""

    rules: Rules

    @property
    def seats(self) -> int:
        """How many play."""
        return self.rules.seats

    @property
    def scale(self) -> float:
        """Each seat has what its side is ahead, and each side plays two games of a deal."""
        return 1 / self.seats

    @property
    def even(self) -> float:
        """Nobody ahead."""
        return 0.0

    @property
    def measure(self) -> str:
        """Points."""
        return "points a hand"

    @property
    def ratios(self) -> frozenset[str]:
        """How many burracos, and turns."""
        return frozenset({"burracos", "turns"})

    def shuffled(self, rng: Random) -> list[int]:
        """Give a deck."""
        deck = double_deck()
        shuffle(deck, rng)
        return deck

    def deal(self, deck: Sequence[int]) -> GameState:
        """Deal a hand."""
        return self.rules.deal(deck)

    def payoffs(self, state: GameState) -> tuple[int, ...]:
        """Give by how many points each seat's side is ahead."""
        assert state.payoffs is not None
        first, second = state.payoffs[:2]
        return tuple(first - second if seat % 2 == 0 else second - first for seat in range(self.seats))

    def fallback(self, view: View) -> Action:
        """Draw, and discard."""
        return draw_or_discard(view)

    def count(self, states: Sequence[GameState], seat: int) -> Counts:
        """Count what a seat's side did in a hand."""
        return _count(cast(State, states[-1]), seat)

    def figures(self, counts: Counts) -> dict[str, float | None]:
        """Give how many hands were closed, took the pozzetto and so on."""
        hands = counts["hands"]
        return {name: counts[name] / hands if hands else None for name in ("closed", "pozzetto", "burracos", "turns")}


def draw_or_discard(view: View) -> Action:
    """Give what is done for who does nothing: draw, and discard the first card that may go."""
    if view.phase is Phase.DRAW:
        return DRAW
    return Discard(view.actions.discards()[0])


def _count(last: State, seat: int) -> Counts:
    side = seat & 1
    return Counter(
        hands=1,
        closed=last.closer is not None and last.closer & 1 == side,
        pozzetto=not last.pots[side],
        burracos=sum(meld.burraco(last.rules) is not None for meld in last.melds[side]),
        turns=last.turn,
    )


# ---- Matches ----


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match in progress, hand after hand, as one game."""

    match: ScoreMatch
    state: State
    decks: tuple[int, ...]  # of the hands to come
    ended: tuple[State, ...] = ()

    @property
    def actor(self) -> int | None:
        """The seat that is to act."""
        return self.state.actor

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action made happen."""
        return self.state.events

    @property
    def history(self) -> tuple[Event, ...]:
        """All events of this hand."""
        return self.state.history

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """The points of each seat's side, when the match is over."""
        if self.state.actor is not None:
            return None
        return tuple(self.match.scores[seat & 1] for seat in range(self.match.rules.seats))

    def actions(self) -> Actions:
        """Give what the seat to act may do."""
        return self.state.actions()

    def view(self, seat: int | None) -> View:
        """Give what a seat may see of this hand."""
        return self.state.view(seat)

    def apply(self, action: Any) -> "MatchState":
        """Give the match after an action, with the next hand dealt when one is over."""
        state = self.state.apply(action)
        if state.actor is not None:
            return replace(self, state=state)
        match = self.match.after(state)
        ended = (*self.ended, state)
        if match.over or not self.decks:
            return replace(self, match=match, state=state, ended=ended)
        return MatchState(match, match.deal(self.decks[:_PACKS]), self.decks[_PACKS:], ended)


@dataclass(frozen=True, slots=True)
class BurracoMatchContest(BurracoContest):
    """Matches of Burraco to so many points. Results are the matches won, in per cent; a tie is half of one."""

    target: int = 1005

    @property
    def scale(self) -> float:
        """Two matches of a deal, of which each that is won adds as much as one that is lost takes away."""
        return 50 / self.seats

    @property
    def even(self) -> float:
        """Half of the matches."""
        return 50.0

    @property
    def measure(self) -> str:
        """Matches."""
        return f"matches to {self.target:,} that are won, in %"

    def shuffled(self, rng: Random) -> list[int]:
        """Give the decks of all hands."""
        decks: list[int] = []
        for _ in range(MOST_HANDS):
            deck = double_deck()
            shuffle(deck, rng)
            decks += deck
        return decks

    def deal(self, deck: Sequence[int]) -> GameState:
        """Deal the first hand."""
        match, cards = ScoreMatch(self.rules, target=self.target), tuple(deck)
        return MatchState(match, match.deal(cards[:_PACKS]), cards[_PACKS:])

    def payoffs(self, state: GameState) -> tuple[int, ...]:
        """Give 1 to each seat of the side that won, and -1 to the others."""
        assert state.payoffs is not None
        first, second = state.payoffs[:2]
        won = (first > second) - (first < second)
        return tuple(won if seat % 2 == 0 else -won for seat in range(self.seats))

    def count(self, states: Sequence[GameState], seat: int) -> Counts:
        """Count what a seat's side did in all hands of a match."""
        return sum((_count(state, seat) for state in cast(MatchState, states[-1]).ended), Counter())
