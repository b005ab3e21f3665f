"""The hand engine: cases from rules and bug reports."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from cases import Case

from mazzo.cards import parse_cards
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
from mazzo.poker.actions import Board, Mucked, Returned, Shown

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
