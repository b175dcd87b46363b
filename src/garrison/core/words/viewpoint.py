"""What one seat knows of a position: all that is said in words about it is made from here."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from garrison.core.words.moves import NamedMove
from garrison.core.words.plain_moves import plain_moves
from garrison.core.words.results import MoveResult, results
from garrison.look.scene import Board, Scene

if TYPE_CHECKING:
    from garrison.core.position import Position

SPECTATOR = -1
Made = TypeVar("Made")
DICE = 1  # the seed of chance in what a seat imagines: nothing that is said depends on it


class LatestView(threading.local):
    """What was asked about last: text and moves of the same position and seat share one search, in each thread."""

    view: Viewpoint | None = None
    key: bytes = b""


latest = LatestView()


class Viewpoint:
    """A position as a player knows it, without what others have chosen in secret and with dice of its own."""

    def __init__(self, position: Position, player: int, line_width: int = 0) -> None:
        self.player, self.line_width = player, line_width  # characters of a line; 0: any number
        self.look(position)

    def look(self, position: Position) -> None:
        """From now on this is the position."""
        player, width = self.player, self.line_width
        vars(self).clear()
        self.player, self.line_width = player, width
        self.has_forecasts = True  # whether what is certain to come may be said
        self.is_brief = False  # whether moves are only read, and nobody wants to know what they do
        self.others_acted = False  # where players take turns: since the last action of a course
        self.position = position if self.player == SPECTATOR else position.known_to(self.player, DICE)
        self.may_act = self.player in position.waiting

    @property
    def game(self) -> Any:
        """The game that is played."""
        return self.position.game

    @property
    def parameters(self) -> Any:
        """The record of the rule parameters."""
        return self.game.record[0]

    @property
    def state(self) -> Any:
        """The record of the position."""
        return self.position.state[0]

    @cached_property
    def own(self) -> ModuleType | None:
        """What the game itself says about words, if it does."""
        package = self.game.package
        return package.module("words") if package.has("words") else None

    def ask(self, name: str, default: Any) -> Any:
        """A function of the game's own, or else one that serves any game."""
        return getattr(self.own, name, default)

    def ask_seated(self, name: str, default: Any) -> Any:
        """The same of what is told to somebody with a seat; spectators are told what serves any game."""
        return default if self.player == SPECTATOR else self.ask(name, default)

    def once(self, make: Callable[[Viewpoint], Made]) -> Made:
        """What a game's own words work out of the position, made when it is first asked for."""
        if make not in self._things:
            self._things[make] = make(self)
        thing: Made = self._things[make]
        return thing

    @cached_property
    def _things(self) -> dict[Any, Any]:
        return {}

    @cached_property
    def scene(self) -> Scene:
        """What this seat sees, without what clicks would do."""
        return self.position.plain_scene(self.player)

    @cached_property
    def board(self) -> Board | None:
        """The board that is clicked."""
        return self.scene.boards[0] if self.scene.boards else None

    @cached_property
    def columns(self) -> int:
        """How many fields a row of that board has."""
        return self.board.columns - 2 * self.board.margin if self.board else int(self.game.board[1])

    @cached_property
    def results(self) -> list[MoveResult]:
        """Every result of the player's next whole move."""
        with collector_paused():
            return results(self.position, self.player) if self.may_act else []

    @cached_property
    def moves(self) -> Sequence[NamedMove]:
        """What may be answered, each result once, in an order that favours nobody."""
        with collector_paused():
            moves: Sequence[NamedMove] = self.ask("moves", plain_moves)(self) if self.may_act else ()
        return moves


@contextmanager
def collector_paused() -> Iterator[None]:
    """Thousands of objects are made, and none of them is garbage: looking for some takes longer than making them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def viewpoint(position: Position, player: int) -> Viewpoint:
    """The latest one if it is of this seat and of a position with the same bytes, else a new one."""
    key, view = position.state.tobytes(), latest.view
    if view is None or view.player != player or view.game is not position.game or latest.key != key:
        view = Viewpoint(position, player)
        if player == SPECTATOR:
            return view
        latest.view, latest.key = view, key
    return view
