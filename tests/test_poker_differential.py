"""Random hands played beside pokerkit: the same bounds at every turn and the same stacks at the end.

Where the two differ, the difference is named with the rule that decides it:

- a fold is always allowed here; pokerkit allows none when a check is free, so none is played then;
- after an all-in for less than a full bet or raise, the next raise is that amount plus the full one here;
- a big blind that is short still makes the others call the whole one here;
- odd chips go out one each, from the button's left; pokerkit gives all of a pot to one seat.
"""

import random
from itertools import pairwise

import pytest

from mazzo.cards import format_cards
from mazzo.poker import CALL, CHECK, FOLD, Raise, State, no_limit_holdem
from mazzo.poker.actions import Won

pokerkit = pytest.importorskip("pokerkit", reason="pokerkit is not installed; it is in the extra 'test'")

BLINDS = (5, 10)
HANDS = 250


def their_state(stacks: list[int], ante: int, deck: list[int]):
    """A hand of pokerkit: seat 0 is left of the button, so the last seat has it."""
    automatic = [
        automation
        for automation in pokerkit.Automation
        if automation.name not in ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING", "RUNOUT_COUNT_SELECTION")
    ]
    state = pokerkit.NoLimitTexasHoldem.create_state(
        tuple(automatic), True, ante, BLINDS, BLINDS[1], tuple(stacks), len(stacks)
    )
    for seat in range(len(stacks)):
        state.deal_hole(format_cards((deck[seat], deck[len(stacks) + seat])))
    return state


def deal_boards(theirs, board: list[int]) -> None:
    """Deal what pokerkit waits for: burns do not matter, and the board is ours."""
    while theirs.status and theirs.actor_index is None:
        if theirs.can_burn_card():
            theirs.burn_card("??")
        elif theirs.can_deal_board():
            count = 3 if not theirs.board_cards else 1
            theirs.deal_board(format_cards([board.pop(0) for _ in range(count)]))
        else:
            raise AssertionError(theirs)


def compare_bounds(ours: State, theirs) -> None:
    actions = ours.actions()
    assert ours.actor == theirs.actor_index
    assert actions.call == theirs.checking_or_calling_amount
    low = theirs.min_completion_betting_or_raising_to_amount
    if ours.level != ours.counted:
        assert not actions.low or actions.low == min(ours.level + ours.step, actions.high)
        return
    assert (actions.low or None, actions.high or None) == (
        low,
        theirs.max_completion_betting_or_raising_to_amount,
    )


def play(rng: random.Random) -> tuple[State, object] | None:
    """One hand on both sides; None where a rule that differs has parted them."""
    seats, ante = rng.randint(2, 9), rng.choice([0, 0, 1, 3])
    stacks = [rng.choice([rng.randint(11, 60), rng.randint(60, 400)]) for _ in range(seats)]
    deck = rng.sample(range(52), 52)
    # pokerkit's players are dealt from the first, as ours are from the button's left.
    ours = no_limit_holdem(BLINDS, ante).deal(stacks, seats - 1, deck)
    theirs = their_state(stacks, ante, deck)
    board = list(deck[2 * seats : 2 * seats + 5])
    deal_boards(theirs, board)
    if stacks[0 if seats == 2 else 1] - ante < BLINDS[1]:
        actions = ours.actions()
        assert ours.actor is None or actions.call == min(BLINDS[1] - ours.bets[ours.actor], ours.stacks[ours.actor])
        return None
    while ours.actor is not None:
        compare_bounds(ours, theirs)
        actions = ours.actions()
        choices = [CALL if actions.call else CHECK] * 4 + [FOLD] * bool(actions.call)
        low, high = (
            theirs.min_completion_betting_or_raising_to_amount,
            theirs.max_completion_betting_or_raising_to_amount,
        )
        if actions.low and low:
            choices += [Raise(rng.randint(max(actions.low, low), min(actions.high, high)))] * 2
        action = rng.choice(choices)
        ours = ours.apply(action)
        if action == FOLD:
            theirs.fold()
        elif isinstance(action, Raise):
            theirs.complete_bet_or_raise_to(action.to)
        else:
            theirs.check_or_call()
        deal_boards(theirs, board)
    return ours, theirs


def odd_chips(ours: State) -> int:
    """How many chips the splitting of pots can have put elsewhere."""
    won = [event for event in ours.history if isinstance(event, Won)]
    return sum(a.pot == b.pot for a, b in pairwise(won))


def test_pokerkit_agrees():
    rng = random.Random(2026)
    compared = 0
    for _ in range(HANDS):
        hands = play(rng)
        if hands is None:
            continue
        ours, theirs = hands
        differences = [abs(a - b) for a, b in zip(ours.stacks, theirs.stacks, strict=True)]
        assert sum(ours.stacks) == sum(theirs.stacks)
        assert max(differences) <= odd_chips(ours), (ours.stacks, theirs.stacks)
        compared += 1
    assert compared > 0.9 * HANDS
