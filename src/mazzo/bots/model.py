"""What others may hold: ranges narrowed at every action by how likely each hand would act so.

The hands of a player stand in the order of their equity. With some share of the best it bets or raises,
and with a few of the others it bluffs. Facing a bet it goes on before the flop with the better starting
hands, and later with the hands that are worth the price, and gives up the rest; so the same rule tells what
a call says, and who would fold to a raise. After each action each hand weighs by how likely it was to act
so (Bayes). A part of the time it is taken to act as it does on average, whatever its cards, so no hand is
ever ruled out.

A few players are wild: what they do says nothing of their cards. How likely a player is one of them is
found by the same rule, from how often each kind would act so; so who raises and raises is believed less.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from mazzo.bots.hands import Figures, equities_on, hit_by
from mazzo.poker import Action, Call, Fold, Raise, View
from mazzo.poker.actions import Acted, Board, Posted
from mazzo.ranges import COMBOS


@dataclass(frozen=True, slots=True)
class Model:
    """A written model of how people play."""

    #: The part of the time in which a player does not look at its cards.
    anything: float = 0.2
    #: How sharp the borders between actions are: a share of hands.
    border: float = 0.05
    #: How likely a hand that is too weak to raise is raised.
    surprise: float = 0.03
    #: The shares of hands that raise first, by how many are still to act.
    opens: tuple[float, ...] = (0.35, 0.65, 0.42, 0.30, 0.22, 0.17, 0.14)
    #: The shares that raise again after one, two, ... raises, and that go on; more of them heads-up.
    reraises: tuple[float, ...] = (0.07, 0.04, 0.03)
    goes_on: tuple[float, ...] = (0.25, 0.12, 0.08)
    heads_up: float = 1.8
    #: After the flop: how much bets with a bet of no size, and raises of those that go on.
    bets: float = 0.75
    raises: float = 0.15
    #: What a bet or raise is taken to show: by so much the exponent of the equity against any two cards grows.
    shows: float = 0.8
    #: The part of players that is wild, and how often these bet or raise; else they check or call.
    wild: float = 0.03
    wild_raises: float = 0.6

    def bettors(self, size: float) -> float:
        """Give the share of hands that bet for value, with a bet of so much of the pot: the more, the fewer."""
        return min(self.bets / (1 + 2 * size), 0.95)

    def bluffs(self, size: float) -> float:
        """Give how likely one of the other hands is to bet so: as often as makes a call worth nothing."""
        value = self.bettors(size)
        return value * size / (1 + 2 * size) / (1 - value)

    def going_on(self, board: tuple[int, ...], price: float, raises: int, live: int) -> Figures:
        """Give how likely each hand calls or raises after so many raises, with so much of the pot to pay.

        Before the flop a hand is held against all others, later against the price, and never against what else
        its player may hold: so who has shown weakness gives up most of its hands.
        """
        if not board:
            return within(places(_ALL, ()), self.plays(raises, live), self.border)
        return within(price, equities_on(board) ** (1 + self.shows * raises), self.border)

    def plays(self, raises: int, live: int) -> float:
        """Give the share of starting hands that goes on after so many raises."""
        if not raises:
            return 0.7
        step = min(raises, len(self.reraises)) - 1
        return (self.goes_on[step] + self.reraises[step]) * (self.heads_up if live == 2 else 1)


@lru_cache(maxsize=64)
def _order_on(board: tuple[int, ...]) -> npt.NDArray[np.intp]:
    """Give the combinations from the strongest to the weakest; those that share a card with the board last."""
    return np.argsort(-equities_on(board), kind="stable")


def places(weights: Figures, board: tuple[int, ...]) -> Figures:
    """Give for each combination the share of a range that is stronger, half of itself included."""
    order = _order_on(board)
    ordered = weights[order]
    sums = np.cumsum(ordered)
    shares = np.empty(len(COMBOS))
    shares[order] = (sums - ordered / 2) / max(sums[-1], 1e-300)
    return shares


def within(places: Figures | float, share: Figures | float, border: float) -> Figures:
    """Give how surely each place is among the first `share`: 1 well within, a half at the border."""
    inside: Figures = 1 / (1 + np.exp(np.clip((places - share) / border * 2, -30, 30)))
    return inside


def ranges_of(view: View, model: Model) -> Figures:
    """Give what each seat may hold as everybody sees it, float64 (seats, 1326); the likeliest hand weighs 1."""
    seats = len(view.stacks)
    weights = np.ones((seats, len(COMBOS)))
    possible = np.ones(len(COMBOS))
    wild = np.full(seats, model.wild / (1 - model.wild))  # odds
    bets, folded = [0] * seats, [not stack for stack in view.starting]
    pot = level = raises = 0
    board: tuple[int, ...] = ()
    for event in view.history:
        match event:
            case Posted(seat, chips, what):
                pot += chips
                bets[seat] += chips if what != "ante" else 0
                level = max(level, bets[seat])
            case Board(cards):
                board += cards
                bets, level, raises = [0] * seats, 0, 0
                weights[:, hit_by(cards)] = possible[hit_by(cards)] = 0
            case Acted(seat, action, chips):
                call = level - bets[seat]
                live = seats - sum(folded)
                likely = _likelihood(model, weights[seat], board, action, level, call, pot, raises, live)
                if not isinstance(action, Fold):
                    on_average = float(np.sum(weights[seat] * likely) / weights[seat].sum())
                    by_wild = model.wild_raises if isinstance(action, Raise) else 1 - model.wild_raises
                    wild[seat] *= by_wild / on_average
                    weights[seat] *= model.anything * on_average + (1 - model.anything) * likely
                    weights[seat] /= weights[seat].max()
                folded[seat] |= isinstance(action, Fold)
                raises += isinstance(action, Raise)
                bets[seat] += chips
                level = max(level, bets[seat])
                pot += chips
    # Of all hands that a player may hold, those of a wild one are equally likely.
    shares = weights / weights.sum(axis=1, keepdims=True) + wild[:, None] * possible / possible.sum()
    mixed: Figures = shares / shares.max(axis=1, keepdims=True)
    return mixed


def _likelihood(
    model: Model,
    weights: Figures,
    board: tuple[int, ...],
    action: Action,
    level: int,
    call: int,
    pot: int,
    raises: int,
    live: int,
) -> Figures | float:
    """How likely each hand would act so."""
    if isinstance(action, Fold):
        return 1.0
    if not board:
        return _likelihood_at_first(model, action, raises, live)
    place = places(weights, board)
    match action:
        case Raise(to) if not call:
            size = (to - level) / pot
            value = within(place, model.bettors(size), model.border)
            return value + (1 - value) * model.bluffs(size)
        case Raise():
            return within(place, model.raises, model.border) + model.surprise
        case Call():
            goes_on = model.going_on(board, call / (pot + call), raises, live)
            return goes_on * (1 - 0.5 * within(place, model.raises, model.border))
    return 1 - 0.6 * within(place, model.bets / 2, model.border)


def _likelihood_at_first(model: Model, action: Action, raises: int, live: int) -> Figures:
    """The same before the flop, by the place among all hands."""
    place = places(_ALL, ())
    wider = model.heads_up if live == 2 else 1.0
    step = min(max(raises - 1, 0), len(model.reraises) - 1)
    opens = model.opens[min(live - 1, len(model.opens) - 1)]
    again = opens if not raises else model.reraises[step] * wider
    match action:
        case Raise():
            return within(place, again, model.border) + model.surprise
        case Call():
            return model.going_on((), 0, raises, live) * (1 - 0.5 * within(place, again, model.border))
    return 1 - 0.7 * within(place, 0.15, model.border)


_ALL = np.ones(len(COMBOS))
