"""What travels for lessons and puzzles, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from garrison.play.server.wire.wire_types import SceneView

Tried = Annotated[list[Annotated[int, Meta(ge=0, le=2**31)]], Meta(max_length=500)]


class ExerciseWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has done in a lesson or puzzle so far, from its beginning; nothing of it is kept here."""

    actions: Tried = []


class ExerciseView(Struct, frozen=True):
    """A lesson or puzzle after these actions. One that was not what a lesson's step asked for changes nothing:
    `counted` says how many there were without it."""

    game: str
    title: str
    words: str  # what to do next; at the end, the last words
    said: str  # the answer to the last action
    state: Literal["open", "solved", "failed"]
    counted: int
    step: int  # from 0
    steps: int
    ringed_fields: list[int]  # of the first board
    ringed_buttons: list[int]  # by action
    scene: SceneView  # before what the last action led to
    patches: list[Any]  # JSON merge patches for the scene, one for each thing that happened then
    about: dict[str, str]  # what things are, by the names of drawings and buttons


class PuzzleView(Struct, frozen=True):
    """A puzzle, as the list shows it."""

    game: str
    id: str
    task: str


class PuzzlesView(Struct, frozen=True):
    """All puzzles, and the one of the day (UTC), which is the same for everybody."""

    day: str
    daily: int  # its place in the list; -1: there are none
    puzzles: list[PuzzleView]


class AboutView(Struct, frozen=True):
    """What things are in a match or replay, in a sentence or two, with the numbers of its rules."""

    about: dict[str, str]  # by the names of drawings and buttons
