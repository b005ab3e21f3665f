"""Hands as lines of JSON, one each: all that there is of a hand, for programs."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from mazzo.cards import CardError, format_cards, parse_cards
from mazzo.game import IllegalAction
from mazzo.poker.actions import Action
from mazzo.poker.histories.history import History, HistoryError, stored_rules
from mazzo.poker.rules import RulesError
from mazzo.poker.wire import from_wire, rules_from_json, to_wire
from mazzo.wire import VERSION, WireError

_LISTS = {"names": str, "stacks": int, "shown": int, "actions": list}
_FIELDS = {"v": int, "rules": dict, "button": int, "unit": str, "deck": str, "extra": dict} | dict.fromkeys(
    _LISTS, list
)


def to_json(history: History) -> dict[str, Any]:
    """Give a hand as JSON: what it takes to play it again, what happened, and what each seat won.

    `unit` is text like ``"0.01"``; dates in `extra` are text too.
    """
    final = history.final()
    return {
        "v": VERSION,
        "rules": stored_rules(history),
        "names": list(history.names),
        "stacks": list(history.stacks),
        "button": history.button,
        "unit": str(history.unit),
        "deck": format_cards(history.deck),
        "actions": [to_wire(action) for action in history.actions],
        "shown": list(history.shown),
        "hero": history.hero,
        "extra": _plain(dict(history.extra)),
        "events": [to_wire(event) for event in final.history],
        "payoffs": None if final.payoffs is None else list(final.payoffs),
    }


def from_json(data: object) -> History:
    """Give the hand of such JSON; its events and payoffs are played again."""
    if not isinstance(data, Mapping):
        raise HistoryError(f"{data!r} is no hand; a hand is an object")
    for name, kind in _FIELDS.items():
        if type(data.get(name)) is not kind:
            raise HistoryError(f"{name} = {data.get(name)!r} is no {kind.__name__}")
    for name, kind in _LISTS.items():
        if not all(type(part) is kind for part in data[name]):
            raise HistoryError(f"{name} = {data[name]!r} is no list of {kind.__name__}")
    if data["v"] != VERSION:
        raise HistoryError(f"a hand of version {data['v']}; this reads version {VERSION}")
    unit = _unit(data["unit"])
    seats = range(len(data["stacks"]))
    hero = data.get("hero")
    if hero is not None and hero not in seats:
        raise HistoryError(f"hero = {hero!r} is no seat; they are 0 to {len(seats) - 1}")
    try:
        history = History(
            rules=rules_from_json(data["rules"]),
            stacks=tuple(data["stacks"]),
            button=data["button"],
            deck=parse_cards(data["deck"], unknown=True),
            actions=tuple(_action(action) for action in data["actions"]),
            names=tuple(data["names"]),
            unit=unit,
            shown=tuple(data["shown"]),
            hero=hero,
            extra=MappingProxyType(data["extra"]),
        )
        history.final()
    except (CardError, IllegalAction, RulesError, WireError) as error:
        raise HistoryError(str(error)) from None
    return history


def _unit(text: str) -> Decimal:
    if not re.fullmatch(r"\d+(\.\d+)?(E[-+]?\d+)?", text, re.ASCII) or not Decimal(text):
        raise HistoryError(f"unit = {text!r} is no amount; it is like '0.01'")
    return Decimal(text)


def _action(data: list[Any]) -> Action:
    action = from_wire(data)
    if not isinstance(action, Action):
        raise WireError(f"{data!r} is no action; they are like ['raise', 300]")
    return action


def _plain(value: Any) -> Any:
    match value:
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case date() | time():
            return value.isoformat()
        case dict():
            return {name: _plain(part) for name, part in value.items()}
        case list() | tuple():
            return [_plain(part) for part in value]
    return value


def write(history: History) -> str:
    """Write a hand as a line of JSON."""
    return json.dumps(to_json(history), ensure_ascii=False) + "\n"


def read_many(text: str) -> Iterator[History | HistoryError]:
    """Read lines of JSON: each hand, or what is wrong with it, with its line in the file."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        yield HistoryError("line 1: no hand; each hand is a line of JSON")
    for number, line in lines:
        try:
            yield from_json(json.loads(line, parse_float=Decimal))
        except json.JSONDecodeError as error:
            yield HistoryError(f"line {number}: no JSON: {error}")
        except HistoryError as error:
            yield HistoryError(f"line {number}: {error}")
