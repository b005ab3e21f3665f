"""From the lines of a hand to a history of it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import time
from decimal import Decimal
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from mazzo.cards import UNKNOWN, CardError, parse_cards
from mazzo.game import IllegalAction
from mazzo.poker.actions import (
    CALL,
    CHECK,
    FOLD,
    Action,
    Exchange,
    Posted,
    Raise,
    Won,
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
    with_shown,
)
from mazzo.poker.rules import (
    Rules,
    RulesError,
    fixed_limit_draw,
    fixed_limit_holdem,
    no_limit_holdem,
    pot_limit_omaha,
)

#: The games that the text has a name for.
GAMES: Final = {
    "no_limit_holdem": "Hold'em No Limit",
    "fixed_limit_holdem": "Hold'em Limit",
    "pot_limit_omaha": "Omaha Pot Limit",
    "fixed_limit_draw": "5 Card Draw Limit",
}

_MONEY: Final = r"[^\w\s]?[\d,]*\.?\d+"
_START: Final = re.compile(r"\W*Poker\w* (?:\w+ )*(?:Hand|Game) #")
_HEADER: Final = re.compile(
    rf".*#(?P<hand>\w+):\s*(?:\{{.*\}}\s*)?(?:(?P<event>.*?),?\s+)?(?P<game>{'|'.join(GAMES.values())})"
    rf"(?: - (?P<level>.*?))? \((?P<symbol>[^\w\s]?)(?P<small>[\d,.]+)/(?P<big>{_MONEY})"
    r"(?: (?P<currency>[A-Z]{3}))?\)"
    r"(?: - (?P<year>\d{4})/(?P<month>\d\d?)/(?P<day>\d\d?) (?P<time>\d\d?:\d\d:\d\d) ?(?P<zone>[A-Z]+)?.*)?"
)
_TABLE: Final = re.compile(r"Table '(?P<table>.*)'(?: (?P<seats>\d+)-max)?.* Seat #(?P<button>\d+) is the button")
_SEAT: Final = re.compile(rf"Seat (?P<seat>\d+): (?P<name>.+) \((?P<stack>{_MONEY}) in chips.*")
_REVEALED: Final = re.compile(r"Seat (?P<seat>\d+): .* (?:showed|mucked) \[(?P<cards>[^]]*)\].*")
_TOTAL: Final = re.compile(rf"Total pot (?P<pot>{_MONEY})(?P<fees>.*)")
_FEE: Final = re.compile(rf"\| [A-Z][\w ]*? ({_MONEY})")
_IN_BRACKETS: Final = re.compile(r"\[([^]]*)\]")

_POST: Final = re.compile(rf"posts (?:the )?(?P<what>.+?) (?P<chips>{_MONEY})(?P<all_in> and is all-in)?")
_PLAY: Final = re.compile(
    rf"(?P<verb>folds|checks|calls|bets|raises)(?: (?P<chips>{_MONEY}))?(?: to (?P<to>{_MONEY}))?"
    r"(?: and is all-in)?(?: \[.*\])?"
)
_DRAW: Final = re.compile(r"stands pat.*|discards (?P<count>\d) ?(?:cards?)?(?: \[(?P<cards>.*)\])?")
_NO_PLAY: Final = re.compile(r"mucks hand|doesn't show hand|sits out|is sitting out|.*has timed out.*")


@dataclass(slots=True)
class _Hand:
    """What the lines of a hand say, sorted; with the number of a line where something may be wrong with it."""

    header: re.Match[str]
    table: re.Match[str] | None = None
    seats: dict[int, str] = field(default_factory=dict)
    stacks: dict[str, Decimal] = field(default_factory=dict)
    posts: list[tuple[int, str, re.Match[str]]] = field(default_factory=list)
    dealt: dict[str, tuple[int, ...]] = field(default_factory=dict)
    redealt: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    shown: dict[str, tuple[int, ...]] = field(default_factory=dict)
    showing: list[str] = field(default_factory=list)
    boards: list[tuple[int, ...]] = field(default_factory=list)
    plays: list[tuple[int, str, re.Match[str]]] = field(default_factory=list)
    collected: dict[str, Decimal] = field(default_factory=dict)
    pot: Decimal | None = None
    rake: Decimal = Decimal(0)


def read(text: str) -> History:
    """Read one hand; what is wrong is a `HistoryError` that says in which line."""
    hands = list(read_many(text))
    if len(hands) != 1:
        raise HistoryError(f"{len(hands)} hands where one is wanted")
    if isinstance(hands[0], HistoryError):
        raise hands[0]
    return hands[0]


def read_many(text: str) -> Iterator[History | HistoryError]:
    """Read the hands of a file: each, or what is wrong with it, with its line in the file."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    starts = [place for place, (_, line) in enumerate(lines) if _START.match(line)]
    if not starts:
        yield HistoryError("line 1: no hand; hands begin with 'PokerStars Hand #'")
    for start, end in pairwise([*starts, len(lines)]):
        try:
            yield _read_hand(lines[start:end])
        except HistoryError as error:
            yield error


# ---- Reading ----


def _read_hand(lines: list[tuple[int, str]]) -> History:
    first = lines[0][0]
    header = _HEADER.fullmatch(lines[0][1])
    if not header:
        raise HistoryError(f"line {first}: {lines[0][1]!r} is no game that is played here: {', '.join(GAMES.values())}")
    hand = _Hand(header)
    in_summary = False
    for number, line in lines[1:]:
        in_summary = in_summary or line.startswith("*** SUMMARY")
        try:
            (_read_summary if in_summary else _read_line)(hand, number, line)
        except (CardError, RulesError) as error:
            raise HistoryError(f"line {number}: {error}") from None
    try:
        return _to_history(hand)
    except (CardError, RulesError) as error:
        raise HistoryError(f"hand of line {first}: {error}") from None
    except HistoryError as error:
        raise HistoryError(str(error) if str(error).startswith("line") else f"hand of line {first}: {error}") from None


def _read_line(hand: _Hand, number: int, line: str) -> None:
    if match := _TABLE.match(line):
        hand.table = match
    elif not hand.posts and (match := _SEAT.fullmatch(line)):
        hand.seats[int(match["seat"])] = match["name"]
        hand.stacks[match["name"]] = _money(match["stack"])
    elif line.startswith("*** ") and "FIRST" in line:
        raise HistoryError(f"line {number}: {line!r}: a board that is run twice is not played here")
    elif line.startswith(("*** FLOP", "*** TURN", "*** RIVER")):
        hand.boards.append(parse_cards(_IN_BRACKETS.findall(line)[-1]))
    elif line.startswith("Dealt to ") and (name := _name_at(hand, line, "Dealt to ", " [")):
        cards = [parse_cards(part) for part in _IN_BRACKETS.findall(line.removeprefix(f"Dealt to {name}"))]
        if name in hand.dealt:
            hand.redealt[name] = cards
        else:
            hand.dealt[name] = cards[0]
    elif name := _name_at(hand, line, "", " collected "):
        chips = _money(line.removeprefix(f"{name} collected ").split()[0])
        hand.collected[name] = hand.collected.get(name, Decimal(0)) + chips
    elif name := _name_at(hand, line, "", ": "):
        _read_words(hand, number, name, line.removeprefix(f"{name}: "))


def _read_words(hand: _Hand, number: int, name: str, words: str) -> None:
    """Read what a player does; only what cannot change the hand is passed over."""
    if match := _POST.fullmatch(words):
        hand.posts.append((number, name, match))
    elif match := _PLAY.fullmatch(words) or _DRAW.fullmatch(words):
        hand.plays.append((number, name, match))
    elif words.startswith("shows ["):
        cards = parse_cards(_IN_BRACKETS.findall(words)[0])
        hand.showing.append(name)
        _reveal(hand, name, cards)
    elif not _NO_PLAY.fullmatch(words):
        raise HistoryError(f"line {number}: {words!r} is nothing that {name} can do")


def _read_summary(hand: _Hand, number: int, line: str) -> None:
    if match := _TOTAL.fullmatch(line):
        hand.pot = _money(match["pot"])
        hand.rake = sum(map(_money, _FEE.findall(match["fees"])), Decimal(0))
    elif (match := _REVEALED.fullmatch(line)) and int(match["seat"]) in hand.seats:
        _reveal(hand, hand.seats[int(match["seat"])], parse_cards(match["cards"]))


def _reveal(hand: _Hand, name: str, cards: tuple[int, ...]) -> None:
    if len(cards) >= len(hand.shown.get(name, ())):
        hand.shown[name] = cards


def _name_at(hand: _Hand, line: str, before: str, after: str) -> str | None:
    """The player whose name stands there: names may hold anything, so the longest that fits."""
    fitting = [name for name in hand.stacks if line.startswith(before + name + after)]
    return max(fitting, key=len, default=None)


def _money(text: str) -> Decimal:
    return Decimal(re.sub(r"[^\d.]", "", text))


def _to_history(hand: _Hand) -> History:
    if not hand.table:
        raise HistoryError("no line says which seat is the button")
    button = int(hand.table["button"])
    in_hand = {name for _, name, *_ in (*hand.posts, *hand.plays)}
    seats = [
        seat for seat in sorted(hand.seats, key=lambda seat: (seat <= button, seat)) if hand.seats[seat] in in_hand
    ]
    names = tuple(hand.seats[seat] for seat in seats)
    unit = _unit(hand)

    def chips(amount: Decimal) -> int:
        return int(amount / unit)

    rules = _rules(hand, names, chips)
    stacks = tuple(chips(hand.stacks[name]) for name in names)
    size = rules.streets[0].hole
    hands, draws = _cards(hand, names, size)
    following = [card for cards in (*hand.boards, *(draw.got for draw in draws)) for card in cards]
    deck = deck_in_order(rules, stacks, len(stacks) - 1, hands, following)
    first = rules.deal(stacks, len(stacks) - 1, deck)
    _check_posts(hand, names, chips, first)
    actions, state = _read_plays(hand, names, chips, first, {draw.seat: draw.away for draw in draws})
    shown = shown_freely(dict.fromkeys(map(names.index, hand.showing)), state)
    _check_end(hand, names, chips, state)
    heroes = [names.index(name) for name in hand.dealt]
    extra = _extra(hand, seats)
    hero = heroes[0] if len(heroes) == 1 else None
    return History(rules, stacks, len(stacks) - 1, deck, actions, names, unit, shown, hero, extra)


def _unit(hand: _Hand) -> Decimal:
    """A cent where there is a currency, else the smallest part that is written."""
    matches = [match for *_, match in (*hand.posts, *hand.plays)]
    texts = [text for match in matches for name, text in match.groupdict().items() if name in ("chips", "to")]
    amounts = [*hand.stacks.values(), *(_money(text) for text in texts if text)]
    exponents = [int(amount.as_tuple().exponent) for amount in amounts]
    return Decimal(1).scaleb(min([*exponents, -2 if hand.header["symbol"] else 0]))


def _rules(hand: _Hand, names: Sequence[str], chips: Callable[[Decimal], int]) -> Rules:
    small, big = chips(_money(hand.header["small"])), chips(_money(hand.header["big"]))
    posted: dict[str, int] = {}
    bets: dict[str, int] = {}
    for _, name, post in hand.posts:
        what, amount = post["what"], chips(_money(post["chips"]))
        if what != "ante":
            amount = bets[name] = bets.get(name, 0) + amount
        # Who is all-in with a blind may have posted less than it is.
        if not post["all_in"] or what == "ante":
            posted[what] = max(posted.get(what, 0), amount)
    antes = {name for _, name, post in hand.posts if post["what"] == "ante"}
    ante, straddle = posted.get("ante", 0), posted.get("straddle", 0)
    match hand.header["game"]:
        case "Hold'em No Limit":
            for_all = antes == {names[0 if len(names) == 2 else 1]}
            return no_limit_holdem((small, big), ante, big_blind_antes=for_all, straddle=straddle)
        case "Omaha Pot Limit":
            return pot_limit_omaha((small, big))
    blinds = (posted.get("small blind", small // 2), posted.get("big blind", small))
    if hand.header["game"] == "Hold'em Limit":
        return fixed_limit_holdem(blinds, (small, big))
    most = max([3, *(int(play["count"] or 0) for _, _, play in hand.plays if play.re is _DRAW)])
    with_blinds = len(antes) < len(hand.posts)
    return fixed_limit_draw(
        ante,
        (small, big),
        max_exchange=most,
        seats=min(6, 52 // (5 + most)),
        blinds=blinds if with_blinds else (),
    )


def _cards(hand: _Hand, names: Sequence[str], size: int) -> tuple[Hands, list[Drawn]]:
    hands = {names.index(name): cards for name, cards in hand.dealt.items() if name in names}
    shown = {names.index(name): (*cards, *(UNKNOWN,) * (size - len(cards))) for name, cards in hand.shown.items()}
    draws = []
    for _, name, play in hand.plays:
        if play.re is _DRAW:
            count = int(play["count"] or 0)
            away = got = (UNKNOWN,) * count
            if count and name in hand.redealt:
                kept, got = hand.redealt[name][0], hand.redealt[name][-1]
                away = tuple(card for card in hand.dealt[name] if card not in kept)
            draws.append(Drawn(names.index(name), away, got))
    return with_shown(hands, draws, shown)


def _check_posts(hand: _Hand, names: Sequence[str], chips: Callable[[Decimal], int], first: State) -> None:
    wanted = [(event.seat, event.what, event.chips) for event in first.events if isinstance(event, Posted)]
    for number, name, post in hand.posts:
        said = (names.index(name), post["what"], chips(_money(post["chips"])))
        if said not in wanted:
            raise HistoryError(f"line {number}: {name!r} {post[0]}, which the rules here do not ask for")
        wanted.remove(said)
    if wanted:
        seat, what, _ = wanted[0]
        raise HistoryError(f"{names[seat]!r} does not post the {what}, as the rules here ask for")


def _read_plays(
    hand: _Hand, names: Sequence[str], chips: Callable[[Decimal], int], state: State, away: Hands
) -> tuple[tuple[Action, ...], State]:
    actions: list[Action] = []
    for number, name, play in hand.plays:
        seat = names.index(name)
        if state.actor != seat:
            turn = "the hand is over" if state.actor is None else f"it is the turn of {names[state.actor]!r}"
            raise HistoryError(f"line {number}: {name!r} acts, where {turn}")
        try:
            action = as_played(state, _action(state, play, chips, away))
            state = state.apply(action)
        except IllegalAction as error:
            raise HistoryError(f"line {number}: {error}") from None
        actions.append(action)
    return tuple(actions), state


def _action(state: State, play: re.Match[str], chips: Callable[[Decimal], int], away: Hands) -> Action:
    if play.re is _DRAW:
        return Exchange(away.get(state.actor or 0, ()))
    match play["verb"]:
        case "folds":
            return FOLD
        case "checks":
            return CHECK
        case "calls":
            said, call = chips(_money(play["chips"] or "0")), state.actions().call
            if said != call:
                raise IllegalAction(f"a call of {said}, where {call} is to be called")
            return CALL
    return Raise(chips(_money(play["to"] or play["chips"] or "0")))


def _check_end(hand: _Hand, names: Sequence[str], chips: Callable[[Decimal], int], state: State) -> None:
    """Hold what was played against what the text says of the end."""
    if state.payoffs is None:
        raise HistoryError("the text ends before the hand is over")
    check_boards(hand.boards, state)
    won = [event for event in state.history if isinstance(event, Won)]
    pot = sum(event.chips for event in won)
    if hand.pot is not None and chips(hand.pot) != pot:
        raise HistoryError(f"a pot of {chips(hand.pot)}, where {pot} were put in")
    for seat, name in enumerate(names):
        ours = sum(event.chips for event in won if event.seat == seat)
        theirs = chips(hand.collected.get(name, Decimal(0)))
        # Each pot may have an odd chip, and the rake comes off.
        if not ours - chips(hand.rake) - len(won) <= theirs <= ours + len(won):
            raise HistoryError(f"{name!r} collected {theirs}, where the hand gives {ours}")


def _extra(hand: _Hand, seats: Sequence[int]) -> MappingProxyType[str, Any]:
    header, table = hand.header, hand.table
    number = header["hand"]
    extra: dict[str, Any] = {
        "hand": int(number) if number.isdecimal() else number,
        "event": header["event"],
        "level": header["level"],
        "table": table and table["table"],
        "seats": list(seats),
        "seat_count": table and table["seats"] and int(table["seats"]),
        "currency": header["currency"],
        "currency_symbol": header["symbol"],
        **{name: header[name] and int(header[name]) for name in ("year", "month", "day")},
        "time": header["time"] and time.fromisoformat(header["time"].rjust(8, "0")),
        "time_zone_abbreviation": header["zone"],
        "_rake": hand.rake,
    }
    return MappingProxyType({name: value for name, value in extra.items() if value})
