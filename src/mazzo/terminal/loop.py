"""A person's seat at a table in the terminal: what happens is told, and what is typed is done."""

import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text

from mazzo.game import IllegalAction
from mazzo.table import Table, TableError
from mazzo.terminal.face import Command, EntryError, Face


class Left(Exception):  # noqa: N818 (what the person did)
    """The person has left for now; the table can be gone on with."""


class Loop:
    """One person's seat, played by what is typed."""

    def __init__(
        self,
        table: Table,
        seat: int,
        face: Face,
        screen: Console,
        read_line: Callable[[str], str] = input,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.table, self.seat, self.face, self.screen = table, seat, face, screen
        self._read_line, self._sleep = read_line, sleep
        self._before: Any = None  # the view up to which all was told

    def run(self) -> None:
        """Play until no more hands are dealt; raises `Left` when the person goes before."""
        self.face = self.face.in_match(self.table.match)
        stop = self.table.listen(self.seat, lambda _message: self._tell())
        try:
            self._tell()
            while self._go_on():
                pass
        finally:
            stop()

    def _go_on(self) -> bool:
        """Do the next thing; False if there is none."""
        table = self.table
        if table.playing and table.state.actor == self.seat:
            self._ask()
        elif table.state is None:
            self._deal()
        elif not table.playing and not self._between_hands():
            return False
        due = table.tick()
        if due is not None:
            self._sleep(max(0.0, due - table.clock()))
        return True

    def _tell(self) -> None:
        """Print what the seat saw happen since the last time."""
        if self.table.state is None:
            return
        view = self.table.state.view(self.seat)
        if view != self._before:
            for line in self.face.told(view, self.table.names, self._before):
                self.screen.print(line, soft_wrap=True)
            self._before = view

    # ---- The person's turn ----

    def _ask(self) -> None:
        """Show the table, and have what is typed done, however often it takes."""
        view = self.table.state.view(self.seat)
        self.screen.print()
        self.screen.print(self.face.picture(view, self.table.names))
        while self.table.playing and self.table.state.actor == self.seat and self.table.state.view(self.seat) == view:
            try:
                typed = self.face.read(self._line(), view)
                if isinstance(typed, Command):
                    self._obey(typed, view)
                else:
                    self.table.act(self.seat, self.table.version, typed)
            except (EntryError, IllegalAction, TableError) as error:
                self.screen.print(Text(str(error), "red"), soft_wrap=True)

    def _line(self) -> str:
        try:
            return self._read_line("=> ")
        except EOFError:
            raise Left from None

    def _obey(self, command: Command, view: Any) -> None:
        if command is Command.QUIT:
            raise Left
        self.face, shown = self.face.obey(command, view)
        self.screen.print(shown)

    # ---- Between hands ----

    def _between_hands(self) -> bool:
        """Show how the hand ended, and wait for the person; False if no more hands are dealt."""
        table = self.table
        self.screen.print()
        self.screen.print(self.face.result(table.state.view(self.seat), table.names))
        if table.over:
            return False
        if table.broke(self.seat):
            if not table.setup.rebuy:
                self.screen.print(self.face.table_words.no_chips)
                return False
            if not self._wants(self.face.table_words.chips_again.format(chips=table.setup.stack)):
                raise Left
            table.rebuy(self.seat)
        elif not self._wants(self.face.table_words.next_hand):
            raise Left
        self._deal()
        return True

    def _deal(self) -> None:
        self.face = self.face.in_match(self.table.match)
        self.table.deal()

    def _wants(self, question: str) -> bool:
        try:
            return self._read_line(question).strip().casefold() not in ("q", "quit", "n", "no")
        except EOFError:
            raise Left from None
