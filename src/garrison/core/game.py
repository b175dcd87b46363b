"""A game for Python users: rules, parameters and the table of compiled functions, behind a few methods."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Literal, TypeVar, overload

import numpy as np

from garrison.core.batches.advance import passing_of
from garrison.core.batches.batch import Batch
from garrison.core.discovery import STANDARD, GamePackage, find
from garrison.core.engine import memory
from garrison.core.engine.arguments import Handle
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.calls import entry_address
from garrison.core.engine.events import Event, EventKind
from garrison.core.engine.kernels import new_many
from garrison.core.engine.record import Array, state_layout
from garrison.core.engine.store import ENGINE
from garrison.core.engine.table import Skill, Table, build_skill, build_table
from garrison.core.feedback import GameFeedback
from garrison.core.libraries import need
from garrison.core.observation import ObservationSpec, spec_of
from garrison.core.parameters import ParameterRecord, parameters_of, read_variant
from garrison.core.position import Position, saved_state
from garrison.core.seeds import checked_seed
from garrison.errors import BadOption, IllegalAction, shown

_TABLES: dict[tuple[str, Path], Table] = {}
_SKILLS: dict[tuple[str, Path], Skill] = {}
_BUILDING = Lock()
Built = TypeVar("Built", Table, Skill)
CHECKING = ("state", "scenario")  # the parts of a game that may have a `check` of the parameters


def load(
    name: str, *, variant: str | Path | None = None, rules: Mapping[str, Any] | None = None, **options: Any
) -> Game:
    """Load a game.

    `variant` names a set of rules (or a TOML file of your own; by default it is `standard`), `rules` changes single
    parameters, and the options depend on the game, for example `setup` or `players`.

    >>> load("minefield", rules={"start_energy": 100}).parameters["start_energy"]
    100
    """
    package = find(name)
    preset = read_variant(str(STANDARD if variant is None else variant), package.folder, package.variants)
    choices = {key: value for key, value in options.items() if value is not None}
    _check_options(package, preset.values)
    parameters = parameters_of(package.module("state"))
    # The more specific wins: the default scenario, then the variant, the options, single rules.
    record = parameters.filled(_scenario(package, preset.options), preset.where)
    record = parameters.filled(preset.rules_with(choices), preset.where, record)
    if choices:
        record = parameters.filled(_scenario(package, {**preset.options, **choices}), f"{name} options", record)
    record = parameters.filled(rules or {}, f"{name} rules", record)
    return Game(package, record, preset.name)


def _accept(p: ParameterRecord) -> None:
    """What a part of a game does that has no `check`."""


def _scenario(package: GamePackage, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The parameters that come from a game's own options."""
    _check_options(package, options)
    scenario = getattr(package.module("scenario"), "scenario", dict) if package.has("scenario") else dict
    values: Mapping[str, Any] = scenario(**options)
    return values


def _check_options(package: GamePackage, options: Mapping[str, Any]) -> None:
    for option in options:
        if option not in package.facts.options:
            names = ", ".join(("variant", "rules", *package.facts.options))
            raise BadOption(f"{package.name} has no option called {shown(option)}; it takes {names}.")


class Game:
    """A game with its rules fixed: it makes positions. Get one with `garrison.load`."""

    def __init__(self, package: GamePackage, record: Array, variant: str = STANDARD) -> None:
        self.package = package
        self.name = package.name
        self.facts = package.facts
        self.variant = variant
        self.record = record
        self.state_module = package.module("state")
        for part in filter(package.has, CHECKING):
            getattr(package.module(part), "check", _accept)(record[0])
        self.record.flags.writeable = False
        self.reference = memory.reference(self.record)

    @property
    def parameters(self) -> dict[str, Any]:
        """Every rule parameter, the scenario included."""
        plain: dict[str, Any] = parameters_of(self.state_module).plain(self.record)
        return plain

    @property
    def players(self) -> int:
        """How many players take part."""
        return int(self.record["players"][0]) if "players" in (self.record.dtype.names or ()) else self.facts.players[0]

    @property
    def state_dtype(self) -> Any:
        """The type of this game's records."""
        return state_layout(self.state_module).dtype

    @property
    def event_kinds(self) -> type[EventKind]:
        """The kinds of events that this game declares."""
        kinds: type[EventKind] = self.state_module.Happening
        return kinds

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""
        return (len(self.planes), *self.board)

    @property
    def planes(self) -> tuple[str, ...]:
        """What each plane of an observation shows: all that the facts name, or those of the players who take part."""
        return self.facts.planes[: self._observed[0]]

    @property
    def numbers(self) -> tuple[str, ...]:
        """What each number of an observation is, beside the planes."""
        return self.facts.numbers[: self._observed[1]]

    @property
    def entities_shape(self) -> tuple[int, int]:
        """How many entities a list may have with these parameters, and how many numbers each of them is."""
        most = getattr(self.state_module, "most_entities", None)
        return int(most(self.record[0])) if most else self.facts.most_entities, len(self.facts.entities)

    @cached_property
    def _observed(self) -> tuple[int, int]:
        """How many planes and numbers there are with these parameters."""
        sizes_of = getattr(self.state_module, "observed", None)
        planes, numbers = sizes_of(self.record[0]) if sizes_of else (len(self.facts.planes), len(self.facts.numbers))
        return int(planes), int(numbers)

    @cached_property
    def board(self) -> tuple[int, int]:
        """The rows and columns that are played on, and observed; the largest board has those of the facts."""
        board_of = getattr(self.state_module, "played_board", None)
        rows, columns = board_of(self.record[0]) if board_of else self.facts.board
        return int(rows), int(columns)

    @cached_property
    def observation_spec(self) -> ObservationSpec:
        """What each plane and each number of an observation means."""
        return spec_of(self)

    @cached_property
    def used_actions(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The actions that can ever be legal with these parameters, in order: the fields of the board, and buttons.

        >>> len(load("skirmish").used_actions), load("skirmish").facts.actions
        (64, 1024)
        """
        rows, columns = self.board
        dead = getattr(self.state_module, "unused_actions", None)
        dead_actions = {int(action) for action in dead(self.record[0])} if dead else set()
        fields = range(min(rows * columns, self.facts.fields))
        both = (*fields, *range(self.facts.fields, self.facts.actions))
        return np.array([action for action in both if action not in dead_actions], dtype=np.int64)

    @cached_property
    def rules_hash(self) -> str:
        """A hash of the rules: if it is equal, equal actions lead to equal results."""
        version = f"{self.name} {self.facts.rules_version}".encode()
        return hashlib.sha256(version + b"\0" + parameters_of(self.state_module).basis(self.record)).hexdigest()

    @cached_property
    def table(self) -> Table:
        """The game's entries; loaded on first use."""
        return _shared(_TABLES, self.package, build_table)

    @cached_property
    def handle(self) -> Handle:
        """The game as kernels take it that call its entries by address."""
        entries = ("new", "legal", "step", "observe", "measure", "score")
        planes, rows, columns = self.planes_shape
        return Handle(
            **{name: entry_address(getattr(self.table, name)) for name in entries},
            parameters=self.reference,
            state_size=self.state_dtype.itemsize,
            actions=self.facts.actions,
            seats=self.facts.players[1],
            players=self.players,
            planes=planes,
            rows=rows,
            columns=columns,
        )

    @cached_property
    def skill(self) -> Skill:
        """What the search knows of the game; made on first use, since nothing else needs it."""
        return _shared(_SKILLS, self.package, build_skill)

    @cached_property
    def cues(self) -> tuple[str, ...]:
        """What the game's skill tells networks besides what a player sees."""
        return tuple(getattr(self.package.module("skill"), "CUES", ())) if self.package.has("skill") else ()

    @cached_property
    def feedback(self) -> GameFeedback:
        """How each kind of event shows and sounds."""
        return GameFeedback(self)

    def new(self, seed: int = 0) -> Position:
        """A position at the start of a game.

        >>> load("minefield").new(seed=7).waiting
        (0,)
        """
        state = memory.empty(self.state_dtype)
        seeds = np.array([checked_seed(seed)], dtype=np.uint64)
        new_many(self.handle.new, self.reference, memory.rows(state), seeds, 0, 1)
        return Position(self, state)

    def from_bytes(self, data: bytes) -> Position:
        """The position that `position.to_bytes()` wrote; one sentence for anything else, however it was made.

        >>> game = load("minefield")
        >>> game.from_bytes(game.new(seed=7).to_bytes()).waiting
        (0,)
        """
        return Position(self, saved_state(self, data))

    @overload
    def batch(
        self, count: int, seed: int = 0, threads: int | None = None, device: Literal["cpu"] = "cpu", **passing: Any
    ) -> Batch: ...

    @overload
    def batch(self, count: int, seed: int = 0, *, device: str) -> Any: ...

    def batch(self, count: int, seed: int = 0, threads: int | None = None, device: str = "cpu", **passing: Any) -> Any:
        """Many positions at once, for speed: see `core.batches.batch`, and for `device="cuda"` `device_batch`.

        They are played on all cores unless `threads` says how many. The other arguments are those of
        `garrison.core.batches.advance.Passing`: they say how `batch.advance` works.
        """
        if device == "cpu":
            return Batch(self, count, seed, threads, passing_of(passing))
        if device != "cuda":
            raise BadOption(f"A batch is on cpu or cuda, not on {shown(device)}.")
        from garrison.core.batches.device_batch import DeviceBatch

        return DeviceBatch(self, count, seed)

    def action_name(self, action: int) -> str:
        """An action's name: `field 17`, or the name of a button.

        >>> load("minefield").action_name(1)
        'up'
        """
        self.check_action(action)
        fields = self.facts.fields
        return f"field {action}" if action < fields else self.facts.buttons[action - fields].name

    def action(self, name: str) -> int:
        """The action of that name.

        >>> load("minefield").action("up")
        1
        """
        for index, button in enumerate(self.facts.buttons):
            if button.name == name:
                return self.facts.fields + index
        word, _, number = name.partition(" ")
        if word == "field" and number.isdecimal() and len(number) < 10 and int(number) < self.facts.fields:
            return int(number)
        raise IllegalAction(f"{self.facts.title} has no action called {shown(name)}.")

    def action_of_cell(self, row: int, column: int) -> int:
        """The action that is a click on a cell of the observation's planes, unless the board's size is drawn.

        >>> load("skirmish").action_of_cell(1, 2)
        10
        """
        rows, columns = self.board
        action = row * columns + column
        if not (0 <= row < rows and 0 <= column < columns and action < self.facts.fields):
            raise IllegalAction(f"{self.facts.title} has no field in row {shown(row)} and column {shown(column)}.")
        return action

    def check_action(self, action: int) -> None:
        """Raise unless the action's number is in range."""
        if not 0 <= action < self.facts.actions:
            last = self.facts.actions - 1
            raise IllegalAction(f"Action {shown(action)} does not exist: {self.facts.title} has actions 0 to {last}.")

    def describe(self, event: Event) -> str:
        """An event as a sentence."""
        sentence: str = self.package.module("show").describe(event)
        return sentence

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.rules_hash == other.rules_hash

    def __hash__(self) -> int:
        return hash(self.rules_hash)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.name, self.record.tobytes(), self.variant)

    def __repr__(self) -> str:
        return f"<Game {self.name} ({self.variant}), {self.players} player{'s' if self.players > 1 else ''}>"


def game_with(name: str, rules: Mapping[str, Any], where: str, variant: str = STANDARD) -> Game:
    """A game from all of its parameters, as a replay stores them."""
    package = find(name)
    return Game(package, parameters_of(package.module("state")).filled(rules, where), variant)


def _shared(tables: dict[tuple[str, Path], Built], package: GamePackage, build: Callable[[Blueprint], Built]) -> Built:
    """One table for all parameters of a game: loading it takes a few hundredths of a second."""
    key = (package.import_name, package.folder)
    if key not in tables:
        blueprint = package.blueprint()
        # Outside the lock, so that nobody who needs another game waits for this one.
        need(blueprint, ENGINE)
        with _BUILDING:
            if key not in tables:
                tables[key] = build(blueprint)
    return tables[key]


def _unpickle(name: str, record: bytes, variant: str) -> Game:
    package = find(name)
    return Game(package, parameters_of(package.module("state")).from_bytes(record, f"{name} rules"), variant)
