"""Deals that can be checked: each card is committed to before the hand, and opened only to who saw it.

A commitment is SHA-256 of a salt of its own, the card's place in the deck and the card. It says nothing of the card
to who does not have the salt, and no other card fits it. That proves that the deck did not change after the deal; it
does not prove that the deck was random.
"""

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from mazzo.cards import UNKNOWN, CardError, format_card, parse_cards

SALT_BYTES = 16


class FairError(ValueError):
    """A record of a deal that cannot be checked."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A deck with a salt for each card: what only the host has before the end."""

    deck: tuple[int, ...]
    salts: tuple[str, ...]

    @property
    def commitments(self) -> tuple[str, ...]:
        """What is given out before the hand, in the order of the deck."""
        return tuple(
            commitment(place, card, salt) for place, (card, salt) in enumerate(zip(self.deck, self.salts, strict=True))
        )

    def open(self, places: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Give the cards at some places of the deck with their salts."""
        return {place: (format_card(self.deck[place]), self.salts[place]) for place in sorted(places)}


def seal(deck: Sequence[int]) -> Sealed:
    """Give a deck with new salts from the operating system's generator."""
    return Sealed(tuple(deck), tuple(secrets.token_hex(SALT_BYTES) for _ in deck))


def commitment(place: int, card: int, salt: str) -> str:
    """Give the commitment to a card at a place of the deck.

    >>> commitment(0, 51, "00" * 16)[:16]
    '2ba23987a1482a3b'
    """
    return sha256(f"{salt} {place} {format_card(card)}".encode()).hexdigest()


def wrong_places(commitments: Sequence[str], opened: Mapping[int, tuple[str, str]]) -> list[int]:
    """Give the places of opened cards that are not what was committed to.

    >>> sealed = Sealed((51, 0), ("aa" * 16, "bb" * 16))
    >>> wrong_places(sealed.commitments, sealed.open([1])), wrong_places(sealed.commitments, {0: ("Ks", "aa" * 16)})
    ([], [0])
    """
    return [
        place
        for place, (card, salt) in opened.items()
        if not 0 <= place < len(commitments) or commitment(place, _card(card), salt) != commitments[place]
    ]


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking a hand's record came to: how many of the cards are opened, and the places of wrong ones."""

    cards: int
    opened: int
    wrong: tuple[int, ...]


def check(record: object) -> Checked:
    """Check the record of a hand: each card that is opened, or told in its deck, against its commitment.

    The record has `commitments`, and either the `opened` cards with their salts, or the whole `deck` with `salts`.
    """
    if not isinstance(record, Mapping) or not _are_texts(record.get("commitments")):
        raise FairError("a hand without commitments cannot be checked")
    commitments = record["commitments"]
    deck = _deck(record)
    if "salts" in record:
        salts = record["salts"]
        if not deck or UNKNOWN in deck or not _are_texts(salts) or not len(deck) == len(salts) == len(commitments):
            raise FairError("salts, but not for each card of a known deck")
        opened = Sealed(deck, tuple(salts)).open(range(len(deck)))
    else:
        opened = _opened(record.get("opened"))
    wrong = set(wrong_places(commitments, opened))
    for place, card in enumerate(deck):
        # A card that is told but not opened, or told to be another, is not proven.
        if card != UNKNOWN and (place not in opened or _card(opened[place][0]) != card):
            wrong.add(place)
    return Checked(len(commitments), len(opened), tuple(sorted(wrong)))


def _deck(record: Mapping[str, Any]) -> tuple[int, ...]:
    text = record.get("deck", "")
    try:
        return parse_cards(text, unknown=True, packs=2)
    except CardError as error:
        raise FairError(f"the deck cannot be read: {error}") from None


def _opened(data: object) -> dict[int, tuple[str, str]]:
    """Opened cards as they are in JSON, where places are text: ``{"12": ["As", "5f…"]}``."""
    if not isinstance(data, Mapping):
        raise FairError(f"{data!r} is no list of opened cards")
    opened: dict[int, tuple[str, str]] = {}
    for place, parts in data.items():
        if not re.fullmatch(r"\d{1,3}", str(place), re.ASCII) or not _are_texts(parts) or len(parts) != 2:
            raise FairError(f"{place!r}: {parts!r} is no opened card; it has a place, and a card with its salt")
        opened[int(place)] = (parts[0], parts[1])
    return opened


def _are_texts(parts: Any) -> bool:
    return isinstance(parts, list | tuple) and all(isinstance(part, str) for part in parts)


def _card(text: str) -> int:
    try:
        (card,) = parse_cards(text, packs=2)
    except ValueError as error:
        raise FairError(f"{text!r} is no card: {error}") from None
    return card
