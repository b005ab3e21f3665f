"""What a seat may see of a hand of Burraco: built from that, and from nothing else."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from mazzo.burraco.actions import Actions, Discarded, Event, Laid, Phase, TookBack, TookPile, no_actions
from mazzo.burraco.melds import Meld
from mazzo.burraco.rules import HAND, Rules
from mazzo.burraco.scoring import Score
from mazzo.cards import UNKNOWN, double_deck, shuffle

if TYPE_CHECKING:
    from mazzo.burraco.hand import State


@dataclass(frozen=True, slots=True)
class View:
    """A hand as one seat sees it, or a spectator if `seat` is None.

    `hands` are the cards of each seat, `UNKNOWN` where this one may not see them; `stock` is how many are left
    to draw, `pots` the sides whose pozzetto is still there. `actions` is what the seat may do if it is its
    turn, else empty.
    """

    rules: Rules
    seat: int | None
    dealer: int
    hands: tuple[tuple[int, ...], ...]
    stock: int
    pile: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    pots: tuple[bool, ...]
    opened: frozenset[int]
    phase: Phase
    actor: int | None
    turn: int
    last_turn: bool
    closer: int | None
    steps: int
    actions: Actions
    events: tuple[Event, ...]
    history: tuple[Event, ...]
    scores: tuple[Score, ...] | None
    payoffs: tuple[int, ...] | None

    @property
    def hand(self) -> tuple[int, ...]:
        """The own cards; none for a spectator."""
        return () if self.seat is None else self.hands[self.seat]

    @property
    def side(self) -> int:
        """The own side, 0 or 1."""
        assert self.seat is not None, "a spectator has no side"
        return self.seat & 1

    def known(self, seat: int) -> Counter[int]:
        """Give the cards that everyone knows a seat to hold: from the pile, or laid and taken back."""
        return _known(self.history, seat)

    def split(self) -> tuple[list[tuple[int, ...]], list[int]]:
        """Give the cards of each hand as far as they are known here, and those that lie anywhere else unseen."""
        hands = [
            tuple(self.known(seat).elements()) if UNKNOWN in hand else hand for seat, hand in enumerate(self.hands)
        ]
        seen = [*self.pile, *_all_cards(self.melds), *(card for hand in hands for card in hand)]
        return hands, list((Counter(double_deck()) - Counter(seen)).elements())

    def sample(self, rng: Random) -> "State":
        """Give a state that looks like this from here, the cards that are not seen dealt by chance.

        What was laid in this turn cannot be taken back in it, and of another seat's turn it does not know
        whether a card may not be discarded.
        """
        from mazzo.burraco.hand import State  # noqa: PLC0415 (a state gives views, and a view states)

        hands, unseen = self.split()
        shuffle(unseen, rng)
        for seat, hand in enumerate(hands):
            missing = len(self.hands[seat]) - len(hand)
            hands[seat] = tuple(sorted([*hand, *(unseen.pop() for _ in range(missing))]))
        pots = tuple(tuple(unseen.pop() for _ in range(HAND)) if pot else () for pot in self.pots)
        assert len(unseen) == self.stock
        elsewhere = [*self.pile, *_all_cards(self.melds), *(card for cards in (*hands, *pots) for card in cards)]
        return State(
            rules=self.rules,
            deck=(*elsewhere, *unseen),
            dealer=self.dealer,
            next_card=len(elsewhere),
            hands=tuple(hands),
            pile=self.pile,
            melds=self.melds,
            pots=pots,
            opened=self.opened,
            phase=self.phase,
            actor=self.actor,
            turn=self.turn,
            last_turn=self.last_turn,
            barred=self.actions.barred,
            closer=self.closer,
            kept=None,
            steps=self.steps,
            events=self.events,
            history=self.history,
        )


def view_of(state: "State", seat: int | None) -> View:
    """Give what a seat sees: its own cards, and all that are left in the end."""
    over = state.phase is Phase.OVER
    hands = tuple(hand if other == seat or over else (UNKNOWN,) * len(hand) for other, hand in enumerate(state.hands))
    return View(
        rules=state.rules,
        seat=seat,
        dealer=state.dealer,
        hands=hands,
        stock=state.stock,
        pile=state.pile,
        melds=state.melds,
        pots=tuple(bool(pot) for pot in state.pots),
        opened=state.opened,
        phase=state.phase,
        actor=state.actor,
        turn=state.turn,
        last_turn=state.last_turn,
        closer=state.closer,
        steps=state.steps,
        actions=state.actions() if seat is not None and seat == state.actor else no_actions(state.rules),
        events=state.events,
        history=state.history,
        scores=state.scores,
        payoffs=state.payoffs,
    )


def _all_cards(melds: Iterable[Iterable[Meld]]) -> list[int]:
    return [card for side in melds for meld in side for card in meld.cards]


def _known(history: Iterable[Event], seat: int) -> Counter[int]:
    known: Counter[int] = Counter()
    for event in history:
        match event:
            case TookPile(who, cards) | TookBack(who, cards) if who == seat:
                known.update(cards)
            case Laid(who, _, cards, _) if who == seat:
                known -= Counter(cards)
            case Discarded(who, card) if who == seat:
                known -= Counter((card,))
    return known
