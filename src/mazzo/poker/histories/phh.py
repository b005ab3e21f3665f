"""Hands in the poker hand history format, PHH: TOML, one hand a file (`.phh`) or many (`.phhs`).

Variants NT, FT and PO (no-limit and fixed-limit hold'em, pot-limit Omaha). Players stand from the
button's left, so the last has the button; heads-up the first is the big blind. Fields that are not
needed to play the hand are kept and written again.

Two fields are ours, with the underscore that the format leaves to its users. `_rules` are rules that
the format has no words for, as `mazzo.poker.wire` writes them, with amounts in the smallest unit that
the hand has; five-card draw is the variant `_fixed_limit_draw`, where `sd` are the cards that a player
puts away and the next `d dh` those that it gets. `_hero` is the player, counted from 1, through whose
eyes the hand is told.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final

from mazzo.cards import UNKNOWN, CardError, format_cards, parse_cards
from mazzo.game import IllegalAction
from mazzo.poker.actions import (
    CALL,
    CHECK,
    FOLD,
    Acted,
    Action,
    Board,
    Dealt,
    Exchange,
    Exchanged,
    Mucked,
    Raise,
    Shown,
)
from mazzo.poker.hand import State
from mazzo.poker.histories.history import (
    Drawn,
    Hands,
    History,
    HistoryError,
    as_played,
    check_boards,
    deck_in_order,
    shown_freely,
    stored_rules,
    with_shown,
)
from mazzo.poker.rules import Betting, Rules, RulesError, fixed_limit_holdem, no_limit_holdem, pot_limit_omaha
from mazzo.poker.wire import rules_from_json
from mazzo.wire import WireError

_NEEDED: Final = ("variant", "antes", "blinds_or_straddles", "starting_stacks", "actions")
_AMOUNTS: Final = ("antes", "blinds_or_straddles", "starting_stacks")
_BETS: Final = ("min_bet", "small_bet", "big_bet")
_RULES, _HERO = "_rules", "_hero"
_READ: Final = (*_NEEDED, *_BETS, "players", _RULES, _HERO)

_AMOUNT: Final = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_RAISED: Final = re.compile(rf"^\s*\S+\s+cbr\s+({_AMOUNT.pattern})(?=\s|#|$)", re.ASCII)

# Each hand of many is read alone, so that one that is no TOML costs no other.
_HEADER: Final = re.compile(r"^(\[[^\s\[\].,]+\])[^\S\n]*(?:#.*)?$", re.MULTILINE)
_FIELD: Final = re.compile(r"^\s*[^\s#]", re.MULTILINE)


def read(text: str, *, lenient: bool = False) -> History:
    """Read one hand; what is wrong is a `HistoryError` that says where.

    `lenient` takes as a call what some rooms let pass: a raise that nobody could call.
    """
    return _read_fields(_load(text), lenient)


def read_many(text: str, *, lenient: bool = False) -> Iterator[History | HistoryError]:
    """Read the hands of a `.phhs` file: each, or what is wrong with it, with its line in the file."""
    headers = list(_HEADER.finditer(text))
    starts = [header.start() for header in headers] + [len(text)]
    before = text[: starts[0]]
    if not headers or _FIELD.search(before):
        yield HistoryError("line 1: no hand; hands are tables, [1], [2] and so on")
    line = 1 + before.count("\n")
    for header, end in zip(headers, starts[1:], strict=True):
        try:
            yield read(text[header.end() : end], lenient=lenient)
        except HistoryError as error:
            yield HistoryError(f"hand {header[1]} of line {line}: {error}")
        line += text.count("\n", header.start(), end)


def write(history: History) -> str:
    """Write a hand as PHH; reading it gives the same hand, with seats numbered from the button's left."""
    fields = _fields_of(history.from_button())
    return "".join(f"{name} = {_to_toml(value)}\n" for name, value in fields.items())


def _load(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise HistoryError(f"no TOML: {error}") from None


# ---- Reading ----


@dataclass(slots=True)
class _Lines:
    """The actions of a file, sorted: cards that were seen, and what players did, with its number."""

    hands: Hands = field(default_factory=dict)
    boards: list[tuple[int, ...]] = field(default_factory=list)
    away: Hands = field(default_factory=dict)
    got: Hands = field(default_factory=dict)
    shown: Hands = field(default_factory=dict)
    plays: list[tuple[int, int, list[str]]] = field(default_factory=list)


def _read_fields(fields: Mapping[str, Any], lenient: bool) -> History:
    _check_fields(fields)
    amounts = [*fields["antes"], *fields["blinds_or_straddles"], *fields["starting_stacks"]]
    amounts += [fields[name] for name in _BETS if name in fields]
    amounts += [Decimal(amount) for action in fields["actions"] for amount in _RAISED.findall(action)]
    unit = min((Decimal(1).scaleb(_exponent(amount)) for amount in amounts), default=Decimal(1))
    chips: Callable[[Any], int] = lambda amount: int(Decimal(amount) / unit)  # noqa: E731
    stacks = tuple(map(chips, fields["starting_stacks"]))
    button = len(stacks) - 1
    try:
        rules = rules_from_json(fields[_RULES]) if _RULES in fields else _read_rules(fields, chips)
        lines = _read_lines(fields["actions"])
        draws = [Drawn(seat, away, lines.got.get(seat, (UNKNOWN,) * len(away))) for seat, away in lines.away.items()]
        hands, draws = with_shown(lines.hands, draws, lines.shown)
        following = [card for cards in (*lines.boards, *(draw.got for draw in draws)) for card in cards]
        deck = deck_in_order(rules, stacks, button, hands, following)
        actions, state = _read_plays(lines.plays, draws, rules.deal(stacks, button, deck), chips, lenient)
        shown = shown_freely(lines.shown, state)
    except (CardError, RulesError, IllegalAction, WireError) as error:
        raise HistoryError(str(error)) from None
    check_boards(lines.boards, state)
    extra = {name: value for name, value in fields.items() if name not in _READ}
    names = tuple(fields.get("players", ()))
    hero = fields[_HERO] - 1 if _HERO in fields else None
    return History(rules, stacks, button, deck, actions, names, unit, shown, hero, MappingProxyType(extra))


def _check_fields(fields: Mapping[str, Any]) -> None:
    for name in (*_NEEDED, *(_BETS[1:] if fields.get("variant") == "FT" else ())):
        if name not in fields:
            raise HistoryError(f"no field {name!r}")
    kinds = dict.fromkeys(_AMOUNTS, _is_amount) | dict.fromkeys(("players", "actions"), _is_text)
    for name, is_right in kinds.items():
        value = fields.get(name, [])
        if not isinstance(value, list) or not all(map(is_right, value)):
            raise HistoryError(f"{name} = {value!r} is no list of {'amounts' if name in _AMOUNTS else 'texts'}")
    players = len(fields["starting_stacks"])
    for name in ("antes", "blinds_or_straddles", "players"):
        if name in fields and len(fields[name]) != players:
            raise HistoryError(f"{len(fields[name])} {name} for {players} starting_stacks")
    for name in _BETS:
        if not _is_amount(fields.get(name, 0)):
            raise HistoryError(f"{name} = {fields[name]!r} is no amount")
    if _HERO in fields and fields[_HERO] not in range(1, players + 1):
        raise HistoryError(f"{_HERO} = {fields[_HERO]!r} is no player; they are 1 to {players}")
    if not isinstance(fields.get(_RULES, {}), dict):
        raise HistoryError(f"{_RULES} = {fields[_RULES]!r} is no table")


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


def _read_lines(actions: list[str]) -> _Lines:
    lines = _Lines()
    for number, action in enumerate(actions, 1):
        match action.partition("#")[0].split():
            case ["d", "db", cards]:
                lines.boards.append(parse_cards(cards))
            case ["d", "dh", player, cards]:
                seat = _seat(player, number)
                dealt = lines.got if seat in lines.away else lines.hands
                if seat in dealt:
                    raise HistoryError(f"action {number}: {player} is dealt cards twice")
                dealt[seat] = parse_cards(cards, unknown=True)
            case [player, "sm"]:
                _seat(player, number)  # a hand was put away
            case [player, "sm", cards]:
                if cards.strip("?"):
                    lines.shown[_seat(player, number)] = parse_cards(cards, unknown=True)
            case [player, "sd", *cards] if len(cards) <= 1:
                seat = _seat(player, number)
                if seat in lines.away:
                    raise HistoryError(f"action {number}: {player} exchanges twice")
                lines.away[seat] = parse_cards("".join(cards), unknown=True)
                lines.plays.append((number, seat, ["sd"]))
            case [player, *words] if words:
                lines.plays.append((number, _seat(player, number), words))
            case _:
                raise HistoryError(f"action {number}, {action!r}, cannot be read")
    return lines


def _seat(player: str, number: int) -> int:
    if player[:1] != "p" or not player[1:].isdecimal() or int(player[1:]) < 1:
        raise HistoryError(f"action {number}: {player!r} is no player; they are p1, p2 and so on")
    return int(player[1:]) - 1


def _read_plays(
    plays: list[tuple[int, int, list[str]]],
    draws: list[Drawn],
    state: State,
    chips: Callable[[Any], int],
    lenient: bool,
) -> tuple[tuple[Action, ...], State]:
    away = {draw.seat: draw.away for draw in draws}
    actions: list[Action] = []
    for number, seat, words in plays:
        if state.actor != seat:
            turn = "the hand is over" if state.actor is None else f"it is the turn of p{state.actor + 1}"
            raise HistoryError(f"action {number}: p{seat + 1} acts, where {turn}")
        match words:
            case ["f"]:
                action: Action = FOLD
            case ["cc"]:
                action = CALL if state.actions().call else CHECK
            case ["cbr", amount] if _AMOUNT.fullmatch(amount):
                action = Raise(chips(amount))
            case ["sd"]:
                action = Exchange(away[seat])
            case _:
                raise HistoryError(f"action {number}, {' '.join(words)!r}, is none of f, cc, sd and cbr AMOUNT")
        if lenient:
            action = as_played(state, action)
        try:
            state = state.apply(action)
        except IllegalAction as error:
            raise HistoryError(f"action {number}: {error}") from None
        actions.append(action)
    return tuple(actions), state


# ---- Writing ----

_CODES: Final = {"no_limit_holdem": "NT", "fixed_limit_holdem": "FT", "pot_limit_omaha": "PO"}


def _fields_of(history: History) -> dict[str, Any]:
    rules, seats = history.rules, len(history.stacks)

    def amount(chips: int) -> Decimal:
        return chips * history.unit

    big_blind = 0 if seats == 2 else 1
    pays = [not rules.big_blind_antes or seat == big_blind for seat in range(seats)]
    posts = (*rules.blinds, *(0,) * seats)[:seats]
    small, big = rules.streets[0].bet, rules.streets[-1].bet
    fields: dict[str, Any] = {
        "variant": _CODES.get(rules.name, f"_{rules.name}"),
        "antes": [amount(rules.ante * paying) for paying in pays],
        "blinds_or_straddles": list(map(amount, posts)),
    }
    if rules.betting is Betting.FIXED_LIMIT:
        fields |= {"small_bet": amount(small), "big_bet": amount(big)}
    else:
        fields["min_bet"] = amount(small)
    fields["starting_stacks"] = list(map(amount, history.stacks))
    if not _says(fields, rules, history.unit):
        fields[_RULES] = stored_rules(history)
    fields["actions"] = list(_action_lines(history, amount))
    if history.names:
        fields["players"] = list(history.names)
    if history.hero is not None:
        fields[_HERO] = history.hero + 1
    return fields | dict(history.extra)


def _says(fields: dict[str, Any], rules: Rules, unit: Decimal) -> bool:
    """Whether the fields of the format alone say the rules."""
    try:
        return _read_rules(fields, lambda amount: int(amount / unit)) == rules
    except HistoryError:
        return False


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
                case Exchanged(seat, count):
                    yield f"p{seat + 1} sd {format_cards(state.discarded[seat])}".rstrip()
                    if count:
                        yield f"d dh p{seat + 1} {format_cards(state.hole[seat][-count:])}"
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
