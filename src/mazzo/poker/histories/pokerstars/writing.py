"""From a history to the lines of a hand."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Final

from mazzo.cards import UNKNOWN, format_cards
from mazzo.poker.actions import (
    CHECK,
    FOLD,
    Acted,
    Action,
    Board,
    Call,
    Exchanged,
    Mucked,
    Posted,
    Raise,
    Returned,
    Shown,
    Won,
)
from mazzo.poker.hand import State
from mazzo.poker.histories.history import History, HistoryError
from mazzo.poker.histories.pokerstars.reading import EVENT, GAMES, read
from mazzo.poker.pots import split
from mazzo.poker.rules import Betting
from mazzo.strength import describe


def write(history: History) -> str:
    """Write a hand as PokerStars does; a hand that would not read back as it is, is refused."""
    if history.rules.name not in GAMES:
        raise HistoryError(f"PokerStars has no {history.rules.name}; it has {', '.join(GAMES)}")
    hand = history.from_button()
    if hand.hero is not None and UNKNOWN not in hand.deck:
        hand = hand.seen_by(hand.hero)
    final = hand.final()
    if final.payoffs is None:
        raise HistoryError("the hand is not over; PokerStars writes whole hands")
    text = "\n".join(_Writer(hand).lines()) + "\n"
    unsaid = HistoryError(f"PokerStars text has no words for all of this hand of {hand.rules.name}")
    try:
        back = read(text)
    except HistoryError as error:
        raise unsaid from error
    if back.names != (hand.names or back.names) or _told(back) != _told(hand):
        raise unsaid
    return text


def _told(hand: History) -> tuple[object, ...]:
    """What must be the same in the text: all that happened, and all cards that are known."""
    final = hand.final()
    thrown = [sorted(cards) for cards in final.discarded]  # in which order says nothing
    return hand.rules, hand.hero, final.history, final.hole, thrown


_FOLDED: Final = {
    "preflop": "before Flop",
    "flop": "on the Flop",
    "turn": "on the Turn",
    "river": "on the River",
    "first": "before the Draw",
    "exchange": "on the Draw",
    "second": "after the Draw",
}


class _Writer:
    """The lines of one hand that is over, with its seats numbered from the button's left."""

    def __init__(self, hand: History) -> None:
        self.hand, self.rules = hand, hand.rules
        self.states = list(hand.states())
        self.final = self.states[-1]
        self.events = self.final.history
        seats = len(hand.stacks)
        self.names = hand.names or tuple(f"Player {seat + 1}" for seat in range(seats))
        self.numbers: list[int] = hand.extra.get("seats") or list(range(1, seats + 1))
        self.live = [seat for seat in range(seats) if not self.final.folded >> seat & 1]
        #: Whose cards are told when they are dealt: the hero's, or all if they are known; others' at the end.
        known = all(UNKNOWN not in cards for cards in (*self.final.hole, *self.final.discarded))
        self.told = set(range(seats if known else 0)) if hand.hero is None else {hand.hero}
        self.pots = {event.pot: 0 for event in self.events if isinstance(event, Won)}
        for event in self.events:
            if isinstance(event, Won):
                self.pots[event.pot] += event.chips

    def lines(self) -> Iterator[str]:
        yield from self._heading()
        before = self.states[0]
        board: tuple[int, ...] = ()
        left = list(self.hand.stacks)
        for state in self.states:
            for event in state.events:
                if isinstance(event, Posted | Acted):
                    left[event.seat] -= event.chips
                    end = " and is all-in" if event.chips and not left[event.seat] else ""
                match event:
                    case Posted(seat, chips, what):
                        the = "the " if what == "ante" else ""
                        yield f"{self.names[seat]}: posts {the}{what} {self._money(chips)}{end}"
                    case Acted(seat, action, chips):
                        yield f"{self.names[seat]}: {self._act(before, action, chips)}{end}"
                    case Exchanged(seat, count):
                        yield from self._exchange(state, seat, count)
                    case Board(cards):
                        street = {0: "FLOP", 3: "TURN", 4: "RIVER"}[len(board)]
                        yield f"*** {street} *** {_bracketed(board)} {_bracketed(cards)}".replace("[] ", "")
                        board += cards
                    case Returned(seat, chips):
                        yield f"Uncalled bet ({self._money(chips)}) returned to {self.names[seat]}"
            if state is self.states[0]:
                yield (
                    "*** HOLE CARDS ***"
                    if any(street.board for street in self.rules.streets)
                    else "*** DEALING HANDS ***"
                )
                for seat in range(len(self.names)):
                    if self._tells(seat, state.hole[seat]):
                        yield f"Dealt to {self.names[seat]} {_bracketed(state.hole[seat])}"
            before = state
        yield from self._ending()
        yield from self._summary(board)

    def _heading(self) -> Iterator[str]:
        extra, rules = self.hand.extra, self.rules
        small, big = rules.blinds[:2] if rules.betting in (Betting.NO_LIMIT, Betting.POT_LIMIT) else self._bets()
        event = f"{extra['event']} " if re.fullmatch(EVENT, str(extra.get("event"))) else ""
        level = f" - {extra['level']}" if "level" in extra else ""
        currency = f" {extra['currency']}" if "currency" in extra else ""
        stakes = f"{self._money(small)}/{self._money(big)}{currency}"
        date = ""
        if {"year", "month", "day", "time"} <= set(extra):
            zone = f" {extra['time_zone_abbreviation']}" if "time_zone_abbreviation" in extra else ""
            date = f" - {extra['year']}/{extra['month']:02}/{extra['day']:02} {extra['time']}{zone}"
        yield f"PokerStars Hand #{extra.get('hand', 0)}: {event}{GAMES[rules.name]}{level} ({stakes}){date}"
        # Texts that name a table without its size are old ones.
        size = "" if "table" in extra and "seat_count" not in extra else f" {self._seat_count()}-max"
        yield f"Table '{extra.get('table', 'mazzo')}'{size} Seat #{self.numbers[-1]} is the button"
        for number, seat in sorted((number, seat) for seat, number in enumerate(self.numbers)):
            yield f"Seat {number}: {self.names[seat]} ({self._money(self.hand.stacks[seat])} in chips)"

    def _seat_count(self) -> int:
        count: int = self.hand.extra.get("seat_count", max(self.rules.seats[1], *self.numbers))
        return count

    def _bets(self) -> tuple[int, int]:
        return self.rules.streets[0].bet, self.rules.streets[-1].bet

    def _act(self, before: State, action: Action, chips: int) -> str:
        match action:
            case Raise(to):
                by = f"raises {self._money(to - before.level)} to" if before.level else "bets"
                return f"{by} {self._money(to)}"
            case Call():
                return f"calls {self._money(chips)}"
        return "checks" if action == CHECK else "folds"

    def _exchange(self, state: State, seat: int, count: int) -> Iterator[str]:
        if not count:
            yield f"{self.names[seat]}: stands pat"
            return
        away, hole = state.discarded[seat], state.hole[seat]
        told = self._tells(seat, away)
        yield f"{self.names[seat]}: discards {count} card{'s' * (count > 1)}{' ' + _bracketed(away) if told else ''}"
        if told:
            yield f"Dealt to {self.names[seat]} {_bracketed(hole[:-count])} {_bracketed(hole[-count:])}"

    def _ending(self) -> Iterator[str]:
        if len(self.live) > 1:
            yield "*** SHOW DOWN ***"
        shown = {event.seat for event in self.events if isinstance(event, Shown)}
        for event in self.events:
            match event:
                case Shown(seat, cards) if _bracketed(cards):
                    words = f" ({self._words(seat)})" if len(self.live) > 1 and seat in self.live else ""
                    yield f"{self.names[seat]}: shows {_bracketed(cards)}{words}"
                case Shown(seat) | Mucked(seat):
                    yield f"{self.names[seat]}: mucks hand"
        for event, chips in self._collected():
            yield f"{self.names[event.seat]} collected {self._money(chips)} from {self._pot_name(event.pot)}"
        if len(self.live) == 1 and self.live[0] not in shown:
            yield f"{self.names[self.live[0]]}: doesn't show hand"

    def _collected(self) -> Iterator[tuple[Won, int]]:
        """What each won, without the rake: it comes off the main pot, and what is left of it off the others."""
        rake = self._rake()
        won = [event for event in self.events if isinstance(event, Won)]
        less: dict[tuple[int, int], int] = {}
        for pot in sorted(self.pots):
            winners = [event.seat for event in won if event.pot == pot]
            taken = min(rake, self.pots[pot])
            rake -= taken
            less |= {(pot, seat): chips for seat, chips in zip(winners, split(taken, winners), strict=True)}
        return ((event, event.chips - less[event.pot, event.seat]) for event in won)

    def _rake(self) -> int:
        return int(self.hand.extra.get("_rake", Decimal(0)) / self.hand.unit)

    def _summary(self, board: tuple[int, ...]) -> Iterator[str]:
        yield "*** SUMMARY ***"
        parts = ""
        if len(self.pots) > 1:
            names = [(self._pot_name(pot).capitalize(), self.pots[pot]) for pot in sorted(self.pots)]
            parts = "".join(f" {name} {self._money(chips)}." for name, chips in names)
        yield f"Total pot {self._money(sum(self.pots.values()))}{parts} | Rake {self._money(self._rake())}"
        if board:
            yield f"Board {_bracketed(board)}"
        roles: dict[int, str] = {len(self.names) - 1: " (button)"}
        for event in self.events:
            if isinstance(event, Posted) and event.what.endswith("blind"):
                roles[event.seat] = f"{roles.get(event.seat, '')} ({event.what})"
        ends = self._ends()
        for number, seat in sorted((number, seat) for seat, number in enumerate(self.numbers)):
            yield f"Seat {number}: {self.names[seat]}{roles.get(seat, '')} {ends[seat]}"

    def _ends(self) -> dict[int, str]:
        """How the hand ended for each seat."""
        ends: dict[int, str] = {}
        for before, after in pairwise(self.states):
            acted = after.events[0]
            if isinstance(acted, Acted) and acted.action == FOLD:
                paid = "" if before.paid[acted.seat] else " (didn't bet)"
                ends[acted.seat] = f"folded {_FOLDED[self.rules.streets[before.street].name]}{paid}"
        won: dict[int, int] = {}
        for event, chips in self._collected():
            won[event.seat] = won.get(event.seat, 0) + chips
        shown = {event.seat for event in self.events if isinstance(event, Shown)}
        for seat in self.live:
            cards = _bracketed(self.final.hole[seat])
            if len(self.live) == 1:
                ends[seat] = f"collected ({self._money(won[seat])})"
            elif seat not in shown or not cards:
                ends[seat] = f"mucked {cards}".rstrip()
            else:
                end = f"won ({self._money(won[seat])})" if seat in won else "lost"
                ends[seat] = f"showed {cards} and {end} with {self._words(seat)}"
        # What else is known of the cards has no words of its own in such texts.
        for seat in {*range(len(self.names))} - self.told - shown:
            cards = _bracketed(self.final.hole[seat])
            if cards and not (seat in self.live and len(self.live) > 1):
                ends[seat] += f" and mucked {cards}"
        return ends

    def _words(self, seat: int) -> str:
        _, cards = self.rules.strongest(self.final.hole[seat], self.final.board)
        return describe(cards) if cards else "unknown cards"

    def _tells(self, seat: int, cards: tuple[int, ...]) -> bool:
        """Whether these cards of a seat are told before the end."""
        return seat in self.told and UNKNOWN not in cards

    def _pot_name(self, pot: int) -> str:
        if len(self.pots) == 1:
            return "pot"
        return "main pot" if not pot else "side pot" if len(self.pots) == 2 else f"side pot-{pot}"

    def _money(self, chips: int) -> str:
        """Cents only where there are some; all digits of the unit where no currency says how many they are."""
        symbol = self.hand.extra.get("currency_symbol", "")
        amount = chips * self.hand.unit
        whole = symbol and amount == amount.to_integral_value()
        return f"{symbol}{amount:.0f}" if whole else f"{symbol}{amount}"


def _bracketed(cards: Sequence[int]) -> str:
    """Give the known ones of some cards in brackets, or nothing if none is."""
    known = [card for card in cards if card != UNKNOWN]
    return f"[{format_cards(known, ' ')}]" if known else ""
