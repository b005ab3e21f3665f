"""Easy, normal and hard for Burraco: rules of thumb for the draw, for what to lay and for the discard.

The pozzetto is a choice at the draw under some rules. Where it comes to who empties the hand, how often a level
takes it says how often it works towards that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from mazzo.burraco import DRAW, TAKE_PILE, TAKE_POT, Action, Discard, Extend, Lay, Meld, Phase, PotMode, Rules, View
from mazzo.burraco.actions import Drew, Laid, TookPile, TookPot
from mazzo.burraco.melds import is_wild, points
from mazzo.burraco.suggest import Suggestion, suggestions, suggestions_with

_CLEAR = 1000  # more than all other reasons to keep a card together


@dataclass(frozen=True, slots=True)
class EasyBurraco:
    """Lays one set a turn, draws from the stock, and discards at random.

    It takes the pozzetto in the share `pot` of the cases in which it could. It knows no runs, so by rules under
    which only a run is a burraco it never closes.
    """

    pot: float = 0.12

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        if view.phase is Phase.DRAW:
            return TAKE_POT if TAKE_POT in view.actions and rng.random() < self.pot else DRAW
        if not _has_laid(view) or (_wants_pot(view) and rng.random() < self.pot):
            for suggestion in suggestions(view.actions):
                if suggestion.wilds == 0 and _is_set(view, suggestion):
                    return suggestion.action
        return Discard(rng.choice(view.actions.discards()))


@dataclass(frozen=True, slots=True)
class NormalBurraco:
    """Lays sets, then runs, then what fits its melds, and discards the dearest card that is no wild.

    It takes the pozzetto in the share `pot` of the cases in which it could, and the pile if a card of it can be
    laid. A wild goes into a new meld, and where the pozzetto comes to who empties the hand in that share only.
    """

    pot: float = 0.30

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        if view.phase is Phase.DRAW:
            if TAKE_POT in view.actions and rng.random() < self.pot:
                return TAKE_POT
            return TAKE_PILE if is_useful_pile(view) else DRAW
        found = suggestions(view.actions)
        lays = [suggestion for suggestion in found if suggestion.wilds == 0] or [
            suggestion for suggestion in found if isinstance(suggestion.action, Lay)
        ]
        if lays and (lays[0].wilds == 0 or not _wants_pot(view) or rng.random() < self.pot):
            return min(lays, key=lambda suggestion: _kind(view, suggestion)).action
        return Discard(max(view.actions.discards(), key=lambda card: (not is_wild(card), points((card,)))))


@dataclass(frozen=True, slots=True)
class HardBurraco:
    """Stretches its runs towards seven with the wilds that are left, and discards what nobody else can use.

    It takes the pozzetto in the share `pot` of the cases in which that is useful: not when it is about to close,
    with a burraco and no more than `few` cards, nor with less than `late` cards in the stock. A pile is taken if a
    card of it can be laid, or from `big_pile` cards on. The others are points for which it keeps a card from
    the discard: for each one of its rank (`pair`) and each neighbour in its suit (`neighbour`) in the hand, since it
    fits a meld of the other side (`feeds`), or is of a rank or suit that they collect (`near`).
    """

    pot: float = 0.65
    few: int = 3
    late: int = 12
    big_pile: int = 3
    pair: float = 8
    neighbour: float = 7
    feeds: float = 40
    near: float = 4

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        if view.phase is Phase.DRAW:
            return self._draw(view, rng)
        lay = self._lay(view, rng)
        return lay.action if lay else Discard(self._discard(view))

    def _draw(self, view: View, rng: Random) -> Action:
        if TAKE_POT in view.actions and self._pot_is_useful(view) and rng.random() < self.pot:
            return TAKE_POT
        return TAKE_PILE if len(view.pile) >= self.big_pile or is_useful_pile(view) else DRAW

    def _pot_is_useful(self, view: View) -> bool:
        closing = len(view.hand) <= self.few and any(meld.burraco(view.rules) for meld in view.melds[view.side])
        return not closing and view.stock >= self.late

    def _lay(self, view: View, rng: Random) -> Suggestion | None:
        """What needs no wild; then what a wild makes a burraco, or stretches; at last whatever ends the hand."""
        found = suggestions(view.actions)
        best = next((suggestion for suggestion in found if suggestion.wilds == 0), None)
        if best or not found:
            return best
        best = max(found, key=lambda suggestion: suggestion.points)
        if best.points >= 100 or view.stock < self.late:
            return best
        runs = [suggestion for suggestion in found if _stretches(view, suggestion)]
        if runs:
            return runs[0]
        left = len(view.hand) - len(best.action.cards)
        works = not _wants_pot(view) or rng.random() < self.pot
        return found[0] if left <= 1 or (works and isinstance(found[0].action, Lay)) else None

    def _discard(self, view: View) -> int:
        theirs = view.melds[1 - view.side]
        wanted = fits_of(theirs)
        ranks = {meld.rank for meld in theirs if not meld.is_run}
        suits = {meld.suit for meld in theirs if meld.is_run}
        hand = view.hand

        def worth(card: int) -> float:
            if is_wild(card):
                return _CLEAR + points((card,))
            rank, suit = card >> 2, card & 3
            same = sum(other >> 2 == rank for other in hand) - 1
            near = sum(other & 3 == suit and 0 < abs((other >> 2) - rank) < 3 for other in hand)
            danger = self.feeds * (card in wanted) + self.near * ((rank in ranks) + (suit in suits))
            return self.pair * same + self.neighbour * near + danger - points((card,)) / 4

        return min(view.actions.discards(), key=worth)


def hard_for(rules: Rules) -> HardBurraco:
    """Give hard with the piles that pay: for two by the rules of an emptied hand any of two cards, in pairs, where
    piles grow faster, only large ones."""
    if rules.partners:
        return HardBurraco(big_pile=5)
    return HardBurraco(big_pile=2) if rules.pot_mode is PotMode.EMPTY_HAND else HardBurraco()


# ---- What the levels share ----


def _wants_pot(view: View) -> bool:
    """Whether there is a pozzetto to come for who empties the hand."""
    return view.rules.pot_mode is PotMode.EMPTY_HAND and view.pots[view.side]


def _stretches(view: View, suggestion: Suggestion) -> bool:
    """Whether it brings a run close to seven, or to it."""
    action = suggestion.action
    if not isinstance(action, Extend):
        return False
    meld = view.melds[view.side][action.meld]
    return meld.is_run and len(meld.cards) in (5, 6)


def _has_laid(view: View) -> bool:
    for event in reversed(view.history):
        if isinstance(event, Laid):
            return True
        if isinstance(event, Drew | TookPile | TookPot):
            return False
    return False


def is_useful_pile(view: View) -> bool:
    """Say whether a card of the pile can be laid without a wild, or is one, with another card to discard."""
    pile = view.pile
    if any(map(is_wild, pile)) and not all(map(is_wild, view.hand)):
        return True
    cards = set(pile)
    return bool(pile) and any(
        suggestion.wilds == 0 and not cards.isdisjoint(suggestion.action.cards)
        for suggestion in suggestions_with(view.actions, pile)
    )


def _is_set(view: View, suggestion: Suggestion) -> bool:
    """Whether it lays a set, or adds to one."""
    action = suggestion.action
    if isinstance(action, Extend):
        return not view.melds[view.side][action.meld].is_run
    return len({card >> 2 for card in action.cards if not is_wild(card)}) == 1


def _kind(view: View, suggestion: Suggestion) -> int:
    """Sets first, then runs, then what fits a meld."""
    return 2 if isinstance(suggestion.action, Extend) else 1 - _is_set(view, suggestion)


def fits_of(melds: Iterable[Meld]) -> set[int]:
    """Give the cards that would make melds longer at once."""
    wanted: set[int] = set()
    for meld in melds:
        if meld.is_run:
            suit, last = meld.suit, meld.low + len(meld.cards)
            places = [meld.low - 1, last, *(meld.low + place for place in meld.wilds)]
            wanted |= {4 * ((place - 2) % 13) + suit for place in places if 1 <= place <= 14}
        else:
            wanted |= {4 * meld.rank + suit for suit in range(4)}
    return wanted
