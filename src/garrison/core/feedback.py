"""What the last step's events look and sound like: from a game's table `FEEDBACK` and the fields that events name.

A game whose events name who was struck, but not where that is, has a function `place` beside the table: for parameters,
a record and an event, the field where it happens and the one that it comes from, as actions are numbered; -1 for none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from garrison.core.engine.events import Event, EventKind
from garrison.errors import shown
from garrison.look.feedback import SIGHTS, SOUNDS, Feedback, SceneFeedback
from garrison.look.palette import PALETTE
from garrison.look.scene import Board, Scene

if TYPE_CHECKING:
    from garrison.core.game import Game

Place = Callable[[Any, Any, Event], tuple[int, int]]
WHOSE = "who"  # the number of an event that says whose board it is, where everybody has one
NOWHERE = -1


class GameFeedback:
    """A game's feedback by kind of event."""

    def __init__(self, game: Game) -> None:
        package = game.package
        module: ModuleType | None = package.module("feedback") if package.has("feedback") else None
        self.by_kind: Mapping[EventKind, Feedback] = getattr(module, "FEEDBACK", {})
        self.parameters = game.record[0]
        self.place: Place = getattr(module, "place", named_place)

    def fields(self, state: Any, events: tuple[Event, ...]) -> tuple[int, ...]:
        """Where events are seen, as actions are numbered."""
        places = (self.place(self.parameters, state, event)[0] for event in events if event.kind in self.sights)
        return tuple(field for field in places if field != NOWHERE)

    @cached_property
    def sights(self) -> set[EventKind]:
        """The kinds of events that are seen."""
        return {kind for kind, feedback in self.by_kind.items() if feedback.sight and is_public(kind)}

    def of(self, state: Any, events: tuple[Event, ...], scene: Scene) -> Iterator[SceneFeedback]:
        """What these events look and sound like in a scene, in the order in which they happened."""
        for event in events:
            if is_public(event.kind) and event.kind in self.by_kind and scene.boards:
                yield self._shown(self.by_kind[event.kind], state, event, scene.boards)

    def _shown(self, feedback: Feedback, state: Any, event: Event, boards: tuple[Board, ...]) -> SceneFeedback:
        owner = getattr(event, WHOSE) if WHOSE in event.kind.names else NOWHERE
        board = next((one for one in boards if one.owner == owner >= 0), None)
        field, origin = self.place(self.parameters, state, event) if feedback.sight else (NOWHERE, NOWHERE)
        number = getattr(event, feedback.number) if feedback.number else 0
        return SceneFeedback(
            sight=feedback.sight,
            sound=feedback.sound,
            colour=feedback.colour if feedback.sight else None,
            text=f"{feedback.sign}{number}" if number else None,
            field=_on_board(board or boards[0], field),
            origin=_on_board(board or boards[0], origin),
            owner=owner if board and feedback.sight else None,
        )


def is_public(kind: EventKind) -> bool:
    """Whether anybody may notice events of a kind: what is neither told nor marked may be somebody's secret choice."""
    return kind.told or kind.marked


def feedback_flaws(table: Mapping[EventKind, Feedback]) -> Iterator[str]:
    """What is wrong with a game's table, in words."""
    for kind, feedback in table.items():
        if not is_public(kind):
            yield f"FEEDBACK of {kind.name}: it is neither told nor marked, so nobody may see or hear it"
        choices = {"sight": (None, *SIGHTS), "sound": (None, *SOUNDS), "colour": PALETTE, "number": ("", *kind.names)}
        for part, names in choices.items():
            if getattr(feedback, part) not in names:
                usual = ", ".join(name for name in names if name)
                yield f"FEEDBACK of {kind.name}: there is no {part} {shown(getattr(feedback, part))}; there are {usual}"


def named_place(p: Any, s: Any, event: Event) -> tuple[int, int]:
    """The fields that an event names: the last is where it happens; if there are two, it comes from the first."""
    fields = event.fields
    return (fields[-1] if fields else NOWHERE), (fields[0] if len(fields) > 1 else NOWHERE)


def _on_board(board: Board, field: int) -> int | None:
    """The number of a field on its board, margin included; None for no field."""
    high, wide = board.inner
    return board.field_of(field) if 0 <= field < wide * high else None
