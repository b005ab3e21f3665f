"""Hands in the poker hand history format, PHH: TOML, one hand a file (`.phh`) or many (`.phhs`).

Variants NT, FT and PO (no-limit and fixed-limit hold'em, pot-limit Omaha). Players stand from the
button's left, so the last has the button; heads-up the first is the big blind. Fields that are not
needed to play the hand are kept and written again.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final

from mazzo.cards import CardError, format_cards, parse_cards
from mazzo.game import IllegalAction
from mazzo.poker.actions import CALL, CHECK, FOLD, Acted, Action, Board, Dealt, Mucked, Raise, Shown
from mazzo.poker.hand import State
from mazzo.poker.histories.history import History, HistoryError, deck_in_order
from mazzo.poker.rules import Rules, RulesError, fixed_limit_holdem, no_limit_holdem, pot_limit_omaha

_NEEDED: Final = ("variant", "antes", "blinds_or_straddles", "starting_stacks", "actions")
_AMOUNTS: Final = ("antes", "blinds_or_straddles", "starting_stacks")
_BETS: Final = ("min_bet", "small_bet", "big_bet")

_RAISED: Final = re.compile(r"^\s*\S+\s+cbr\s+(\d+(?:\.\d+)?)(?=\s|#|$)", re.ASCII)

# Each hand of many is read alone, so that one that is no TOML costs no other.
_HEADER: Final = re.compile(r"^(\[[^\s\[\].,]+\])[^\S\n]*(?:#.*)?$", re.MULTILINE)
_FIELD: Final = re.compile(r"^\s*[^\s#]", re.MULTILINE)


def read(text: str) -> History:
    """Read one hand; what is wrong is a `HistoryError` that says where."""
    return _read_fields(_load(text))


def read_many(text: str) -> Iterator[History | HistoryError]:
    """Read the hands of a `.phhs` file: each, or what is wrong with it, with its line in the file."""
    headers = list(_HEADER.finditer(text))
    starts = [header.start() for header in headers] + [len(text)]
    before = text[: starts[0]]
    if not headers or _FIELD.search(before):
        yield HistoryError("line 1: no hand; hands are tables, [1], [2] and so on")
    line = 1 + before.count("\n")
    for header, end in zip(headers, starts[1:], strict=True):
        try:
            yield read(text[header.end() : end])
        except HistoryError as error:
            yield HistoryError(f"hand {header[1]} of line {line}: {error}")
        line += text.count("\n", header.start(), end)


def write(history: History) -> str:
    """Write a hand as PHH; reading it gives the same hand."""
    lines = [f"{name} = {_to_toml(value)}" for name, value in _fields_of(history).items()]
    return "\n".join(lines) + "\n"


def _load(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise HistoryError(f"no TOML: {error}") from None


# ---- Reading ----


def _read_fields(fields: Mapping[str, Any]) -> History:
    _check_fields(fields)
    amounts = [*fields["antes"], *fields["blinds_or_straddles"], *fields["starting_stacks"]]
    amounts += [fields[name] for name in _BETS if name in fields]
    amounts += [Decimal(amount) for action in fields["actions"] for amount in _RAISED.findall(action)]
    unit = min((Decimal(1).scaleb(_exponent(amount)) for amount in amounts), default=Decimal(1))
    chips: Callable[[Any], int] = lambda amount: int(Decimal(amount) / unit)  # noqa: E731
    stacks = tuple(map(chips, fields["starting_stacks"]))
    seats, button = len(stacks), len(stacks) - 1
    try:
        rules = _read_rules(fields, chips)
        hands, following, plays = _read_deals(fields["actions"])
        deck = deck_in_order(rules, seats, button, hands, following)
        actions = _read_actions(plays, rules.deal(stacks, button, deck), chips)
    except (CardError, RulesError, IllegalAction) as error:
        raise HistoryError(str(error)) from None
    names = tuple(fields.get("players", ()))
    extra = {name: value for name, value in fields.items() if name not in (*_NEEDED, *_BETS, "players")}
    return History(rules, stacks, button, deck, actions, names, unit, MappingProxyType(extra))


def _check_fields(fields: Mapping[str, Any]) -> None:
    for name in (*_NEEDED, *(_BETS[1:] if fields.get("variant") == "FT" else ())):
        if name not in fields:
            raise HistoryError(f"no field {name!r}")
    kinds = dict.fromkeys(_AMOUNTS, _is_amount) | dict.fromkeys(("players", "actions"), _is_text)
    for name, is_right in kinds.items():
        value = fields.get(name, [])
        if not isinstance(value, list) or not all(map(is_right, value)):
            raise HistoryError(f"{name} = {value!r} is no list of {'amounts' if name in _AMOUNTS else 'texts'}")
    for name in _AMOUNTS[:2]:
        if len(fields[name]) != len(fields["starting_stacks"]):
            raise HistoryError(f"{len(fields[name])} {name} for {len(fields['starting_stacks'])} starting_stacks")
    for name in _BETS:
        if not _is_amount(fields.get(name, 0)):
            raise HistoryError(f"{name} = {fields[name]!r} is no amount")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_amount(value: Any) -> bool:
    return type(value) is int or (isinstance(value, Decimal) and value.is_finite())


def _exponent(amount: Any) -> int:
    exponent = Decimal(amount).as_tuple().exponent
    return min(exponent, 0) if isinstance(exponent, int) else 0


def _read_rules(fields: Mapping[str, Any], chips: Callable[[Any], int]) -> Rules:
    posts = [chips(post) for post in fields["blinds_or_straddles"] if post]
    antes = [chips(ante) for ante in fields["antes"]]
    paying = [seat for seat, ante in enumerate(antes) if ante]
    everybody, big_blind = list(range(len(antes))), [0 if len(antes) == 2 else 1]
    if len(posts) not in (2, 3) or paying not in ([], everybody, big_blind) or len({antes[i] for i in paying}) > 1:
        raise HistoryError(f"antes {antes} and blinds {posts} are none that are played here")
    blinds = (posts[0], posts[1])
    ante = antes[paying[0]] if paying else 0
    match fields["variant"]:
        case "NT":
            straddle = posts[2] if len(posts) == 3 else 0
            return no_limit_holdem(blinds, ante, big_blind_antes=paying == big_blind, straddle=straddle)
        case "FT" if not ante:
            return fixed_limit_holdem(blinds, (chips(fields["small_bet"]), chips(fields["big_bet"])))
        case "PO" if not ante:
            return pot_limit_omaha(blinds)
    raise HistoryError(f"variant {fields['variant']!r} with antes {antes} is none that is played here: NT, FT, PO")


def _read_deals(
    lines: list[str],
) -> tuple[dict[int, tuple[int, ...]], list[int], list[tuple[int, list[str]]]]:
    """The cards of each seat, those that followed, and the rest: what players did, with its line."""
    hands: dict[int, tuple[int, ...]] = {}
    following: list[int] = []
    plays = []
    for number, line in enumerate(lines, 1):
        match line.partition("#")[0].split():
            case ["d", "db", cards]:
                following += parse_cards(cards)
            case ["d", "dh", player, cards]:
                if "?" not in cards:
                    hands[_seat(player, number)] = parse_cards(cards)
            case [player, "sm", cards] if "?" not in cards:
                hands.setdefault(_seat(player, number), parse_cards(cards))
            case [_, "sm", *_]:
                pass  # a hand was put away
            case [player, *words] if words:
                plays.append((number, [player, *words]))
            case _:
                raise HistoryError(f"action {number}, {line!r}, cannot be read")
    return hands, following, plays


def _seat(player: str, number: int) -> int:
    if player[:1] != "p" or not player[1:].isdecimal() or int(player[1:]) < 1:
        raise HistoryError(f"action {number}: {player!r} is no player; they are p1, p2 and so on")
    return int(player[1:]) - 1


def _read_actions(plays: list[tuple[int, list[str]]], state: State, chips: Callable[[Any], int]) -> tuple[Action, ...]:
    actions: list[Action] = []
    for number, (player, *words) in plays:
        if state.actor != _seat(player, number):
            raise HistoryError(f"action {number}: {player} acts, where it is the turn of seat {state.actor}")
        match words:
            case ["f"]:
                action: Action = FOLD
            case ["cc"]:
                action = CALL if state.actions().call else CHECK
            case ["cbr", amount] if _RAISED.fullmatch(f"{player} cbr {amount}"):
                action = Raise(chips(amount))
            case _:
                raise HistoryError(f"action {number}, {' '.join(words)!r}, is none of f, cc and cbr AMOUNT")
        try:
            state = state.apply(action)
        except IllegalAction as error:
            raise HistoryError(f"action {number}: {error}") from None
        actions.append(action)
    return tuple(actions)


# ---- Writing ----

_CODES: Final = {"no_limit_holdem": "NT", "fixed_limit_holdem": "FT", "pot_limit_omaha": "PO"}


def _fields_of(history: History) -> dict[str, Any]:
    rules, seats = history.rules, len(history.stacks)
    if rules.name not in _CODES:
        raise HistoryError(f"{rules.name} has no code in PHH; {', '.join(_CODES)} have")
    if history.button != seats - 1:
        raise HistoryError(f"the button is at seat {history.button}; in PHH the last seat has it")

    def amount(chips: int) -> Decimal:
        return chips * history.unit

    big_blind = 0 if seats == 2 else 1
    pays = [not rules.big_blind_antes or seat == big_blind for seat in range(seats)]
    posts = (*rules.blinds, *(0,) * seats)[: max(seats, len(rules.blinds))]
    small, big = rules.streets[0].bet, rules.streets[-1].bet
    fields: dict[str, Any] = {
        "variant": _CODES[rules.name],
        "antes": [amount(rules.ante * paying) for paying in pays],
        "blinds_or_straddles": list(map(amount, posts)),
    }
    if rules.name == "fixed_limit_holdem":
        fields |= {"small_bet": amount(small), "big_bet": amount(big)}
    else:
        fields["min_bet"] = amount(small)
    fields["starting_stacks"] = list(map(amount, history.stacks))
    fields["actions"] = list(_action_lines(history, amount))
    if history.names:
        fields["players"] = list(history.names)
    return fields | dict(history.extra)


def _action_lines(history: History, amount: Callable[[int], Decimal]) -> Iterator[str]:
    first, *rest = history.states()
    for event in first.events:
        if isinstance(event, Dealt):
            yield f"d dh p{event.seat + 1} {format_cards(first.hole[event.seat])}"
    for state in (first, *rest):
        for event in state.events:
            match event:
                case Acted(seat, Raise(to)):
                    yield f"p{seat + 1} cbr {amount(to)}"
                case Acted(seat, action):
                    yield f"p{seat + 1} {'f' if action == FOLD else 'cc'}"
                case Board(cards):
                    yield f"d db {format_cards(cards)}"
                case Shown(seat, cards):
                    yield f"p{seat + 1} sm {format_cards(cards)}"
                case Mucked(seat):
                    yield f"p{seat + 1} sm"


def _to_toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return "[" + ", ".join(map(_to_toml, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {_to_toml(part)}" for key, part in value.items()) + "}"
        case _:
            return str(value)
