"""Hands of Burraco that were played, as lines of JSON: what it takes to play them again."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from mazzo.burraco.actions import Action
from mazzo.burraco.hand import State
from mazzo.burraco.places import seen_places
from mazzo.burraco.rules import Rules, RulesError
from mazzo.burraco.wire import from_wire, rules_from_json, rules_to_json, to_wire
from mazzo.cards import UNKNOWN, CardError, double_deck, format_cards, parse_cards, shuffle
from mazzo.game import IllegalAction
from mazzo.wire import VERSION, WireError


class LogError(ValueError):
    """A log that cannot be read, or that the rules do not allow."""


@dataclass(frozen=True, slots=True)
class Log:
    """One hand: the deck or the seed that it comes from, who dealt, and what was done.

    Cards of the deck that nobody drew may be unknown.

    `before` are the points of both sides from the hands before it in the match.
    """

    rules: Rules
    deck: tuple[int, ...]
    dealer: int
    actions: tuple[Action, ...] = ()
    names: tuple[str, ...] = ()
    seed: str | None = None
    before: tuple[int, int] = (0, 0)

    def states(self) -> Iterator[State]:
        """Give the state after the deal, and after each action."""
        state = self.rules.deal(_filled(self.deck), self.dealer)
        yield state
        for action in self.actions:
            state = state.apply(action)
            yield state

    def final(self) -> State:
        """Give the last state."""
        *_, last = self.states()
        return last

    def seen_by(self, seat: int | None) -> "Log":
        """Give the hand with the cards unknown that a seat did not see, even in the end.

        All cards of hands are seen in the end, so these are what is left of the stock, and of a pozzetto that
        nobody took.
        """
        seen = seen_places(self.final(), seat)
        deck = tuple(card if place in seen else UNKNOWN for place, card in enumerate(self.deck))
        return replace(self, deck=deck, seed=None)

    def then(self, action: Action) -> "Log":
        """Give the log with one more action."""
        return replace(self, actions=(*self.actions, action))


_FIELDS = {"rules": dict, "names": list, "dealer": int, "before": list, "moves": list}


def _filled(deck: tuple[int, ...]) -> list[int]:
    """A deck with some card that there is in each place that is not known."""
    rest = (Counter(double_deck()) - Counter(deck)).elements()
    return [next(rest, UNKNOWN) if card == UNKNOWN else card for card in deck]


def deck_of(seed: str) -> tuple[int, ...]:
    """Give the deck of a seed, the same on every machine."""
    deck = double_deck()
    shuffle(deck, Random(seed))
    return tuple(deck)


def to_json(log: Log) -> dict[str, Any]:
    """Give a hand as JSON, with what came of it."""
    final = log.final()
    cards = {"deck": format_cards(log.deck)} if log.seed is None else {"seed": log.seed}
    return {
        "v": VERSION,
        "rules": rules_to_json(log.rules),
        "names": list(log.names),
        "dealer": log.dealer,
        "before": list(log.before),
        **cards,
        "moves": [to_wire(action) for action in log.actions],
        "payoffs": final.payoffs and list(final.payoffs),
    }


def from_json(data: object) -> Log:
    """Give the hand of such JSON; what came of it is played again, and must be the same."""
    if not isinstance(data, Mapping) or data.get("v") != VERSION:
        raise LogError(f"{data!r} is no hand of version {VERSION}")
    for name, kind in (_FIELDS | {"seed" if "seed" in data else "deck": str}).items():
        if type(data.get(name)) is not kind:
            raise LogError(f"{name} = {data.get(name)!r} is no {kind.__name__}")
    if [type(points) for points in data["before"]] != [int, int] or set(map(type, data["names"])) - {str}:
        raise LogError(f"before = {data['before']!r}, names = {data['names']!r}: two numbers, and texts")
    try:
        deck = deck_of(data["seed"]) if "seed" in data else parse_cards(data["deck"], unknown=True, packs=2)
        log = Log(
            rules=rules_from_json(data["rules"]),
            deck=deck,
            dealer=data["dealer"],
            actions=tuple(map(_action, data["moves"])),
            names=tuple(data["names"]),
            seed=data.get("seed"),
            before=(data["before"][0], data["before"][1]),
        )
        payoffs = log.final().payoffs
    except (CardError, IllegalAction, RulesError, WireError) as error:
        raise LogError(str(error)) from None
    if list(payoffs or ()) != (data.get("payoffs") or []):
        raise LogError(f"it says that the payoffs were {data.get('payoffs')}; played again they are {payoffs}")
    return log


def write(log: Log) -> str:
    """Write a hand as a line of JSON."""
    return json.dumps(to_json(log)) + "\n"


def read_many(text: str) -> Iterator[Log | LogError]:
    """Read lines of JSON: each hand, or what is wrong with it, with its line in the file."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            yield from_json(json.loads(line))
        except json.JSONDecodeError as error:
            yield LogError(f"line {number}: no JSON: {error}")
        except LogError as error:
            yield LogError(f"line {number}: {error}")


def _action(data: object) -> Action:
    action = from_wire(data)
    if not isinstance(action, Action):
        raise WireError(f"{data!r} is no action; they are like ['discard', '7h']")
    return action
