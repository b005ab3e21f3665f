"""Poker variants as values: streets of cards and bets, and a way to bet.

A new variant is a new value: see `no_limit_holdem` and `fixed_limit_draw`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from mazzo.cards import UNKNOWN
from mazzo.strength import evaluate

if TYPE_CHECKING:
    from mazzo.poker.hand import State

#: The sets of 5 to 7 cards of which a hand may be made, from private cards and the board.
Candidates = Callable[[tuple[int, ...], tuple[int, ...]], Iterable[tuple[int, ...]]]


class RulesError(ValueError):
    """Rules that cannot be played, or a deal that they do not allow."""


class Betting(Enum):
    """How much a bet or raise may be."""

    NO_LIMIT = "no limit"
    POT_LIMIT = "pot limit"
    FIXED_LIMIT = "fixed limit"
    RAISE_BY = "raise by"  # as no limit, but a full raise is always one bet, and less is rounded up to it


@dataclass(frozen=True, slots=True)
class Street:
    """Cards that come, and then a round of betting or exchanging.

    `bet` is the size of a fixed bet, or the smallest; 0 for no betting.
    """

    name: str
    hole: int = 0
    board: int = 0
    exchange: int = 0
    bet: int = 0


def two_and_three(hole: tuple[int, ...], board: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Two private cards with three of the board, as in Omaha."""
    return (two + three for two in combinations(hole, 2) for three in combinations(board, 3))


def all_cards(hole: tuple[int, ...], board: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Any five of all cards, as in hold'em and draw."""
    return (hole + board,)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one variant.

    `blinds` are posted in order, from the left of the button (heads-up, the button posts the first).
    With `big_blind_antes` the big blind pays one ante for the table. `cap` is how many wagers a round
    has at most, with the big blind as one if `blind_is_wager`. Without `all_in` only who can pay
    every possible bet is dealt in. With `open_all` no hand is mucked at a showdown.
    """

    name: str
    seats: tuple[int, int]
    streets: tuple[Street, ...]
    betting: Betting
    blinds: tuple[int, ...] = ()
    ante: int = 0
    big_blind_antes: bool = False
    cap: int | None = None
    blind_is_wager: bool = False
    all_in: bool = True
    open_all: bool = False
    candidates: Candidates = all_cards
    settings: tuple[tuple[str, Any], ...] | None = None  # of the maker that made them

    def __post_init__(self) -> None:
        for amount in (*self.blinds, self.ante, *(street.bet for street in self.streets)):
            if type(amount) is not int or amount < 0:
                raise RulesError(f"{amount!r} chips: blinds, antes and bets are whole numbers from 0 up")
        if self.cards_needed(self.seats[1]) > 52:
            raise RulesError(f"{self.seats[1]} seats may need {self.cards_needed(self.seats[1])} cards; a deck has 52")

    def cards_needed(self, seats: int) -> int:
        """Give how many cards a hand of so many seats takes at most."""
        each = sum(street.hole + street.exchange for street in self.streets)
        return seats * each + sum(street.board for street in self.streets)

    @property
    def big_blind(self) -> int:
        """The big blind, or the smallest bet where there are no blinds."""
        return self.blinds[1] if len(self.blinds) > 1 else self.streets[0].bet

    def strongest(self, hole: tuple[int, ...], board: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Give how strong a hand is, and the 5 to 7 cards of which it is made; unknown cards beat nothing."""
        if UNKNOWN in hole:
            return 0, ()
        best = max(self.candidates(hole, board), key=evaluate)
        return evaluate(best), best

    def dealt_in(self, stacks: Sequence[int]) -> list[int]:
        """Give the seats that can play: with a chip, or without all-ins with the ante and every possible bet."""
        for stack in stacks:
            if type(stack) is not int or stack < 0:
                raise RulesError(f"a stack of {stack!r}: stacks are whole numbers from 0 up")
        needed = 1 if self.all_in else self.ante + sum(street.bet for street in self.streets) * (self.cap or 1)
        return [seat for seat, stack in enumerate(stacks) if stack >= needed]

    def deal(self, stacks: Sequence[int], button: int, deck: Sequence[int]) -> "State":
        """Deal a hand to the seats that have chips.

        `deck[0]` is dealt first: hole cards one at a time from the button's left, then the board and
        exchanges from where they end.
        """
        from mazzo.poker.hand import deal  # noqa: PLC0415 (a state knows its rules, too)

        return deal(self, stacks, button, deck)


def _settings(**settings: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(settings.items())


_HOLDEM_SEATS: Final = (2, 9)


def _board_streets(hole: int, small_bet: int, big_bet: int) -> tuple[Street, ...]:
    return (
        Street("preflop", hole=hole, bet=small_bet),
        Street("flop", board=3, bet=small_bet),
        Street("turn", board=1, bet=big_bet),
        Street("river", board=1, bet=big_bet),
    )


def no_limit_holdem(
    blinds: tuple[int, int] = (50, 100), ante: int = 0, *, big_blind_antes: bool = False, straddle: int = 0
) -> Rules:
    """Give no-limit hold'em, for 2 to 9 seats."""
    _, big = blinds
    posts = (*blinds, straddle) if straddle else blinds
    return Rules(
        name="no_limit_holdem",
        seats=_HOLDEM_SEATS,
        streets=_board_streets(2, big, big),
        betting=Betting.NO_LIMIT,
        blinds=posts,
        ante=ante,
        big_blind_antes=big_blind_antes,
        settings=_settings(blinds=blinds, ante=ante, big_blind_antes=big_blind_antes, straddle=straddle),
    )


def pot_limit_omaha(blinds: tuple[int, int] = (50, 100)) -> Rules:
    """Give pot-limit Omaha: four private cards, of which just two count; raises up to the pot."""
    _, big = blinds
    return Rules(
        name="pot_limit_omaha",
        seats=_HOLDEM_SEATS,
        streets=_board_streets(4, big, big),
        betting=Betting.POT_LIMIT,
        blinds=blinds,
        candidates=two_and_three,
        settings=_settings(blinds=blinds),
    )


def casual_holdem(blinds: tuple[int, int] = (10, 20)) -> Rules:
    """Give casual hold'em: raises are said as what comes on top, four of them a round at most."""
    _, big = blinds
    return Rules(
        name="casual_holdem",
        seats=(2, 5),
        streets=_board_streets(2, big, big),
        betting=Betting.RAISE_BY,
        blinds=blinds,
        cap=4,
        settings=_settings(blinds=blinds),
    )


def fixed_limit_holdem(blinds: tuple[int, int] = (5, 10), bets: tuple[int, int] = (10, 20), cap: int = 4) -> Rules:
    """Give fixed-limit hold'em: the small bet before the turn, the big one from it on."""
    return Rules(
        name="fixed_limit_holdem",
        seats=_HOLDEM_SEATS,
        streets=_board_streets(2, *bets),
        betting=Betting.FIXED_LIMIT,
        blinds=blinds,
        cap=cap,
        blind_is_wager=True,
        settings=_settings(blinds=blinds, bets=bets, cap=cap),
    )


def fixed_limit_draw(
    ante: int = 5,
    bets: tuple[int, int] = (10, 20),
    max_raises: int = 3,
    max_exchange: int = 3,
    *,
    seats: int = 6,
    all_in: bool = True,
    blinds: tuple[int, ...] = (),
) -> Rules:
    """Give five-card draw with fixed bets: bet, exchange, bet, show.

    Some rooms play it with two `blinds`, of which the big one counts as a bet.
    """
    small, big = bets
    return Rules(
        name="fixed_limit_draw",
        seats=(2, seats),
        streets=(
            Street("first", hole=5, bet=small),
            Street("exchange", exchange=max_exchange),
            Street("second", bet=big),
        ),
        betting=Betting.FIXED_LIMIT,
        blinds=blinds,
        blind_is_wager=bool(blinds),
        ante=ante,
        cap=max_raises + 1,
        all_in=all_in,
        settings=_settings(
            ante=ante,
            bets=bets,
            max_raises=max_raises,
            max_exchange=max_exchange,
            seats=seats,
            all_in=all_in,
            blinds=blinds,
        ),
    )


#: The makers of rules by the name of what they make.
MAKERS: Final[dict[str, Callable[..., Rules]]] = {
    maker.__name__: maker
    for maker in (no_limit_holdem, fixed_limit_holdem, casual_holdem, pot_limit_omaha, fixed_limit_draw)
}
