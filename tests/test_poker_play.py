"""Hands played out: Omaha as a new value, the number of betting lines, a run-out, and chips above all others."""

import random

import pytest

from mazzo.poker import CALL, CHECK, FOLD, Raise, State, fixed_limit_draw, no_limit_holdem, pot_limit_omaha
from mazzo.poker.actions import Board, Returned, Won
from mazzo.poker.pots import Pot
from mazzo.strength import evaluate


def test_omaha_takes_two_of_the_hand():
    # Four spades on the board flush nobody with one spade; four aces in the hand are a pair.
    rules = pot_limit_omaha((1, 2))
    hole = {0: (51, 50, 49, 48), 1: (47, 46, 2, 6)}
    board = (3, 11, 19, 27, 32)
    deck = [hole[seat][place] for place in range(4) for seat in (0, 1)] + list(board)
    deck += [card for card in range(52) if card not in deck]
    state = rules.deal([100, 100], 1, deck)
    assert (state.actions().low, state.actions().high) == (4, 6)
    state = state.apply(Raise(6))
    assert (state.actions().low, state.actions().high) == (10, 18)
    while state.actor is not None:
        state = state.apply(CALL if state.actions().call else CHECK)
    (won,) = (event for event in state.history if isinstance(event, Won))
    assert won.seat == 0
    assert len(set(won.cards) & set(hole[0])) == 2
    assert evaluate(won.cards) >> 12 == 1


def line_count(state: State, depth: int) -> int:
    """How many betting lines there are to a depth: all raises, not only the least and the most."""
    if depth == 0 or state.actor is None:
        return 1
    actions = state.actions()
    choices = [action for action in (FOLD, CHECK, CALL) if action in actions]
    choices += [Raise(to) for to in range(actions.low, actions.high + 1) if actions.low]
    return sum(line_count(state.apply(action), depth - 1) for action in choices)


def slow_line_count(stacks: list[int], depth: int) -> int:
    """The same for two players and blinds of 1 and 2, by an enumerator that knows nothing of the engine.

    Seat 0 has the button. `step` is the last full raise, `acted` who has had a say in this round.
    """

    def count(
        street: int, stacks: list[int], bets: list[int], actor: int, step: int, acted: set[int], left: int
    ) -> int:
        if left == 0:
            return 1
        other, level = 1 - actor, max(bets)
        lines = 1  # a fold ends it
        pays = min(level - bets[actor], stacks[actor])
        after, now = list(stacks), list(bets)
        after[actor] -= pays
        now[actor] += pays
        if other not in acted and all(after):
            lines += count(street, after, now, other, step, acted | {actor}, left - 1)
        elif not all(after) or street == 3:
            lines += 1  # the board runs out, or it was the last round
        else:
            lines += count(street + 1, after, [0, 0], 1, 2, set(), left - 1)
        most = stacks[actor] + bets[actor]
        if most > level and stacks[other] + bets[other] > level:
            for to in range(min(level + step, most), most + 1):
                after, now = list(stacks), list(bets)
                after[actor] -= to - bets[actor]
                now[actor] = to
                lines += count(street, after, now, other, max(step, to - level), {actor}, left - 1)
        return lines

    return count(0, [stacks[0] - 1, stacks[1] - 2], [1, 2], 0, 2, set(), depth)


# Counted by both, to a depth of five.
LINES = {(6, 6): 77, (5, 9): 93, (10, 10): 519, (20, 7): 520}


@pytest.mark.parametrize("stacks", LINES)
def test_betting_lines_are_as_many_as_a_plain_count(stacks):
    state = no_limit_holdem((1, 2)).deal(stacks, 0, list(range(52)))
    for depth in range(1, 6):
        assert line_count(state, depth) == slow_line_count(list(stacks), depth)
    assert line_count(state, 5) == LINES[stacks]


def test_a_run_out_comes_street_by_street():
    deck = list(range(52))
    random.Random(3).shuffle(deck)
    state = no_limit_holdem((1, 2)).deal([50, 80], 0, deck).apply(Raise(50)).apply(CALL)
    assert [len(event.cards) for event in state.events if isinstance(event, Board)] == [3, 1, 1]
    assert not [event for event in state.history if isinstance(event, Returned)]


def test_what_only_folded_seats_paid_joins_the_pot_below():
    # Seats 2 and 3 are all-in for 5 and 8; the other two paid 11 each and fold when they could exchange.
    state = fixed_limit_draw(1, (10, 20)).deal([100, 100, 5, 8], 3, list(range(52)))
    for action in (Raise(10), CALL, CALL, CALL, FOLD, FOLD):
        state = state.apply(action)
    assert state.pots() == [Pot(20, (2, 3)), Pot(15, (3,))]
