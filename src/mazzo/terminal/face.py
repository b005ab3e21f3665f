"""What a game's face in a terminal can do, and how what is typed is taken apart."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, Self

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from mazzo.cards import CardError, format_card, parse_cards


class EntryError(ValueError):
    """Text that says nothing that can be done now."""


class Command(StrEnum):
    """What can be asked for that is no action of the game."""

    HINT = "hint"
    SORT = "sort"
    HELP = "help"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class TableWords:
    """What a person is asked between hands, and told when it goes."""

    next_hand: str
    kept: str
    no_chips: str = ""
    chips_again: str = ""


class Face(Protocol):
    """How a game is shown to one seat, and what it may type; a face is a value, and knows views and actions only."""

    @property
    def table_words(self) -> TableWords:
        """What is said between hands."""

    def in_match(self, match: Any) -> Self:
        """Give the face for the next hand of a match."""

    def picture(self, view: Any, names: Sequence[str]) -> RenderableType:
        """Give the table as the seat sees it."""

    def told(self, view: Any, names: Sequence[str], before: Any = None) -> Iterator[Text]:
        """Give a line for each thing that the seat saw happen since the view before, or since the deal."""

    def read(self, text: str, view: Any) -> Any:
        """Give the action or the `Command` that a text means; `EntryError` says what is wrong and what is possible."""

    def keys(self, view: Any) -> str:
        """Say in a line what can be typed now."""

    def obey(self, command: Command, view: Any) -> tuple[Self, RenderableType]:
        """Give the face after a command, and what it has to show for it."""

    def result(self, view: Any, names: Sequence[str]) -> RenderableType:
        """Give how a hand ended."""


_GAP: Final = "   "

#: A key, and what it does in words.
Key = tuple[str, str]


def keys_line(keys: Sequence[Key]) -> str:
    """Give keys and what they do in a line."""
    return ", ".join(f"{key} {words}" for key, words in keys)


def keys_text(keys: Sequence[Key]) -> "Flow":
    """Give keys and what they do, to stand below a picture."""
    return Flow([Text(key, "bold").append(f" {words}", "not bold dim") for key, words in keys])


@dataclass(frozen=True, slots=True)
class Flow:
    """Short texts in lines as wide as the screen, none of them broken."""

    parts: Sequence[Text]

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for part in self.parts:
            if line and line.cell_len + len(_GAP) + part.cell_len > options.max_width:
                yield line
                line = Text()
            line.append(_GAP if line else "").append_text(part)
        yield line


def parted(text: str, meanings: Mapping[str, str]) -> tuple[str, str]:
    """Give the key that a text begins with, by any of its words, and the rest of the text.

    >>> parted("Raise 250", {"raise": "r"}), parted("x7h", {"x": "x"}), parted("all in", {"all in": "a"})
    (('r', '250'), ('x', '7h'), ('a', ''))
    """
    whole = " ".join(text.casefold().split())
    if whole in meanings:
        return meanings[whole], ""
    match = re.match(r"([^\W\d]+|\?)\s*(.*)", whole)
    if not match or match[1] not in meanings:
        raise EntryError(f"{text.strip()!r} is no key" if whole else "nothing was typed")
    return meanings[match[1]], match[2]


def picked(text: str, hand: Sequence[int], packs: int = 1) -> tuple[int, ...]:
    """Give the cards of a hand that a text names, by their places from 1 or as cards.

    >>> picked("2 3", (51, 7, 52)), picked("JK,3s", (51, 7, 52), packs=2)
    ((7, 52), (52, 7))
    """
    words = text.replace(",", " ").split()
    places = [word for word in words if word.isascii() and word.isdecimal()]
    for place in places:
        if len(place) > 3 or not 1 <= int(place) <= len(hand):
            raise EntryError(f"no card {place}: yours are numbered from 1 to {len(hand)}")
        if places.count(place) > 1:
            raise EntryError(f"card {place} is named twice")
    try:
        cards = tuple(card for word in words for card in _named(word, hand, word in places, packs))
    except CardError as error:
        raise EntryError(f"{error}; or give the numbers of cards") from None
    for card in cards:
        if cards.count(card) > hand.count(card):
            raise EntryError(f"{format_card(card)}: your hand has {hand.count(card) or 'none'} of it")
    return cards


def _named(word: str, hand: Sequence[int], is_place: bool, packs: int) -> tuple[int, ...]:
    return (hand[int(word) - 1],) if is_place else parse_cards(word, packs=packs)
