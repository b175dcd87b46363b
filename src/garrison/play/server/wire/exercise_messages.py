"""What travels for lessons, puzzles and missions, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from garrison.play.server.wire.wire_types import SceneView

Tried = Annotated[list[Annotated[int, Meta(ge=0, le=2**31)]], Meta(max_length=500)]


class ExerciseWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has done in a lesson, puzzle or mission so far, from its beginning; nothing of it is kept here."""

    actions: Tried = []
    runs: bool = False  # let time pass after that, until there is something else to do
    help: Literal["", "hint", "solution"] = ""  # ring the next step of the solution, or show all of it


class ExerciseView(Struct, frozen=True):
    """A lesson, puzzle or mission after these actions. A last one that is illegal or not what a lesson's step asks for
    changes nothing: `said` answers it, and `counted` says how many there were without it, with those that let time
    pass."""

    game: str
    title: str
    words: str  # what to do next; at the end, the last words
    why: str  # the idea of a mission
    said: str  # the answer to the last action
    left: str  # how much time there is, in words; "" where it is this turn
    state: Literal["open", "solved", "failed", "shown"]  # shown: by the solution
    stars: int  # that were earned
    star_words: list[str]  # what earns a mission's second star and its third
    counted: int
    step: int  # from 0
    steps: int
    ringed_fields: list[int]  # of the first board
    ringed_buttons: list[int]  # by action
    scene: SceneView  # before what the last action led to
    patches: list[Any]  # JSON merge patches for the scene, one for each thing that happened then
    idle: int  # the action that lets time pass; -1: there is none, or not now
    about: dict[str, str]  # what things are, by the names of drawings and buttons


class PuzzleView(Struct, frozen=True):
    """A puzzle, as the list shows it."""

    game: str
    id: str
    task: str
    difficulty: int  # from 1


class MissionView(Struct, frozen=True):
    """A mission, as the list shows it."""

    game: str
    id: str
    title: str
    task: str
    stars: int  # that it is worth


class PuzzlesView(Struct, frozen=True):
    """All puzzles, and the one of the day (UTC), which is the same for everybody."""

    day: str
    daily: int  # its place in the list; -1: there are none
    yesterday: int  # that of the day before
    puzzles: list[PuzzleView]


class AboutView(Struct, frozen=True):
    """What things are in a match or replay, in a sentence or two, with the numbers of its rules."""

    about: dict[str, str]  # by the names of drawings and buttons
