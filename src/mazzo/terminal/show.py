"""How things are shown, on any terminal."""

import sys
from collections.abc import Iterable
from typing import Final

from rich import box
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from mazzo.cards import JOKER, SUIT_SIGNS, UNKNOWN, format_card

_SUIT_STYLES = ("green", "bright_blue", "red", "bold")  # clubs, diamonds, hearts, spades
_STYLES = {UNKNOWN: "dim", JOKER: "magenta"}


#: How wide a card's box is.
CARD_BOX: Final = 6


def console(*, stderr: bool = False) -> Console:
    """Give a console on the current output."""
    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def plain_table(*columns: str) -> Table:
    """Give a table whose first column is text, and the others figures."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", overflow="fold")
    return table


def card_text(card: int) -> Text:
    """Give a card in the colour of its suit, with the suit's sign if the output has it."""
    return Text(format_card(card, signs=can_show(SUIT_SIGNS)), _STYLES.get(card) or _SUIT_STYLES[card & 3])


def cards_text(cards: Iterable[int]) -> Text:
    """Give cards one after another, as `card_text` shows them."""
    return Text(" ").join(map(card_text, cards))


def card_boxes(cards: Iterable[int | None]) -> Table:
    """Give cards large, in a row of boxes; None is a place where a card will come."""
    row = Table.grid()
    row.add_row(*map(_card_box, cards))
    return row


def _card_box(card: int | None) -> Panel:
    if card is None:
        return Panel("  ", box=box.ROUNDED, width=CARD_BOX, border_style="dim")
    shown = card_text(card)
    return Panel(shown, box=box.ROUNDED, width=CARD_BOX, border_style=shown.style)


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
