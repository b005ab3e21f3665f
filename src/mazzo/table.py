"""People and bots at one table: seats, hands in sequence, clocks, versions; it knows the protocol and no game.

Everything that changes a table is an entry of its log: it is checked, stored, and only then done. So a table comes
back from a store as it was, by doing the entries of the hand in progress again.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from mazzo.cards import format_cards, parse_cards, shuffle
from mazzo.fair import Sealed, seal
from mazzo.game import Game, IllegalAction
from mazzo.match import MatchError, match_from_json, match_to_json
from mazzo.store import Played, Store
from mazzo.thinking import Thought, begin
from mazzo.wire import VERSION

Clock = Callable[[], float]

#: Seconds after which a table looks again whether a bot that thinks elsewhere has an answer.
_LOOK_AGAIN: Final = 0.01


class TableError(ValueError):
    """Something that a table does not allow now; it changed nothing."""


class StaleError(TableError):
    """An action for a version of the table that has passed."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is run.

    A person has `seconds` for an action, and may use up a `bank` of seconds more; without `seconds` there is no
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
        for name in ("seconds", "bank", "pace", "most_seconds"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, int | float) and value >= 0):
                raise TableError(f"{name}={value!r}: a number of seconds, or a factor, from 0 up")


@dataclass(slots=True)
class Seat:
    """A place at the table: nobody's if `player` is None, a bot's if it has a `level`.

    Who is `out` is not dealt in, its chips being kept in its `pocket`; who is `leaving` goes after the hand.
    """

    player: str | None = None
    level: str | None = None
    out: bool = False
    leaving: bool = False
    pocket: int = 0
    bank: float = 0.0


Listener = Callable[[dict[str, Any]], object]


@dataclass(slots=True)
class Table:
    """A table; `open_table` begins one, and `resume` brings one back.

    Nothing happens by itself: who hosts it calls `tick` when that said it is time, or sooner. Bots think in the
    `executor`, or in `tick` if there is none.
    """

    name: str
    game: Game
    rules: Any
    setup: Setup
    store: Store
    clock: Clock = time.monotonic
    executor: Executor | None = None
    seats: list[Seat] = field(default_factory=list)
    match: Any = None
    state: Any = None
    sealed: Sealed | None = None
    names: tuple[str, ...] = ()
    actions: list[Any] = field(default_factory=list)
    version: int = 0
    _ready: float = 0.0
    _began: float = 0.0
    _thought: Thought | None = None
    _listeners: dict[int, tuple[int | None, Listener]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        least, most = self.game.seats(self.rules)
        if not least <= self.setup.seats <= most:
            raise TableError(f"{self.setup.seats} seats: {self.game.words} is for {least} to {most}")
        self.seats = [Seat() for _ in range(self.setup.seats)]
        self.match = self._new_match()
        self._ready = self._began = self.clock()

    def _new_match(self) -> Any:
        if self.staked:
            return self.game.match(self.rules, [0] * self.setup.seats, most_hands=self.setup.most_hands)
        return self.game.match(self.rules, target=self.setup.target, hands=self.setup.most_hands)

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
        """Whether no more hands are dealt: the match has an end, or nobody is left to play with."""
        match = self.match
        if match.stopped or not self.staked:
            return bool(match.over)
        out_of_hands = match.most_hands is not None and match.hand >= match.most_hands
        alone = match.hand > 0 and match.over and not self.setup.rebuy and all(seat.player for seat in self.seats)
        return bool(out_of_hands or alone)

    @property
    def waiting(self) -> bool:
        """Whether a hand cannot be dealt for want of players."""
        least, _ = self.game.seats(self.rules)
        return len(self._ready_seats()) < least

    def _ready_seats(self) -> list[int]:
        here = [number for number, seat in enumerate(self.seats) if seat.player and not (seat.out or seat.leaving)]
        rebuying = self._bots_to_rebuy()
        return [number for number in here if self._stack(number) or number in rebuying] if self.staked else here

    def _stack(self, number: int) -> int:
        stacks: tuple[int, ...] = self.match.stacks
        return stacks[number] if number < len(stacks) else 0

    def broke(self, number: int) -> bool:
        """Say whether a seat has lost all its chips."""
        return self.staked and not self._stack(number) and not self.seats[number].pocket

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
            "view": None if state is None else wire.view_to_json(state.view(seat)),
            "events": [wire.to_wire(event) for event in events],
            "after": max(0.0, self._ready - now),
            "seconds": self._seconds_left(now),
            "commitments": list(self.sealed.commitments) if self.sealed else [],
            "opened": self.opened(seat),
        }

    def opened(self, seat: int | None) -> dict[str, tuple[str, str]]:
        """Give the cards that a seat has seen in the hand that is over, with their salts; none before."""
        if self.sealed is None or self.state is None or self.playing:
            return {}
        places = self.game.seen(self.state, seat)
        return {str(place): pair for place, pair in self.sealed.open(places).items()}

    def listen(self, seat: int | None, listener: Listener) -> Callable[[], None]:
        """Have every change told, as `message` gives it for the seat; gives how to stop that."""
        number = max(self._listeners, default=0) + 1
        self._listeners[number] = seat, listener
        return lambda: self._listeners.pop(number, None) and None

    # ---- What people do ----

    def sit(self, number: int, player: str, *, level: str | None = None) -> None:
        """Take a free seat, for a person, or for a bot of a level."""
        self._place(number)
        if self.seats[number].player:
            raise TableError(f"seat {number} is taken by {self.seats[number].player}")
        if not player or player in [seat.player for seat in self.seats]:
            raise TableError(f"{player!r}: each player needs a name of its own")
        if level is not None and level not in self.game.bots(self.rules):
            known = ", ".join(self.game.bots(self.rules)) or "none"
            raise TableError(f"level {level!r}: bots of {self.game.words} are {known}")
        if self.staked and self.playing and self._in_hand(number):
            raise TableError(f"seat {number} is free after this hand")
        self._enter(["sit", number, player, level])

    def leave(self, number: int) -> None:
        """Give up a seat; in a hand it does what a seat does that does nothing, and goes after it."""
        self._taken(number)
        self._enter(["leave", number])

    def sit_out(self, number: int) -> None:
        """Not be dealt in from the next hand on."""
        self._taken(number)
        if self.seats[number].out:
            raise TableError(f"seat {number} sits out")
        self._enter(["out", number])

    def come_back(self, number: int) -> None:
        """Be dealt in again."""
        self._taken(number)
        if not self.seats[number].out:
            raise TableError(f"seat {number} is not sitting out")
        self._enter(["back", number])

    def rebuy(self, number: int) -> None:
        """Take chips again after all are lost."""
        seat = self._taken(number)
        if not (self.setup.rebuy and self.staked):
            raise TableError("at this table nobody takes chips again")
        if self._stack(number) or seat.pocket or (self.playing and self._in_hand(number)):
            raise TableError(f"seat {number} has chips, or is in a hand")
        self._enter(["rebuy", number])

    def act(self, number: int, version: int, action: Any) -> None:
        """Act in turn. What the rules do not allow raises `IllegalAction`, and an old version `StaleError`."""
        self._taken(number)
        if version != self.version:
            raise StaleError(f"the table is at version {self.version}, and this is for version {version}")
        if not self.playing or self.state.actor != number:
            raise TableError(f"it is not the turn of seat {number}")
        self._use_time(number)
        self._act(action)

    def stop(self) -> None:
        """Deal no more hands."""
        self._enter(["stop"])

    def _place(self, number: int) -> None:
        if type(number) is not int or not 0 <= number < len(self.seats):
            raise TableError(f"seat {number!r}: there are seats 0 to {len(self.seats) - 1}")

    def _taken(self, number: int) -> Seat:
        self._place(number)
        if self.seats[number].player is None:
            raise TableError(f"nobody sits at seat {number}")
        return self.seats[number]

    def _in_hand(self, number: int) -> bool:
        """Whether a seat was dealt in; where nothing is staked all are."""
        starting = getattr(self.state, "starting", None)
        return starting is None or (number < len(starting) and starting[number] > 0)

    # ---- What happens in time ----

    def tick(self) -> float | None:
        """Do all that is due, and give when there may be more to do; None when people must do something first."""
        while True:
            due = self._due()
            if due is None or due > self.clock():
                return due
            if not self._step():
                return self.clock() + _LOOK_AGAIN

    def _due(self) -> float | None:
        """When the next thing happens that nobody must do."""
        if not self.playing:
            something = self._time_is_up() or not (self.setup.waits or self.waiting)
            return self._ready if something and not self.over else None
        seat = self.seats[self.state.actor]
        if seat.player is None or seat.out or seat.leaving:
            return self._ready
        if seat.level is not None:
            return self._thought_of(self.state.actor).due
        return self._deadline()

    def _step(self) -> bool:
        """Do what is due; False if a bot is still thinking."""
        if not self.playing:
            self._between_hands()
            return True
        number = self.state.actor
        seat = self.seats[number]
        if seat.level is None or seat.out or seat.leaving or seat.player is None:
            view = self.state.view(number)
            if seat.player and not (seat.out or seat.leaving):
                self._enter(["out", number])  # its time is up
            self._act(self.game.fallback(view))
            return True
        thought = self._thought_of(number)
        if thought.ready:
            self._act(thought.answer(self.game.fallback, seat.player))
        return thought.ready

    def _between_hands(self) -> None:
        if self._time_is_up():
            self.stop()
        else:
            self.deal()

    def _time_is_up(self) -> bool:
        limit = self.setup.most_seconds
        return limit is not None and self.clock() >= self._began + limit and not self.over

    def _bots_to_rebuy(self) -> list[int]:
        if not (self.staked and self.setup.rebuy):
            return []
        return [number for number, seat in enumerate(self.seats) if seat.level and not self._stack(number)]

    def deal(self, deck: list[int] | None = None) -> None:
        """Deal the next hand, from the operating system's generator if no deck is given."""
        if self.playing or self.over or self.waiting:
            raise TableError("a hand is dealt when none is in progress and enough players are there")
        for number in self._bots_to_rebuy():
            self._enter(["rebuy", number])
        if deck is None:
            deck = self.game.deck()
            shuffle(deck, secrets.SystemRandom())
        sealed = seal(deck)
        self._enter(["deal", self._snapshot(), format_cards(sealed.deck), list(sealed.salts)])

    def _thought_of(self, number: int) -> Thought:
        """What the bot to act thinks, begun now if it is not."""
        if self._thought is None or self._thought.version != self.version:
            bot = self.game.bots(self.rules)[self.seats[number].level or ""]
            pause = self.setup.pace * self.game.thinks
            view = self.state.view(number)
            self._thought = begin(bot, view, self.version, self._ready, pause, self.executor)
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

    def _use_time(self, number: int) -> None:
        if self.setup.seconds is not None:
            over = self.clock() - self._ready - self.setup.seconds
            seat = self.seats[number]
            seat.bank = max(0.0, seat.bank - max(0.0, over))

    # ---- The log ----

    def _act(self, action: Any) -> None:
        """Store and do an action of the actor."""
        after = self.state.apply(action)
        entry = ["act", self.game.wire.to_wire(action)]
        played = self._played(after, [*self.actions, action]) if after.actor is None else None
        self.store.add(self.name, entry, played=played)
        self._do(entry)
        self._tell(self.state.events)

    def _enter(self, entry: list[Any]) -> None:
        """Store and do an entry that is no action."""
        if entry[0] == "rebuy" or (entry[0] == "sit" and self.staked):
            self._check_chips(entry[1])
        self.store.add(self.name, entry, afresh=entry[0] == "deal")
        self._do(entry)
        self._tell(self.state.events if entry[0] == "deal" else ())

    def _check_chips(self, number: int) -> None:
        try:
            self.match.sit(number, self.setup.stack)
        except MatchError as error:
            raise TableError(str(error)) from None

    def _do(self, entry: list[Any]) -> None:
        """Do an entry, now or again; it has been checked."""
        self.version += 1
        match entry:
            case ["sit", number, player, level]:
                self.seats[number] = Seat(player, level, bank=self.setup.bank)
                if self.staked:
                    self.match = self.match.sit(number, self.setup.stack)
            case ["leave", number]:
                self.seats[number].leaving = True
                if not self.playing or not self._in_hand(number):
                    self._empty(number)
            case ["out", number]:
                self.seats[number].out = True
            case ["back", number]:
                seat = self.seats[number]
                seat.out = False
                if seat.pocket:
                    self.match, seat.pocket = self.match.sit(number, seat.pocket), 0
            case ["rebuy", number]:
                self.match = self.match.sit(number, self.setup.stack)
            case ["stop"]:
                self.match = self.match.stop()
            case ["deal", snapshot, deck, salts]:
                self._restore(snapshot)
                self._deal(Sealed(parse_cards(deck, packs=2), tuple(salts)))
            case ["act", data]:
                self._apply(self.game.wire.from_wire(data))
            case _:
                raise TableError(f"{entry!r} is no entry of a table")

    def _deal(self, sealed: Sealed) -> None:
        for number, seat in enumerate(self.seats):
            if self.staked and seat.out and self._stack(number):
                seat.pocket = self._stack(number)
                self.match = self.match.leave(number)
        self.sealed, self.actions = sealed, []
        self.names = tuple(seat.player or f"seat {number}" for number, seat in enumerate(self.seats))
        self.state = self.match.deal(sealed.deck)
        self._pause(self.state.events)

    def _apply(self, action: Any) -> None:
        self.state = self.state.apply(action)
        self.actions.append(action)
        self._pause(self.state.events)
        if self.state.actor is None:
            self.match = self.match.after(self.state)
            for number, seat in enumerate(self.seats):
                if seat.leaving:
                    self._empty(number)

    def _empty(self, number: int) -> None:
        if self.staked and self._stack(number):
            self.match = self.match.leave(number)
        self.seats[number] = Seat()

    def _pause(self, events: tuple[Any, ...]) -> None:
        """Nobody's clock runs while things are shown."""
        worth = self.setup.pace * sum(self.game.pause(event) for event in events)
        self._ready = max(self._ready, self.clock()) + worth

    def _tell(self, events: tuple[Any, ...]) -> None:
        for seat, listener in list(self._listeners.values()):
            listener(self.message(seat, events))

    def _snapshot(self) -> dict[str, Any]:
        """What a table is between hands."""
        return {
            "version": self.version,
            "seats": [asdict(seat) for seat in self.seats],
            "match": match_to_json(self.match),
        }

    def _restore(self, snapshot: Mapping[str, Any]) -> None:
        self.version = snapshot["version"] + 1
        self.seats = [Seat(**seat) for seat in snapshot["seats"]]
        self.match = match_from_json(snapshot["match"])

    def _played(self, state: Any, actions: list[Any]) -> Played:
        """The record of a hand that is over, and what each player won in it."""
        assert self.sealed is not None
        unit = self.game.unit(self.rules)
        won = [
            (self.names[number], payoff / unit)
            for number, payoff in enumerate(state.payoffs)
            if self._dealt_in(state, number)
        ]
        record = self.game.record(state, actions, self.names)
        record |= {"salts": list(self.sealed.salts), "commitments": list(self.sealed.commitments)}
        return Played(self.game.name, record, tuple(won))

    def _dealt_in(self, state: Any, number: int) -> bool:
        starting = getattr(state, "starting", None)
        return starting is None or starting[number] > 0


def open_table(game: Game, rules: Any, setup: Setup, store: Store, name: str | None = None, **how: Any) -> Table:
    """Begin a table, of a name of its own; `how` are the clock and the executor."""
    table = Table(name or secrets.token_hex(4), game, rules, setup, store, **how)
    data = {"game": game.name, "rules": game.wire.rules_to_json(rules), "setup": asdict(setup)}
    store.open_table(table.name, {"v": VERSION, **data})
    return table


def resume(name: str, games: Mapping[str, Game], store: Store, **how: Any) -> Table:
    """Bring a table back from a store, at the point of its last entry."""
    data = store.tables().get(name)
    if data is None:
        raise TableError(f"no table {name!r} in the store")
    if data.get("v") != VERSION or data.get("game") not in games:
        raise TableError(
            f"table {name!r} is of {data.get('game')!r}, version {data.get('v')!r}, which is not known here"
        )
    game = games[data["game"]]
    table = Table(name, game, game.wire.rules_from_json(data["rules"]), Setup(**data["setup"]), store, **how)
    for entry in store.entries(name):
        table._do(entry)
    table._ready = table.clock()
    return table


def _seat_to_json(seat: Seat) -> dict[str, Any]:
    """What everyone may know of who sits there."""
    return {"player": seat.player, "level": seat.level, "out": seat.out, "leaving": seat.leaving, "pocket": seat.pocket}


__all__ = ["IllegalAction", "Seat", "Setup", "StaleError", "Table", "TableError", "open_table", "resume"]
