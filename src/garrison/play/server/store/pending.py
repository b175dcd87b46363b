"""Entries of a history that are on their way to disk, and what is known of a match at some moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from garrison.core.ending import Ending
from garrison.core.position import Position
from garrison.play.history import ENDS, UNDO, HistoryEntry
from garrison.play.server.store.secrecy import Viewer
from garrison.play.server.store.writer import BUSY
from garrison.play.server.wire.refusal import Refusal

STALE = "The match has moved on. Look again, then choose."

Tell = Callable[[int, Refusal | None], None]  # the number of the entry that a message became, or why it did not


class Knowledge(NamedTuple):
    """How many entries somebody knew when they chose something, and as which viewer they counted them."""

    at: int
    viewer: Viewer


class Standing(NamedTuple):
    """Where a match stands: the number of entries, the position, and the part of it that everybody knows."""

    number: int
    position: Position
    public: Position  # without the choices that only their players know
    end: Ending | None  # how the players ended the match


class Pending:
    """An entry of the history, what it leads to, and whom to tell when it is on disk."""

    __slots__ = ("end", "is_hidden", "message", "number", "played", "position", "series", "tells")

    def __init__(
        self, number: int, played: HistoryEntry, is_hidden: bool, position: Position, series: int, message: str = ""
    ) -> None:
        self.number, self.played, self.is_hidden = number, played, is_hidden
        self.position, self.series, self.message = position, series, message
        self.end = Ending(ENDS[played.action], played.player) if played.action in ENDS else None
        self.tells: list[Tell] = []

    @property
    def is_undo(self) -> bool:
        """Whether something was taken back."""
        return self.played.action == UNDO

    def written(self, number: int = 0) -> None:
        """Tell everybody who is waiting for it that it is on disk, perhaps under another number."""
        self._tell(number or self.number, None)

    def refused(self, problem: str, number: int) -> None:
        """Tell them that it never will be on disk, and how many entries there are without it."""
        self._tell(number, Refusal("stale", STALE) if problem == "conflict" else Refusal("busy", BUSY))

    def _tell(self, number: int, refusal: Refusal | None) -> None:
        for tell in self.tells:
            tell(number, refusal)
        self.tells = []
