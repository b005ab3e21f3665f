"""Files of hands, in the format that their names say."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mazzo.poker.histories import acpc, lines, phh, pokerstars
from mazzo.poker.histories.history import History, HistoryError


@dataclass(frozen=True, slots=True)
class Format:
    """How files are read and written: `write` gives the text of one hand, and `join` that of a file of them."""

    words: str
    read: Callable[[str], Iterator[History | HistoryError]]
    write: Callable[[History], str]
    join: Callable[[Sequence[str]], str] = "".join


def _read_phh(text: str) -> Iterator[History | HistoryError]:
    try:
        yield phh.read(text, lenient=True)
    except HistoryError as error:
        yield error


def _join_phh(texts: Sequence[str]) -> str:
    if len(texts) != 1:
        raise HistoryError(f"{len(texts)} hands; a .phh file holds one, a .phhs file any number")
    return texts[0]


def _join_phhs(texts: Sequence[str]) -> str:
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


#: The formats by how names of files end.
FORMATS = {
    ".phh": Format("PHH, one hand", _read_phh, phh.write, _join_phh),
    ".phhs": Format("PHH", lambda text: phh.read_many(text, lenient=True), phh.write, _join_phhs),
    ".txt": Format("PokerStars text", pokerstars.read_many, pokerstars.write, "\n\n".join),
    ".log": Format("ACPC state lines", acpc.read_many, lambda hand: f"{acpc.write(hand)}\n"),
    ".jsonl": Format("lines of JSON", lines.read_many, lines.write),
}


def format_of(path: Path) -> Format:
    """Give the format of a file by its name."""
    if path.suffix not in FORMATS:
        known = ", ".join(f"{suffix} ({form.words})" for suffix, form in FORMATS.items())
        raise HistoryError(f"{path.name!r} is no file of hands by its name; they end with {known}")
    return FORMATS[path.suffix]


def read_file(path: Path) -> Iterator[History | HistoryError]:
    """Read the hands of a file, as real rooms let them be played: each, or what is wrong with it."""
    form = format_of(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise HistoryError(f"{path.name!r} is no text in UTF-8: {error}") from None
    return form.read(text)
