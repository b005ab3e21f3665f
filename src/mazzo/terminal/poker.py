"""Poker in a terminal."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Self

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mazzo.cards import UNKNOWN
from mazzo.game import IllegalAction
from mazzo.poker import CALL, CHECK, FOLD, Action, Betting, Exchange, Raise, View
from mazzo.poker.actions import Posted, Won
from mazzo.strength import RANK_WORDS, describe
from mazzo.terminal.face import Command, EntryError, Key, TableWords, keys_line, keys_text, parted, picked
from mazzo.terminal.narrate import Teller
from mazzo.terminal.show import CARD_BOX, card_boxes, cards_text, percent, plain_table, shortened

_NAME: Final = 16  # characters of a name that are shown

_MEANINGS: Final = MappingProxyType(
    {key: key for key in "fkcrad?q"}
    | {"fold": "f", "check": "k", "call": "c", "b": "r", "bet": "r", "raise": "r", "draw": "d", "exchange": "d"}
    | {"allin": "a", "all in": "a", "all-in": "a", "pat": "d", "stand pat": "d", "help": "?", "quit": "q"}
)
_STREETS: Final = MappingProxyType({"preflop": "before the flop", "first": "first bets", "second": "second bets"})
_COMMANDS: Final = MappingProxyType({"?": Command.HELP, "q": Command.QUIT})

_HELP: Final = (
    ("f", "fold"),
    ("k", "check"),
    ("c", "call, or check if that is free"),
    ("r 250", "bet 250, or raise to 250 in this round; where raises say what comes on top, by 250"),
    ("r to 250, r by 250", "either, at any table"),
    ("r", "the one raise that there is, with fixed bets"),
    ("a", "put all chips in"),
    ("d 2 4", "exchange the second and the fourth card; d alone stands pat"),
    ("q", "quit"),
)


_TABLE_WORDS: Final = TableWords(
    next_hand="Enter deals the next hand, q stops ",
    kept="Kept as it is; `mazzo play` goes on from here.",
    no_chips="You have no chips left.",
    chips_again="You have no chips left. Enter takes {chips:,} again, q stops ",
)


@dataclass(frozen=True, slots=True)
class PokerFace:
    """Any variant of poker; see `Face`."""

    @property
    def table_words(self) -> TableWords:
        """What is said between hands."""
        return _TABLE_WORDS

    def in_match(self, _match: Any) -> Self:
        """Give the face for the next hand of a match."""
        return self

    def told(self, view: View, names: Sequence[str], before: View | None = None) -> Iterator[Text]:
        """Give a line for each thing that the seat saw happen since the view before, or since the deal."""
        known = 0 if before is None else len(before.history)
        if before is not None and view.history[:known] != before.history:
            known = 0  # it was another hand
        if not known:
            yield Text(f"{names[view.button]} has the button")
        teller = _teller(view, names)
        for number, event in enumerate(view.history):
            lines = list(teller.tell(event))
            if number >= known:
                yield from lines

    def picture(self, view: View, names: Sequence[str]) -> RenderableType:
        """Give the table as the seat sees it."""
        street = view.rules.streets[view.street].name
        heading = Table.grid(padding=(0, 3))
        heading.add_row(Text(_STREETS.get(street, street), "bold"), Text(f"pot {view.pot:,}", "bold"))
        parts: list[RenderableType] = [heading]
        if places := sum(street.board for street in view.rules.streets):
            parts.append(card_boxes([*view.board, *[None] * (places - len(view.board))]))
        parts += [Text(), _seats(view, names)]
        if view.seat is not None and view.hole[view.seat]:
            parts += [Text(), _own(view)]
        return Group(*parts, Text(), keys_text(_keys(view)))

    def read(self, text: str, view: View) -> Action | Command:
        """Give the action or the command that a text means; `EntryError` says what is wrong and what is possible."""
        try:
            key, rest = parted(text, _MEANINGS)
            if rest and key not in "rd":
                raise EntryError(f"{text.strip()!r}: nothing comes after {key}")
            if key in _COMMANDS:
                return _COMMANDS[key]
            if FOLD not in view.actions:
                raise EntryError("it is not your turn" if view.payoffs is None else "the hand is over")
            action = _action(key, rest, view)
            if action not in view.actions:
                raise EntryError(_refusal(action, view))
        except EntryError as error:
            raise EntryError(f"{error}; you may type {self.keys(view)}") from None
        return action

    def keys(self, view: View) -> str:
        """Say in a line what can be typed now."""
        return keys_line(_keys(view))

    def obey(self, command: Command, view: View) -> tuple[Self, RenderableType]:
        """Give the face after a command, and what it has to show for it."""
        shown = Table.grid(padding=(0, 3))
        for key, words in _HELP if command is Command.HELP else ():
            shown.add_row(Text(key, "bold"), words)
        return self, shown

    def result(self, view: View, names: Sequence[str]) -> RenderableType:
        """Give who won what, with which cards, and the stacks."""
        table = plain_table("", "stack", "won", "")
        won = {event.seat: event.cards for event in view.history if isinstance(event, Won)}
        for seat, payoff in enumerate(view.payoffs or ()):
            if view.starting[seat]:
                shown = cards_text(view.hole[seat]) if UNKNOWN not in view.hole[seat] else Text()
                shown.append(f"  {describe(won[seat])}" if won.get(seat) else "")
                name = Text(shortened(names[seat], _NAME), "bold green" if seat in won else "")
                table.add_row(name, f"{view.stacks[seat]:,}", f"{payoff:+,}", shown)
        table.columns[-1].justify = "left"
        return table


def _teller(view: View, names: Sequence[str]) -> Teller:
    """A teller of what a seat saw: its own cards, as they were dealt and drawn."""
    seats = range(len(view.hole))
    own = view.hole[view.seat] if view.seat is not None else ()
    kept = len(own) - len(view.discarded)
    dealt = [own[:kept] + view.discarded if seat == view.seat else () for seat in seats]
    drawn = [own[kept:] if seat == view.seat else () for seat in seats]
    return Teller(view.rules, names, view.starting, dealt, drawn)


# ---- The picture ----


def _seats(view: View, names: Sequence[str]) -> Table:
    table = plain_table("", "", "stack", "bet", "")
    table.columns[1].justify = table.columns[-1].justify = "left"
    for seat, name in enumerate(names[: len(view.stacks)]):
        acts = seat == view.actor
        notes = Text(", ").join(filter(None, [*_places(view, seat), _standing(view, seat)]))
        if seat != view.seat and view.hole[seat] and UNKNOWN not in view.hole[seat]:
            notes = Text("  ").join(filter(None, [notes, cards_text(view.hole[seat])]))
        table.add_row(
            ">" if acts else "",
            Text(shortened(name, _NAME), "bold" if seat == view.seat else ""),
            f"{view.stacks[seat]:,}",
            f"{view.bets[seat]:,}" if view.bets[seat] else "",
            notes,
            style="dim" if view.folded[seat] else "bold" if acts else "",
        )
    return table


def _places(view: View, seat: int) -> Iterator[Text]:
    if seat == view.button:
        yield Text("button")
    for event in view.history:
        if isinstance(event, Posted) and event.seat == seat and event.what != "ante":
            yield Text(event.what)


def _standing(view: View, seat: int) -> Text:
    if not view.starting[seat]:
        return Text("not in the hand")
    if view.folded[seat]:
        return Text("folded")
    if seat == view.actor:
        return Text("to act")
    return Text("all-in", "bold red") if not view.stacks[seat] and view.payoffs is None else Text()


def _own(view: View) -> Table:
    """The own cards, numbered where they can be exchanged, and what they are worth."""
    hand = _hand(view)
    cards = Table.grid()
    cards.add_row(card_boxes(hand))
    if view.actions.hand:
        cards.add_row(Text("".join(f"{place:^{CARD_BOX}}" for place in range(1, len(hand) + 1)), "bold"))
    words = [Text(), Text(_in_words(view, hand))]
    if view.to_call:
        words.append(Text(f"{view.to_call:,} to call, pot odds {percent(view.pot_odds, 0)}"))
    own = Table.grid(padding=(0, 2))
    own.add_column(min_width=CARD_BOX * len(hand))
    own.add_row(cards, Group(*words))
    return own


def _hand(view: View) -> tuple[int, ...]:
    """The own cards in the order in which they are shown and numbered."""
    assert view.seat is not None
    return tuple(sorted(view.hole[view.seat], reverse=True))


def _in_words(view: View, hand: tuple[int, ...]) -> str:
    if len(hand) + len(view.board) >= 5:
        return describe(view.rules.strongest(hand, view.board)[0])
    ranks = [RANK_WORDS[card >> 2] for card in hand]
    if len(hand) == 2 and ranks[0] == ranks[1]:
        return f"a pair of {ranks[0]}{'es' if ranks[0] == 'six' else 's'}"
    one_suit = " of one suit" if len({card & 3 for card in hand}) == 1 else ""
    return f"{', '.join(ranks[:-1])} and {ranks[-1]}{one_suit}"


# ---- What can be typed ----


def _keys(view: View) -> list[Key]:
    actions = view.actions
    keys: list[Key] = []
    if actions.hand:
        keys += [("d 2 4", f"exchange up to {actions.most} cards"), ("d", "stand pat"), ("f", "fold")]
    elif FOLD in actions:
        keys += [("f", "fold"), ("c", f"call {actions.call:,}") if actions.call else ("k", "check")]
        if actions.low:
            keys.append((_raise_key(view), _raising(view)))
        if _all_in(view) in actions:
            keys.append(("a", "all-in"))
    return [*keys, ("?", "help"), ("q", "quit")]


def _raise_range(view: View) -> tuple[int, int]:
    """How far one may raise, as it is said at this table: to a total, or by what comes on top."""
    below = view.level if _raises_by(view) else 0
    return view.actions.low - below, view.actions.high - below


def _raises_by(view: View) -> bool:
    return view.rules.betting is Betting.RAISE_BY


def _raise_key(view: View) -> str:
    low, high = _raise_range(view)
    return "r" if low == high else f"r {low}"


def _raising(view: View) -> str:
    low, high = _raise_range(view)
    what = "bet" if not view.level else "raise by" if _raises_by(view) else "raise to"
    return f"{what} {low:,}" + (f"-{high:,}" if high > low else "")


def _action(key: str, rest: str, view: View) -> Action:
    match key:
        case "f":
            return FOLD
        case "k":
            return CHECK
        case "c":
            return CALL if view.actions.call else CHECK
        case "a":
            return _all_in(view)
        case "d":
            return _exchange(rest, view)
        case _:
            return _raise(rest, view)


def _all_in(view: View) -> Action:
    """The raise or the call that takes all chips; a raise that is too much where they are too many."""
    assert view.seat is not None
    stack = view.stacks[view.seat]
    return CALL if view.actions.call == stack else Raise(view.bets[view.seat] + stack)


def _exchange(rest: str, view: View) -> Exchange:
    if not view.actions.hand:
        raise EntryError("there is nothing to exchange now")
    away = list(picked(rest, _hand(view)))
    return Exchange(tuple(card for card in view.actions.hand if card in away))


def _raise(rest: str, view: View) -> Raise:
    """A raise to a total, or by what comes on top where that is said or usual; with fixed bets, the one there is."""
    low, high = view.actions.low, view.actions.high
    if not low:
        raise EntryError(_refusal(Raise(0), view))
    if not rest and low == high:
        return Raise(low)
    match = re.fullmatch(r"(to|by)? ?([0-9][0-9,]{0,14})", rest)
    if not match:
        raise EntryError(f"{rest!r} is no number of chips" if rest else f"say how much: {_raising(view)}")
    chips = int(match[2].replace(",", ""))
    by = match[1] == "by" or (not match[1] and _raises_by(view))
    try:
        action = view.raise_by(chips) if by else Raise(chips)
    except IllegalAction:
        action = Raise(0)
    if action not in view.actions:
        raise EntryError(f"{rest} is not possible: {_raising(view)}")
    return action


def _refusal(action: Action, view: View) -> str:
    actions = view.actions
    match action:
        case Exchange():
            return f"up to {actions.most} cards may be exchanged"
        case _ if actions.hand:
            return "cards are exchanged now"
        case Raise() if not actions.low:
            return "no raise is possible now"
        case Raise():
            return f"all-in is too much: {_raising(view)}"
    return f"{actions.call:,} are to call"
