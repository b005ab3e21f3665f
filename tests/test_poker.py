"""The hand engine: cases from rules and bug reports."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from cases import Case, poker_cases

from mazzo.cards import format_cards, parse_cards
from mazzo.game import IllegalAction
from mazzo.poker import (
    CALL,
    CHECK,
    FOLD,
    Exchange,
    Raise,
    Rules,
    State,
    casual_holdem,
    fixed_limit_draw,
    fixed_limit_holdem,
    no_limit_holdem,
)
from mazzo.poker.actions import Board, Mucked, Returned, Shown, Won
from mazzo.poker.pots import pots, split

ENGINE_CASES = json.loads((Path(__file__).parent / "cases" / "poker_engine.json").read_text(encoding="utf-8"))["cases"]
HAND_CASES = [case for case in ENGINE_CASES if case["game"] != "table"]


def rules_of(case: Case) -> Rules:
    setup = case["setup"]
    match case["game"]:
        case "nlhe":
            return no_limit_holdem((setup["sb"], setup["bb"]), setup["ante"])
        case "casual_holdem":
            return casual_holdem((setup["sb"], setup["bb"]))
        case "flhe":
            bets = (setup["small_bet"], setup["big_bet"])
            return fixed_limit_holdem((setup["sb"], setup["bb"]), bets, setup["max_raises"] + 1)
        case "fl5cd":
            bets = (setup["small_bet"], setup["big_bet"])
            return fixed_limit_draw(setup["ante"], bets, setup["max_raises"], setup["max_exchange"])
    raise AssertionError(case["game"])


def deck_of(case: Case) -> list[int]:
    """A deck that deals the hole cards, then the board or what is drawn, and then the rest."""
    setup = case["setup"]
    seats, button = setup["seats"], setup["button"]
    order = [(button + 1 + place) % seats for place in range(seats)]
    hole = {int(seat): parse_cards(cards) for seat, cards in case.get("hole", {}).items()}
    drawn = [card for step in case["steps"] for card in parse_cards(step.get("receives", ""))]
    following = list(parse_cards(case.get("board", ""))) + drawn
    rest = [card for card in range(52) if card not in following and card not in sum(hole.values(), ())]
    size = 5 if case["game"] == "fl5cd" else 2
    hands = [list(hole.get(seat, ())) or [rest.pop() for _ in range(size)] for seat in order]
    return [hand[place] for place in range(size) for hand in hands] + following + rest


def action_of(step: dict[str, Any], state: State) -> Any:
    match step["action"]:
        case "fold":
            return FOLD
        case "check":
            return CHECK
        case "call":
            return CALL
        case "raise_to" | "bet_to":
            return Raise(step["to"])
        case "raise_by":
            return state.raise_by(step["by"])
        case "draw":
            return Exchange(parse_cards(step["discard"]))
    raise AssertionError(step)


def check_expectation(step: dict[str, Any], state: State) -> None:
    actions = state.actions()
    assert state.actor == step["to_act"]
    if "call" in step:
        assert actions.call == step["call"]
    if "can_check" in step:
        assert (CHECK in actions) == step["can_check"]
    if "can_raise" in step:
        assert (actions.low > 0) == step["can_raise"]
    if "min_to" in step:
        assert actions.low == step["min_to"]
    if "max_to" in step:
        assert actions.high == step["max_to"]
    if "min_by" in step:
        assert actions.low - state.level == step["min_by"]
    if "street" in step:
        assert state.rules.streets[state.street].name == step["street"]
    if "phase" in step:
        assert actions.hand
    for _, cards in step.get("refused", []):
        discards = tuple(parse_cards(cards[i : i + 2])[0] for i in range(0, len(cards), 2))
        before = state.history
        assert Exchange(discards) not in actions
        with pytest.raises(IllegalAction):
            state.apply(Exchange(discards))
        assert state.history == before


@pytest.mark.parametrize("case", HAND_CASES, ids=[case["id"] for case in HAND_CASES])
def test_engine_case(case: Case):
    setup = case["setup"]
    state = rules_of(case).deal(setup["stacks"], setup["button"], deck_of(case))
    for step in case["steps"]:
        if step["type"] == "expect":
            check_expectation(step, state)
        else:
            assert state.actor == step["seat"]
            state = state.apply(action_of(step, state))
    if "final" in case:
        check_final(case["final"], state)


def check_final(final: dict[str, Any], state: State) -> None:
    assert state.payoffs is not None
    assert sum(state.payoffs) == 0
    if "stacks" in final:
        assert list(state.stacks) == final["stacks"]
    if "pots" in final:
        assert [[pot.chips, list(pot.seats)] for pot in state.pots()] == final["pots"]
    if "board_cards" in final:
        assert len(state.board) == final["board_cards"]
    if "returned" in final:
        returned = {str(event.seat): event.chips for event in state.history if isinstance(event, Returned)}
        assert returned == final["returned"]
    if "show_order" in final:
        shown = [event.seat for event in state.history if isinstance(event, Shown | Mucked)]
        assert shown == final["show_order"]
    if "shown_before_runout" in final:
        kinds = [event for event in state.history if isinstance(event, Shown | Board)]
        before = [event.seat for event in kinds[: kinds.index(next(e for e in kinds if isinstance(e, Board)))]]
        assert sorted(before) == final["shown_before_runout"]
    if "mucked" in final:
        assert [event.seat for event in state.history if isinstance(event, Mucked)] == final["mucked"]


ACTIONS = {"fold": FOLD, "check": CHECK, "call": CALL}


def act(state: State, text: str) -> State:
    seat, name, *amount = text.split()
    assert state.actor == int(seat)
    return state.apply(Raise(int(amount[0])) if amount else ACTIONS[name])


def unshuffled(seed: int = 1) -> list[int]:
    deck = list(range(52))
    random.Random(seed).shuffle(deck)
    return deck


# ---- Cases of poker.jsonl ----


def deck_by_rank(best_to_worst: list[int], seats: int, button: int) -> list[int]:
    """A deck in which the seats' hold'em hands are pairs, best first, and the board helps nobody."""
    pairs = [parse_cards(f"{rank}c{rank}d") for rank in "AKQJT"]
    hole = dict(zip(best_to_worst, pairs, strict=False))
    order = [(button + 1 + place) % seats for place in range(seats)]
    board = list(parse_cards("2h7s9h3s4s"))
    dealt = [hole[seat][place] for place in range(2) for seat in order] + board
    return dealt + [card for card in range(52) if card not in dealt]


def check_answer(answer: dict[str, Any], state: State) -> None:
    actions = state.actions()
    for name, expected in answer.items():
        match name:
            case "to_act":
                assert state.actor == expected
            case "street":
                assert state.rules.streets[state.street].name == expected
            case "legal":
                legal = {type(action).__name__.lower() for action in actions}
                assert legal == set(expected)
            case "min_raise_to":
                assert actions.low == expected
            case "call_amount":
                assert actions.call == expected
            case "call_to":
                assert state.level == expected
            case "pots":
                pots_ = [[pot.chips, list(pot.seats)] for pot in state.pots()]
                assert pots_ == [[p["amount"], p["eligible"]] if isinstance(p, dict) else p for p in expected]
            case "final_stacks":
                assert list(state.stacks) == expected
            case "betting_closed":
                assert (state.actor is None) == expected
            case "board_cards" | "board_dealt":
                assert len(state.board) == expected
            case "cards_shown":
                assert [event for event in state.history if isinstance(event, Shown)] == expected
            case "seat2_posts":
                assert state.bets[2] == expected
            case "seat2_stack":
                assert state.stacks[2] == expected
            case "to_call_for_others":
                assert actions.call == expected
            case "reject":
                for text in expected:
                    with pytest.raises(IllegalAction):
                        act(state, text)
            case "stacks_before_payout" | "max_steps" | "seat2_all_in" | "rule":
                pass  # said by the other answers of the case
            case _:
                pytest.fail(f"no check for {name}")


def nlhe_case(case: Case) -> None:
    given, answer = case["input"], case["expected"]["answer"]
    seats = len(given["stacks"])
    deck = deck_by_rank(given.get("best_to_worst", list(range(seats))), seats, given["button"])
    state = no_limit_holdem(tuple(given["blinds"])).deal(given["stacks"], given["button"], deck)
    if "try" in given:
        amounts = {"NaN": float("nan"), "4.5": 4.5, '"4"': "4", "true": True}
        for text in given["try"]:
            amount = text.split()[2]
            with pytest.raises(IllegalAction):
                state.apply(Raise(amounts[amount] if amount in amounts else int(amount)))
        assert state == no_limit_holdem(tuple(given["blinds"])).deal(given["stacks"], given["button"], deck)
        return
    if "actions_river" in given:
        for text in ("0 call", "1 check", "1 check", "0 check", "1 check", "0 check", *given["actions_river"]):
            state = act(state, text)
        assert state.stacks[0] == 0
        return
    accepted = []
    for text in given.get("actions", []):
        try:
            state = act(state, text) if state.actor is not None else state.apply(ACTIONS[text.split()[1]])
            accepted.append(True)
        except IllegalAction:
            accepted.append(False)
    assert accepted == answer.pop("accepted", [True] * len(accepted))
    check_answer(answer, state)


def pots_case(case: Case) -> None:
    given, answer = case["input"], dict(case["expected"]["answer"])
    contributions, button = given["contrib"], given["button"]
    seats = len(contributions)
    live = [seat for seat in range(seats) if contributions[seat] and seat not in given["folded"]]
    ranks = given.get("tie_groups") or [[seat] for seat in given["best_to_worst"]]
    payout = [0] * seats
    for pot in pots(contributions, live):
        best = next(group for group in ranks if set(group) & set(pot.seats))
        winners = sorted((seat for seat in best if seat in pot.seats), key=lambda seat: (seat - button - 1) % seats)
        for seat, chips in zip(winners, split(pot.chips, winners), strict=True):
            payout[seat] += chips
    expected = answer["payout"]
    assert payout == (expected if isinstance(expected, list) else [expected.get(str(seat), 0) for seat in range(seats)])
    assert sum(payout) == sum(contributions)


@poker_cases("engine")
def test_case(case: Case):
    if case["input"]["game"] == "table":
        return  # EN-032 and EN-036 are about hands in sequence: test_match.py
    {"NLHE": nlhe_case, "pots": pots_case}[case["input"]["game"]](case)


@poker_cases("draw")
def test_draw_case(case: Case):
    answer = case["expected"]["answer"]
    match case["id"]:
        case "DR-002":
            state = fixed_limit_draw(max_exchange=3).deal([100] * 5, 0, unshuffled())
            for _ in range(5):
                state = state.apply(CHECK)
            assert 52 - state.next_card == answer["stub_after_deal"]
            for _ in range(5):
                assert state.actor is not None
                state = state.apply(Exchange(state.hole[state.actor][:3]))
            assert state.next_card == answer["cards_needed"]
        case "DR-004":
            state = fixed_limit_draw().deal([100, 100], 1, unshuffled()).apply(CHECK).apply(CHECK)
            after = state.apply(Exchange(state.hole[0][:1]))
            assert len(after.hole[0]) == answer["hand_size"]
            assert after.actor == 1
            with pytest.raises(IllegalAction):
                after.apply(Exchange(state.hole[0][:1]))
        case "DR-006":
            state = fixed_limit_draw(max_raises=0).deal([100, 100], 1, unshuffled())
            state = state.apply(Raise(10))
            assert Raise(20) not in state.actions()
            assert CALL in state.actions()
            assert list(state.actions())
        case "DR-008":
            hands = [parse_cards(hand) for hand in case["input"]["showdown"]]
            deck = [hand[place] for place in range(5) for hand in hands[1:] + hands[:1]]
            state = fixed_limit_draw().deal([100] * 3, 0, deck + [c for c in range(52) if c not in deck])
            for _ in range(3):
                state = state.apply(CHECK)
            for _ in range(3):
                state = state.apply(Exchange())
            for _ in range(3):
                state = state.apply(CHECK)
            assert [event.seat for event in state.history if isinstance(event, Won)] == answer["order"][:1]
        case number:
            pytest.fail(f"no runner for {number}")


def test_who_won_says_with_which_cards():
    state = no_limit_holdem((1, 2)).deal([100, 100], 1, deck_by_rank([0, 1], 2, 1))
    for action in (CALL, CHECK, CHECK, CHECK, CHECK, CHECK, CHECK, CHECK):
        state = state.apply(action)
    (won,) = (event for event in state.history if isinstance(event, Won))
    assert (won.seat, won.chips, won.pot) == (0, 4, 0)
    assert format_cards(won.cards) == "AcAd9h7s4s"


def test_a_winner_may_show_and_others_too():
    state = no_limit_holdem((1, 2)).deal([100, 100], 1, unshuffled())
    with pytest.raises(IllegalAction, match="before the hand is over"):
        state.show(0)
    over = state.apply(FOLD)
    assert over.show(0).events == (Shown(0, over.hole[0]),)
    assert over.show(1).history == (*over.history, Shown(1, over.hole[1]))
