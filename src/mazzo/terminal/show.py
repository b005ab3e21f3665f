"""How things are shown, on any terminal."""

import sys
from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mazzo.cards import JOKER, SUIT_SIGNS, format_card

_SUIT_STYLES = ("green", "blue", "red", "bold")  # clubs, diamonds, hearts, spades


def console(*, stderr: bool = False) -> Console:
    """Give a console on the current output."""
    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def plain_table(*columns: str) -> Table:
    """Give a table whose first column is text, and the others figures."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", overflow="fold")
    return table


def cards_text(cards: Iterable[int]) -> Text:
    """Give cards in the colours of their suits, with suit signs if the output has them."""
    signs = can_show(SUIT_SIGNS)
    text = Text()
    for number, card in enumerate(cards):
        text.append(" " if number else "")
        text.append(format_card(card, signs=signs), style="magenta" if card == JOKER else _SUIT_STYLES[card & 3])
    return text


def shortened(text: str, width: int) -> str:
    """Give a text cut to a width, with dots where it goes on."""
    return text if len(text) <= width else text[: width - 3] + "..."


def percent(share: float, digits: int = 2) -> str:
    """Give a share as a percentage."""
    return f"{100 * share:.{digits}f}%"


def can_show(characters: str) -> bool:
    """Whether the output has these characters."""
    try:
        characters.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True
