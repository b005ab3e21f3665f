"""Which face shows which game."""

from mazzo.burraco import Rules as BurracoRules
from mazzo.poker import Rules as PokerRules
from mazzo.terminal.burraco import BurracoFace
from mazzo.terminal.face import Face
from mazzo.terminal.poker import PokerFace
from mazzo.terminal.words_burraco import LANGUAGES


def face_of(rules: PokerRules | BurracoRules, lang: str = "en") -> Face:
    """Give the face for the rules of a game; Burraco's speaks a language, poker's English.

    >>> from mazzo.burraco import official
    >>> from mazzo.cards import double_deck
    >>> face_of(official(), "it").keys(official().deal(double_deck()).view(1))
    'd pesca, p raccogli gli scarti, h consiglio, s ordina, ? aiuto, q esci'
    """
    return BurracoFace(LANGUAGES[lang]) if isinstance(rules, BurracoRules) else PokerFace()
