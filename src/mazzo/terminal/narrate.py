"""A hand of poker told as a person would follow it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from mazzo.poker import Rules
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


def with_commas(chips: int) -> str:
    """Give chips as they are written."""
    return f"{chips:,}"


def narrate(hand: History) -> Iterator[Text]:
    """Give a line for each thing that happens in a hand, from the deal on."""
    symbol = hand.extra.get("currency_symbol", "")

    def money(chips: int) -> str:
        return f"{symbol}{chips * hand.unit:,}"

    def listed(stacks: Sequence[int]) -> str:
        return ", ".join(f"{name} {money(stack)}" for name, stack in zip(names, stacks, strict=True))

    names = hand.names or tuple(f"seat {seat}" for seat in range(len(hand.stacks)))
    states = list(hand.states())
    first, last = states[0], states[-1]
    teller = Teller(first.rules, names, first.starting, first.hole, money=money)
    yield Text(f"{names[first.button]} has the button; stacks are {listed(first.starting)}")
    for event in last.history:
        for line in teller.tell(event):
            yield Text("\n").append_text(line) if isinstance(event, Board) else line
    if last.payoffs is not None:
        yield Text(f"stacks are {listed(last.stacks)}")
    if rake := hand.extra.get("_rake"):
        yield Text(f"of what was won the room took {symbol}{rake:,}", "dim")


@dataclass(slots=True)
class Teller:
    """Tells the events of a hand one after another, and keeps what later ones need of those before.

    `dealt` and `drawn` are the cards that each seat got at the deal and in an exchange, none where they are not
    to be told.
    """

    rules: Rules
    names: Sequence[str]
    starting: Sequence[int]
    dealt: Sequence[tuple[int, ...]]
    drawn: Sequence[tuple[int, ...]] = ()
    money: Callable[[int], str] = with_commas
    board: tuple[int, ...] = ()
    opened: bool = False  # whether there is a bet in this round
    put_in: dict[int, int] = field(default_factory=dict)

    def tell(self, event: Event) -> Iterator[Text]:
        """Give the lines for the next event."""
        if isinstance(event, Board):
            self.board += event.cards
        if isinstance(event, Posted | Acted):
            self.put_in[event.seat] = self.put_in.get(event.seat, 0) + event.chips
        if line := self._line(event):
            yield line
        if isinstance(event, Acted) and event.chips and self.put_in[event.seat] == self.starting[event.seat]:
            yield Text(f"{self.names[event.seat]} is all-in", "bold")
        self.opened = (self.opened and not isinstance(event, Board | Exchanged)) or _opens(event)

    def _line(self, event: Event) -> Text | None:
        match event:
            case Posted(seat, chips, what):
                return Text(f"{self.names[seat]} posts the {what}, {self.money(chips)}")
            case Acted(seat):
                return Text(f"{self.names[seat]} {self._act(event)}")
            case Dealt(seat, _):
                cards = self.dealt[seat]
                return Text(f"{self.names[seat]} gets  ").append_text(cards_text(cards)) if cards else None
            case Board(_):
                name = _BOARDS.get(len(self.board), "board")
                return Text(f"{name}  ", "bold").append_text(cards_text(self.board))
            case Exchanged(seat, count):
                return self._exchanged(seat, count)
            case Returned(seat, chips):
                return Text(f"{self.money(chips)} that nobody called go back to {self.names[seat]}")
            case Shown(seat, cards):
                text = Text(f"{self.names[seat]} shows  ").append_text(cards_text(cards))
                if len(self.board) >= 3 or len(cards) == 5:
                    _, best = self.rules.strongest(cards, self.board)
                    text.append(f"  {describe(best)}" if best else "", "dim")
                return text
            case Mucked(seat):
                return Text(f"{self.names[seat]} puts the cards away")
            case Won(seat, chips, pot, cards):
                which = "the pot" if not pot else f"side pot {pot}"
                with_what = f" with {describe(cards)}" if cards else ""
                return Text(f"{self.names[seat]} wins {self.money(chips)} of {which}{with_what}", "bold green")

    def _act(self, event: Acted) -> str:
        match event.action:
            case Raise(to):
                return f"{'raises to' if self.opened else 'bets'} {self.money(to)}"
            case Call():
                return f"calls {self.money(event.chips)}"
            case Check():
                return "checks"
            case _:
                return "folds"

    def _exchanged(self, seat: int, count: int) -> Text:
        line = Text(f"{self.names[seat]} " + (f"exchanges {count}" if count else "stands pat"))
        if count and self.drawn and self.drawn[seat]:
            line.append(" and gets  ").append_text(cards_text(self.drawn[seat]))
        return line


def _opens(event: Event) -> bool:
    return (isinstance(event, Posted) and event.what != "ante") or (
        isinstance(event, Acted) and isinstance(event.action, Raise)
    )
