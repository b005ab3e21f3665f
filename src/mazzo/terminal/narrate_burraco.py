"""A hand of Burraco told as people at the table would follow it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from rich.text import Text

from mazzo.burraco import Meld, Rules, Score, State
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
from mazzo.terminal.words_burraco import Words


def narrate(log: Log, words: Words) -> Iterator[Text]:
    """Give a line for each thing that happens in a hand, and the score."""
    names = log.names or tuple(words.seat.format(number=seat) for seat in range(log.rules.seats))
    teller = Teller(log.rules, names, words)
    before: State | None = None
    for state in log.states():
        if before is None:
            yield from _dealt(state, names, words)
        elif before.phase == "draw" and before.actor is not None:
            heading = words.turn.format(number=before.turn + 1, who=names[before.actor])
            yield Text("\n" + heading, "bold")
        for event in state.events:
            if not isinstance(event, Dealt):
                yield teller.tell(event, _gained(event, before or state), who="  ")
        before = state
    if before is not None and before.scores is not None:
        yield Text()
        yield from score_lines(before.scores, log.before, names, words)


def _dealt(state: State, names: Sequence[str], words: Words) -> Iterator[Text]:
    yield Text(words.dealer.format(who=names[state.dealer]))
    for seat, hand in enumerate(state.hands):
        yield Text(words.holds.format(who=names[seat])).append_text(cards_text(hand))
    yield Text(words.upcard).append_text(cards_text(state.pile))


def _gained(event: Event, before: State) -> tuple[int, ...]:
    """The cards that came to a hand unseen by others."""
    match event:
        case Drew(_):
            return (before.deck[before.next_card],)
        case TookPot(seat):
            return before.pots[seat & 1]
    return ()


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells single events of a hand."""

    rules: Rules
    names: Sequence[str]
    words: Words

    def tell(self, event: Event, gained: Sequence[int] = (), who: str | None = None) -> Text:
        """Give the line for an event, with the cards that a seat gained by it where they may be told.

        What a seat does in its turn begins with its name, or with `who`.
        """
        words = self.words
        match event:
            case Dealt(dealer, upcard):
                deals = words.dealer.format(who=self.names[dealer])
                return Text(f"{deals}; {words.upcard}").append_text(cards_text((upcard,)))
            case Closed(seat):
                return Text(words.closes.format(who=self.names[seat]), "bold green")
            case Stalled(stock_ended):
                return Text(words.stock_ended if stock_ended else words.too_many_turns, "bold")
            case Left(seat, cards):
                return Text(words.left.format(who=self.names[seat])).append_text(cards_text(cards))
        line = Text(f"{self.names[event.seat]} " if who is None else who)
        match event:
            case Drew(_):
                return _with_cards(line, words.draws, gained)
            case TookPot(_):
                return _with_cards(line, words.takes_pot + "  ", gained)
            case TookPile(_, cards):
                return _with_cards(line, words.takes_pile, cards)
            case TookBack(_, cards):
                return _with_cards(line, words.takes_back, cards)
            case Discarded(_, card):
                return _with_cards(line, words.discards, (card,))
            case Laid(_, _, cards, meld):
                return self._laid(line, cards, meld)

    def _laid(self, line: Text, cards: Sequence[int], meld: Meld) -> Text:
        words = self.words
        if len(cards) < len(meld.cards):
            _with_cards(line, words.adds, sorted(cards)).append("  ")
            _with_cards(line, words.now, meld.cards)
        else:
            _with_cards(line, words.lays_run if meld.is_run else words.lays_set, meld.cards)
        kind = meld.burraco(self.rules)
        return line if kind is None else line.append(f"  {words.kinds[kind]}", "bold green")


def _with_cards(line: Text, text: str, cards: Sequence[int]) -> Text:
    return line.append(text).append_text(cards_text(cards)) if cards else line.append(text.rstrip())


def score_lines(scores: Sequence[Score], before: Sequence[int], names: Sequence[str], words: Words) -> Iterator[Text]:
    """Give what each side got, part by part, and the totals of a match if there was something before."""
    sides = [words.side.join(names[side::2]) for side in range(2)]
    width = max(map(len, words.parts)) + 2
    columns = [max(len(side), 6) for side in sides]
    yield Text(" " * width + "  ".join(side.rjust(column) for side, column in zip(sides, columns, strict=True)))
    parts = [part.name for part in fields(Score)] + ["total"]
    rows = [(name, [getattr(score, part) for score in scores]) for name, part in zip(words.parts, parts, strict=True)]
    if any(before):
        totals = [earlier + score.total for earlier, score in zip(before, scores, strict=True)]
        rows += [(words.before, list(before)), (words.match, totals)]
    for name, points in rows:
        if any(points) or name in (words.parts[-1], words.match):
            shown = "  ".join(f"{point:+}".rjust(column) for point, column in zip(points, columns, strict=True))
            bold = "bold" if name in (words.parts[-1], words.match) else ""
            yield Text(name.ljust(width) + shown, bold)
