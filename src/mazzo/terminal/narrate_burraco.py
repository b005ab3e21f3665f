"""A hand of Burraco told as people at the table would follow it, in English or Italian."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Final

from rich.text import Text

from mazzo.burraco import Burraco, Meld, Score, State
from mazzo.burraco.actions import (
    Closed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Laid,
    Left,
    Stalled,
    TookBack,
    TookPile,
    TookPot,
)
from mazzo.burraco.log import Log
from mazzo.terminal.show import cards_text


@dataclass(frozen=True, slots=True)
class Words:
    """How a language says what happens; `{who}` is a player, and cards follow where a text ends."""

    dealer: str
    upcard: str
    turn: str
    holds: str
    draws: str
    takes_pile: str
    takes_pot: str
    lays_set: str
    lays_run: str
    adds: str
    now: str
    takes_back: str
    discards: str
    closes: str
    stock_ended: str
    too_many_turns: str
    left: str
    side: str
    seat: str
    clean: str
    semi_clean: str
    dirty: str
    parts: Sequence[str]
    """Of a score, in the order of its fields, and the total."""
    before: str
    match: str


ENGLISH: Final = Words(
    dealer="{who} deals",
    upcard="the upcard is  ",
    turn="turn {number}, {who}",
    holds="{who} holds  ",
    draws="draws  ",
    takes_pile="takes the pile  ",
    takes_pot="takes the pozzetto",
    lays_set="lays a set  ",
    lays_run="lays a run  ",
    adds="adds  ",
    now="to  ",
    takes_back="takes back  ",
    discards="discards  ",
    closes="{who} closes",
    stock_ended="the stock has ended",
    too_many_turns="too many turns: the hand ends",
    left="{who} is left with  ",
    side=" and ",
    seat="seat {number}",
    clean="clean burraco",
    semi_clean="semi-clean burraco",
    dirty="dirty burraco",
    parts=("melds", "clean", "semi-clean", "dirty", "closing", "cards left", "no pozzetto", "total"),
    before="before",
    match="match",
)

ITALIAN: Final = Words(
    dealer="{who} dà le carte",
    upcard="la prima scoperta è  ",
    turn="turno {number}, {who}",
    holds="{who} ha in mano  ",
    draws="pesca  ",
    takes_pile="raccoglie gli scarti  ",
    takes_pot="prende il pozzetto",
    lays_set="cala un tris  ",
    lays_run="cala una scala  ",
    adds="lega  ",
    now="a  ",
    takes_back="riprende in mano  ",
    discards="scarta  ",
    closes="{who} chiude",
    stock_ended="il tallone è finito",
    too_many_turns="troppi turni: la smazzata finisce",
    left="{who} resta con  ",
    side=" e ",
    seat="posto {number}",
    clean="burraco pulito",
    semi_clean="burraco semipulito",
    dirty="burraco sporco",
    parts=("calate", "puliti", "semipuliti", "sporchi", "chiusura", "in mano", "pozzetto non preso", "totale"),
    before="prima",
    match="partita",
)

LANGUAGES: Final = {"en": ENGLISH, "it": ITALIAN}


def narrate(log: Log, words: Words) -> Iterator[Text]:
    """Give a line for each thing that happens in a hand, and the score."""
    names = log.names or tuple(words.seat.format(number=seat) for seat in range(log.rules.seats))
    return _Narrator(names, words).lines(log)


class _Narrator:
    def __init__(self, names: Sequence[str], words: Words) -> None:
        self.names, self.words = names, words

    def lines(self, log: Log) -> Iterator[Text]:
        before: State | None = None
        for state in log.states():
            if before is None:
                yield from self._dealt(state)
            elif before.turn != state.turn or before.phase != state.phase:
                yield from self._turn_begins(before)
            for event in state.events:
                if not isinstance(event, Dealt):
                    yield self._line(event, before or state, state)
            before = state
        if before is not None and before.scores is not None:
            yield from self._score(before, log.before)

    def _dealt(self, state: State) -> Iterator[Text]:
        words = self.words
        yield Text(words.dealer.format(who=self.names[state.dealer]))
        for seat, hand in enumerate(state.hands):
            yield Text(words.holds.format(who=self.names[seat])).append_text(cards_text(hand))
        yield Text(words.upcard).append_text(cards_text(state.pile))

    def _turn_begins(self, before: State) -> Iterator[Text]:
        if before.phase == "draw" and before.actor is not None:
            heading = self.words.turn.format(number=before.turn + 1, who=self.names[before.actor])
            yield Text("\n" + heading, "bold")

    def _line(self, event: Event, before: State, after: State) -> Text:
        words = self.words
        match event:
            case Drew(_):
                return self._indented(words.draws, (before.deck[before.next_card],))
            case TookPile(_, cards):
                return self._indented(words.takes_pile, cards)
            case TookPot(seat):
                return self._indented(words.takes_pot + "  ", before.pots[seat & 1])
            case Laid(_, number, cards, meld):
                return self._laid(number < len(before.melds[event.seat & 1]), cards, meld, after)
            case TookBack(_, cards):
                return self._indented(words.takes_back, cards)
            case Discarded(_, card):
                return self._indented(words.discards, (card,))
            case Closed(seat):
                return Text(words.closes.format(who=self.names[seat]), "bold green")
            case Stalled(stock_ended):
                return Text(words.stock_ended if stock_ended else words.too_many_turns, "bold")
            case Left(seat, cards):
                return Text(words.left.format(who=self.names[seat])).append_text(cards_text(cards))
        raise AssertionError(event)

    def _laid(self, added: bool, cards: Sequence[int], meld: Meld, after: State) -> Text:
        words = self.words
        if added:
            line = (
                self._indented(words.adds, sorted(cards)).append("  " + words.now).append_text(cards_text(meld.cards))
            )
        else:
            line = self._indented(words.lays_run if meld.is_run else words.lays_set, meld.cards)
        kind = meld.burraco(after.rules)
        return line if kind is None else line.append(f"  {self._kind(kind)}", "bold green")

    def _kind(self, kind: Burraco) -> str:
        match kind:
            case Burraco.CLEAN:
                return self.words.clean
            case Burraco.SEMI:
                return self.words.semi_clean
            case Burraco.DIRTY:
                return self.words.dirty

    def _indented(self, text: str, cards: Sequence[int]) -> Text:
        return Text("  " + text).append_text(cards_text(cards))

    def _score(self, last: State, before: tuple[int, int]) -> Iterator[Text]:
        assert last.scores is not None
        yield Text()
        sides = [self.words.side.join(self.names[side::2]) for side in range(2)]
        width = max(map(len, self.words.parts)) + 2
        columns = [max(len(side), 6) for side in sides]
        yield Text(" " * width + "  ".join(side.rjust(column) for side, column in zip(sides, columns, strict=True)))
        parts = [part.name for part in fields(Score)] + ["total"]
        rows = [
            (name, [getattr(score, part) for score in last.scores])
            for name, part in zip(self.words.parts, parts, strict=True)
        ]
        if any(before):
            totals = [earlier + score.total for earlier, score in zip(before, last.scores, strict=True)]
            rows += [(self.words.before, list(before)), (self.words.match, totals)]
        for name, points in rows:
            if any(points) or name in (self.words.parts[-1], self.words.match):
                shown = "  ".join(f"{point:+}".rjust(column) for point, column in zip(points, columns, strict=True))
                bold = "bold" if name in (self.words.parts[-1], self.words.match) else ""
                yield Text(name.ljust(width) + shown, bold)
