"""Actions and events as lists for JSON, and back: a name, and what it says."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any

#: Of all that is stored or sent.
VERSION = 1


class WireError(ValueError):
    """JSON that is no action, event, rules or view."""


class Codec:
    """How a game's actions and events are written.

    `write` turns the value of a field into JSON, and `read` turns that back; both are given its name first.
    """

    def __init__(self, kinds: Iterable[type], write: Callable[[str, Any], Any], read: Callable[[str, Any], Any]):
        self._kinds = {kind.__name__.lower(): kind for kind in kinds}
        self._names = {kind: name for name, kind in self._kinds.items()}
        self._write, self._read = write, read

    def knows(self, item: object) -> bool:
        """Whether it is an action or event of the game."""
        return type(item) in self._names

    def to_wire(self, item: Any) -> list[Any]:
        """Give an action or event as a list."""
        return [self._names[type(item)], *(self._write(part.name, getattr(item, part.name)) for part in fields(item))]

    def from_wire(self, data: object) -> Any:
        """Give the action or event of such a list."""
        if not isinstance(data, Sequence) or isinstance(data, str) or not data or data[0] not in self._kinds:
            raise WireError(f"{data!r} is no action or event: a list that begins with {', '.join(self._kinds)}")
        kind = self._kinds[data[0]]
        names = [part.name for part in fields(kind)]
        if len(data) != len(names) + 1:
            raise WireError(f"{data!r}: {data[0]!r} takes {', '.join(names) or 'nothing'}")
        return kind(*(self._read(name, part) for name, part in zip(names, data[1:], strict=True)))


def whole(name: str, value: Any) -> int:
    """Give a whole number of JSON."""
    if type(value) is not int:
        raise WireError(f"{name}={value!r}: give a whole number")
    return value
