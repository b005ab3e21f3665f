"""Rule sets of Burraco as values: every rule that differs between them is a setting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mazzo.burraco.hand import State

#: Cards of a hand, and of a pozzetto.
HAND: Final = 11

#: Cards from which on a meld can be a burraco.
BURRACO: Final = 7


class RulesError(ValueError):
    """Rules that cannot be played, or a deal that they do not allow."""


class PotMode(StrEnum):
    """How a side comes to its pozzetto."""

    DRAW_OPTION = "draw option"  # instead of a card, by who has laid a meld without wilds
    EMPTY_HAND = "empty hand"  # at once by who melds the last card, or with the last discard


class CloseBy(StrEnum):
    """What ends a hand."""

    MELD = "meld"  # the last card is melded
    DISCARD = "discard"  # the last card is discarded


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game of Burraco.

    Melds: with `natural_two` a two of a run's suit in its own place is no wild; with `ace_high` an ace may
    stand above the king, too. A meld takes `max_wilds` (None: no more than natural cards in a set, and as many
    as have a place in a run); with `wild_lock` a wild inside a run stays until its card is added. With
    `one_set_per_rank` a side lays no second set of a rank.

    Bonuses: a set of 7 counts with `set_is_burraco`; a burraco with a wild is semi-clean instead of dirty if
    `semi_clean` is on and the wild stands outside of 7 naturals in sequence (or inside, too, with
    `semi_wild_inside`), or in a set of just 8 cards (or more without `semi_set_exact`).

    The turn: `single_pile_rediscard` allows to take a pile of one card and discard that card, which else only
    who holds no other may. The hand ends with the turn that leaves no more than `unplayable_stock` cards to
    draw, after `turn_cap` turns, or when a side closes: by `close_by`, and with a wild as last discard only if
    `wild_close` is on. From `step_cap` actions on nothing can be undone, so that a hand ends.
    """

    name: str
    partners: bool
    natural_two: bool
    ace_high: bool
    max_wilds: int | None
    wild_lock: bool
    one_set_per_rank: bool
    set_is_burraco: bool
    semi_clean: bool
    semi_set_exact: bool
    semi_wild_inside: bool
    single_pile_rediscard: bool
    pot_mode: PotMode
    close_by: CloseBy
    wild_close: bool
    closing_bonus: int
    pot_penalty: int
    unplayable_stock: int
    turn_cap: int = 200
    step_cap: int = 2000

    def __post_init__(self) -> None:
        for part in fields(self):
            if part.type is bool and type(value := getattr(self, part.name)) is not bool:
                raise RulesError(f"{part.name}={value!r}: True or False")
        if self.max_wilds is not None and (type(self.max_wilds) is not int or self.max_wilds < 0):
            raise RulesError(f"max_wilds={self.max_wilds!r}: a number of cards, or None for no other limit")
        for name, least in (
            ("closing_bonus", 0),
            ("pot_penalty", 0),
            ("unplayable_stock", 0),
            ("turn_cap", 1),
            ("step_cap", 1),
        ):
            if type(value := getattr(self, name)) is not int or value < least:
                raise RulesError(f"{name}={value!r}: a whole number from {least} up")
        if self.unplayable_stock >= 108 - self.seats * HAND - 2 * HAND - 1:
            raise RulesError(f"unplayable_stock={self.unplayable_stock!r} leaves nothing to draw")
        if self.wild_lock and self.max_wilds != 1:
            raise RulesError(f"wild_lock with max_wilds={self.max_wilds!r}: only the one wild of a meld can be locked")
        if self.semi_wild_inside and not self.semi_clean:
            raise RulesError("semi_wild_inside says which burraco is semi-clean; it needs semi_clean")
        if self.partners and self.pot_mode is PotMode.DRAW_OPTION:
            raise RulesError("partners share one pozzetto, which they take on emptying a hand, not as a draw option")
        if self.close_by is CloseBy.DISCARD and self.pot_mode is PotMode.DRAW_OPTION:
            raise RulesError(
                "close_by='discard' comes after the pozzetto, and with pot_mode='draw option' nobody need take it"
            )

    @property
    def seats(self) -> int:
        """How many play."""
        return 4 if self.partners else 2

    def deal(self, deck: Sequence[int], dealer: int = 0) -> "State":
        """Deal a hand from 108 cards.

        `deck[0]` is dealt first: eleven cards to each, one at a time from the dealer's left, then the
        pozzetto of the side that begins and that of the other, the upcard, and the stock from its top.
        """
        from mazzo.burraco.hand import deal  # noqa: PLC0415 (a state knows its rules, too)

        return deal(self, deck, dealer)


_ARTICLE = Rules(
    name="article",
    partners=False,
    natural_two=False,
    ace_high=False,
    max_wilds=None,
    wild_lock=False,
    one_set_per_rank=False,
    set_is_burraco=False,
    semi_clean=False,
    semi_set_exact=False,
    semi_wild_inside=False,
    single_pile_rediscard=True,
    pot_mode=PotMode.DRAW_OPTION,
    close_by=CloseBy.MELD,
    wild_close=True,
    closing_bonus=0,
    pot_penalty=0,
    unplayable_stock=0,
)

_OFFICIAL = Rules(
    name="official",
    partners=False,
    natural_two=True,
    ace_high=True,
    max_wilds=1,
    wild_lock=True,
    one_set_per_rank=True,
    set_is_burraco=True,
    semi_clean=True,
    semi_set_exact=True,
    semi_wild_inside=False,
    single_pile_rediscard=False,
    pot_mode=PotMode.EMPTY_HAND,
    close_by=CloseBy.DISCARD,
    wild_close=False,
    closing_bonus=100,
    pot_penalty=100,
    unplayable_stock=2,
)


def article(**settings: Any) -> Rules:
    """Give the house rules for two, with the pozzetto as an option at the draw; settings may be changed.

    >>> article().max_wilds, article(turn_cap=100).turn_cap
    (None, 100)
    """
    return changed(_ARTICLE, settings)


def official(players: int = 2, **settings: Any) -> Rules:
    """Give the rules of the Italian federation, for two or for two pairs; settings may be changed.

    >>> official(players=4).seats, official().close_by.value
    (4, 'discard')
    """
    if players not in (2, 4):
        raise RulesError(f"players={players!r}: Burraco is for 2, or for 4 in pairs")
    return changed(_OFFICIAL, {"partners": players == 4, **settings})


def changed(rules: Rules, settings: Mapping[str, Any]) -> Rules:
    """Give rules with some settings changed; modes may be given by their text."""
    unknown = sorted(set(settings) - set(Rules.__slots__))
    if unknown:
        raise RulesError(f"no setting {', '.join(unknown)}; there are {', '.join(Rules.__slots__)}")
    modes: dict[str, StrEnum] = {}
    for name, kind in (("pot_mode", PotMode), ("close_by", CloseBy)):
        if name in settings:
            if settings[name] not in list(kind):
                known = ", ".join(repr(str(mode)) for mode in kind)
                raise RulesError(f"{name}={settings[name]!r}: there are {known}")
            modes[name] = kind(settings[name])
    return replace(rules, **{**settings, **modes})
