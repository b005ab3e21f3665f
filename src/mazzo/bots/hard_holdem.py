"""Hold'em by ranges and expected values: the hard level."""

from dataclasses import dataclass, field
from random import Random

from mazzo.bots.hands import Figures, equities_against, hit_by, share_beaten
from mazzo.bots.model import Model, places, ranges_of, within
from mazzo.bots.reading import Reading, calling, raise_by, read
from mazzo.equity import equity
from mazzo.poker import FOLD, Action, Betting, Raise, View
from mazzo.ranges import Range


@dataclass(frozen=True, slots=True)
class HardHoldem:
    """Weighs what each opponent may hold by all that it did, and takes the action that is worth most.

    The value of a raise counts who folds to it, and what the others go on with. `sizes` are the raises that
    it weighs, in pots. With a hand that beats less than half of all hands it bets or raises on each street
    with at most the chance in `bluffs`.

    Of its equity it expects to realize the part `in_position` or `out_of_position` while there are bets to
    come, and `slope` more or less for a hand that is better or worse than even. Opponents are taken to go on
    by the model, and to raise again with the share `raises_again` of what they go on with. A raise must be
    worth `margin` of what it costs more than anything else. Where several opponents are left, `trials`
    random deals give its equity.
    """

    model: Model = field(default_factory=Model)
    sizes: tuple[float, ...] = (0.4, 0.75, 1.2)
    bluffs: tuple[float, ...] = (0.5, 0.35, 0.25, 0.2)
    in_position: float = 0.97
    out_of_position: float = 0.85
    slope: float = 0.3
    raises_again: float = 0.08
    margin: float = 0.06
    trials: int = 4096

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        reading = read(view)
        hole = view.hole[reading.seat]
        weights = ranges_of(view, self.model)[list(reading.opponents)]
        weights[:, hit_by((*hole, *view.board))] = 0
        equities = equities_against(hole, view.board)
        share = self._share(hole, view, weights, equities, rng)
        values: list[tuple[float, Action]] = [(self._value_of_call(reading, share), calling(view))]
        if reading.call:
            values.append((0.0, FOLD))
        may_bluff = rng.random() < self.bluffs[view.street]
        if may_bluff or share_beaten(hole, view.board) >= 0.5:
            for action in self._raises(view, reading):
                value = self._value_of_raise(view, reading, action, weights, equities)
                values.append((value - self.margin * (action.to - view.bets[reading.seat]), action))
        return max(values, key=lambda pair: pair[0])[1]

    def _share(self, hole: tuple[int, ...], view: View, weights: Figures, equities: Figures, rng: Random) -> float:
        """The equity of the own hand against all opponents at once."""
        if len(weights) == 1:
            return float(weights[0] @ equities / weights[0].sum())
        players = [Range.from_hand(hole), *map(Range.from_weights, weights)]
        return equity(players, view.board, trials=self.trials, seed=rng.getrandbits(32), threads=1).equity[0]

    def _realized(self, reading: Reading, share: float) -> float:
        """The part of its equity that a hand gets with bets to come: weak hands are driven out, strong ones paid."""
        base = self.in_position if reading.last else self.out_of_position
        return base + self.slope * (share - 0.5) * (1 if reading.view.board else 2)

    def _value_of_call(self, reading: Reading, share: float) -> float:
        # On the river too: who checks to others may have to call or fold.
        bets_to_come = reading.call < reading.stack and (len(reading.view.board) < 5 or reading.behind)
        realized = self._realized(reading, share) if bets_to_come else 1
        return share * realized * (reading.pot + reading.call) - reading.call

    def _step(self, view: View, pot: int) -> int:
        """How much a raise is likely to be."""
        fixed = view.rules.betting in (Betting.FIXED_LIMIT, Betting.RAISE_BY)
        return view.rules.streets[view.street].bet if fixed else pot

    def _raises(self, view: View, reading: Reading) -> list[Raise]:
        after_call = reading.pot + reading.call
        raises = [raise_by(view, size * after_call) for size in self.sizes]
        if reading.stack <= 2 * after_call:
            raises.append(raise_by(view, reading.stack))
        return list(dict.fromkeys(action for action in raises if action))

    def _value_of_raise(
        self, view: View, reading: Reading, action: Raise, weights: Figures, equities: Figures
    ) -> float:
        """What a raise wins at once, and what against those that go on, taken to be one of them at a time."""
        all_fold, going_on, value = 1.0, 0.0, 0.0
        for other, weight in zip(reading.opponents, weights, strict=True):
            chance, called = self._called_by(view, reading, action, other, weight, equities)
            all_fold *= 1 - chance
            going_on += chance
            value += chance * called
        return all_fold * reading.pot + (1 - all_fold) * value / max(going_on, 1e-300)

    def _called_by(
        self, view: View, reading: Reading, action: Raise, other: int, weight: Figures, equities: Figures
    ) -> tuple[float, float]:
        """How likely an opponent goes on after a raise, and what that is worth then."""
        put_in = action.to - view.bets[reading.seat]
        cost = min(action.to - view.bets[other], view.stacks[other])
        risked = min(put_in, cost + view.bets[other] - view.bets[reading.seat])
        after = reading.pot + risked + cost
        going_on = self.model.going_on(view.board, cost / after, reading.raises + 1, 1 + len(reading.opponents))
        kept = weight * (going_on if cost else 1)
        chance = float(kept.sum() / weight.sum())
        share = float(kept @ equities / kept.sum())
        all_in = put_in >= reading.stack or cost >= view.stacks[other]
        bets_to_come = not all_in and len(view.board) < 5
        called = share * (self._realized(reading, share) if bets_to_come else 1) * after - risked
        if not all_in:
            # Raised again, it gives up or calls.
            top = weight * within(places(weight, view.board), self.raises_again * chance, self.model.border)
            more = min(self._step(view, after), reading.stack - put_in, view.stacks[other] - cost)
            again = max(0.0, float(top @ equities / top.sum()) * (after + 2 * more) - more) - risked
            called += float(top.sum() / kept.sum()) * (again - called)
        return chance, called


#: Hard, by how bets are sized. Where raises are small they cost little and say little, so they are believed less.
BY_BETTING = {
    Betting.NO_LIMIT: HardHoldem(model=Model(goes_on=(0.25, 0.3, 0.25))),
    Betting.RAISE_BY: HardHoldem(model=Model(wild=0.1, goes_on=(0.35, 0.2, 0.15)), margin=0.03),
    Betting.FIXED_LIMIT: HardHoldem(model=Model(anything=0.3, wild=0.15, raises=0.3), margin=0.03),
}
