"""Hands of Burraco as lines of JSON: saved, read back, and refused when they are wrong."""

import json
import random
from dataclasses import replace

import pytest

from mazzo.bots.burraco import HardBurraco
from mazzo.burraco import DRAW, UNDO, Discard, Lay, article, official
from mazzo.burraco.log import Log, LogError, deck_of, from_json, read_many, to_json, write
from mazzo.burraco.wire import from_wire, rules_from_json, rules_to_json, to_wire
from mazzo.cards import UNKNOWN
from mazzo.wire import WireError


def played(rules, seed: str = "7", *, by_deck: bool = False) -> Log:
    log = Log(
        rules, deck_of(seed), 1, names=tuple("ABCD"[: rules.seats]), seed=None if by_deck else seed, before=(5, -10)
    )
    state, rng, bot = rules.deal(log.deck, log.dealer), random.Random(seed), HardBurraco()
    while state.actor is not None:
        action = bot.act(state.view(state.actor), rng)
        log, state = log.then(action), state.apply(action)
    return log


@pytest.mark.parametrize("rules", [article(), official(), official(4), official(turn_cap=90, semi_wild_inside=True)])
@pytest.mark.parametrize("by_deck", [False, True])
def test_hands_are_read_back_as_they_were(rules, by_deck):
    log = played(rules, by_deck=by_deck)
    text = write(log)
    assert list(read_many(text)) == [log]
    assert ("deck" in json.loads(text)) == by_deck
    assert json.loads(text)["payoffs"] == list(log.final().payoffs)


def test_what_was_taken_back_is_in_the_log():
    log = Log(official(), deck_of("1"), 0)
    state = log.rules.deal(log.deck)
    log = log.then(DRAW)
    lay = next(action for action in state.apply(DRAW).actions() if isinstance(action, Lay))
    log = log.then(lay).then(UNDO)
    assert from_json(to_json(log)) == log
    assert log.final().hands == state.apply(DRAW).hands


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("v", 2, "is no hand of version 1"),
        ("rules", {"v": 1, "game": "bridge"}, "is no rules of version 1 of burraco"),
        ("rules", {"v": 1, "game": "burraco", "settings": {"name": "official"}}, "rules without ace_high"),
        ("moves", [["fly"]], "is no action or event"),
        ("moves", [["draw"], ["draw"]], "a turn has one draw"),
        ("moves", [["drew", 0]], "is no action"),
        ("moves", [["draw"], ["discard", "Zz"]], "not a rank"),
        ("moves", [["draw"], ["discard", "7h7h"]], "2 cards where one is wanted"),
        ("seed", 5, "seed = 5 is no str"),
        ("dealer", 7, "dealer 7"),
        ("payoffs", [1, 2], "it says that the payoffs were [1, 2]; played again they are"),
        ("before", [1], "two numbers"),
        ("names", 3, "names = 3 is no list"),
        ("names", [1, 2], "texts"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(name, value, message):
    good = write(played(official()))
    bad = json.dumps(json.loads(good) | {name: value})
    first, error, last = read_many(f"{good}\n{bad}\n{good}")
    assert isinstance(error, LogError)
    assert str(error).startswith("line 3: ")
    assert message in str(error)
    assert first == last != error


def test_no_json_and_missing_parts_are_refused():
    data = json.loads(write(played(official())))
    for name in ("rules", "moves", "dealer", "names", "before", "seed"):
        (error,) = read_many(json.dumps({key: part for key, part in data.items() if key != name}))
        assert isinstance(error, LogError), name
    (error,) = read_many("{")
    assert "line 1: no JSON" in str(error)


def test_actions_on_the_wire():
    assert to_wire(Discard(52)) == ["discard", "JK"]
    assert from_wire(["lay", "JK 5s 7s"]) == Lay((52, 15, 23))
    for data in (["lay", 5], ["discard"], ["extend", "0", "7h"], [], "draw", None, ["laid", 0, 0, "7h", {}]):
        with pytest.raises(WireError):
            from_wire(data)


def test_rules_on_the_wire_are_checked():
    data = rules_to_json(article())
    assert rules_from_json(json.loads(json.dumps(data))) == article()
    for name, value in (("natural_two", "yes"), ("pot_mode", "never"), ("turn_cap", 0), ("unknown", 1)):
        with pytest.raises(ValueError, match=name):
            rules_from_json({**data, "settings": data["settings"] | {name: value}})


@pytest.mark.parametrize("rules", [article(), official(), official(4)])
def test_what_a_seat_did_not_see_is_not_in_its_log(rules):
    """Two hands that differ only in the cards that are left in the stock and the pots give the same."""
    log = played(rules, by_deck=True)
    last = log.final()
    left = log.deck[last.next_card :]
    assert left
    twin = replace(log, deck=(*log.deck[: last.next_card], *reversed(left)))
    for seat in (*range(rules.seats), None):
        seen = log.seen_by(seat)
        assert write(seen) == write(twin.seen_by(seat))
        assert seen.final().history == last.history
        assert seen.deck.count(UNKNOWN) >= len(left)
        assert list(read_many(write(seen))) == [seen]
