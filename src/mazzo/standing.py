"""How a table stands: its seats, the match, and the hand in progress; it knows the protocol and no game.

A standing never changes. An entry of the table's log gives the next one, so that the same entries always lead to the
same standing: now, and when a table comes back from a store.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import Any

from mazzo.cards import parse_cards
from mazzo.fair import Sealed
from mazzo.game import Game
from mazzo.match import match_from_json, match_to_json
from mazzo.store import Played


class TableError(ValueError):
    """Something that a table does not allow now; it changed nothing."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is run.

    Each has `seconds` for an action, and may use up a `bank` of seconds more; without `seconds` there is no
    clock. `pace` scales the pauses of bots and between hands, 0 being none. No hand is dealt after `most_hands` or
    `most_seconds`; a match of Burraco may have a `target` instead. Who has lost all chips may take `stack` chips
    again if `rebuy` is on; bots then do. A table that `waits` deals a hand only when it is asked to.
    """

    seats: int
    stack: int = 0
    seconds: float | None = None
    bank: float = 0.0
    pace: float = 1.0
    rebuy: bool = False
    most_hands: int | None = None
    most_seconds: float | None = None
    target: int | None = None
    waits: bool = False

    def __post_init__(self) -> None:
        for name, least in (("seats", 1), ("stack", 0), ("most_hands", 1), ("target", 1)):
            value = getattr(self, name)
            if type(value) is not int and (value is not None or name in ("seats", "stack")):
                raise TableError(f"{name}={value!r}: a whole number from {least} up")
            if value is not None and value < least:
                raise TableError(f"{name}={value!r}: a whole number from {least} up")
        for name in ("seconds", "bank", "pace", "most_seconds"):
            value = getattr(self, name)
            if value is None and name in ("seconds", "most_seconds"):
                continue
            if type(value) not in (int, float) or not isfinite(value) or value < 0:
                raise TableError(f"{name}={value!r}: a number of seconds, or a factor, from 0 up")


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: nobody's if `player` is None, a bot's if it has a `level`.

    Who is `out` is not dealt in, its chips being kept in its `pocket`; who is `leaving` goes after the hand. Who is
    `new` sat down after the last deal, so the cards of this seat are another's.
    """

    player: str | None = None
    level: str | None = None
    out: bool = False
    leaving: bool = False
    new: bool = False
    pocket: int = 0
    bank: float = 0.0

    @property
    def here(self) -> bool:
        """Whether somebody sits there who plays."""
        return self.player is not None and not (self.out or self.leaving)


@dataclass(frozen=True, slots=True)
class Standing:
    """A table at one version.

    Of the hand in progress, or the last one, there are the `state`, the deck with its salts, the `actions`, and the
    `names` of those who were dealt in, None at other seats. `elapsed` is how long the table had been open at its deal.
    """

    game: Game
    rules: Any
    setup: Setup
    seats: tuple[Seat, ...]
    match: Any
    state: Any = None
    sealed: Sealed | None = None
    names: tuple[str | None, ...] = ()
    actions: tuple[Any, ...] = ()
    version: int = 0
    elapsed: float = 0.0

    # ---- What there is to see ----

    @property
    def staked(self) -> bool:
        """Whether seats have chips."""
        return self.game.stack > 0

    @property
    def playing(self) -> bool:
        """Whether a hand is in progress."""
        return self.state is not None and self.state.actor is not None

    @property
    def over(self) -> bool:
        """Whether no more hands are dealt: the match has an end, or nobody is left, nor could come, to play with."""
        match, least = self.match, self.game.seats(self.rules)[0]
        if match.stopped or not self.staked:
            return bool(match.over)
        if match.most_hands is not None and match.hand >= match.most_hands:
            return True
        with_chips = sum(not self.broke(number) for number in range(len(self.seats)))
        return not self.setup.rebuy and with_chips < least and all(seat.player for seat in self.seats)

    @property
    def waiting(self) -> bool:
        """Whether a hand cannot be dealt for want of players."""
        ready = [number for number in self.match.dealt_in if self.seats[number].here]
        return len(ready) + len(self.bots_to_rebuy) < self.game.seats(self.rules)[0]

    @property
    def bots_to_rebuy(self) -> list[int]:
        """The seats of bots that take chips again before the next hand."""
        if not self.setup.rebuy:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.level and seat.here and self.broke(number)]

    def broke(self, number: int) -> bool:
        """Say whether a seat has lost all its chips."""
        return self.staked and not self.stack(number) and not self.seats[number].pocket

    def stack(self, number: int) -> int:
        """Give the chips of a seat before this hand, or after the last one."""
        return int(self.match.stacks[number]) if self.staked else 0

    def in_hand(self, number: int) -> bool:
        """Whether a seat was dealt in, in the hand in progress."""
        return self.playing and self.names[number] is not None

    def played(self) -> Played | None:
        """Give the record of the hand that is over, and what each player won in it; None if there is none."""
        if self.sealed is None or self.playing:
            return None
        unit = self.game.unit(self.rules)
        won = [
            (name, payoff / unit)
            for name, payoff in zip(self.names, self.state.payoffs, strict=True)
            if name is not None
        ]
        names = [name or f"seat {number}" for number, name in enumerate(self.names)]
        record = self.game.record(self.state, self.actions, names)
        record |= {"salts": list(self.sealed.salts), "commitments": list(self.sealed.commitments)}
        return Played(self.game.name, record, tuple(won))

    def snapshot(self) -> dict[str, Any]:
        """Give what there is between hands, as JSON."""
        return {
            "version": self.version,
            "seats": [asdict(seat) for seat in self.seats],
            "match": match_to_json(self.match),
        }

    # ---- The log ----

    def after(self, entry: Sequence[Any]) -> "Standing":
        """Give the standing after an entry of the log."""
        new = replace(self, version=self.version + 1)
        match entry:
            case ["sit", number, player, level]:
                seat = Seat(player, level, new=True, bank=self.setup.bank)
                return new._with(number, seat)._give(number, self.setup.stack)
            case ["leave", number]:
                return new._change(number, leaving=True) if self.in_hand(number) else new._empty(number)
            case ["out", number]:
                return new._change(number, out=True)
            case ["late", number]:
                return new._change(number, out=True, bank=0.0)
            case ["back", number]:
                return new._change(number, out=False, pocket=0)._give(number, self.seats[number].pocket)
            case ["rebuy", number]:
                return new._give(number, self.setup.stack)
            case ["stop"]:
                return replace(new, match=self.match.stop())
            case ["deal", snapshot, deck, salts, elapsed]:
                sealed = Sealed(parse_cards(deck, packs=2), tuple(salts))
                return new._restore(snapshot)._deal(sealed, elapsed)
            case ["act", action, bank]:
                return new._apply(self.game.wire.from_wire(action), bank)
        raise TableError(f"{entry!r} is no entry of a table")

    def _restore(self, snapshot: Mapping[str, Any]) -> "Standing":
        return replace(
            self,
            version=snapshot["version"] + 1,
            seats=tuple(Seat(**seat) for seat in snapshot["seats"]),
            match=match_from_json(snapshot["match"]),
        )

    def _deal(self, sealed: Sealed, elapsed: float) -> "Standing":
        new = self
        for number, seat in enumerate(self.seats):
            new = new._change(number, new=False)
            if seat.out and self.stack(number):
                new = new._change(number, pocket=self.stack(number))._take(number)
        dealt_in = new.match.dealt_in
        new = replace(
            new,
            sealed=sealed,
            actions=(),
            names=tuple(seat.player if number in dealt_in else None for number, seat in enumerate(new.seats)),
            state=new.match.deal(sealed.deck),
            elapsed=elapsed,
        )
        return new._settle()  # it is over at once if the blinds take all chips

    def _apply(self, action: Any, bank: float) -> "Standing":
        new = self._change(self.state.actor, bank=bank)
        new = replace(new, state=self.state.apply(action), actions=(*self.actions, action))
        return new._settle()

    def _settle(self) -> "Standing":
        """Give the standing after the hand, if that is over."""
        if self.playing:
            return self
        new = replace(self, match=self.match.after(self.state))
        for number, seat in enumerate(self.seats):
            if seat.leaving:
                new = new._empty(number)
        return new

    def _with(self, number: int, seat: Seat) -> "Standing":
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def _change(self, number: int, **changes: Any) -> "Standing":
        return self._with(number, replace(self.seats[number], **changes))

    def _give(self, number: int, chips: int) -> "Standing":
        return replace(self, match=self.match.sit(number, chips)) if self.staked and chips else self

    def _take(self, number: int) -> "Standing":
        return replace(self, match=self.match.leave(number)) if self.stack(number) else self

    def _empty(self, number: int) -> "Standing":
        return self._take(number)._with(number, Seat())


def begin(game: Game, rules: Any, setup: Setup) -> Standing:
    """Give how a table stands before anybody sits down."""
    least, most = game.seats(rules)
    if not least <= setup.seats <= most:
        raise TableError(f"{setup.seats} seats: {game.words} is for {least} to {most}")
    if game.stack > 0:
        if not setup.stack:
            raise TableError(f"stack=0: {game.words} takes chips; {game.stack:,} are usual")
        match = game.match(rules, [0] * setup.seats, most_hands=setup.most_hands)
    else:
        match = game.match(rules, target=setup.target, hands=setup.most_hands)
    return Standing(game, rules, setup, (Seat(),) * setup.seats, match)
