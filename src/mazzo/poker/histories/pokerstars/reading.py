"""From the lines of a hand to a history of it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from mazzo.cards import UNKNOWN, CardError, format_cards, parse_cards
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

_LINE_END: Final = re.compile(r"\r\n?|\n")
_NUMBER: Final = r"[\d,]*\.?\d+"
_SYMBOL: Final = r"(?:Rs\. |[^\w\s-])?"
_MONEY: Final = _SYMBOL + _NUMBER

#: A tournament and what it cost; any other words before the game make it another one: "5 Card Omaha Pot Limit".
EVENT: Final = r"(?:Zoom )?Tournament #\d+(?:, (?:Freeroll|\S*\d\w*(?: [A-Z]{2,3})?))?"
_MIX: Final = r"(?:[\w'/ -]+ \()?"
#: How a hand begins, also a cut one; and what other rooms and programs write there, so that no hand is passed over.
_START: Final = re.compile(
    r"\W*(?:Poker\w* (?:\w+ )*(?:Hand|Game) #\w|(?i:(?:\w+ )+(?:Hand|Game)) #\w+: .*\([^)]*/[^)]*\))"
)
_HEADER: Final = re.compile(
    rf".*#(?P<hand>\w+):\s*(?:\{{.*\}}\s*)?(?:(?P<event>{EVENT}),?\s+)?{_MIX}(?P<game>{'|'.join(GAMES.values())})\)?"
    rf"(?: - (?P<level>.*?))? \((?P<symbol>{_SYMBOL})(?P<small>{_NUMBER})/(?P<big>{_MONEY})"
    r"(?: (?P<currency>[A-Z]{3}))?\)"
    r"(?: - (?P<year>\d{4})/(?P<month>\d\d?)/(?P<day>\d\d?)(?: -)? (?P<time>\d\d?:\d\d:\d\d)"
    r" ?\(?(?P<zone>[A-Z]+)?.*)?"
)
_TABLE: Final = re.compile(r"Table '(?P<table>.*)'(?: (?P<seats>\d+)-max)?.* Seat #(?P<button>\d+) is the button")
_SEAT: Final = re.compile(rf"Seat (?P<seat>\d+): (?P<name>.+) \((?P<stack>{_MONEY}) in chips(?:,[^)]*)?\)(?: .*)?")
_AT_SEAT: Final = re.compile(r"Seat (\d+): ")
_REVEALED: Final = re.compile(r" (?:.* )?(?:showed|mucked) \[([^]]*)\].*")
_TOTAL: Final = re.compile(rf"Total pot (?P<pot>{_MONEY})(?P<fees>.*)")
_FEE: Final = re.compile(rf"\| [A-Z][\w ]*? ({_MONEY})")
_CARDS: Final = r"\[([^]]*)\]"
_BOARD: Final = re.compile(rf"\*\*\* (FIRST |SECOND )?(?:FLOP|TURN|RIVER) \*\*\*(?:.* {_CARDS})?")
_DEALT: Final = re.compile(rf" {_CARDS}(?: {_CARDS})?")
_COLLECTED: Final = re.compile(rf" collected ({_MONEY}) from (?:main |side )?pot(?:-\d+)?")
#: What the room says about a player; what players do comes after a colon.
_ASIDE: Final = re.compile(r" (?:said,|has|is|was|will|leaves|joins|re-buys|finished|wins|cashed) ?.*")

_POST: Final = re.compile(rf"posts (?:the )?(?P<what>.+?) (?P<chips>{_MONEY})(?P<all_in> and is all-in)?")
_PLAY: Final = re.compile(
    rf"(?:(?P<verb>folds|checks)|calls (?P<call>{_MONEY})|(?:bets|raises {_MONEY} to) (?P<to>{_MONEY}))"
    r"(?: and is all-in)?(?: \[(?P<shown>[^]]*)\])?"
)
_DRAW: Final = re.compile(rf"stands pat.*|discards (?P<count>\d) ?(?:cards?)?(?: {_CARDS})?")
_SHOWS: Final = re.compile(rf"shows {_CARDS}.*")
_NO_PLAY: Final = re.compile(r"mucks hand|doesn't show hand|sits out|is sitting out")


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
    revealed: list[tuple[int, str, tuple[int, ...]]] = field(default_factory=list)
    showing: list[str] = field(default_factory=list)
    boards: list[tuple[int, ...]] = field(default_factory=list)
    plays: list[tuple[int, str, re.Match[str]]] = field(default_factory=list)
    collected: dict[str, Decimal] = field(default_factory=dict)
    cashed_out: set[str] = field(default_factory=set)
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
    lines = [(number, line.strip()) for number, line in enumerate(_LINE_END.split(text), 1)]
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
        games = ", ".join(GAMES.values())
        raise HistoryError(f"line {first}: {lines[0][1]!r} heads no game that is played here: {games}")
    hand = _Hand(header)
    in_summary = False
    for number, line in lines[1:]:
        in_summary = in_summary or line.startswith("*** SUMMARY ***")
        try:
            (_read_summary if in_summary else _read_line)(hand, number, line)
        except (CardError, RulesError) as error:
            raise HistoryError(f"line {number}: {error}") from None
    try:
        return _to_history(hand)
    except ValueError as error:
        where = "" if str(error).startswith("line ") else f"hand of line {first}: "
        raise HistoryError(f"{where}{error}") from None


def _read_line(hand: _Hand, number: int, line: str) -> None:
    if not hand.table and (match := _TABLE.match(line)):
        hand.table = match
    elif not hand.posts and (match := _SEAT.fullmatch(line)):
        _read_seat(hand, number, match)
    elif line == "Hand cancelled":
        raise HistoryError(f"line {number}: the hand was cancelled")
    elif match := _BOARD.match(line):
        if match[1]:
            raise HistoryError(f"line {number}: {line!r}: a board that is run twice is not played here")
        if match[2] is None:
            raise HistoryError(f"line {number}: {line!r} has no cards")
        hand.boards.append(parse_cards(match[2]))
    elif line.startswith("Dealt to ") and (name := _name_at(hand, line, "Dealt to ", " [")):
        _read_dealt(hand, number, name, line.removeprefix(f"Dealt to {name}"))
    elif (name := _name_at(hand, line, "", " collected ")) and (match := _COLLECTED.fullmatch(line, len(name))):
        hand.collected[name] = hand.collected.get(name, Decimal(0)) + _money(match[1])
    elif name := _name_at(hand, line, "", " cashed out the hand for "):
        hand.cashed_out.add(name)
    elif (name := _name_at(hand, line, "", ": ")) and not _is_aside(hand, name, line):
        _read_words(hand, number, name, line.removeprefix(f"{name}: "))


def _read_seat(hand: _Hand, number: int, match: re.Match[str]) -> None:
    seat, name = int(match["seat"]), match["name"]
    if seat in hand.seats or name in hand.stacks:
        raise HistoryError(f"line {number}: seat {seat} or {name!r} is there twice")
    hand.seats[seat] = name
    hand.stacks[name] = _money(match["stack"])


def _read_dealt(hand: _Hand, number: int, name: str, rest: str) -> None:
    """Read the cards that a player starts with, or after an exchange those that it kept and those that it got."""
    match = _DEALT.fullmatch(rest)
    if not match:
        raise HistoryError(f"line {number}: {rest!r} are no cards")
    cards = [parse_cards(part) for part in match.groups() if part is not None]
    if name not in hand.dealt:
        hand.dealt[name] = cards[0]
    elif any(player == name and play.re is _DRAW for _, player, play in hand.plays):
        hand.redealt[name] = cards
    else:
        raise HistoryError(f"line {number}: {name!r} is dealt cards twice")


def _read_words(hand: _Hand, number: int, name: str, words: str) -> None:
    """Read what a player does; only what cannot change the hand is passed over."""
    if match := _POST.fullmatch(words):
        hand.posts.append((number, name, match))
    elif match := _PLAY.fullmatch(words) or _DRAW.fullmatch(words):
        hand.plays.append((number, name, match))
        if match.re is _PLAY and match["shown"]:
            _show(hand, number, name, match["shown"])
    elif match := _SHOWS.fullmatch(words):
        _show(hand, number, name, match[1])
    elif not _NO_PLAY.fullmatch(words):
        raise HistoryError(f"line {number}: {words!r} is nothing that {name} can do")


def _show(hand: _Hand, number: int, name: str, cards: str) -> None:
    hand.showing.append(name)
    hand.revealed.append((number, name, parse_cards(cards)))


def _read_summary(hand: _Hand, number: int, line: str) -> None:
    if match := _TOTAL.fullmatch(line):
        hand.pot = _money(match["pot"])
        hand.rake = sum(map(_money, _FEE.findall(match["fees"])), Decimal(0))
    elif (match := _AT_SEAT.match(line)) and (name := hand.seats.get(int(match[1]))):
        rest = line[match.end() :].removeprefix(name)
        if match := _REVEALED.fullmatch(rest):
            hand.revealed.append((number, name, parse_cards(match[1])))


def _name_at(hand: _Hand, line: str, before: str, after: str) -> str | None:
    """The player whose name stands there: names may hold anything, so the longest that fits."""
    fitting = [name for name in hand.stacks if line.startswith(before + name + after)]
    return max(fitting, key=len, default=None)


def _is_aside(hand: _Hand, name: str, line: str) -> bool:
    """Whether a line is none of this player's, but what the room says of one with a colon in a longer name."""
    longer = [other for other in hand.stacks if len(other) > len(name) and line.startswith(other)]
    return any(_ASIDE.fullmatch(line, len(other)) for other in longer)


def _money(text: str) -> Decimal:
    number = re.search(_NUMBER, text)
    return Decimal(number[0].replace(",", "") if number else 0)


def _to_history(hand: _Hand) -> History:
    if not hand.table:
        raise HistoryError("no line says which seat is the button")
    button = int(hand.table["button"])
    in_hand = {name for _, name, *_ in (*hand.posts, *hand.plays, *hand.revealed)} | {*hand.dealt, *hand.collected}
    seats = [
        seat for seat in sorted(hand.seats, key=lambda seat: (seat <= button, seat)) if hand.seats[seat] in in_hand
    ]
    if len(seats) < 2:
        raise HistoryError(f"{len(seats)} players post or act")
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
    _check_end(hand, names, chips, state)
    shown = shown_freely(dict.fromkeys(map(names.index, hand.showing)), state)
    heroes = [names.index(name) for name in hand.dealt]
    extra = _extra(hand, seats)
    hero = heroes[0] if len(heroes) == 1 else None
    return History(rules, stacks, len(stacks) - 1, deck, actions, names, unit, shown, hero, extra)


def _unit(hand: _Hand) -> Decimal:
    """A cent where there is a currency, else the smallest part that is written."""
    matches = [match for *_, match in (*hand.posts, *hand.plays)]
    texts = [text for match in matches for name, text in match.groupdict().items() if name in ("chips", "call", "to")]
    texts += [hand.header["small"], hand.header["big"]]
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
    hands = {names.index(name): cards for name, cards in hand.dealt.items()}
    shown = {}
    for _, name, cards in sorted(hand.revealed, key=lambda revealed: len(revealed[2])):
        shown[names.index(name)] = (*cards, *(UNKNOWN,) * (size - len(cards)))
    draws = [_drawn(hand, names, *play) for play in hand.plays if play[2].re is _DRAW]
    return with_shown(hands, draws, shown)


def _drawn(hand: _Hand, names: Sequence[str], number: int, name: str, play: re.Match[str]) -> Drawn:
    count = int(play["count"] or 0)
    away = got = (UNKNOWN,) * count
    if count and name in hand.redealt:
        *kept, got = hand.redealt[name]
        away = tuple(card for card in hand.dealt[name] if not any(card in cards for cards in kept))
        if not len(away) == len(got) == count:
            raise HistoryError(f"line {number}: {name!r} {play[0]}, and is dealt {len(got)} for {len(away)}")
    return Drawn(names.index(name), away, got)


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
    if play["verb"]:
        return FOLD if play["verb"] == "folds" else CHECK
    if play["to"]:
        return Raise(chips(_money(play["to"])))
    said, call = chips(_money(play["call"])), state.actions().call
    if said != call:
        raise IllegalAction(f"a call of {said}, where {call} is to be called")
    return CALL


def _check_end(hand: _Hand, names: Sequence[str], chips: Callable[[Decimal], int], state: State) -> None:
    """Hold what was played against what the text says of the end."""
    if state.payoffs is None:
        raise HistoryError("the text ends before the hand is over")
    check_boards(hand.boards, state)
    for number, name, cards in hand.revealed:
        if not set(cards) <= set(state.hole[names.index(name)]):
            raise HistoryError(f"line {number}: {name!r} shows {format_cards(cards)!r}, which it does not have")
    won = [event for event in state.history if isinstance(event, Won)]
    pot = sum(event.chips for event in won)
    if hand.pot is not None and chips(hand.pot) != pot:
        raise HistoryError(f"a pot of {chips(hand.pot)}, where {pot} were put in")
    for seat, name in enumerate(names):
        ours = sum(event.chips for event in won if event.seat == seat)
        theirs = chips(hand.collected.get(name, Decimal(0)))
        # Each pot may have an odd chip, and the rake comes off; who cashed out may have left the pot to the room.
        if name not in hand.cashed_out and not ours - chips(hand.rake) - len(won) <= theirs <= ours + len(won):
            raise HistoryError(f"{name!r} collected {theirs}, where the hand gives {ours}")


def _extra(hand: _Hand, seats: Sequence[int]) -> MappingProxyType[str, Any]:
    header, table = hand.header, hand.table
    number = header["hand"]
    day = {name: int(header[name]) for name in ("year", "month", "day") if header[name]}
    if day:
        date(**day)  # is there such a day
    extra: dict[str, Any] = {
        "hand": int(number) if number.isdecimal() else number,
        "event": header["event"],
        "level": header["level"],
        "table": table and table["table"],
        "seats": list(seats),
        "seat_count": table and table["seats"] and int(table["seats"]),
        "currency": header["currency"],
        "currency_symbol": header["symbol"],
        **day,
        "time": header["time"] and time.fromisoformat(header["time"].rjust(8, "0")),
        "time_zone_abbreviation": header["zone"],
        "_rake": hand.rake,
    }
    return MappingProxyType({name: value for name, value in extra.items() if value})
