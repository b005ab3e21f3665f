"""What players do in Burraco, and what everyone sees happen."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from mazzo.burraco.melds import Meld, MeldError, extended, is_wild, meld_of
from mazzo.burraco.rules import CloseBy, PotMode, Rules
from mazzo.cards import JOKER, format_card, format_cards
from mazzo.game import IllegalAction


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the stock."""


@dataclass(frozen=True, slots=True)
class TakePile:
    """Take the whole discard pile."""


@dataclass(frozen=True, slots=True)
class TakePot:
    """Take the pozzetto instead of a card."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay cards as a new meld; their order does not matter, since a meld has one arrangement."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Extend:
    """Add cards to a meld of one's side, by its number on the table from 0."""

    meld: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back all that was laid since the draw, or since a pozzetto was taken."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card on the pile, which ends the turn."""

    card: int


Action = Draw | TakePile | TakePot | Lay | Extend | Undo | Discard

DRAW, TAKE_PILE, TAKE_POT, UNDO = Draw(), TakePile(), TakePot(), Undo()


class Phase(StrEnum):
    """Where in a turn the hand is."""

    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


@dataclass(slots=True)
class Actions:
    """What the seat to act may do: built from what it sees, and nothing else.

    `melds` are those of its side; `has_pot` says whether the side has taken its pozzetto, `may_take_pot`
    whether the seat may take one instead of a card; `barred` is the card that it may not discard in this turn.
    """

    rules: Rules
    phase: Phase
    hand: tuple[int, ...]
    melds: tuple[Meld, ...]
    has_pile: bool
    has_pot: bool
    may_take_pot: bool
    may_undo: bool
    barred: int | None
    checked: tuple[object, Meld | None] | None = field(default=None, init=False, compare=False, repr=False)

    def __contains__(self, action: object) -> bool:
        return self.refusal(action) is None

    def __iter__(self) -> Iterator[Action]:
        """Yield what a player would choose from: melds as `suggest` finds them."""
        if self.phase is Phase.DRAW:
            yield DRAW
            if self.has_pile:
                yield TAKE_PILE
            if self.may_take_pot:
                yield TAKE_POT
        elif self.phase is Phase.PLAY:
            from mazzo.burraco.suggest import suggestions  # noqa: PLC0415 (it suggests what these allow)

            yield from (suggestion.action for suggestion in suggestions(self))
            yield from map(Discard, self.discards())
            if self.may_undo:
                yield UNDO

    def discards(self) -> list[int]:
        """Give the cards that may be discarded now, each once."""
        if self.phase is not Phase.PLAY:
            return []
        return [card for card in sorted(set(self.hand)) if self._no_discard(card) is None]

    def refusal(self, action: object) -> str | None:
        """Say why an action is not allowed; None if it is."""
        try:
            self.check(action)
        except IllegalAction as error:
            return str(error)
        return None

    def check(self, action: object) -> Meld | None:
        """Give the meld that an action makes, if it lays cards; raises `IllegalAction` if it is not allowed."""
        if self.checked and self.checked[0] is action:
            return self.checked[1]
        meld, reason = None, None
        if type(action) is Lay or type(action) is Extend:
            if self.phase is not Phase.PLAY:
                raise IllegalAction("melds come after the draw")
            meld = self._melded(action)
        else:
            reason = self._refused(action)
        if reason:
            raise IllegalAction(reason)
        self.checked = action, meld
        return meld

    def _refused(self, action: object) -> str | None:
        match action:
            case Draw():
                return self._no_draw()
            case TakePile():
                return self._no_draw() or (None if self.has_pile else "the pile is empty")
            case TakePot():
                return self._no_draw() or self._no_pot()
            case Undo():
                return None if self.may_undo else "there is nothing to take back"
            case Discard(card):
                return self._no_discard(card) if self.phase is Phase.PLAY else "a discard comes after the draw"
        return f"{action!r} is no action of Burraco"

    def _no_draw(self) -> str | None:
        return None if self.phase is Phase.DRAW else "a turn has one draw"

    def _no_pot(self) -> str | None:
        if self.may_take_pot:
            return None
        if self.rules.pot_mode is PotMode.EMPTY_HAND:
            return "the pozzetto comes to who empties the hand"
        return "there is one pozzetto each" if self.has_pot else "the pozzetto is for who has laid a meld without wilds"

    # ---- Melds and discards ----

    def _melded(self, action: Lay | Extend) -> Meld:
        cards, rules = action.cards, self.rules
        if type(cards) is not tuple or not all(type(card) is int and 0 <= card <= JOKER for card in cards):
            raise IllegalAction(f"{action!r}: cards are a tuple of whole numbers from 0 to {JOKER}")
        left = self._left(cards)
        if type(action) is Extend:
            number = action.meld
            if type(number) is not int or not 0 <= number < len(self.melds):
                raise IllegalAction(f"no meld {number!r}: your side has {len(self.melds)}, counted from 0")
            meld = extended(rules, self.melds[number], cards)
        else:
            number = len(self.melds)
            meld = meld_of(rules, cards)
            if rules.one_set_per_rank and not meld.low:
                self._refuse_second_set(meld)
        if left < 2:
            self._refuse_stuck(cards, number, meld)
        return meld

    def _left(self, cards: tuple[int, ...]) -> int:
        """How many cards are left without these, which must be in the hand."""
        hand = self.hand
        for card in cards:
            if cards.count(card) > hand.count(card):
                raise IllegalAction(f"{format_card(card)} is not so often in your hand, {format_cards(hand, ' ')}")
        return len(hand) - len(cards)

    def _refuse_second_set(self, new: Meld) -> None:
        for meld in self.melds:
            if not meld.low and meld.rank == new.rank:
                raise MeldError(f"your side has a set of that rank, {meld}: add to it")

    def _refuse_stuck(self, cards: tuple[int, ...], number: int, meld: Meld) -> None:
        """A move may not leave what cannot be played on: no card to discard, or one that may not be."""
        rest = Counter(self.hand)
        rest.subtract(cards)
        last = next(rest.elements(), None)
        if last is None:
            if self.has_pot and self.rules.close_by is CloseBy.DISCARD:
                raise IllegalAction("a card must be left to discard")
        elif reason := self._no_last_discard(last, (*self.melds[:number], meld, *self.melds[number + 1 :])):
            raise IllegalAction(f"only {format_card(last)} would be left: {reason}")

    def _no_discard(self, card: object) -> str | None:
        if type(card) is not int or card not in self.hand:
            shown = format_card(card) if type(card) is int and 0 <= card <= JOKER else repr(card)
            return f"{shown} is not in your hand, {format_cards(self.hand, ' ')}"
        if len(self.hand) == 1:
            return self._no_last_discard(card, self.melds)
        return self._barred(card)

    def _barred(self, card: int) -> str | None:
        return f"{format_card(card)} was the whole pile and may not go back" if card == self.barred else None

    def _no_last_discard(self, card: int, melds: tuple[Meld, ...]) -> str | None:
        if self.rules.close_by is CloseBy.DISCARD and self.has_pot:
            if not any(meld.burraco(self.rules) for meld in melds):
                return "closing takes a burraco"
            if is_wild(card) and not self.rules.wild_close:
                return "the last discard may be no joker and no two"
        return self._barred(card)

    def __str__(self) -> str:
        if self.phase is Phase.OVER:
            return "do nothing"
        if self.phase is Phase.DRAW:
            pile, pot = "take the pile" if self.has_pile else "", "take the pozzetto" if self.may_take_pot else ""
            return ", ".join(filter(None, ("draw", pile, pot)))
        return f"meld, extend{', undo' if self.may_undo else ''}, discard one of {format_cards(self.hand, ' ')}"


def no_actions(rules: Rules) -> Actions:
    """Give what a seat may do that is not to act: nothing."""
    return Actions(rules, Phase.OVER, (), (), False, False, False, False, None)


@dataclass(frozen=True, slots=True)
class Dealt:
    """Each seat got its cards, and the upcard lies on the pile."""

    dealer: int
    upcard: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat took a card of the stock."""

    seat: int


@dataclass(frozen=True, slots=True)
class TookPile:
    """A seat took the pile."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TookPot:
    """A seat took the pozzetto of its side."""

    seat: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid cards, which made this meld or made it longer, arranged as it lies there now."""

    seat: int
    number: int
    cards: tuple[int, ...]
    meld: Meld


@dataclass(frozen=True, slots=True)
class TookBack:
    """A seat took back what it had laid since the draw."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat put a card on the pile."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Closed:
    """A seat closed the hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stalled:
    """The hand ended without a close: the stock is used up, or there were too many turns."""

    stock_ended: bool


@dataclass(frozen=True, slots=True)
class Left:
    """A seat showed the cards that it was left with."""

    seat: int
    cards: tuple[int, ...]


Event = Dealt | Drew | TookPile | TookPot | Laid | TookBack | Discarded | Closed | Stalled | Left
