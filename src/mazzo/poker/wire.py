"""Actions, events, rules and views as JSON, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from mazzo.cards import format_cards, parse_cards
from mazzo.poker import actions
from mazzo.poker.actions import Action, Actions, Event
from mazzo.poker.rules import MAKERS, Rules, RulesError
from mazzo.poker.view import View
from mazzo.wire import VERSION, Codec, WireError, whole


def to_wire(item: Action | Event) -> list[Any]:
    """Give an action or event as a list: its name, and what it says.

    >>> from mazzo.poker import Raise
    >>> to_wire(Raise(300))
    ['raise', 300]
    """
    return _CODEC.to_wire(item)


def from_wire(data: object) -> Any:
    """Give the action or event of such a list.

    >>> from_wire(["raise", 300])
    Raise(to=300)
    """
    return _CODEC.from_wire(data)


def _part_to_wire(_name: str, part: Any) -> Any:
    if isinstance(part, tuple):
        return format_cards(part)
    return to_wire(part) if _CODEC.knows(part) else part


def _part_from_wire(name: str, part: Any) -> Any:
    match name:
        case "cards":
            return _cards(part)
        case "action":
            return from_wire(part)
        case "what":
            return str(part)
    return whole(name, part)


_CODEC = Codec(
    (
        *(actions.Fold, actions.Check, actions.Call, actions.Raise, actions.Exchange),
        *(actions.Posted, actions.Dealt, actions.Board, actions.Acted, actions.Exchanged),
        *(actions.Returned, actions.Shown, actions.Mucked, actions.Won),
    ),
    _part_to_wire,
    _part_from_wire,
)


def _cards(text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise WireError(f"{text!r} is no cards; they are text like 'AsKd'")
    return parse_cards(text, unknown=True)


def _actions(parts: Sequence[Any]) -> Actions:
    if not parts:
        return actions.NO_ACTIONS
    call, low, high, hand, most = parts
    return Actions(call, low, high, _cards(hand), most)


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """Give rules that a maker of `mazzo.poker` made by its name and settings."""
    if rules.name not in MAKERS or rules.settings is None or MAKERS[rules.name](**dict(rules.settings)) != rules:
        raise RulesError(f"{rules.name!r} is not in the registry as it stands, and so can be played but not stored")
    return {"v": VERSION, "game": rules.name, "settings": dict(rules.settings)}


def rules_from_json(data: Mapping[str, Any]) -> Rules:
    """Give the rules of a name and settings.

    >>> from mazzo.poker import no_limit_holdem
    >>> rules_from_json(rules_to_json(no_limit_holdem((1, 2)))) == no_limit_holdem((1, 2))
    True
    """
    settings = data.get("settings")
    if data.get("v") != VERSION or data.get("game") not in MAKERS or not isinstance(settings, Mapping):
        raise WireError(f"{data!r} is no rules of version {VERSION} of {', '.join(MAKERS)}")
    try:
        return MAKERS[data["game"]](
            **{name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}
        )
    except (TypeError, ValueError) as error:
        raise WireError(f"{data!r}: {error}") from None


def view_to_json(view: View) -> dict[str, Any]:
    """Give a view as JSON: all of it, and nothing that it does not hold."""
    data: dict[str, Any] = {"v": VERSION}
    for field in fields(view):
        value = getattr(view, field.name)
        match field.name:
            case "rules":
                data["rules"] = rules_to_json(value)
            case "hole":
                data["hole"] = [format_cards(cards) for cards in value]
            case "board" | "discarded":
                data[field.name] = format_cards(value)
            case "events" | "history":
                data[field.name] = [to_wire(event) for event in value]
            case "actions":
                none = value == actions.NO_ACTIONS
                data["actions"] = (
                    [] if none else [value.call, value.low, value.high, format_cards(value.hand), value.most]
                )
            case _:
                data[field.name] = list(value) if isinstance(value, tuple) else value
    return data | {"pot": view.pot, "to_call": view.to_call, "pot_odds": view.pot_odds}


def view_from_json(data: Mapping[str, Any]) -> View:
    """Give the view of such JSON."""
    if data.get("v") != VERSION:
        raise WireError(f"a view of version {data.get('v')!r}; this reads version {VERSION}")
    values: dict[str, Any] = {}
    for field in fields(View):
        if field.name not in data:
            raise WireError(f"a view without {field.name!r}")
        value = data[field.name]
        match field.name:
            case "rules":
                value = rules_from_json(value)
            case "hole":
                value = tuple(map(_cards, value))
            case "board" | "discarded":
                value = _cards(value)
            case "events" | "history":
                value = tuple(map(from_wire, value))
            case "actions":
                value = _actions(value)
            case _:
                value = tuple(value) if isinstance(value, list) else value
        values[field.name] = value
    return View(**values)
