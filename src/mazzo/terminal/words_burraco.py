"""What is said of Burraco, in English and Italian."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from mazzo.burraco import Burraco
from mazzo.terminal.face import TableWords


@dataclass(frozen=True, slots=True)
class Words:
    """How a language says what happens and what there is; `{who}` is a player, and cards follow where a text ends.

    `cards` are one and several; `parts` those of a score, in the order of its fields, and the total. `keys` say
    what each key does, and `meanings` give the key that a typed word stands for.
    """

    table: TableWords
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
    kinds: Mapping[Burraco, str]
    parts: Sequence[str]
    before: str
    match: str
    points: str
    no_melds: str
    pot_there: str
    pot_taken: str
    stock: str
    pile: str
    cards: tuple[str, str]
    to_play: str
    hand: str
    by_suit: str
    by_rank: str
    wilds: str
    keys: Mapping[str, str]
    meanings: Mapping[str, str]
    help_cards: str
    hint_lay: str
    hint_add: str
    hint_pile: str
    hint_draw: str
    hint_none: str
    hint_wait: str


ENGLISH: Final = Words(
    table=TableWords("Enter deals the next hand, q stops ", "Kept as it is; `mazzo play` goes on from here."),
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
    kinds=MappingProxyType(
        {Burraco.CLEAN: "clean burraco", Burraco.SEMI: "semi-clean burraco", Burraco.DIRTY: "dirty burraco"}
    ),
    parts=("melds", "clean", "semi-clean", "dirty", "closing", "cards left", "no pozzetto", "total"),
    before="before",
    match="match",
    points="points",
    no_melds="no melds",
    pot_there="pozzetto there",
    pot_taken="pozzetto taken",
    stock="stock",
    pile="pile",
    cards=("card", "cards"),
    to_play="to play",
    hand="your hand",
    by_suit="by suit",
    by_rank="by rank",
    wilds="wild",
    keys=MappingProxyType(
        {
            "d": "draw",
            "p": "take the pile",
            "z": "take the pozzetto",
            "l 1 2 3": "lay a meld",
            "e 1 4 5": "add to meld 1",
            "x 4": "discard",
            "u": "undo",
            "h": "hint",
            "s": "sort",
            "?": "help",
            "q": "quit",
        }
    ),
    meanings=MappingProxyType(
        {
            "draw": "d",
            "stock": "d",
            "pile": "p",
            "take": "p",
            "take pile": "p",
            "take the pile": "p",
            "pot": "z",
            "pozzetto": "z",
            "take pot": "z",
            "take the pozzetto": "z",
            "lay": "l",
            "meld": "l",
            "extend": "e",
            "add": "e",
            "discard": "x",
            "undo": "u",
            "hint": "h",
            "sort": "s",
            "help": "?",
            "quit": "q",
        }
    ),
    help_cards="cards are meant by their numbers or their names: x 4, x 7h, l 7h 8h JK",
    hint_lay="lay  {cards}  for {points} points: {entry}",
    hint_add="add  {cards}  to meld {number} for {points} points: {entry}",
    hint_pile="take the pile: {entry}; with it you can lay  {cards}",
    hint_draw="the pile brings nothing to lay; draw: {entry}",
    hint_none="nothing can be laid now; discard a card",
    hint_wait="it is not your turn",
)

ITALIAN: Final = Words(
    table=TableWords("Invio dà la prossima smazzata, q esce ", "Tutto salvato; `mazzo play` riprende da qui."),
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
    kinds=MappingProxyType(
        {Burraco.CLEAN: "burraco pulito", Burraco.SEMI: "burraco semipulito", Burraco.DIRTY: "burraco sporco"}
    ),
    parts=("calate", "puliti", "semipuliti", "sporchi", "chiusura", "in mano", "pozzetto non preso", "totale"),
    before="prima",
    match="partita",
    points="punti",
    no_melds="niente in tavola",
    pot_there="pozzetto da prendere",
    pot_taken="pozzetto preso",
    stock="tallone",
    pile="scarti",
    cards=("carta", "carte"),
    to_play="di turno",
    hand="la tua mano",
    by_suit="per seme",
    by_rank="per valore",
    wilds="matte e pinelle",
    keys=MappingProxyType(
        {
            "d": "pesca",
            "p": "raccogli gli scarti",
            "z": "prendi il pozzetto",
            "l 1 2 3": "cala",
            "e 1 4 5": "lega al gioco 1",
            "x 4": "scarta",
            "u": "riprendi",
            "h": "consiglio",
            "s": "ordina",
            "?": "aiuto",
            "q": "esci",
        }
    ),
    meanings=MappingProxyType(
        {
            "pesca": "d",
            "raccogli": "p",
            "scarti": "p",
            "pozzetto": "z",
            "prendi il pozzetto": "z",
            "cala": "l",
            "lega": "e",
            "scarta": "x",
            "riprendi": "u",
            "consiglio": "h",
            "ordina": "s",
            "aiuto": "?",
            "esci": "q",
        }
    ),
    help_cards="le carte si indicano con il numero o con il nome: x 4, x 7h, l 7h 8h JK",
    hint_lay="cala  {cards}  per {points} punti: {entry}",
    hint_add="lega  {cards}  al gioco {number} per {points} punti: {entry}",
    hint_pile="raccogli gli scarti: {entry}; così puoi calare  {cards}",
    hint_draw="gli scarti non danno niente da calare; pesca: {entry}",
    hint_none="niente da calare adesso; scarta una carta",
    hint_wait="non è il tuo turno",
)

LANGUAGES: Final = MappingProxyType({"en": ENGLISH, "it": ITALIAN})
