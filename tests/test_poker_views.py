"""Views: what a seat sees, and that it sees no more."""

import copy
import json
import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from poker_rules import RULES

from mazzo.cards import UNKNOWN, format_card
from mazzo.poker import (
    CALL,
    CHECK,
    FOLD,
    Actions,
    Exchange,
    Raise,
    RulesError,
    State,
    fixed_limit_draw,
    no_limit_holdem,
)
from mazzo.poker.wire import (
    WireError,
    from_wire,
    rules_from_json,
    rules_to_json,
    to_wire,
    view_from_json,
    view_to_json,
)


def random_action(state: State, rng: random.Random):
    """An action that does not look at cards: exchanges go by place."""
    actions = state.actions()
    if actions.hand:
        return Exchange(tuple(actions.hand[: rng.randint(0, actions.most)]))
    choices = [CALL if actions.call else CHECK] * 3 + [FOLD] * bool(actions.call)
    if actions.low:
        choices.append(Raise(rng.randint(actions.low, actions.high)))
    return rng.choice(choices)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_sampled_state_looks_the_same_and_plays_on(rules, seed):
    rng = random.Random(seed)
    seats = rng.randint(2, 4)
    state = rules.deal([rng.randint(5, 60) for _ in range(seats)], 0, rng.sample(range(52), 52))
    while state.actor is not None:
        for seat in (*range(seats), None):
            view = state.view(seat)
            sampled = view.sample(rng)
            assert sampled.view(seat) == view
            assert sorted(sampled.deck) == list(range(52))
            assert sampled.stacks == state.stacks
        while sampled.actor is not None:
            sampled = sampled.apply(random_action(sampled, rng))
        assert sum(sampled.payoffs or (1,)) == 0
        state = state.apply(random_action(state, rng))


def test_a_view_shows_ones_own_cards_and_those_shown():
    state = no_limit_holdem((1, 2)).deal([50, 50, 50], 0, list(range(52)))
    view = state.view(1)
    assert view.hole == ((UNKNOWN, UNKNOWN), state.hole[1], (UNKNOWN, UNKNOWN))
    assert state.view(None).hole == ((UNKNOWN, UNKNOWN),) * 3
    for idle in (view.actions, state.view(None).actions):
        assert list(idle) == []
        assert not any(action in idle for action in (FOLD, CHECK, CALL, Raise(4)))
        assert pickle.loads(pickle.dumps(idle)) == copy.deepcopy(idle) == idle != Actions(0, 0, 0)
    assert state.view(0).actions == state.actions()
    assert (view.pot, view.to_call) == (3, 1)
    assert view.pot_odds == pytest.approx(1 / 4)
    over = state.apply(Raise(50)).apply(CALL).apply(FOLD)
    assert over.view(None).hole == (over.hole[0], over.hole[1], (UNKNOWN, UNKNOWN))
    assert over.show(2).view(None).hole == over.hole
    assert over.view(2).to_call == 0
    with pytest.raises(ValueError, match="seat 3"):
        state.view(3)


def test_own_discards_are_ones_own():
    state = fixed_limit_draw().deal([50, 50], 1, list(range(52))).apply(CHECK).apply(CHECK)
    gone = state.hole[0][:2]
    state = state.apply(Exchange(gone))
    assert state.view(0).discarded == gone
    assert state.view(1).discarded == state.view(None).discarded == ()
    for seed in range(50):
        sampled = state.view(0).sample(random.Random(seed))
        assert not set(gone) & {*sampled.hole[1], *sampled.deck[sampled.next_card :]}


# ---- JSON ----


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_views_and_all_that_they_hold_go_to_json_and_back(rules, seed):
    rng = random.Random(seed)
    state = rules.deal([rng.randint(5, 60) for _ in range(3)], 0, rng.sample(range(52), 52))
    while True:
        for seat in (0, 1, 2, None):
            view = state.view(seat)
            text = json.dumps(view_to_json(view))
            assert view_from_json(json.loads(text)) == view
            hidden = {card for other in range(3) if view.hole[other] != state.hole[other] for card in state.hole[other]}
            assert not any(f'"{format_card(card)}' in text for card in hidden - {*view.board, *view.discarded})
        if state.actor is None:
            break
        action = random_action(state, rng)
        assert from_wire(json.loads(json.dumps(to_wire(action)))) == action
        state = state.apply(action)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_rules_go_to_json_and_back(rules):
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules


def test_rules_outside_the_registry_are_played_but_not_stored():
    rules = replace(no_limit_holdem((1, 2)), cap=2)
    with pytest.raises(RulesError, match="can be played but not stored"):
        rules_to_json(rules)


@pytest.mark.parametrize(
    "data",
    [
        None,
        "raise",
        [],
        ["rise", 300],
        ["raise"],
        ["raise", 300, 1],
        ["raise", 300.0],
        ["raise", True],
        ["raise", "300"],
        ["exchange", 5],
        ["exchange", "Ax"],
        ["acted", 0, ["rise"], 5],
    ],
)
def test_what_is_no_action_on_the_wire(data):
    with pytest.raises(ValueError, match=r"is no|takes|whole number|not a suit"):
        from_wire(data)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"v": 2, "game": "no_limit_holdem"},
        {"v": 1, "game": "bridge"},
        {"v": 1, "game": "casual_holdem", "settings": {"x": 1}},
    ],
)
def test_what_is_no_rules_on_the_wire(data):
    with pytest.raises(WireError):
        rules_from_json(data)
    with pytest.raises(WireError):
        view_from_json(data)
