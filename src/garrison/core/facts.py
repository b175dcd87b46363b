"""What a game says about itself, as plain data.

A game's package states these facts in its `__init__.py`, in capitals, and nothing there imports NumPy or Numba:
listing games should cost no more than reading a few small files.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from itertools import cycle, islice
from types import ModuleType
from typing import Any

from garrison.core.engine.name_codes import numbered as numbered
from garrison.core.values import UpTo as UpTo
from garrison.core.values import coded as coded
from garrison.core.values import identity as identity
from garrison.core.values import optional as optional
from garrison.core.values import packed as packed
from garrison.errors import BadOption, shown
from garrison.look.palette import OWNER_COLOURS, PALETTE


@dataclass(frozen=True)
class Button:
    """A button of a game: its name in replays, its label on the screen and the keys that press it.

    `keys` are pressed together (`("up", "space")` is up with a mine). A button with `on_tick` is played not when it is
    pressed but at the next tick, in place of the tick's own action. `sprite` names the drawing on it; by default, that
    is the drawing with the button's name, if the game has one.
    """

    name: str
    label: str
    keys: tuple[str, ...] = ()
    on_tick: bool = False
    sprite: str = ""


@dataclass(frozen=True)
class Tool:
    """Something that a player may use or do without, such as a trap, a unit or a card: the lab weighs each of them.

    It is used by pressing one of its `buttons`. Or it is what a numbered button (`slots` is "card" for "card 1",
    "card 2", ...) or a click stands for: then `holds` names the parts of the record that lead from the button's or the
    field's number to a kind, the first of two counting from 1. A click counts only while a number of the record is as
    in `when`.
    """

    name: str
    label: str
    buttons: tuple[str, ...] = ()
    slots: str = ""
    holds: tuple[str, ...] = ()
    kind: int = 0
    when: tuple[str, int] = ("", 0)


class Click(str):
    """The name of a `reach` plane that marks the fields to click: all of them, while something on the board is chosen.

    If it is `exact`, it marks no others then. A plane that also counts further steps is not, and neither is one that
    shows what another thing on the same field could do.

    >>> Click("steps"), Click("next", exact=True).exact
    ('steps', True)
    """

    exact: bool

    def __new__(cls, name: str, exact: bool = False) -> Click:
        """A plain string that also holds a promise."""
        plane = super().__new__(cls, name)
        plane.exact = exact
        return plane


class Offer(str):
    """A value of an option, with a sentence that says what choosing it means.

    >>> Offer("duel", "One against one."), Offer("duel", "One against one.").meaning
    ('duel', 'One against one.')
    """

    meaning: str

    def __new__(cls, value: str, meaning: str) -> Offer:
        """A plain string that also holds a sentence."""
        offer = super().__new__(cls, value)
        offer.meaning = meaning
        return offer


@dataclass(frozen=True)
class Facts:
    """The facts of one game; the names are those in the game's package, in lower case."""

    title: str
    summary: str  # one line, for lists of games
    board: tuple[int, int]  # rows and columns of the largest board
    planes: tuple[str, ...]  # what each plane of an observation shows; `UpTo` says how large its numbers may be
    reasons: tuple[str, ...]  # why a game ended; number 0 is "", number 1 is "limit"
    limits: tuple[str, ...] = ("limit",)  # the reasons that stop a game because it has lasted long enough
    numbers: tuple[str, ...] = ()  # what each number of an observation is, beside the planes
    eye: tuple[str, ...] = ()  # the numbers with the row and column from which networks look at the board; or none
    entities: tuple[str, ...] = ()  # what each number of an entity is, where the optional entry `muster` lists them
    most_entities: int = 0  # that it may list
    seldom: tuple[str, ...] = ()  # parts of the record that a step reads little of, if anything: only for speed
    utility: tuple[float, float] = (0.0, 1.0)  # the range of a score; infinity where there is no bound
    simultaneous: bool = False  # whether several players are asked at once, and none sees the others' answers
    players: tuple[int, int] = (2, 2)  # fewest and most
    seats: tuple[str, ...] = ()  # what each player is called; by default, Player 1, Player 2, ...
    seat_colours: tuple[str, ...] = ()  # names of the palette; by default, blue, red, green, orange, purple, teal
    fields: int = -1  # how many fields can be clicked, 0 when the game has buttons only; by default, all of the board
    buttons: tuple[Button, ...] = ()
    reach: tuple[str, ...] = ()  # what each plane of the optional entry `reach` shows; empty if the game has none
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)  # more arguments of `load`: each `Offer`s values
    bottom: int = -1  # whose side is at the bottom of the board, which turns round for the others; -1: no one's
    tick_ms: int = 0  # 0: not real time
    tick_action: int = -1
    tick_range: tuple[int, int] = (0, 0)  # the quickest and the slowest tick that a player may choose, in ms
    timeout_ms: int = 0  # 0: no timer
    timeout_action: int = -1  # played when time runs out, if it is legal; otherwise, or at -1, a random legal action
    environments: tuple[str, ...] = (
        "standard",
    )  # the variants of the environments -v0, -v1 and so on, the newest last
    rules_version: int = 1  # raised whenever the same actions lead to a different result
    tools: tuple[Tool, ...] = ()  # what the lab weighs: how the game changes without it, and how often it is used
    starter: bool = False  # whether somebody who knows none of the games should begin with it
    turn_seconds: float = 10.0  # roughly how long a person takes for a turn, where time does not pass by itself

    def __post_init__(self) -> None:
        if not self.seats:
            object.__setattr__(self, "seats", tuple(f"Player {number + 1}" for number in range(self.players[1])))
        if not self.seat_colours:
            object.__setattr__(self, "seat_colours", tuple(islice(cycle(OWNER_COLOURS), len(self.seats))))
        if self.fields < 0:
            object.__setattr__(self, "fields", self.board[0] * self.board[1])

    @property
    def actions(self) -> int:
        """How many actions there are, legal or not."""
        return self.fields + len(self.buttons)

    @property
    def is_zero_sum(self) -> bool:
        """Whether what one player wins is what the other loses: a game for exactly two.

        >>> from garrison.core.discovery import find
        >>> find("skirmish").facts.is_zero_sum, find("boneyard").facts.is_zero_sum
        (True, False)
        """
        return self.players == (2, 2)

    @property
    def muster(self) -> tuple[str, ...]:
        """What the optional entry `muster` writes."""
        return self.entities

    @property
    def seen(self) -> str:
        """A hash of the names of all planes and numbers of an observation, in order: what networks here look at."""
        import hashlib

        return hashlib.sha256("\0".join((*self.planes, "", *self.numbers)).encode()).hexdigest()[:16]

    @property
    def time(self) -> str:
        """How time passes, in words.

        >>> from garrison.core.discovery import find
        >>> find("minefield").facts.time
        'real time, 200 ms ticks'
        """
        if self.tick_ms:
            return f"real time, {self.tick_ms} ms ticks"
        return f"turns, {self.timeout_ms // 1000} s timer" if self.timeout_ms else "turns"

    @property
    def player_range(self) -> str:
        """The numbers of players in words: `2` or `1-6`."""
        fewest, most = self.players
        return str(fewest) if fewest == most else f"{fewest}-{most}"


def facts_of(package: ModuleType) -> Facts:
    """Read the facts in capitals from a game's package."""
    values: dict[str, Any] = {}
    for fact in fields(Facts):
        name = fact.name.upper()
        if hasattr(package, name):
            values[fact.name] = getattr(package, name)
        elif fact.default is MISSING and fact.default_factory is MISSING:
            raise BadOption(f"The game in {package.__name__} does not state {name} in its __init__.py.")
    facts = Facts(**values)
    if problem := _wrong_colours(facts):
        raise BadOption(f"The game in {package.__name__} states wrong SEAT_COLOURS: {problem}.")
    return facts


def _wrong_colours(facts: Facts) -> str:
    """What is wrong with the seats' colours, in words; "" if nothing is."""
    seats, colours = facts.seats, facts.seat_colours
    if len(colours) != len(seats):
        return f"there are {len(colours)} for {len(seats)} seats"
    if others := [colour for colour in colours if colour not in PALETTE]:
        return f"{shown(others[0])} is not one of {', '.join(PALETTE)}"
    return ""
