"""Cards as small integers: reading, showing, decks and shuffling.

A card is ``4 * rank + suit``: ranks from the deuce (0) to the ace (12), suits clubs, diamonds,
hearts, spades. So the deuce of clubs is 0 and the ace of spades 51. Games with two packs have jokers
(52), and a card and its twin are equal.
"""

from collections.abc import Iterable, MutableSequence, Sequence
from operator import index
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"

#: A card that is not known: dealt face down, or missing from a history. It is never evaluated.
UNKNOWN: Final = -1

#: A joker, in games that have them. It is written ``JK``.
JOKER: Final = 52

#: What can be read as cards: text, or a sequence of card numbers or of texts of a card each.
Cards = str | Sequence[int] | Sequence[str] | npt.NDArray[Any]

_RANK_OF = {symbol: rank for rank, symbol in enumerate(RANKS)} | {
    symbol.lower(): rank for rank, symbol in enumerate(RANKS)
}
_SUIT_OF = {symbol: suit for symbols in (SUITS, SUITS.upper(), SUIT_SIGNS) for suit, symbol in enumerate(symbols)}
_JOKER_TEXT = "JK"
_SIGN_SELECTORS = "\ufe0e\ufe0f"  # pasted after a suit sign to choose its look


class CardError(ValueError):
    """A card that cannot be read, does not exist or is there twice."""


class RepeatedCardError(CardError):
    """A card that is there twice."""


def parse_cards(text: str, *, unknown: bool = False, packs: int = 1) -> tuple[int, ...]:
    """Read all cards of a text, in any notation that people type.

    Ranks are ``2`` to ``9``, ``T`` or ``10``, ``J Q K A``; suits ``c d h s`` or ``♣ ♦ ♥ ♠``; upper
    and lower case are the same, and spaces or commas may stand between cards. With `unknown`, ``??``
    is a card that is not known. With two `packs` there are jokers, ``JK``, two a pack, and a card may
    come twice. Anything else, and a card that is there too often, raises `CardError`.

    >>> parse_cards("As Td,9d")
    (51, 33, 29)
    >>> parse_cards("10h A♠")
    (34, 51)
    >>> parse_cards("Kd ??", unknown=True)
    (45, -1)
    >>> parse_cards("9c 9c JK", packs=2)
    (28, 28, 52)
    """
    if not isinstance(text, str):
        raise CardError(f"{text!r} is no text; write cards like 'As Kd'")
    cards: list[int] = []
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] == ",":
            at += 1
        elif unknown and text.startswith("??", at):
            cards.append(UNKNOWN)
            at += 2
        elif packs > 1 and text[at : at + 2].upper() == _JOKER_TEXT:
            cards.append(JOKER)
            at += 2
        else:
            card, at = _read_card(text, at)
            cards.append(card)
    _refuse_repeats(cards, packs)
    return tuple(cards)


def parse_card(text: str) -> int:
    """Read one card.

    >>> parse_card("10h"), parse_card("A♠")
    (34, 51)
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"{text!r} is {count_cards(cards)} where one is wanted; write it like 'As'")
    return cards[0]


def to_cards(cards: Cards) -> tuple[int, ...]:
    """Give the cards of a text, or of a sequence of numbers or texts, checked.

    >>> to_cards("AsKs") == to_cards(["As", "Ks"]) == to_cards([51, 47])
    True
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    if not isinstance(cards, Iterable):
        raise CardError(f"{cards!r} is no cards; give text like 'AsKs', or a sequence of cards")
    numbers = [_to_card(card) for card in cards]
    _refuse_repeats(numbers)
    return tuple(numbers)


def format_card(card: int, *, signs: bool = False) -> str:
    """Show a card as rank and suit, with signs as ``A♠``; one that is not known as ``??``, a joker as ``JK``.

    >>> format_card(51), format_card(34, signs=True)
    ('As', 'T♥')
    """
    if card == UNKNOWN:
        return "??"
    if card == JOKER:
        return _JOKER_TEXT
    card = _to_card(card)
    return RANKS[card >> 2] + (SUIT_SIGNS if signs else SUITS)[card & 3]


def format_cards(cards: Iterable[int], separator: str = "", *, signs: bool = False) -> str:
    """Show cards one after another.

    >>> format_cards((51, 33)), format_cards((51, 33), " ", signs=True)
    ('AsTd', 'A♠ T♦')
    """
    return separator.join(format_card(card, signs=signs) for card in cards)


def card_array(hands: Iterable[Cards]) -> npt.NDArray[np.uint8]:
    """Give hands of equal length as an array of shape (hands, cards), as `evaluate_many` takes it.

    >>> card_array(["AsKsQsJsTs", "2c3c4c5c7d"]).shape
    (2, 5)
    """
    rows = [to_cards(hand) for hand in hands]
    if len({len(row) for row in rows}) > 1:
        raise CardError("the hands of an array need equally many cards")
    return np.array(rows, dtype=np.uint8).reshape(len(rows), len(rows[0]) if rows else 0)


def count_cards(cards: Sequence[int]) -> str:
    """Say how many cards there are, and which.

    >>> count_cards((51, 47)), count_cards((51,))
    ('2 cards (AsKs)', '1 card (As)')
    """
    return f"{len(cards)} card{'' if len(cards) == 1 else 's'}" + (f" ({format_cards(cards)})" if cards else "")


def full_deck() -> list[int]:
    """Give the 52 cards in order.

    >>> len(full_deck())
    52
    """
    return list(range(52))


def double_deck() -> list[int]:
    """Give the 108 cards of two packs with their four jokers, in order.

    >>> len(double_deck()), double_deck()[:3]
    (108, [0, 0, 1])
    """
    return [card for card in range(52) for _ in range(2)] + [JOKER] * 4


def shuffle(deck: MutableSequence[int], rng: Random) -> None:
    """Shuffle in place with `rng` alone; every order is equally likely.

    The result for a seeded generator is the same on every machine and version of Python. Use
    `random.SystemRandom()` where people play.
    """
    draw = rng.getrandbits
    for last in range(len(deck) - 1, 0, -1):
        bits = last.bit_length()
        other = draw(bits)
        while other > last:  # to take it modulo a count would favour some
            other = draw(bits)
        deck[last], deck[other] = deck[other], deck[last]


def _to_card(card: object) -> int:
    if isinstance(card, str):
        return parse_card(card)
    number = whole_number(card)
    if number is None or not 0 <= number < 52:
        raise CardError(f"{card!r} is no card; cards are whole numbers from 0 to 51, or text like 'As'")
    return number


def whole_number(value: object) -> int | None:
    """Give a whole number of any integer type, but of no bool; None for all else.

    >>> whole_number(np.uint8(5)), whole_number(True), whole_number(5.0)
    (5, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _read_card(text: str, at: int) -> tuple[int, int]:
    """The card that starts at an index, and where it ends."""
    if text.startswith("10", at):
        rank, end = RANKS.index("T"), at + 2
    elif text[at] in _RANK_OF:
        rank, end = _RANK_OF[text[at]], at + 1
    else:
        raise CardError(_unreadable(text, at, "a rank; ranks are 2 to 9, T or 10, J, Q, K, A"))
    if end == len(text):
        raise CardError(f"{text!r} ends after {text[at:]!r}, before a suit; suits are c, d, h, s")
    if text[end] not in _SUIT_OF:
        raise CardError(_unreadable(text, end, "a suit; suits are c, d, h, s or ♣, ♦, ♥, ♠"))
    suit, end = _SUIT_OF[text[end]], end + 1
    if end < len(text) and text[end] in _SIGN_SELECTORS and text[end - 1] in SUIT_SIGNS:
        end += 1
    return 4 * rank + suit, end


def _unreadable(text: str, at: int, wanted: str) -> str:
    return f"{text!r}: {text[at]!r} (U+{ord(text[at]):04X}) at index {at} is not {wanted}"


def _refuse_repeats(cards: Sequence[int], packs: int = 1) -> None:
    if len(set(cards)) == len(cards):
        return
    for card in cards:
        count, most = cards.count(card), 2 * packs if card == JOKER else packs
        if count > most and card != UNKNOWN:
            times = "twice; a deck has each card once" if packs == 1 else f"{count} times; there are {most} of it"
            raise RepeatedCardError(f"{format_card(card)} is there {times}")
