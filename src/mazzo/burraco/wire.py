"""Actions, events, rules and views as JSON, and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from mazzo.burraco import actions
from mazzo.burraco.actions import Action, Actions, Event, Phase, no_actions
from mazzo.burraco.melds import Meld
from mazzo.burraco.rules import Rules, changed, official
from mazzo.burraco.scoring import Score
from mazzo.burraco.view import View
from mazzo.cards import CardError, format_card, format_cards, parse_cards
from mazzo.wire import VERSION, Codec, WireError, whole

GAME = "burraco"


def to_wire(item: Action | Event) -> list[Any]:
    """Give an action or event as a list: its name, and what it says.

    >>> from mazzo.burraco import Lay
    >>> to_wire(Lay((52, 8, 16)))
    ['lay', 'JK4c6c']
    """
    return _CODEC.to_wire(item)


def from_wire(data: object) -> Any:
    """Give the action or event of such a list.

    >>> from_wire(["extend", 0, "7h"])
    Extend(meld=0, cards=(22,))
    """
    return _CODEC.from_wire(data)


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """Give rules by their settings."""
    return {
        "v": VERSION,
        "game": GAME,
        "settings": {part.name: getattr(rules, part.name) for part in fields(rules)},
    }


def rules_from_json(data: Mapping[str, Any]) -> Rules:
    """Give the rules of such settings.

    >>> from mazzo.burraco import official
    >>> rules_from_json(rules_to_json(official(4))) == official(4)
    True
    """
    settings = data.get("settings")
    if data.get("v") != VERSION or data.get("game") != GAME or not isinstance(settings, Mapping):
        raise WireError(f"{data!r} is no rules of version {VERSION} of {GAME}")
    missing = {part.name for part in fields(Rules)} - set(settings)
    if missing:
        raise WireError(f"rules without {', '.join(sorted(missing))}")
    return changed(official(), settings)


def view_to_json(view: View) -> dict[str, Any]:
    """Give a view as JSON: all of it, and nothing that it does not hold."""
    data: dict[str, Any] = {"v": VERSION}
    for part in fields(view):
        value = getattr(view, part.name)
        match part.name:
            case "rules":
                data["rules"] = rules_to_json(value)
            case "hands":
                data["hands"] = [format_cards(cards) for cards in value]
            case "pile":
                data["pile"] = format_cards(value)
            case "melds":
                data["melds"] = [[_meld_to_json(view.rules, meld) for meld in side] for side in value]
            case "events" | "history":
                data[part.name] = [to_wire(event) for event in value]
            case "opened":
                data["opened"] = sorted(value)
            case "actions":
                data["actions"] = _actions_to_json(value)
            case "scores":
                data["scores"] = value and [_score_to_json(score) for score in value]
            case _:
                data[part.name] = list(value) if isinstance(value, tuple) else value
    return data


def view_from_json(data: Mapping[str, Any]) -> View:
    """Give the view of such JSON."""
    if data.get("v") != VERSION:
        raise WireError(f"a view of version {data.get('v')!r}; this reads version {VERSION}")
    missing = [part.name for part in fields(View) if part.name not in data]
    if missing:
        raise WireError(f"a view without {', '.join(missing)}")
    rules, seat = rules_from_json(data["rules"]), data["seat"]
    values: dict[str, Any] = {}
    hands = tuple(map(_cards, data["hands"]))
    melds = tuple(tuple(map(_meld, side)) for side in data["melds"])
    for part in fields(View):
        value = data[part.name]
        values[part.name] = tuple(value) if isinstance(value, list) else value
    hand = () if seat is None else hands[seat]
    return View(
        **values
        | {
            "rules": rules,
            "hands": hands,
            "melds": melds,
            "pile": _cards(data["pile"]),
            "opened": frozenset(data["opened"]),
            "phase": Phase(data["phase"]),
            "actions": _actions(rules, data["actions"], hand, () if seat is None else melds[seat & 1]),
            "events": tuple(map(from_wire, data["events"])),
            "history": tuple(map(from_wire, data["history"])),
            "scores": data["scores"] and tuple(map(_score, data["scores"])),
        }
    )


# ---- The parts ----


def _cards(text: object) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise WireError(f"{text!r} is no cards; they are text like 'JK7h'")
    try:
        return parse_cards(text, unknown=True, packs=2)
    except CardError as error:
        raise WireError(str(error)) from None


def _card(text: object) -> int:
    cards = _cards(text)
    if len(cards) != 1:
        raise WireError(f"{text!r} is {len(cards)} cards where one is wanted")
    return cards[0]


def _meld_to_json(rules: Rules, meld: Meld) -> dict[str, Any]:
    """A meld, and for who draws it the kind of burraco that it is."""
    return _bare(meld) | {"points": meld.points, "burraco": meld.burraco(rules)}


def _bare(meld: Meld) -> dict[str, Any]:
    return {"cards": format_cards(meld.cards), "low": meld.low, "wilds": list(meld.wilds)}


def _meld(data: Mapping[str, Any]) -> Meld:
    try:
        return Meld(_cards(data["cards"]), whole("low", data["low"]), tuple(data["wilds"]))
    except (KeyError, TypeError):
        raise WireError(f"{data!r} is no meld; it has cards, low and wilds") from None


def _actions_to_json(allowed: Actions) -> dict[str, Any]:
    """What may be done, beside what the view says of the hand and the melds."""
    if allowed.phase is Phase.OVER:
        return {}
    return {
        "has_pile": allowed.has_pile,
        "may_take_pot": allowed.may_take_pot,
        "may_undo": allowed.may_undo,
        "has_pot": allowed.has_pot,
        "barred": None if allowed.barred is None else format_card(allowed.barred),
        "phase": allowed.phase,
    }


def _actions(rules: Rules, data: Mapping[str, Any], hand: tuple[int, ...], melds: tuple[Meld, ...]) -> Actions:
    if not data:
        return no_actions(rules)
    return Actions(
        rules,
        Phase(data["phase"]),
        hand,
        melds,
        data["has_pile"],
        data["has_pot"],
        data["may_take_pot"],
        data["may_undo"],
        None if data["barred"] is None else _card(data["barred"]),
    )


def _score_to_json(score: Score) -> dict[str, int]:
    return {part.name: getattr(score, part.name) for part in fields(score)} | {"total": score.total}


def _score(data: Mapping[str, int]) -> Score:
    return Score(**{part.name: data[part.name] for part in fields(Score)})


def _write(name: str, value: Any) -> Any:
    match name:
        case "cards":
            return format_cards(value)
        case "card" | "upcard":
            return format_card(value)
        case "meld" if isinstance(value, Meld):
            return _bare(value)
    return value


def _read(name: str, value: Any) -> Any:
    match name:
        case "cards":
            return _cards(value)
        case "card" | "upcard":
            return _card(value)
        case "meld" if isinstance(value, Mapping):
            return _meld(value)
        case "stock_ended":
            return bool(value)
    return whole(name, value)


_CODEC = Codec(
    (
        *(actions.Draw, actions.TakePile, actions.TakePot, actions.Lay, actions.Extend, actions.Undo, actions.Discard),
        *(actions.Dealt, actions.Drew, actions.TookPile, actions.TookPot, actions.Laid, actions.TookBack),
        *(actions.Discarded, actions.Closed, actions.Stalled, actions.Left),
    ),
    _write,
    _read,
)
