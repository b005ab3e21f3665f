"""Burraco from the text of the rules alone, slow and plain: the oracle for melds, and for what is allowed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from mazzo.burraco import (
    DRAW,
    TAKE_PILE,
    TAKE_POT,
    Action,
    CloseBy,
    Discard,
    Draw,
    Extend,
    Lay,
    Meld,
    Phase,
    PotMode,
    State,
    TakePile,
    TakePot,
    Undo,
)
from mazzo.burraco.actions import Drew, Laid, TookBack, TookPile, TookPot
from mazzo.cards import JOKER, RANKS

BONUS = {None: 0, "clean": 200, "semi-clean": 150, "dirty": 100}

_WORTH = {"2": 20, "A": 15} | dict.fromkeys("89TJQK", 10) | dict.fromkeys("34567", 5)


class Reading(NamedTuple):
    """One way to see cards as a meld; places go from 1, the low ace, to 14, the high one, and are 0 in a set."""

    naturals: tuple[tuple[int, int], ...]  # places and cards
    wilds: tuple[int, ...]  # places
    wild_cards: tuple[int, ...]

    @property
    def is_run(self) -> bool:
        return self.naturals[0][0] > 0

    @property
    def size(self) -> int:
        return len(self.naturals) + len(self.wilds)

    @property
    def inside(self) -> bool:
        """Whether a wild of a run has naturals on both sides."""
        places = [place for place, _ in self.naturals]
        return any(min(places) < wild < max(places) for wild in self.wilds)


def worth(cards: Iterable[int]) -> int:
    return sum(30 if card == JOKER else _WORTH[RANKS[card // 4]] for card in cards)


def may_be_wild(card: int) -> bool:
    return card == JOKER or RANKS[card // 4] == "2"


def readings(cards: Sequence[int], official: bool) -> Iterator[Reading]:
    """Every way to see cards as a meld."""
    if len(cards) >= 3:
        yield from _sets(cards, official)
        for suit in range(4):
            yield from _runs(cards, suit, official)


def _sets(cards: Sequence[int], official: bool) -> Iterator[Reading]:
    naturals = sorted(card for card in cards if not may_be_wild(card))
    wilds = sorted(card for card in cards if may_be_wild(card))
    most = 1 if official else len(naturals)
    if len({card // 4 for card in naturals}) == 1 and len(naturals) <= 8 and len(wilds) <= most:
        yield Reading(tuple((0, card) for card in naturals), (0,) * len(wilds), tuple(wilds))


def _runs(cards: Sequence[int], suit: int, official: bool) -> Iterator[Reading]:
    """Try each card in each place that it may have, and a run from each place."""
    choices = [list(_places_of(card, suit, official)) for card in sorted(cards)]
    top = 14 if official else 13
    for places in set(product(*choices)):
        naturals = sorted((place, card) for place, card in zip(places, sorted(cards), strict=True) if place)
        taken = {place for place, _ in naturals}
        if len(taken) < len(naturals) or len(naturals) < 2 or taken >= {1, 14}:
            continue  # a place has one card, and the ace is low or high
        wild_cards = tuple(card for place, card in zip(places, sorted(cards), strict=True) if not place)
        if official and len(wild_cards) > 1:
            continue
        for first in range(1, top - len(cards) + 2):
            run = range(first, first + len(cards))
            if taken <= set(run):
                yield Reading(tuple(naturals), tuple(place for place in run if place not in taken), wild_cards)


def _places_of(card: int, suit: int, official: bool) -> Iterator[int]:
    """Where a card may stand in a run of a suit as itself; 0 as a wild, which takes any place."""
    if may_be_wild(card):
        yield 0
    if card == JOKER or card % 4 != suit:
        return
    if RANKS[card // 4] == "A":
        yield 1
        if official:
            yield 14
    elif RANKS[card // 4] != "2" or official:
        yield RANKS.index(RANKS[card // 4]) + 2


def burraco(reading: Reading, official: bool, *, wild_inside: bool = False, larger_sets: bool = False) -> str | None:
    """The kind of burraco; semi-clean with its `wild_inside` or as one of the `larger_sets` is no rule of either."""
    if reading.size < 7 or not (reading.is_run or official):
        return None
    if not reading.wilds:
        return "clean"
    if not official:
        return "dirty"
    if not reading.is_run:
        return "semi-clean" if reading.size == 8 or (larger_sets and reading.size > 8) else "dirty"
    places = {place for place, _ in reading.naturals}
    seven = any(places >= set(range(first, first + 7)) for first in range(1, 9))
    return "semi-clean" if seven and (wild_inside or not reading.inside) else "dirty"


def best(found: Iterable[Reading], official: bool) -> Reading | None:
    """A two that can stand as natural does; then what counts most, and of two ends the low one."""
    return min(
        found,
        key=lambda reading: (len(reading.wilds), -BONUS[burraco(reading, official)], reading.wilds),
        default=None,
    )


def longer(before: Reading, added: Sequence[int], official: bool, *, locked: bool = True) -> Iterator[Reading]:
    """Every way to see a meld with cards added, which are judged together; the wilds of the official rules lock."""
    together = [card for _, card in before.naturals] + [*before.wild_cards, *added]
    for after in readings(together, official):
        if after.is_run != before.is_run:
            continue
        if official and locked and before.inside:
            (wild,) = before.wilds
            (suit,) = {card % 4 for _, card in before.naturals}
            moves = (wild - 2) * 4 + suit in added
            stays = after.wilds == before.wilds and after.wild_cards == before.wild_cards
            if not moves and not (stays and set(after.naturals) >= set(before.naturals)):
                continue
        yield after


def reading_of(meld: Meld) -> Reading:
    """How a meld lies on the table."""
    places = [meld.low + index if meld.low else 0 for index in range(len(meld.cards))]
    naturals = [(places[index], card) for index, card in enumerate(meld.cards) if index not in meld.wilds]
    wilds = sorted(meld.cards[index] for index in meld.wilds)
    return Reading(tuple(sorted(naturals)), tuple(places[index] for index in meld.wilds), tuple(wilds))


def without(cards: Iterable[int], others: Iterable[int]) -> list[int]:
    """Cards of two packs without others."""
    return sorted((Counter(cards) - Counter(others)).elements())


# ---- What the rules allow ----


def may(state: State, action: object) -> bool:
    """Whether the rules allow an action, from the table and from what happened."""
    if state.actor is None:
        return False
    rules, side, hand = state.rules, state.actor % 2, state.hands[state.actor]
    match action:
        case Draw() | TakePile() | TakePot() if state.phase is Phase.PLAY:
            return False
        case Draw():
            return True
        case TakePile():
            return len(state.pile) > 0
        case TakePot():
            mine = state.pots[side]
            return rules.pot_mode is PotMode.DRAW_OPTION and len(mine) > 0 and state.actor in opened(state)
    if state.phase is Phase.DRAW:
        return False
    laid = laid_since_the_draw(state)
    melds = [reading_of(meld) for meld in state.melds[side]]
    match action:
        case Undo():
            return bool(laid) and state.steps < rules.step_cap
        case Lay(cards) if _holds(hand, cards):
            new = best(readings(cards, rules.name == "official"), rules.name == "official")
            if new is None or (rules.one_set_per_rank and _rank(new) in map(_rank, melds) and not new.is_run):
                return False
            return may_leave(state, without(hand, cards), [*melds, new])
        case Extend(number, cards) if _holds(hand, cards) and cards and type(number) is int:
            if not 0 <= number < len(melds):
                return False
            found = longer(melds[number], cards, rules.name == "official", locked=rules.wild_lock)
            after = best(found, rules.name == "official")
            return after is not None and may_leave(
                state, without(hand, cards), [*melds[:number], after, *melds[number + 1 :]]
            )
        case Discard(card) if type(card) is int and card in hand:
            return card not in gone_back(state) and (len(hand) > 1 or may_leave(state, hand, melds))
    return False


def may_leave(state: State, hand: Sequence[int], melds: Sequence[Reading]) -> bool:
    """Whether who has these cards left can go on: with none to the pot or the end, with one by its discard."""
    closes = state.rules.close_by is CloseBy.DISCARD and not state.pots[state.actor % 2]
    if len(hand) > 1 or (not hand and not closes):
        return True
    if not hand or hand[0] in gone_back(state):
        return False
    burrachi = [burraco(meld, state.rules.name == "official") for meld in melds]
    return not closes or (any(burrachi) and (state.rules.wild_close or not may_be_wild(hand[0])))


def gone_back(state: State) -> set[int]:
    """The card that was the whole pile and may not be discarded, since no twin of it was held."""
    drawn = next(event for event in reversed(state.history) if isinstance(event, Drew | TookPile | TookPot))
    if state.rules.single_pile_rediscard or not isinstance(drawn, TookPile) or len(drawn.cards) > 1:
        return set()
    held = Counter([*state.hands[state.actor], *laid_since_the_draw(state)])
    return set(drawn.cards) if held[drawn.cards[0]] == 1 and held.total() > 1 else set()


def laid_since_the_draw(state: State) -> list[int]:
    """Cards that the seat to act has laid since it drew or took a pot, and not taken back."""
    laid: list[int] = []
    for event in state.history:
        match event:
            case Laid(_, _, cards, _):
                laid += cards
            case TookBack() | Drew() | TookPile() | TookPot():
                laid.clear()
    return laid


def opened(state: State) -> set[int]:
    """Who has laid a meld without wilds and not taken it back."""
    have: set[int] = set()
    now: set[int] = set()  # since the draw
    for event in state.history:
        match event:
            case Laid(seat, _, cards, meld) if not meld.wilds and len(cards) == len(meld.cards):
                now.add(seat)
            case TookBack():
                now.clear()
            case Drew() | TookPile() | TookPot():
                have |= now
                now.clear()
    return have | now


def _holds(hand: Sequence[int], cards: object) -> bool:
    return type(cards) is tuple and all(type(card) is int for card in cards) and not Counter(cards) - Counter(hand)


def _rank(meld: Reading) -> int | None:
    return None if meld.is_run else meld.naturals[0][1] // 4


# ---- A player without a plan ----


def random_lay(hand: Sequence[int], melds: Sequence[Meld], rng: Random) -> Lay | Extend:
    """Cards of the hand that may be a meld or fit one: of a rank or of a suit, and at times a wild."""
    if melds and rng.random() < 0.6:
        number = rng.randrange(len(melds))
        meld = melds[number]
        near = [card for card in hand if may_be_wild(card) or _fits(card, meld)]
        return Extend(number, tuple(rng.sample(near, min(len(near), rng.choice([1, 1, 1, 2, 3])))))
    start = rng.choice(hand)
    if rng.random() < 0.5:
        cards = [card for card in hand if card // 4 == start // 4]
        cards = cards if rng.random() < 0.8 else rng.sample(cards, min(len(cards), 3))
    else:
        reach = range(start // 4, start // 4 + rng.randint(3, 5))
        cards = sorted({card for card in hand if card % 4 == start % 4 and card // 4 in reach})
    wilds = [card for card in hand if may_be_wild(card) and card not in cards]
    if wilds and rng.random() < 0.4:
        cards.append(rng.choice(wilds))
    return Lay(tuple(cards))


def _fits(card: int, meld: Meld) -> bool:
    """Whether a card is of a set's rank, or of a run's suit and near it."""
    if not meld.is_run:
        return card // 4 == meld.rank
    place = card // 4 + 2
    return card % 4 == meld.suit and (place == 14 or meld.low - 2 <= place <= meld.low + len(meld.cards) + 1)


def random_move(state: State, rng: Random) -> Action:
    """An action that is allowed: a draw, something to lay if a few tries find it, or a discard."""
    actions = state.actions()
    if state.phase is Phase.DRAW:
        choices: list[Action] = [action for action in (DRAW, TAKE_PILE, TAKE_POT) if action in actions]
        return rng.choice([DRAW, *choices])
    hand = state.hands[state.actor]
    for _ in range(30):
        if (action := random_lay(hand, state.melds[state.actor & 1], rng)) in actions:
            return action
    return rng.choice([action for action in map(Discard, sorted(set(hand))) if action in actions])


def places_unseen(state: State, seat: int | None) -> list[int]:
    """The places in the deck of cards that a seat has not seen: in the stock, in pots, in hands of others."""
    seats = len(state.hands)
    first = (state.dealer + 1) % seats
    given = {other: list(range((other - first) % seats, seats * 11, seats)) for other in range(seats)}
    pots = {(first + number) % 2: range(11 * (seats + number), 11 * (seats + number + 1)) for number in (0, 1)}
    next_card = 11 * (seats + 2) + 1
    for event in state.history:
        match event:
            case Drew(who):
                given[who].append(next_card)
                next_card += 1
            case TookPot(who):
                given[who] += pots.pop(who % 2)
    unseen = [*range(next_card, 108), *(place for pot in pots.values() for place in pot)]
    if state.actor is not None:
        for other in set(given) - {seat}:
            held = Counter(state.hands[other])
            for place in reversed(given[other]):
                if held[state.deck[place]] > 0:
                    held[state.deck[place]] -= 1
                    unseen.append(place)
    return unseen
