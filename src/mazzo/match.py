"""Hands in sequence, to the end of a match: of poker with stacks, of Burraco with scores."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from enum import Enum
from typing import Any

from mazzo import burraco
from mazzo.burraco import Score, victory_points
from mazzo.burraco import wire as burraco_wire
from mazzo.burraco.scoring import VICTORY_STEPS
from mazzo.poker import wire as poker_wire
from mazzo.poker.actions import Posted
from mazzo.poker.hand import State
from mazzo.poker.rules import Rules, RulesError
from mazzo.wire import VERSION


class MatchError(ValueError):
    """Something that a match does not allow."""


class SeatState(Enum):
    """What a table shows of a seat."""

    WAITING = "waiting"
    CURRENT = "current"
    BETTING = "betting"
    CALLED = "called"
    FOLDED = "folded"
    ALL_IN = "all-in"
    ELIMINATED = "eliminated"

    @property
    def is_betting(self) -> bool:
        """Whether the seat is asked to act, or will be."""
        return self in (SeatState.CURRENT, SeatState.BETTING)

    @property
    def is_active(self) -> bool:
        """Whether the seat plays on: it is asked, will be, or has called."""
        return self.is_betting or self is SeatState.CALLED


@dataclass(frozen=True, slots=True)
class Match:
    """A match between hands; it never changes.

    `levels` are the rules and from which hand on (counted from 0) they hold. A seat with no chips is
    empty, or eliminated. The match ends when one seat has all chips, after `most_hands`, or when it is
    `stopped`; a hand in progress is finished.
    """

    levels: tuple[tuple[int, Rules], ...]
    stacks: tuple[int, ...]
    button: int = 0
    hand: int = 0
    most_hands: int | None = None
    stopped: bool = False

    @property
    def rules(self) -> Rules:
        """The rules of the next hand."""
        return [rules for first, rules in self.levels if first <= self.hand][-1]

    @property
    def dealt_in(self) -> list[int]:
        """The seats that can play the next hand."""
        return self.rules.dealt_in(self.stacks)

    @property
    def over(self) -> bool:
        """Whether no more hands are played."""
        out_of_hands = self.most_hands is not None and self.hand >= self.most_hands
        return self.stopped or out_of_hands or len(self.dealt_in) < self.rules.seats[0]

    def deal(self, deck: Sequence[int]) -> State:
        """Deal the next hand; if who should have the button has left, who sits before it has it."""
        if self.over:
            raise MatchError(f"the match is over after {self.hand} hands; stacks are {list(self.stacks)}")
        seats = len(self.stacks)
        button = min(self.dealt_in, key=lambda seat: (self.button - seat) % seats)
        return self.rules.deal(self.stacks, button, deck)

    def after(self, state: State) -> "Match":
        """Give the match after a hand that it dealt.

        The button moves to the next seat that has chips. When two are left it goes to who had the big
        blind, so that nobody has it twice in a row.
        """
        if state.payoffs is None:
            raise MatchError("the hand is not over; a match goes on after it")
        # Who sat down during the hand was not in it.
        played = {seat for seat, stack in enumerate(state.starting) if stack}
        stacks = tuple(state.stacks[seat] if seat in played else stack for seat, stack in enumerate(self.stacks))
        return replace(self, stacks=stacks, hand=self.hand + 1, button=_next_button(stacks, self.button, state))

    def sit(self, seat: int, chips: int) -> "Match":
        """Give the match with a player at a free seat, who is dealt in from the next hand on."""
        if type(chips) is not int or chips < 1:
            raise MatchError(f"{chips!r} chips: sit down with a whole number from 1 up")
        if not 0 <= seat < self.rules.seats[1]:
            raise MatchError(f"seat {seat!r}: {self.rules.name} has seats 0 to {self.rules.seats[1] - 1}")
        stacks = [*self.stacks, *(0,) * (seat + 1 - len(self.stacks))]
        if stacks[seat]:
            raise MatchError(f"seat {seat} is taken; it has {stacks[seat]} chips")
        stacks[seat] = chips
        return replace(self, stacks=tuple(stacks))

    def leave(self, seat: int) -> "Match":
        """Give the match with a seat that is free, its chips taken along; a hand in progress is not changed."""
        if not 0 <= seat < len(self.stacks) or not self.stacks[seat]:
            raise MatchError(f"seat {seat!r} has no chips to take along")
        return replace(self, stacks=(*self.stacks[:seat], 0, *self.stacks[seat + 1 :]))

    def stop(self) -> "Match":
        """Give the match as it ends, because its time is up."""
        return replace(self, stopped=True)

    def seat_states(self, state: State | None = None) -> tuple[SeatState, ...]:
        """Give what the table shows of each seat, during a hand or between hands."""
        return tuple(self._seat_state(seat, state) for seat in range(len(self.stacks)))

    def _seat_state(self, seat: int, state: State | None) -> SeatState:
        in_hand = state is not None and seat < len(state.starting) and state.starting[seat] > 0
        if state is None or not in_hand:
            return SeatState.WAITING if self.stacks[seat] else SeatState.ELIMINATED
        if state.folded >> seat & 1:
            return SeatState.FOLDED
        if state.payoffs is not None:
            return SeatState.WAITING if state.stacks[seat] else SeatState.ELIMINATED
        if seat == state.actor:
            return SeatState.CURRENT
        if not state.stacks[seat]:
            return SeatState.ALL_IN
        return SeatState.BETTING if state.pending >> seat & 1 else SeatState.CALLED


def new_match(
    rules: Rules,
    stacks: Sequence[int],
    *,
    button: int = 0,
    most_hands: int | None = None,
    rising: Sequence[tuple[int, Rules]] = (),
) -> Match:
    """Begin a match; `rising` are rules with higher blinds, and from which hand on they hold.

    >>> from mazzo.poker import FOLD, no_limit_holdem
    >>> match = new_match(no_limit_holdem((50, 100)), [1000, 1000])
    >>> match = match.after(match.deal(range(52)).apply(FOLD))
    >>> match.stacks, match.button, match.hand
    ((950, 1050), 1, 1)
    """
    levels = ((0, rules), *rising)
    if [first for first, _ in levels] != sorted({first for first, _ in levels}):
        raise RulesError(f"levels from hands {[first for first, _ in levels]}: each comes later than the one before")
    return Match(levels, tuple(stacks), button, most_hands=most_hands)


def _next_button(stacks: tuple[int, ...], button: int, state: State) -> int:
    seats = len(stacks)
    playing = [seat for seat in range(seats) if stacks[seat]]
    big_blind = [event.seat for event in state.history if isinstance(event, Posted) and event.what == "big blind"]
    if len(playing) == 2 and big_blind and big_blind[0] in playing:
        return big_blind[0]
    return next((seat % seats for seat in range(button + 1, button + 1 + seats) if stacks[seat % seats]), button)


# ---- Burraco ----

#: How many hands a match of a number of hands may have.
MOST_HANDS = 8


@dataclass(frozen=True, slots=True)
class ScoreMatch:
    """A match of Burraco between hands; it never changes.

    `played` are the scores of both sides in each hand. It ends when a side has `target` points and more than
    the other, after `hands`, or when it is `stopped`; without any of these it goes on.
    """

    rules: burraco.Rules
    target: int | None = None
    hands: int | None = None
    dealer: int = 0
    played: tuple[tuple[Score, Score], ...] = ()
    stopped: bool = False

    def __post_init__(self) -> None:
        if self.target is not None and (type(self.target) is not int or self.target < 1):
            raise MatchError(f"target={self.target!r}: points from 1 up; usual are 505, 1005 and 2005")
        if self.hands is not None and (type(self.hands) is not int or not 1 <= self.hands <= MOST_HANDS):
            raise MatchError(f"hands={self.hands!r}: a match has 1 to {MOST_HANDS}")
        if self.target is not None and self.hands is not None:
            raise MatchError("a match has a target or a number of hands, not both")

    @property
    def dealt_in(self) -> list[int]:
        """The seats that play: all."""
        return list(range(self.rules.seats))

    @property
    def scores(self) -> tuple[int, int]:
        """The running totals of both sides."""
        return sum(first.total for first, _ in self.played), sum(second.total for _, second in self.played)

    @property
    def over(self) -> bool:
        """Whether no more hands are played."""
        first, second = self.scores
        reached = self.target is not None and max(first, second) >= self.target and first != second
        return self.stopped or reached or (self.hands is not None and len(self.played) >= self.hands)

    @property
    def winner(self) -> int | None:
        """The side that is ahead at the end; None before it, and if they are equal."""
        first, second = self.scores
        return None if not self.over or first == second else int(second > first)

    @property
    def victory_points(self) -> tuple[int, int] | None:
        """What both sides get for a match of 3 or 4 hands; None before its end, and for other lengths."""
        if not self.over or self.hands not in VICTORY_STEPS or len(self.played) < self.hands:
            return None
        first, second = self.scores
        more, less = victory_points(abs(first - second), self.hands)
        return (more, less) if first >= second else (less, more)

    def deal(self, deck: Sequence[int]) -> burraco.State:
        """Deal the next hand."""
        if self.over:
            raise MatchError(f"the match is over after {len(self.played)} hands; scores are {list(self.scores)}")
        return self.rules.deal(deck, self.dealer)

    def after(self, state: burraco.State) -> "ScoreMatch":
        """Give the match after a hand that it dealt; the deal moves to the left."""
        if state.scores is None:
            raise MatchError("the hand is not over; a match goes on after it")
        first, second = state.scores
        return replace(self, played=(*self.played, (first, second)), dealer=(self.dealer + 1) % self.rules.seats)

    def stop(self) -> "ScoreMatch":
        """Give the match as it ends, because its time is up."""
        return replace(self, stopped=True)


# ---- JSON ----


def match_to_json(match: Match | ScoreMatch) -> dict[str, Any]:
    """Give a match between hands as JSON."""
    if isinstance(match, Match):
        data = {part.name: getattr(match, part.name) for part in fields(match)}
        levels = [[first, poker_wire.rules_to_json(rules)] for first, rules in match.levels]
        return {"v": VERSION, **data, "levels": levels, "stacks": list(match.stacks)}
    data = {part.name: getattr(match, part.name) for part in fields(match)}
    played = [[astuple(score) for score in scores] for scores in match.played]
    return {"v": VERSION, **data, "rules": burraco_wire.rules_to_json(match.rules), "played": played}


def match_from_json(data: Mapping[str, Any]) -> Match | ScoreMatch:
    """Give the match of such JSON.

    >>> match = ScoreMatch(burraco.official(), target=505)
    >>> match_from_json(match_to_json(match)) == match
    True
    """
    if data.get("v") != VERSION:
        raise MatchError(f"a match of version {data.get('v')!r}; this reads version {VERSION}")
    parts = {name: value for name, value in data.items() if name != "v"}
    if "stacks" in data:
        levels = tuple((first, poker_wire.rules_from_json(rules)) for first, rules in data["levels"])
        return Match(**parts | {"levels": levels, "stacks": tuple(data["stacks"])})
    played = tuple((Score(*first), Score(*second)) for first, second in data["played"])
    return ScoreMatch(**parts | {"rules": burraco_wire.rules_from_json(data["rules"]), "played": played})
