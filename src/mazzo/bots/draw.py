"""Five-card draw by simple means: the easy and the normal level."""

from dataclasses import dataclass
from random import Random

from mazzo.bots.hands import share_beaten
from mazzo.bots.reading import Reading, calling, passing, raise_by, read
from mazzo.bots.reference import plain_exchange
from mazzo.poker import Action, Exchange, View
from mazzo.poker.actions import Exchanged
from mazzo.strength import Category, category


@dataclass(frozen=True, slots=True)
class EasyDraw:
    """Bets with a pair or better, bluffs rarely, and looks at nothing else.

    Hands count by the share of all hands of five that they beat: a pair beats half of them.
    """

    bets_from: float = 0.5
    raises_from: float = 0.93
    bluff: float = 0.04

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        if view.actions.hand:
            return plain_exchange(view)
        reading = read(view)
        beaten = share_beaten(view.hole[reading.seat], ())
        bets = beaten >= self.bets_from or rng.random() < self.bluff
        if beaten >= self.raises_from if reading.raises else bets:
            return raise_by(view, reading.unit) or calling(view)
        return calling(view) if beaten >= self.bets_from else passing(view)


@dataclass(frozen=True, slots=True)
class NormalDraw:
    """Weighs its hand by how many play, what they bet and how many cards they drew, and draws for the price.

    Before the draw it opens with a hand that beats `opens_from` of all hands for each opponent; after it bets
    from a chance of `bets_from` and raises from `raises_from`. `margin` is what its chance must be above the
    price to call, `bluff` how often it bets with nothing when nobody has.
    """

    opens_from: float = 0.62
    bets_from: float = 0.62
    raises_from: float = 0.85
    margin: float = 0.04
    bluff: float = 0.06

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        if view.actions.hand:
            return self._exchange(view)
        reading = read(view)
        chance = self._before(view, reading) if view.street == 0 else self._after(view, reading)
        bluffs = not reading.raises and len(reading.opponents) <= 2 and rng.random() < self.bluff
        if chance >= (self.raises_from if reading.raises else self.bets_from) or bluffs:
            return raise_by(view, reading.unit) or calling(view)
        return calling(view) if chance >= reading.price + self.margin else passing(view)

    def _exchange(self, view: View) -> Exchange:
        """Draw to four of a suit or four in a row if there is no pair to keep."""
        hand = view.actions.hand
        if category(hand) == Category.HIGH_CARD and view.actions.most and (odd := odd_one_out(hand)) is not None:
            return Exchange((odd,))
        return plain_exchange(view)

    def _before(self, view: View, reading: Reading) -> float:
        """An estimate of its chance, the same as `bets_from` for a hand that is just good enough to open."""
        hand = view.hole[reading.seat]
        beaten = share_beaten(hand, ())
        if category(hand) == Category.HIGH_CARD and odd_one_out(hand) is not None:
            beaten = max(beaten, 0.55)
        # Of several opponents one has a better hand sooner, and who bets has more than any five cards.
        need = self.opens_from ** (1 / (1 + 0.35 * (len(reading.opponents) - 1)))
        need = 1 - (1 - need) / (1 + 0.7 * reading.raises)
        share: float = self.bets_from * beaten / need if beaten < need else beaten ** (0.5 + 0.5 * reading.raises)
        return share

    def _after(self, view: View, reading: Reading) -> float:
        beaten = share_beaten(view.hole[reading.seat], ())
        drawn = {event.seat: event.count for event in view.history if isinstance(event, Exchanged)}
        chance = 1.0
        for other in reading.opponents:
            chance *= _beats_drawn(beaten, drawn.get(other, 3))
        made: float = chance ** (1 + 0.7 * reading.raises)
        return made


def _beats_drawn(beaten: float, count: int) -> float:
    """About how often a hand that beats so many of all hands beats that of a player who drew so many cards."""
    stronger = {0: 5.0, 1: 2.5, 2: 4.0, 3: 1.8}[count]
    share: float = beaten**stronger
    return share


def odd_one_out(hand: tuple[int, ...]) -> int | None:
    """Give the card to throw from four of a suit or four in a row open at both ends; None if there is neither.

    >>> from mazzo.cards import parse_cards
    >>> [odd_one_out(parse_cards(hand)) for hand in ("2h9hJhKhAs", "5c6d7h8sKd", "AcQd7h8sKd")]
    [51, 45, None]
    """
    for card in hand:
        rest = sorted(other for other in hand if other != card)
        ranks = [other >> 2 for other in rest]
        in_a_row = ranks == list(range(ranks[0], ranks[0] + 4)) and ranks[-1] < _ACE
        if len({other & 3 for other in rest}) == 1 or in_a_row:
            return card
    return None


_ACE = 12
