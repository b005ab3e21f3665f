"""A hand of poker told as a person would follow it."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from mazzo.cards import UNKNOWN
from mazzo.cli.show import cards_text
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
from mazzo.strength import describe

_BOARDS = {3: "flop", 4: "turn", 5: "river"}


def narrate(states: Sequence[State], names: Sequence[str]) -> Iterator[Text]:
    """Give a line for each thing that happens in a hand, from the deal on."""
    first = states[0]
    yield Text(f"{names[first.button]} has the button; stacks are {_stacks(first.starting, names)}")
    board: tuple[int, ...] = ()
    before = first.starting
    opened = False  # whether there is a bet in this round
    for state in states:
        for event in state.events:
            if isinstance(event, Board):
                board += event.cards
            if isinstance(event, Acted):
                yield Text(f"{names[event.seat]} {_act(event, opened)}")
                if event.chips and event.chips == before[event.seat]:
                    yield Text(f"{names[event.seat]} is all-in", "bold")
            else:
                yield _line(event, state, board, names)
            opened = (opened and not isinstance(event, Board | Exchanged)) or _opens(event)
        before = state.stacks
    last = states[-1]
    if last.payoffs is not None:
        yield Text(f"stacks are {_stacks(last.stacks, names)}")


def _line(event: Event, state: State, board: tuple[int, ...], names: Sequence[str]) -> Text:
    match event:
        case Posted(seat, chips, what):
            return Text(f"{names[seat]} posts the {what}, {chips:,}")
        case Dealt(seat, _):
            return Text(f"{names[seat]} gets  ").append_text(_cards(state.hole[seat]))
        case Board(_):
            return Text(f"\n{_BOARDS.get(len(board), 'board')}  ", "bold").append_text(cards_text(board))
        case Exchanged(seat, count):
            return Text(f"{names[seat]} " + (f"exchanges {count}" if count else "stands pat"))
        case Returned(seat, chips):
            return Text(f"{chips:,} that nobody called go back to {names[seat]}")
        case Shown(seat, cards):
            text = Text(f"{names[seat]} shows  ").append_text(_cards(cards))
            if 5 <= len(cards + board) <= 7 and UNKNOWN not in cards and len(cards) != 4:
                text.append(f"  {describe(cards + board)}", "dim")
            return text
        case Mucked(seat):
            return Text(f"{names[seat]} puts the cards away")
        case Won(seat, chips, pot, cards):
            which = "the pot" if not pot else f"side pot {pot}"
            with_what = f" with {describe(cards)}" if cards else ""
            return Text(f"{names[seat]} wins {chips:,} of {which}{with_what}", "bold green")
    raise AssertionError(event)


def _opens(event: Event) -> bool:
    return (isinstance(event, Posted) and event.what != "ante") or (
        isinstance(event, Acted) and isinstance(event.action, Raise)
    )


def _act(event: Acted, opened: bool) -> str:
    match event.action:
        case Raise(to):
            return f"raises to {to:,}" if opened else f"bets {to:,}"
        case Call():
            return f"calls {event.chips:,}"
        case Check():
            return "checks"
        case _:
            return "folds"


def _cards(cards: tuple[int, ...]) -> Text:
    return Text(" ".join("??" for _ in cards)) if UNKNOWN in cards else cards_text(cards)


def _stacks(stacks: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join(f"{name} {stack:,}" for name, stack in zip(names, stacks, strict=True))
