"""What a bot reads off a view, and how it says how much to raise."""

from dataclasses import dataclass

from mazzo.poker import CALL, CHECK, FOLD, Action, Betting, Raise, View
from mazzo.poker.actions import Acted, Board, Exchanged


@dataclass(frozen=True, slots=True)
class Reading:
    """The public side of a seat's turn to bet."""

    view: View
    seat: int
    opponents: tuple[int, ...]  # who has not folded
    stack: int
    call: int
    pot: int
    unit: int  # the big blind, or the smallest bet
    raises: int  # of this round
    raiser: int | None  # who bet or raised last in this round
    led: int | None  # who bet or raised last, in this round or before
    behind: int  # how many opponents act after this seat if it does not raise
    last: bool  # whether this seat is the last to act in later rounds

    @property
    def price(self) -> float:
        """The share of the pot after a call that the call is."""
        return self.call / (self.pot + self.call)

    @property
    def depth(self) -> float:
        """The most that this seat can still win or lose against one opponent, in units."""
        view = self.view
        most = max(view.stacks[other] + view.bets[other] for other in self.opponents)
        return min(self.stack + view.bets[self.seat], most) / self.unit


def read(view: View) -> Reading:
    """Read the view of a seat whose turn it is."""
    seat = view.seat
    assert seat is not None
    raises, raiser, led = 0, None, None
    for event in view.history:
        if isinstance(event, Board | Exchanged):
            raises, raiser = 0, None
        elif isinstance(event, Acted) and isinstance(event.action, Raise):
            raises, raiser, led = raises + 1, event.seat, event.seat
    seats = len(view.stacks)
    opponents = tuple(other for other in range(seats) if other != seat and not view.folded[other])
    # Seats after the button act first, so who is nearest to it from its right acts last.
    last = all((other - view.button - 1) % seats < (seat - view.button - 1) % seats for other in opponents)
    return Reading(
        view=view,
        seat=seat,
        opponents=opponents,
        stack=view.stacks[seat],
        call=view.actions.call,
        pot=view.pot,
        unit=view.rules.big_blind,
        raises=raises,
        raiser=raiser,
        led=led,
        behind=sum(view.pending >> other & 1 for other in opponents),
        last=last,
    )


def passing(view: View) -> Action:
    """Check, or fold if that is not free."""
    return FOLD if view.actions.call else CHECK


def calling(view: View) -> Action:
    """Check or call."""
    return CALL if view.actions.call else CHECK


def raise_by(view: View, chips: float) -> Raise | None:
    """Give the raise by so many chips on top of the bet, or the nearest that is allowed; None if there is none.

    At a raise-by table it is by 2 to 4 big blinds, and never takes more than a quarter of the stack.
    """
    actions = view.actions
    if not actions.low:
        return None
    to = view.level + round(chips)
    if view.rules.betting is Betting.RAISE_BY:
        seat = view.seat or 0
        unit, stack = view.rules.big_blind, view.stacks[seat]
        to = min(max(to, view.level + 2 * unit), view.level + 4 * unit, view.bets[seat] + stack // 4)
        return Raise(to) if view.level + 2 * unit <= to <= actions.high else None
    return Raise(min(max(to, actions.low), actions.high))
