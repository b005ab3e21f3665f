"""Hold'em by simple means: the easy and the normal level."""

from dataclasses import dataclass
from random import Random

from mazzo.bots.hands import share_beaten, share_of_outs
from mazzo.bots.reading import Reading, calling, passing, raise_by, read
from mazzo.poker import Action, View


@dataclass(frozen=True, slots=True)
class EasyHoldem:
    """Looks at its own cards, and hardly at anything else.

    A hand counts by the share of all hands that it beats now, misjudged by up to `whim`. It calls from
    `call_from` and bets or raises from `raise_from`; once in a while (`bluff`) it bets with anything.
    """

    call_from: float = 0.42
    raise_from: float = 0.85
    bluff: float = 0.04
    whim: float = 0.12

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        reading = read(view)
        strength = share_beaten(view.hole[reading.seat], view.board) + rng.uniform(-self.whim, self.whim)
        wants = strength >= self.raise_from or (not reading.raises and rng.random() < self.bluff)
        if wants and reading.raises < 2:
            return raise_by(view, max(2 * reading.unit, reading.pot / 2)) or calling(view)
        # A bet of the whole stack frightens it a little.
        dear = reading.call / (reading.stack + reading.call)
        return calling(view) if strength >= self.call_from + 0.3 * dear else passing(view)


@dataclass(frozen=True, slots=True)
class NormalHoldem:
    """Plays chosen starting hands by position, and then its made hand, its outs and the price.

    `opens` are the shares of hands with which it raises first when so many opponents are still to act (the
    last for that many or more). Facing a raise it raises again with `reraises` of its hands and calls with
    `calls`, a third of both for each raise more, and twice as many heads-up. Later it bets from an estimated
    chance `bets_from`, raises from `raises_from`, and follows up its own raise on the flop so often
    (`follows`); `margin` is what its chance must be above the price to call.
    """

    opens: tuple[float, ...] = (0.60, 0.75, 0.42, 0.30, 0.22, 0.17, 0.14)
    calls: float = 0.22
    reraises: float = 0.06
    bets_from: float = 0.62
    raises_from: float = 0.88
    follows: float = 0.55
    margin: float = 0.03

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        reading = read(view)
        return self._later(view, reading, rng) if view.board else self._first(view, reading, rng)

    def _first(self, view: View, reading: Reading, rng: Random) -> Action:
        worse = 1 - share_beaten(view.hole[reading.seat], ())
        opponents = len(reading.opponents)
        wider = 2.0 if opponents == 1 else 1.0
        if not reading.raises:
            opens = self.opens[min(reading.behind, len(self.opens) - 1)]
            if worse < opens:
                return raise_by(view, 1.5 * reading.unit + reading.pot / 3) or calling(view)
            return calling(view) if not reading.call or worse < 1.3 * opens * reading.last else passing(view)
        narrower = wider / 3 ** (reading.raises - 1)
        if worse < self.reraises * narrower or (reading.depth < 12 and worse < self.calls * narrower):
            return raise_by(view, reading.pot) or calling(view)
        # The cheaper the call is, the more hands are worth it.
        cheap = min(2.0, 0.33 / max(reading.price, 0.01))
        return calling(view) if not reading.call or worse < self.calls * narrower * cheap else passing(view)

    def _later(self, view: View, reading: Reading, rng: Random) -> Action:
        hole, board = view.hole[reading.seat], view.board
        chance = self._chance(hole, board, reading)
        deep = reading.stack > reading.pot
        if not reading.call:
            follows = reading.led == reading.seat and len(board) == 3 and len(reading.opponents) <= 2
            if chance >= self.bets_from or (follows and rng.random() < self.follows):
                return raise_by(view, (0.6 if deep else 1) * reading.pot) or calling(view)
            return calling(view)
        if chance >= self.raises_from and reading.raises < 3:
            return raise_by(view, 0.8 * reading.pot) or calling(view)
        committed = view.paid[reading.seat] > 2 * reading.stack
        return calling(view) if chance >= reading.price + (0 if committed else self.margin) else passing(view)

    def _chance(self, hole: tuple[int, ...], board: tuple[int, ...], reading: Reading) -> float:
        """An estimate of its chance: the hand as it stands, what bets say of others, and its outs."""
        beaten = share_beaten(hole, board)
        # Who bets has more than any two cards.
        made: float = beaten ** (0.4 + 0.6 * len(reading.opponents) + 0.8 * reading.raises)
        return made + (1 - made) * share_of_outs(hole, board) * (1.8 if len(board) == 3 else 1)
