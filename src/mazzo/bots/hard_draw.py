"""Five-card draw by ranges and expected values: the hard level."""

from dataclasses import dataclass
from math import prod
from random import Random

import numpy as np

from mazzo.bots.hands import Figures, share_beaten
from mazzo.bots.reading import calling, raise_by, read
from mazzo.draw import CLASSES, Draw, best_draw
from mazzo.poker import FOLD, Action, Call, Exchange, Raise, View
from mazzo.poker.actions import Acted, Exchanged

#: Which part of its hands a player holds, from the worst (0) to the best (1).
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class HardDraw:
    """Weighs what opponents may hold by what they bet and drew, and takes the action that is worth most.

    Of its hands a player is taken to bet the best `bets` (fewer against several), to raise with the best
    `raises` and to call with the best `calls`, and `anything` of the time not to look at them. To a bet it
    gives up the worst, `gives_up` times the price it gets. With a hand that beats less than half of all hands
    this bot bets or raises before and after the draw with at most the chance in `bluffs`, and a raise must be
    worth `margin` of what it costs more than anything else. `trials` random deals give an equity.
    """

    bets: float = 0.5
    raises: float = 0.25
    calls: float = 0.65
    anything: float = 0.25
    gives_up: float = 1.0
    bluffs: tuple[float, float] = (0.15, 0.15)
    margin: float = 0.03
    trials: int = 4096

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        table, seed = _Table(self, view), rng.getrandbits(32)
        if view.actions.hand:
            return Exchange(table.draw(table.opponents, seed).best.throw)
        may_bluff = rng.random() < self.bluffs[table.late]
        share = table.share({}, seed)
        pot, call = view.pot, view.actions.call
        values: list[tuple[float, Action]] = [(share * (pot + call) - call, calling(view))]
        if call:
            values.append((0.0, FOLD))
        action = raise_by(view, view.rules.big_blind)
        if action and (may_bluff or share_beaten(view.hole[table.seat], ()) >= 0.5):
            values.append((self._value_of_raise(view, table, action, seed), action))
        return max(values, key=lambda pair: pair[0])[1]

    def _value_of_raise(self, view: View, table: "_Table", action: Raise, seed: int) -> float:
        """What a raise wins at once, and what against the better hands that go on."""
        cost = action.to - view.bets[table.seat]
        folds: dict[int, float] = {}
        paid = 0.0
        for other in table.opponents:
            theirs = min(action.to - view.bets[other], view.stacks[other])
            folds[other] = self.gives_up * theirs / (view.pot + cost + theirs)
            paid += (1 - folds[other]) * theirs
        all_fold = prod(folds.values())
        called = table.share(folds, seed) * (view.pot + cost + paid / (1 - all_fold)) - cost
        return all_fold * view.pot + (1 - all_fold) * called - self.margin * cost


class _Table:
    """What the bot makes of its opponents: the spans of their hands before and after the draw."""

    def __init__(self, bot: HardDraw, view: View) -> None:
        reading = read(view)
        self.bot, self.view = bot, view
        self.seat, self.opponents = reading.seat, reading.opponents
        self.drew = {event.seat: event.count for event in view.history if isinstance(event, Exchanged)}
        self.late = self.seat in self.drew
        self.spans: dict[int, list[Span]] = {other: [_ALL, _ALL] for other in range(len(view.stacks))}
        drawing, raises = 0, 0
        for event in view.history:
            match event:
                case Exchanged(_, _):
                    drawing, raises = 1, 0
                case Acted(other, action, _) if action != FOLD:
                    self.spans[other][drawing] = self._after(self.spans[other][drawing], action, raises)
                    raises += isinstance(action, Raise)

    def _after(self, span: Span, action: Action, raises: int) -> Span:
        """The span of a player's hands after it acted."""
        bot = self.bot
        bets = bot.bets / (1 + 0.15 * (len(self.opponents) - 1))
        match action:
            case Raise(_):
                return _best(span, bot.raises if raises else bets)
            case Call():
                return _best(span, bot.calls)
        low, high = span
        return low, high - (high - low) * bets / 2  # some good hands wait

    def share(self, folds: dict[int, float], seed: int) -> float:
        """The equity against all opponents, the worst hands of each that fold left out."""
        if not self.late:
            return self.draw(self.opponents, seed, folds).best.equity
        share = 1.0
        for other in self.opponents:
            alone = self.draw((other,), seed).best.equity
            low, high = _best(self.spans[other][1], 1 - folds.get(other, 0.0))
            within = min(max((alone - low) / (high - low), 0.0), 1.0)
            share *= self.bot.anything * alone + (1 - self.bot.anything) * within
        return share

    def draw(self, opponents: tuple[int, ...], seed: int, folds: dict[int, float] | None = None) -> Draw:
        """What each way to draw is worth against some opponents, whatever they bet after it."""
        view, folds = self.view, folds or {}
        return best_draw(
            view.hole[self.seat],
            len(opponents),
            drew=[self.drew.get(other) for other in opponents],
            weights=[self._weights(_best(self.spans[other][0], 1 - folds.get(other, 0.0))) for other in opponents],
            dead=view.discarded,
            most=0 if self.late else view.rules.streets[1].exchange,
            # Ways to throw may be close to each other.
            trials=self.bot.trials * (4 if view.actions.hand else 1),
            seed=seed,
            threads=1,
        )

    def _weights(self, span: Span) -> Figures:
        """How likely each class of starting hands is."""
        low, high = span
        places = (np.arange(CLASSES) + 0.5) / CLASSES
        inside = (places >= low) & (places <= high)
        return np.where(inside, 1.0, self.bot.anything * (high - low))


_ALL: Span = (0.0, 1.0)


def _best(span: Span, share: float) -> Span:
    """The best part of a span."""
    low, high = span
    return high - (high - low) * share, high
