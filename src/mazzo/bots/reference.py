"""Opponents to measure others against: each plays one simple idea, in any variant of poker."""

from dataclasses import dataclass
from random import Random
from typing import Final

from mazzo.bots.bot import Bot
from mazzo.bots.hands import share_beaten
from mazzo.bots.reading import calling, passing, raise_by, read
from mazzo.cards import Cards
from mazzo.equity import equity
from mazzo.poker import Action, Exchange, Raise, View
from mazzo.strength import Category, category


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Any of the kinds of action with equal chance, and a raise of any size."""

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        actions = view.actions
        if actions.hand:
            return Exchange(tuple(rng.sample(actions.hand, rng.randint(0, actions.most))))
        action = rng.choice(list(actions))
        return Raise(rng.randint(actions.low, actions.high)) if isinstance(action, Raise) else action


@dataclass(frozen=True, slots=True)
class CallBot:
    """Never raises and never folds."""

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        return plain_exchange(view) if view.actions.hand else calling(view)


@dataclass(frozen=True, slots=True)
class RaiseBot:
    """Always bets or raises the pot, or what is allowed; else it calls."""

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        if view.actions.hand:
            return plain_exchange(view)
        return raise_by(view, view.pot + view.actions.call) or calling(view)


@dataclass(frozen=True, slots=True)
class NitBot:
    """Puts chips in with the best hands only."""

    raise_from: float = 0.94
    call_from: float = 0.88

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        if view.actions.hand:
            return plain_exchange(view)
        beaten = share_beaten(view.hole[view.seat or 0], view.board)
        if beaten >= self.raise_from and read(view).raises < 2:
            return raise_by(view, 0.7 * view.pot) or calling(view)
        return calling(view) if beaten >= self.call_from else passing(view)


@dataclass(frozen=True, slots=True)
class HonestBot:
    """Bets its equity against random hands: as much of the pot as it expects to win, and never bluffs."""

    trials: int = 2048
    raise_from: float = 1.25

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        if view.actions.hand:
            return plain_exchange(view)
        reading = read(view)
        seats = 1 + len(reading.opponents)
        share = self._share(view, seats - 1, rng)
        if share * seats >= self.raise_from and reading.raises < 3:
            return raise_by(view, share * view.pot) or calling(view)
        return calling(view) if share >= reading.price else passing(view)

    def _share(self, view: View, opponents: int, rng: Random) -> float:
        hole = view.hole[view.seat or 0]
        if len(hole) == 2:
            players: list[Cards] = [hole, *["random"] * opponents]
            return equity(players, view.board, trials=self.trials, seed=rng.getrandbits(32), threads=1).equity[0]
        beaten: float = share_beaten(hole, view.board) ** opponents
        return beaten


def plain_exchange(view: View) -> Exchange:
    """Keep what is paired or made, and throw up to three of the others, the lowest first."""
    hand = view.actions.hand
    if category(hand) >= Category.STRAIGHT:
        return Exchange()
    ranks = [card >> 2 for card in hand]
    single = sorted(card for card in hand if ranks.count(card >> 2) == 1)
    return Exchange(tuple(single[: view.actions.most]))


REFERENCES: Final[dict[str, Bot]] = {
    "random": RandomBot(),
    "call": CallBot(),
    "raise": RaiseBot(),
    "nit": NitBot(),
    "honest": HonestBot(),
}
