"""Burraco in a terminal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Self

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mazzo.burraco import (
    DRAW,
    TAKE_PILE,
    TAKE_POT,
    UNDO,
    Action,
    Burraco,
    Discard,
    Extend,
    Lay,
    Meld,
    Phase,
    View,
    is_wild,
    score_of,
)
from mazzo.burraco.actions import Discarded, Drew, Event, Laid, TookBack, TookPile, TookPot
from mazzo.burraco.suggest import Suggestion, suggest, suggestions_with
from mazzo.terminal.face import Command, EntryError, Flow, Key, TableWords, keys_line, keys_text, parted, picked
from mazzo.terminal.narrate_burraco import Teller, score_lines
from mazzo.terminal.show import card_text, cards_text
from mazzo.terminal.words_burraco import ENGLISH, LANGUAGES, Words

_COMMANDS: Final = MappingProxyType({"h": Command.HINT, "s": Command.SORT, "?": Command.HELP, "q": Command.QUIT})
_PLAIN: Final[Mapping[str, Action]] = MappingProxyType({"d": DRAW, "p": TAKE_PILE, "z": TAKE_POT, "u": UNDO})
_MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {key: key for key in "dpzlexuhs?q"}
    | {word: key for words in LANGUAGES.values() for word, key in words.meanings.items()}
)
_KIND_STYLES: Final = MappingProxyType(
    {Burraco.CLEAN: "bold green", Burraco.SEMI: "bold cyan", Burraco.DIRTY: "bold yellow"}
)
_WILDS: Final = 4  # the row of a hand below those of the suits


@dataclass(frozen=True, slots=True)
class BurracoFace:
    """Burraco, in the words of a language; see `Face`.

    The hand is sorted `by_rank` or by suit. `before` are the points of both sides in a match before this hand.
    """

    words: Words = ENGLISH
    by_rank: bool = False
    before: Sequence[int] = (0, 0)

    @property
    def table_words(self) -> TableWords:
        """What is said between hands."""
        return self.words.table

    def in_match(self, match: Any) -> Self:
        """Give the face for the next hand of a match."""
        return replace(self, before=match.scores)

    def told(self, view: View, names: Sequence[str], before: View | None = None) -> Iterator[Text]:
        """Give a line for each thing that the seat saw happen since the view before, or since the deal."""
        known = 0 if before is None else len(before.history)
        if before is None or view.history[:known] != before.history:
            known, before = 0, None  # it was another hand
        teller = Teller(view.rules, names, self.words)
        new = view.history[known:]
        unseen = [event for event in new if isinstance(event, Drew | TookPot) and event.seat == view.seat]
        gain: tuple[int, ...] = ()
        if before is not None and len(unseen) == 1:  # of several it is not known which brought what
            gain = tuple(sorted(_unseen_gain(new, before, view).elements()))
        for event in new:
            yield teller.tell(event, gain if event in unseen else ())

    def picture(self, view: View, names: Sequence[str]) -> RenderableType:
        """Give the table as the seat sees it."""
        own = view.seat is not None
        parts: list[RenderableType] = []
        for side in (view.side, 1 - view.side) if own else (0, 1):
            parts += [self._heading(view, names, side), self._melds(view, side), Text()]
        parts += [self._middle(view), self._seats(view, names)]
        if view.hand:
            parts += [Text(), *self._hand(view)]
        return Group(*parts, Text(), keys_text(self._keys(view)))

    def read(self, text: str, view: View) -> Action | Command:
        """Give the action or the command that a text means; `EntryError` says what is wrong and what is possible."""
        try:
            key, rest = parted(text, _MEANINGS)
            if rest and key not in "lex":
                raise EntryError(f"{text.strip()!r}: nothing comes after {key}")
            if key in _COMMANDS:
                return _COMMANDS[key]
            if view.actions.phase is Phase.OVER:
                raise EntryError("the hand is over" if view.actor is None else "it is not your turn")
            action = self._action(key, rest, view)
            if refusal := view.actions.refusal(action):
                raise EntryError(refusal)
        except EntryError as error:
            raise EntryError(f"{error}; you may type {self.keys(view)}") from None
        return action

    def keys(self, view: View) -> str:
        """Say in a line what can be typed now."""
        return keys_line(self._keys(view))

    def obey(self, command: Command, view: View) -> tuple[Self, RenderableType]:
        """Give the face after a command, and what it has to show for it."""
        match command:
            case Command.SORT:
                face = replace(self, by_rank=not self.by_rank)
                return face, Group(*face._hand(view))
            case Command.HINT:
                return self, self._hint(view)
            case Command.HELP:
                shown = Table.grid(padding=(0, 3))
                for key, words in self.words.keys.items():
                    shown.add_row(Text(key, "bold"), words)
                shown.add_row("", self.words.help_cards)
                return self, shown
        return self, Text()

    def result(self, view: View, names: Sequence[str]) -> RenderableType:
        """Give the scores of both sides, part by part."""
        seated = names[: view.rules.seats]
        return Text("\n").join(score_lines(view.scores, self.before, seated, self.words)) if view.scores else Text()

    # ---- The picture ----

    def _heading(self, view: View, names: Sequence[str], side: int) -> Text:
        words, score = self.words, score_of(view.rules, view.melds[side], ())
        parts = [
            Text(words.side.join(names[side : view.rules.seats : 2]), "bold"),
            Text(f"{score.total} {words.points}") if view.melds[side] else Text(words.no_melds, "dim"),
            Text(f"{words.before} {self.before[side]}") if any(self.before) else Text(),
            Text(words.pot_there) if view.pots[side] else Text(words.pot_taken, "dim"),
        ]
        return Text("   ").join(filter(None, parts))

    def _melds(self, view: View, side: int) -> Table:
        mine = view.seat is not None and side == view.side
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", min_width=3)
        for number, meld in enumerate(view.melds[side], 1):
            kind = meld.burraco(view.rules)
            shown = Text(self.words.kinds[kind], _KIND_STYLES[kind]) if kind else Text()
            table.add_row(Text(str(number), "bold" if mine else "dim"), _meld_text(meld), shown)
        return table

    def _middle(self, view: View) -> Text:
        words = self.words
        return Text(f"{words.stock} {view.stock}   {words.pile} {len(view.pile)}   ").append_text(cards_text(view.pile))

    def _seats(self, view: View, names: Sequence[str]) -> Flow:
        seats = []
        for seat, hand in enumerate(view.hands):
            count = f"{names[seat]} {len(hand)} {self.words.cards[len(hand) != 1]}"
            acts = seat == view.actor
            seats.append(Text(f"> {count}, {self.words.to_play}", "bold") if acts else Text(count))
        return Flow(seats)

    def _hand(self, view: View) -> Iterator[RenderableType]:
        """The own cards with their numbers: a row for each suit, or one by rank, and one for wilds."""
        words = self.words
        yield Text(f"{words.hand}, {words.by_rank if self.by_rank else words.by_suit}", "bold")
        rows: dict[int, list[Text]] = {}
        for number, card in enumerate(self._sorted(view.hand), 1):
            rows.setdefault(self._row(card), []).append(
                Text().append(f"{number:2} ", "dim").append_text(card_text(card))
            )
        for row, cards in rows.items():
            yield Flow([*cards, Text(words.wilds, "dim")] if row == _WILDS else cards)

    def _sorted(self, hand: Sequence[int]) -> tuple[int, ...]:
        """The own cards in the order in which they are shown and numbered."""
        return tuple(sorted(hand, key=lambda card: (self._row(card), card)))

    def _row(self, card: int) -> int:
        return _WILDS if is_wild(card) else 0 if self.by_rank else card & 3

    # ---- What can be typed ----

    def _keys(self, view: View) -> list[Key]:
        actions = view.actions
        playing = actions.phase is Phase.PLAY
        can = {
            "d": DRAW in actions,
            "p": TAKE_PILE in actions,
            "z": TAKE_POT in actions,
            "l 1 2 3": playing,
            "e 1 4 5": playing and bool(actions.melds),
            "x 4": playing,
            "u": UNDO in actions,
            "h": actions.phase is not Phase.OVER,
        }
        return [(key, words) for key, words in self.words.keys.items() if can.get(key, True)]

    def _action(self, key: str, rest: str, view: View) -> Action:
        if key in _PLAIN:
            return _PLAIN[key]
        if key == "e":
            number, _, rest = rest.partition(" ")
            meld = _meld_number(number, view)
            return Extend(meld, picked(rest, self._sorted(view.hand), packs=2))
        cards = picked(rest, self._sorted(view.hand), packs=2)
        if key == "l":
            return Lay(cards)
        if len(cards) != 1:
            raise EntryError("discard one card, by its number or its name")
        return Discard(cards[0])

    def _hint(self, view: View) -> Text:
        """The best of what can be laid, or whether to take the pile for it, in words."""
        actions, words = view.actions, self.words
        if actions.phase is Phase.PLAY:
            found = suggest(view)
            return Text(self._suggested(found[0], view)) if found else Text(words.hint_none)
        if actions.phase is Phase.OVER:
            return Text(words.hint_wait)
        for suggestion in suggestions_with(actions, view.pile):
            cards = suggestion.action.cards
            if Counter(cards) - Counter(view.hand):  # with what is in the pile
                return Text(words.hint_pile.format(entry="p", cards=cards_text(cards).plain))
        return Text(words.hint_draw.format(entry="d"))

    def _suggested(self, suggestion: Suggestion, view: View) -> str:
        words, action = self.words, suggestion.action
        entry = _numbers(action.cards, self._sorted(view.hand))
        shown, points = cards_text(action.cards).plain, suggestion.points
        match action:
            case Extend(meld, _):
                entry = f"e {meld + 1} {entry}"
                return words.hint_add.format(cards=shown, number=meld + 1, points=points, entry=entry)
            case Lay(_):
                return words.hint_lay.format(cards=shown, points=points, entry=f"l {entry}")


def _numbers(cards: Sequence[int], hand: Sequence[int]) -> str:
    """The numbers by which cards of a hand are typed."""
    left: list[int | None] = [*hand]
    places = []
    for card in cards:
        places.append(left.index(card))
        left[places[-1]] = None  # its twin is another
    return " ".join(str(place + 1) for place in sorted(places))


def _meld_text(meld: Meld) -> Text:
    """A meld with brackets around each wild that stands for another card."""
    return Text(" ").join(
        Text().append("[", "magenta").append_text(card_text(card)).append("]", "magenta")
        if place in meld.wilds
        else card_text(card)
        for place, card in enumerate(meld.cards)
    )


def _meld_number(text: str, view: View) -> int:
    count = len(view.actions.melds)
    if not count:
        raise EntryError("your side has no meld to add to")
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and 1 <= int(text) <= count):
        raise EntryError(f"no meld {text!r}: those of your side are numbered from 1 to {count}")
    return int(text) - 1


def _unseen_gain(new: Sequence[Event], before: View, view: View) -> Counter[int]:
    """The cards that the own seat got unseen by others between two views: what all that others saw leaves over."""
    gain = Counter(view.hand)
    gain.subtract(before.hand)
    for event in new:
        match event:
            case TookPile(view.seat, cards) | TookBack(view.seat, cards):
                gain.subtract(cards)
            case Laid(view.seat, _, cards, _):
                gain.update(cards)
            case Discarded(view.seat, card):
                gain.update((card,))
    return gain
