"""Matches: who has the button, who is out, and when it ends."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from mazzo.match import Match, MatchError, SeatState, new_match
from mazzo.poker import CALL, CHECK, FOLD, Raise, RulesError, State, casual_holdem, fixed_limit_draw, no_limit_holdem
from mazzo.poker.actions import Exchange, Posted

CASES = json.loads((Path(__file__).parent / "cases" / "poker_engine.json").read_text(encoding="utf-8"))["cases"]
TABLE_CASES = [case for case in CASES if case["game"] == "table"]
RULES = no_limit_holdem((1, 2))


def deck(seed: int = 1) -> list[int]:
    cards = list(range(52))
    random.Random(seed).shuffle(cards)
    return cards


def fold_round(state: State) -> State:
    while state.actor is not None:
        state = state.apply(FOLD)
    return state


def blinds(state: State) -> dict[str, int]:
    return {event.what: event.seat for event in state.history if isinstance(event, Posted)}


def after_busts(seats: int, button: int, busted: list[int]) -> Match:
    """A match after a hand in which these seats lost all; everyone else kept some."""
    match = new_match(RULES, [100] * seats, button=button)
    state = fold_round(match.deal(deck()))
    stacks = [0 if seat in busted else stack for seat, stack in enumerate(state.stacks)]
    return match.after(replace(state, stacks=tuple(stacks)))


@pytest.mark.parametrize("case", TABLE_CASES, ids=[case["id"] for case in TABLE_CASES])
def test_table_case(case):
    setup, final = case["setup"], case["final"]
    match = after_busts(setup["seats"], setup["button"], final["busted"])
    posted = blinds(match.deal(deck()))
    assert match.button == final["next"]["button"]
    assert posted == {"small blind": final["next"]["small_blind"], "big blind": final["next"]["big_blind"]}


def test_case_en_036_the_moving_button():
    match = after_busts(4, 0, [2])
    assert match.button == 1
    assert blinds(match.deal(deck())) == {"small blind": 3, "big blind": 0}


def test_case_en_032_who_sits_down_waits_for_the_next_hand():
    match = new_match(RULES, [100, 100])
    state = match.deal(deck()).apply(CALL).apply(CHECK).apply(CHECK).apply(CHECK)
    match = match.sit(2, 100).sit(3, 100)
    assert match.seat_states(state) == (SeatState.BETTING, SeatState.CURRENT, SeatState.WAITING, SeatState.WAITING)
    while state.actor is not None:
        state = state.apply(CHECK)
    match = match.after(state)
    assert sum(match.stacks) == 400
    second = match.deal(deck(2))
    assert [bool(hand) for hand in second.hole] == [True] * 4


def test_seats_show_what_they_do():
    match = new_match(RULES, [100, 100, 5, 100, 0])
    state = match.deal(deck())
    names = [s.value for s in match.seat_states(state)]
    assert names == ["betting", "betting", "betting", "current", "eliminated"]
    state = state.apply(CALL).apply(FOLD).apply(CALL).apply(Raise(5))
    assert [s.value for s in match.seat_states(state)] == ["folded", "betting", "all-in", "current", "eliminated"]
    state = state.apply(CALL)
    assert [s.value for s in match.seat_states(state)] == ["folded", "current", "all-in", "called", "eliminated"]
    assert [s.is_betting for s in match.seat_states(state)] == [False, True, False, False, False]
    assert [s.is_active for s in match.seat_states(state)] == [False, True, False, True, False]
    assert [s.value for s in match.seat_states()] == ["waiting"] * 4 + ["eliminated"]


@pytest.mark.parametrize("rules", [no_limit_holdem((5, 10)), casual_holdem(), fixed_limit_draw(5, (10, 20))])
def test_matches_are_played_to_the_end(rules):
    rng = random.Random(7)
    match = new_match(rules, [200] * 4)
    for _ in range(5000):
        if match.over:
            break
        state = match.deal(rng.sample(range(52), 52))
        while state.actor is not None:
            actions = state.actions()
            if actions.hand:
                action = Exchange(actions.hand[: rng.randint(0, 3)])
            else:
                high = [Raise(actions.high)] if actions.low else []
                action = rng.choice([CALL if actions.call else CHECK, *high, *[FOLD] * bool(actions.call)])
            state = state.apply(action)
        before, match = match, match.after(state)
        assert sum(match.stacks) == 800
        assert match.stacks[match.button] > 0
        assert match.hand == before.hand + 1
    assert match.over
    assert sorted(match.stacks) == [0, 0, 0, 800]
    with pytest.raises(MatchError, match="the match is over"):
        match.deal(deck())


def test_nobody_has_the_big_blind_twice_in_a_row_heads_up():
    match = new_match(RULES, [100, 100])
    seats = []
    for number in range(6):
        state = fold_round(match.deal(deck(number)))
        seats.append(blinds(state)["big blind"])
        match = match.after(state)
    assert seats == [1, 0, 1, 0, 1, 0]


def test_blinds_rise_and_hands_and_time_run_out():
    match = new_match(RULES, [100, 100], most_hands=3, rising=[(1, no_limit_holdem((2, 4)))])
    assert match.rules.blinds == (1, 2)
    match = match.after(fold_round(match.deal(deck())))
    assert match.rules.blinds == (2, 4)
    assert match.stop().over
    for _ in range(2):
        match = match.after(fold_round(match.deal(deck())))
    assert match.over
    with pytest.raises(RulesError, match="each comes later"):
        new_match(RULES, [100, 100], rising=[(0, RULES)])


def test_what_a_match_does_not_allow():
    match = new_match(RULES, [100, 100])
    with pytest.raises(MatchError, match="not over"):
        match.after(match.deal(deck()))
    for seat, chips in ((0, 50), (9, 50), (2, 0), (2, 1.5)):
        with pytest.raises(MatchError):
            match.sit(seat, chips)
