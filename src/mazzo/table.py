"""People and bots at one table: seats, hands in sequence, clocks, versions; it knows the protocol and no game.

Everything that changes a table is an entry of its log: it is checked, stored, and only then done. So a table comes
back from a store as it was, by doing the entries of the hand in progress again.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any, Final

from mazzo.cards import format_cards, shuffle
from mazzo.fair import Sealed, seal
from mazzo.game import Game, IllegalAction
from mazzo.match import match_to_json
from mazzo.standing import Seat, Setup, Standing, TableError, begin
from mazzo.store import Store
from mazzo.thinking import Thought, begin_to_think
from mazzo.wire import VERSION

Clock = Callable[[], float]

#: Seconds after which a table looks again whether a bot that thinks elsewhere has an answer.
_LOOK_AGAIN: Final = 0.01


class StaleError(TableError):
    """An action for a version of the table that has passed."""


Listener = Callable[[dict[str, Any]], object]


@dataclass(slots=True)
class _Listening:
    """Who is told of changes: a spectator, or the player of a seat, and no other that sits there later."""

    seat: int | None
    player: str | None
    listener: Listener


@dataclass(slots=True)
class Table:
    """A table; `open_table` begins one, and `resume` brings one back.

    Nothing happens by itself: who hosts it calls `tick` when that said it is time, or sooner. Bots think in the
    `executor`, or in `tick` if there is none. Decks, and the chance that bots take, come from `rng`: where people
    play, from the operating system's generator.
    """

    name: str
    game: Game
    rules: Any
    setup: Setup
    store: Store
    clock: Clock = time.monotonic
    executor: Executor | None = None
    rng: Random = field(default_factory=secrets.SystemRandom)
    standing: Standing = field(init=False)
    _ready: float = field(init=False)
    _began: float = field(init=False)
    _thought: Thought | None = field(init=False, default=None)
    _listening: dict[object, _Listening] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.standing = begin(self.game, self.rules, self.setup)
        self._ready = self._began = self.clock()

    # ---- What there is to see ----

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return self.standing.seats

    @property
    def match(self) -> Any:
        """The match, as it is before the hand in progress."""
        return self.standing.match

    @property
    def state(self) -> Any:
        """The hand in progress, or the last one; None before the first."""
        return self.standing.state

    @property
    def sealed(self) -> Sealed | None:
        """The deck of that hand with its salts."""
        return self.standing.sealed

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called in that hand."""
        dealt_in = self.standing.names or (None,) * len(self.seats)
        both = zip(dealt_in, self.seats, strict=True)
        return tuple(name or seat.player or f"seat {number}" for number, (name, seat) in enumerate(both))

    @property
    def version(self) -> int:
        """How many things have changed the table."""
        return self.standing.version

    @property
    def staked(self) -> bool:
        """Whether seats have chips."""
        return self.standing.staked

    @property
    def playing(self) -> bool:
        """Whether a hand is in progress."""
        return self.standing.playing

    @property
    def over(self) -> bool:
        """Whether no more hands are dealt: the match has an end, or nobody is left, nor could come, to play with."""
        return self.standing.over

    @property
    def waiting(self) -> bool:
        """Whether a hand cannot be dealt for want of players."""
        return self.standing.waiting

    def broke(self, number: int) -> bool:
        """Say whether a seat has lost all its chips."""
        return self.standing.broke(number)

    def message(self, seat: int | None, events: tuple[Any, ...] = ()) -> dict[str, Any]:
        """Give all that a seat may know of the table, or a spectator for None, with what has just happened."""
        wire, state, now = self.game.wire, self.state, self.clock()
        return {
            "v": VERSION,
            "table": self.name,
            "game": self.game.name,
            "version": self.version,
            "seats": [_seat_to_json(place) for place in self.seats],
            "you": seat,
            "match": match_to_json(self.match),
            "over": self.over,
            "waiting": self.waiting and not self.playing,
            "view": None if state is None else wire.view_to_json(state.view(self._eyes(seat))),
            "events": [wire.to_wire(event) for event in events],
            "after": max(0.0, self._ready - now),
            "seconds": self._seconds_left(now),
            "commitments": list(self.sealed.commitments) if self.sealed else [],
            "opened": self.opened(seat),
        }

    def opened(self, seat: int | None) -> dict[str, tuple[str, str]]:
        """Give the cards that a seat has seen in the hand that is over, with their salts; none before."""
        if self.sealed is None or self.playing:
            return {}
        places = self.game.seen(self.state, self._eyes(seat))
        return {str(place): pair for place, pair in self.sealed.open(places).items()}

    def _eyes(self, seat: int | None) -> int | None:
        """The seat whose cards are this one's: none if it is new, for they are of who sat there before."""
        return None if seat is None or self._place(seat).new else seat

    def listen(self, seat: int | None, listener: Listener) -> Callable[[], None]:
        """Have every change told, as `message` gives it for the seat; gives how to stop that.

        Once another player sits there, it is told what a spectator is.
        """
        key = object()
        player = None if seat is None else self._place(seat).player
        self._listening[key] = _Listening(seat, player, listener)

        def stop() -> None:
            self._listening.pop(key, None)

        return stop

    # ---- What people do ----

    def sit(self, number: int, player: str, *, level: str | None = None) -> None:
        """Take a free seat, for a person, or for a bot of a level."""
        taken_by = self._place(number).player
        if taken_by is not None:
            raise TableError(f"seat {number} is taken by {taken_by}")
        if not isinstance(player, str) or not player.isprintable() or not player.strip():
            raise TableError(f"{player!r} is no name; it is text in one line")
        if player in [seat.player for seat in self.seats]:
            raise TableError(f"{player!r}: each player needs a name of its own")
        if level is not None and level not in self.game.bots(self.rules):
            known = ", ".join(self.game.bots(self.rules)) or "none"
            raise TableError(f"level {level!r}: bots of {self.game.words} are {known}")
        self._enter(["sit", number, player, level])

    def leave(self, number: int) -> None:
        """Give up a seat; in a hand it does what a seat does that does nothing, and goes after it."""
        if self._taken(number).leaving:
            raise TableError(f"seat {number} leaves after this hand")
        self._enter(["leave", number])

    def sit_out(self, number: int) -> None:
        """Not be dealt in from the next hand on."""
        if self._taken(number).out:
            raise TableError(f"seat {number} sits out")
        self._enter(["out", number])

    def come_back(self, number: int) -> None:
        """Be dealt in again."""
        if not self._taken(number).out:
            raise TableError(f"seat {number} is not sitting out")
        self._enter(["back", number])

    def rebuy(self, number: int) -> None:
        """Take chips again after all are lost."""
        self._taken(number)
        if not (self.setup.rebuy and self.staked):
            raise TableError("at this table nobody takes chips again")
        if not self.broke(number) or self.standing.in_hand(number):
            raise TableError(f"seat {number} has chips, or is in a hand")
        self._enter(["rebuy", number])

    def act(self, number: int, version: int, action: Any) -> None:
        """Act in turn. What the rules do not allow raises `IllegalAction`, and an old version `StaleError`."""
        seat = self._taken(number)
        if version != self.version:
            raise StaleError(f"the table is at version {self.version}, and this is for version {version}")
        if not self.playing or self.state.actor != number:
            raise TableError(f"it is not the turn of seat {number}")
        late = 0.0 if self.setup.seconds is None else self.clock() - self._ready - self.setup.seconds
        self._act(action, max(0.0, seat.bank - max(0.0, late)))

    def stop(self) -> None:
        """Deal no more hands."""
        self._enter(["stop"])

    def deal(self, deck: list[int] | None = None) -> None:
        """Deal the next hand, shuffled if no deck is given."""
        if self.playing or self.over or self.waiting:
            raise TableError("a hand is dealt when none is in progress and enough players are there")
        cards = self.game.deck()
        if deck is None:
            shuffle(cards, self.rng)
        elif sorted(deck) != sorted(cards):
            raise TableError(f"a deck of {len(deck)} cards: {self.game.words} takes each of its {len(cards)} once")
        for number in self.standing.bots_to_rebuy:
            self._enter(["rebuy", number])
        sealed = seal(cards if deck is None else deck)
        elapsed = self.clock() - self._began
        self._enter(["deal", self.standing.snapshot(), format_cards(sealed.deck), list(sealed.salts), elapsed])

    def _place(self, number: int) -> Seat:
        if type(number) is not int or not 0 <= number < len(self.seats):
            raise TableError(f"seat {number!r}: there are seats 0 to {len(self.seats) - 1}")
        return self.seats[number]

    def _taken(self, number: int) -> Seat:
        seat = self._place(number)
        if seat.player is None:
            raise TableError(f"nobody sits at seat {number}")
        return seat

    # ---- What happens in time ----

    def tick(self) -> float | None:
        """Do the next thing if it is due, and give when there is one more, which may be at once.

        None is for when people must do something first.
        """
        due = self._due()
        if due is None or due > self.clock():
            return due
        return self._due() if self._step() else self.clock() + _LOOK_AGAIN

    def _due(self) -> float | None:
        """When the next thing happens that nobody must do."""
        if not self.playing:
            if self.over:
                return None
            return self._end_of_time() if self.waiting or self.setup.waits else self._ready
        number: int = self.state.actor
        seat, deadline = self.seats[number], self._deadline()
        if not seat.here:
            return self._ready
        if seat.level is None:
            return deadline
        due = self._thought_of(number).due
        return due if deadline is None or due < deadline else deadline

    def _step(self) -> bool:
        """Do what is due; False if a bot is still thinking."""
        if not self.playing:
            self._between_hands()
            return True
        number = self.state.actor
        seat, deadline = self.seats[number], self._deadline()
        if seat.here and seat.level is not None:
            thought = self._thought_of(number)
            in_time = deadline is None or self.clock() < deadline
            if in_time and not thought.ready:
                return False
            self._act(thought.answer(self.game.fallback, seat.player), seat.bank)
            return True
        if seat.here:
            self._enter(["late", number])
        self._act(self.game.fallback(self.state.view(number)), self.seats[number].bank)
        return True

    def _between_hands(self) -> None:
        end = self._end_of_time()
        if end is not None and self.clock() >= end:
            self.stop()
        else:
            self.deal()

    def _end_of_time(self) -> float | None:
        """When no more hands are dealt, if time is limited."""
        return None if self.setup.most_seconds is None else self._began + self.setup.most_seconds

    def _thought_of(self, number: int) -> Thought:
        """What the bot to act thinks, begun now if it is not."""
        if self._thought is None:
            bot = self.game.bots(self.rules)[self.seats[number].level or ""]
            pause = self.setup.pace * self.game.thinks * self.rng.lognormvariate(0, 0.5)  # as people's are
            self._thought = begin_to_think(bot, self.state.view(number), self._ready + pause, self.executor, self.rng)
        return self._thought

    def _deadline(self) -> float | None:
        """When the actor's time is up, its bank included."""
        if self.setup.seconds is None or not self.playing:
            return None
        actor: int = self.state.actor
        return self._ready + self.setup.seconds + self.seats[actor].bank

    def _seconds_left(self, now: float) -> float | None:
        deadline = self._deadline()
        return None if deadline is None else max(0.0, deadline - max(now, self._ready))

    # ---- The log ----

    def _act(self, action: Any, bank: float) -> None:
        """Do an action of the actor, who then has so many seconds in its bank."""
        if action not in self.state.actions():
            self.state.apply(action)  # which says why not
        self._enter(["act", self.game.wire.to_wire(action), bank])

    def _enter(self, entry: list[Any]) -> None:
        """Do an entry: what comes of it is known before it is stored, and holds only after that."""
        after = self.standing.after(entry)
        moves_on = after.state is not self.standing.state
        played = after.played() if moves_on else None
        self.store.add(self.name, entry, played=played, afresh=entry[0] == "deal")
        self.standing = after
        events = after.state.events if moves_on else ()
        if moves_on:
            # Nobody's clock runs while things are shown.
            self._ready = max(self._ready, self.clock()) + self.setup.pace * sum(map(self.game.pause, events))
            self._thought = None
        self._tell(events)

    def _tell(self, events: tuple[Any, ...]) -> None:
        for one in list(self._listening.values()):
            if one.seat is not None:
                player = self.seats[one.seat].player
                one.player = one.player or player
                if player not in (None, one.player):
                    one.seat = None
            one.listener(self.message(one.seat, events))


def open_table(game: Game, rules: Any, setup: Setup, store: Store, name: str | None = None, **how: Any) -> Table:
    """Begin a table, of a name of its own; `how` are the clock, the executor and the generator."""
    table = Table(name or secrets.token_hex(4), game, rules, setup, store, **how)
    data = {"game": game.name, "rules": game.wire.rules_to_json(rules), "setup": asdict(setup)}
    store.open_table(table.name, {"v": VERSION, **data})
    return table


def resume(name: str, games: Mapping[str, Game], store: Store, **how: Any) -> Table:
    """Bring a table back from a store, at the point of its last entry; the time in between does not count."""
    data = store.tables().get(name)
    if data is None:
        raise TableError(f"no table {name!r} in the store")
    if data.get("v") != VERSION or data.get("game") not in games:
        raise TableError(
            f"table {name!r} is of {data.get('game')!r}, version {data.get('v')!r}, which is not known here"
        )
    game = games[data["game"]]
    try:
        table = Table(name, game, game.wire.rules_from_json(data["rules"]), Setup(**data["setup"]), store, **how)
        for entry in store.entries(name):
            table.standing = table.standing.after(entry)
    except (ValueError, TypeError, LookupError) as error:
        raise TableError(f"table {name!r} cannot be brought back: {error}") from error
    table._began -= table.standing.elapsed
    return table


def _seat_to_json(seat: Seat) -> dict[str, Any]:
    """What everyone may know of who sits there."""
    return {"player": seat.player, "level": seat.level, "out": seat.out, "leaving": seat.leaving, "pocket": seat.pocket}


__all__ = ["IllegalAction", "Seat", "Setup", "StaleError", "Table", "TableError", "open_table", "resume"]
