"""Matches: who has the button, who is out, and when it ends."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from mazzo.bots.burraco import HardBurraco
from mazzo.burraco import Score, article, official
from mazzo.cards import double_deck, shuffle
from mazzo.match import Match, MatchError, ScoreMatch, SeatState, new_match
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


def test_the_button_is_never_at_an_empty_seat_and_the_blinds_stay_where_they_would_be():
    match = new_match(RULES, [100] * 4, button=1)
    assert blinds(match.deal(deck())) == {"small blind": 2, "big blind": 3}
    for left in ([1], [1, 0]):
        for seat in left:
            match = match.leave(seat) if match.stacks[seat] else match
        state = match.deal(deck())
        assert state.button == {1: 0, 2: 3}[len(left)]
    assert blinds(state) == {"small blind": 3, "big blind": 2}  # of two, the button has the small one


def test_a_match_is_over_when_not_enough_seats_can_pay_what_the_rules_ask():
    match = new_match(fixed_limit_draw(5, (10, 20), all_in=False), [125, 125, 124])
    assert match.dealt_in == [0, 1]
    assert not match.over
    assert match.leave(0).over
    with pytest.raises(MatchError, match="the match is over"):
        match.leave(0).deal(deck())


def test_what_a_match_does_not_allow():
    match = new_match(RULES, [100, 100])
    with pytest.raises(MatchError, match="not over"):
        match.after(match.deal(deck()))
    for seat, chips in ((0, 50), (9, 50), (2, 0), (2, 1.5)):
        with pytest.raises(MatchError):
            match.sit(seat, chips)


# ---- Burraco ----


def scored(first: int, second: int) -> tuple[Score, Score]:
    return Score(first, 0, 0, 0, 0, 0, 0), Score(second, 0, 0, 0, 0, 0, 0)


def after_hands(match: ScoreMatch, *points: tuple[int, int]) -> ScoreMatch:
    return replace(match, played=tuple(scored(*pair) for pair in points))


def test_a_match_ends_at_its_target_and_a_tie_there_takes_one_more_hand():
    match = ScoreMatch(official(), target=505)
    assert not after_hands(match, (500, 100)).over
    ended = after_hands(match, (500, 100), (-50, 420))
    assert (ended.over, ended.winner, ended.scores) == (True, 1, (450, 520))
    tied = after_hands(match, (505, 505))
    assert (tied.over, tied.winner) == (False, None)
    assert after_hands(match, (505, 505), (10, 0)).winner == 0


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (((0, 420), (0, 0), (0, 0)), (6, 14)),
        (((50, 0), (0, 0), (0, 0)), (10, 10)),
        (((1505, 0),) + ((0, 0),) * 2, (20, 0)),
    ],
)
def test_victory_points_of_three_hands(points, expected):
    match = after_hands(ScoreMatch(official(), hands=3), *points)
    assert (match.over, match.victory_points) == (True, expected)
    assert after_hands(match, *points[:2]).victory_points is None
    assert after_hands(ScoreMatch(official(), hands=2), *points[:2]).victory_points is None


def test_a_match_by_hands_may_end_in_a_tie():
    match = after_hands(ScoreMatch(official(), hands=1), (30, 30))
    assert (match.over, match.winner) == (True, None)


@pytest.mark.parametrize("rules", [official(), official(4), article()])
def test_burraco_matches_are_played_on_with_the_deal_going_round(rules):
    bot = HardBurraco()
    match = ScoreMatch(rules, target=2005)
    hands = 0
    while not match.over:
        assert match.dealer == hands % rules.seats
        cards = double_deck()
        shuffle(cards, random.Random(hands))
        state = match.deal(cards)
        assert state.actor == (match.dealer + 1) % rules.seats
        with pytest.raises(MatchError, match="not over"):
            match.after(state)
        rng = random.Random(hands)
        while state.actor is not None:
            state = state.apply(bot.act(state.view(state.actor), rng))
        before, match = match, match.after(state)
        won = [after - earlier for after, earlier in zip(match.scores, before.scores, strict=True)]
        assert tuple(won) == state.payoffs[:2]
        hands += 1
    assert max(match.scores) >= 2005
    with pytest.raises(MatchError, match="the match is over after"):
        match.deal(double_deck())


def test_what_a_burraco_match_does_not_allow():
    for settings in ({"target": 0}, {"hands": 9}, {"hands": 0}, {"target": 505, "hands": 3}, {"target": True}):
        with pytest.raises(MatchError):
            ScoreMatch(official(), **settings)
    assert ScoreMatch(official()).stop().over
