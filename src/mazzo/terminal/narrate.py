"""A hand of poker told as a person would follow it."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from mazzo.cards import UNKNOWN
from mazzo.poker import State
from mazzo.poker.actions import (
    Acted,
    Board,
    Call,
    Check,
    Dealt,
    Event,
    Exchanged,
    Mucked,
    Posted,
    Raise,
    Returned,
    Shown,
    Won,
)
from mazzo.poker.histories import History
from mazzo.strength import describe
from mazzo.terminal.show import cards_text

_BOARDS = {3: "flop", 4: "turn", 5: "river"}


def narrate(hand: History) -> Iterator[Text]:
    """Give a line for each thing that happens in a hand, from the deal on."""
    return _Narrator(hand).lines()


class _Narrator:
    def __init__(self, hand: History) -> None:
        self.hand = hand
        self.names = hand.names or tuple(f"seat {seat}" for seat in range(len(hand.stacks)))

    def lines(self) -> Iterator[Text]:
        first, *_ = states = list(self.hand.states())
        yield Text(f"{self.names[first.button]} has the button; stacks are {self._stacks(first.starting)}")
        board: tuple[int, ...] = ()
        before = first.starting
        opened = False  # whether there is a bet in this round
        for state in states:
            for event in state.events:
                if isinstance(event, Board):
                    board += event.cards
                if isinstance(event, Acted):
                    yield Text(f"{self.names[event.seat]} {self._act(event, opened)}")
                    if event.chips and event.chips == before[event.seat]:
                        yield Text(f"{self.names[event.seat]} is all-in", "bold")
                else:
                    yield self._line(event, state, board)
                opened = (opened and not isinstance(event, Board | Exchanged)) or _opens(event)
            before = state.stacks
        last = states[-1]
        if last.payoffs is not None:
            yield Text(f"stacks are {self._stacks(last.stacks)}")
        if rake := self.hand.extra.get("_rake"):
            yield Text(f"of what was won the room took {self._symbol}{rake:,}", "dim")

    def _line(self, event: Event, state: State, board: tuple[int, ...]) -> Text:
        match event:
            case Posted(seat, chips, what):
                return Text(f"{self.names[seat]} posts the {what}, {self._money(chips)}")
            case Dealt(seat, _):
                return Text(f"{self.names[seat]} gets  ").append_text(_cards(state.hole[seat]))
            case Board(_):
                return Text(f"\n{_BOARDS.get(len(board), 'board')}  ", "bold").append_text(cards_text(board))
            case Exchanged(seat, count):
                return Text(f"{self.names[seat]} " + (f"exchanges {count}" if count else "stands pat"))
            case Returned(seat, chips):
                return Text(f"{self._money(chips)} that nobody called go back to {self.names[seat]}")
            case Shown(seat, cards):
                text = Text(f"{self.names[seat]} shows  ").append_text(_cards(cards))
                if len(board) >= 3 or len(cards) == 5:
                    _, best = state.rules.strongest(cards, board)
                    text.append(f"  {describe(best)}" if best else "", "dim")
                return text
            case Mucked(seat):
                return Text(f"{self.names[seat]} puts the cards away")
            case Won(seat, chips, pot, cards):
                which = "the pot" if not pot else f"side pot {pot}"
                with_what = f" with {describe(cards)}" if cards else ""
                return Text(f"{self.names[seat]} wins {self._money(chips)} of {which}{with_what}", "bold green")
        raise AssertionError(event)

    def _act(self, event: Acted, opened: bool) -> str:
        match event.action:
            case Raise(to):
                return f"{'raises to' if opened else 'bets'} {self._money(to)}"
            case Call():
                return f"calls {self._money(event.chips)}"
            case Check():
                return "checks"
            case _:
                return "folds"

    def _stacks(self, stacks: Sequence[int]) -> str:
        return ", ".join(f"{name} {self._money(stack)}" for name, stack in zip(self.names, stacks, strict=True))

    def _money(self, chips: int) -> str:
        return f"{self._symbol}{chips * self.hand.unit:,}"

    @property
    def _symbol(self) -> str:
        symbol: str = self.hand.extra.get("currency_symbol", "")
        return symbol


def _opens(event: Event) -> bool:
    return (isinstance(event, Posted) and event.what != "ante") or (
        isinstance(event, Acted) and isinstance(event.action, Raise)
    )


def _cards(cards: tuple[int, ...]) -> Text:
    return Text(" ".join("??" for _ in cards)) if UNKNOWN in cards else cards_text(cards)
