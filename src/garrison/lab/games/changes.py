"""A game with some of its rule parameters changed; one number of a list is written `attack[2]`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from garrison.core.game import Game
from garrison.core.parameters import Each, Parameter, parameters_of
from garrison.errors import BadOption, closest, cut

Change = tuple[str, int]  # a number of the rules by its name, and its new value
PLACE = re.compile(r"(\w+)\[(\d+)\]")
NUMBERED_RULE, RULE_NAME = re.compile(r"\*\*([A-Z]\d+)\.?\*\*"), re.compile(r"\b[A-Z]\d+\b")
RULE_NUMBER = re.compile(r" \([A-Z]\d[^)]*\)")
NAME_LIST = re.compile(
    r"(.*\b(?:of|for|from|by) )([^()]+?)( \([A-Z]\d.*\))?"
)  # a meaning that ends with a list of names


@dataclass(frozen=True)
class Dial:
    """A number of the rules that can be turned."""

    name: str
    value: int  # now
    low: int
    high: int
    step: int  # a small change
    meaning: str
    plain_meaning: str = field(init=False)  # without the number of the rule in the rulebook
    is_switch: bool
    group: str = ""  # the part of the rulebook that has this rule; "": no rule is named

    def __post_init__(self) -> None:
        object.__setattr__(self, "plain_meaning", RULE_NUMBER.sub("", self.meaning))

    def check(self, value: int) -> None:
        """Refuse what is out of bounds."""
        if not self.low <= value <= self.high:
            raise BadOption(f"{self.name} can be tried from {self.low} to {self.high}, not with {value}.")

    def beside(self) -> list[int]:
        """One step each way, within the bounds."""
        around = (self.value - self.step, self.value + self.step)
        return [value for value in around if self.low <= value <= self.high]

    def around(self, steps: int) -> list[int]:
        """This many steps each way, or as far as the bounds allow."""
        reach = steps * self.step
        return sorted({max(self.low, self.value - reach), min(self.high, self.value + reach)} - {self.value})


def dials_of(game: Game) -> list[Dial]:
    """Every number of the rules that designers vary, except those of the scenario."""
    return list(_all_dials(game))


@lru_cache(64)
def _all_dials(game: Game) -> tuple[Dial, ...]:
    parameters = parameters_of(game.state_module)
    names, parts = names_by_length(game, parameters), parts_of_rulebook(game.package.rulebook)
    return tuple(
        replace(dial, group=part_with(dial.meaning, parts))
        for parameter in parameters
        for dial in _dials(game, parameter, names)
    )


def parts_of_rulebook(rulebook: str) -> dict[str, str]:
    """For each rule that a rulebook numbers, the heading above it.

    >>> parts_of_rulebook("# Game\\n## The board\\n- **R1.** It is square.\\n## The end\\n- **R2.** Nobody wins (R1).")
    {'R1': 'The board', 'R2': 'The end'}
    """
    parts, heading = dict[str, str](), ""
    for line in rulebook.splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
        for number in NUMBERED_RULE.findall(line):
            parts.setdefault(number, heading)
    return parts


def part_with(meaning: str, parts: Mapping[str, str]) -> str:
    """The part of the rulebook with the first rule that a meaning names."""
    return next((parts[number] for number in RULE_NAME.findall(meaning) if number in parts), "")


def names_by_length(game: Game, parameters: Iterable[Parameter]) -> dict[int, tuple[str, ...]]:
    """What the numbers of lists are of, by how many they are: the game's tools, or what another list of it names."""
    tools = tuple(tool.label for tool in game.facts.tools)
    names = {len(tools): tools} if tools else {}
    return {**names, **{len(own): own for one in parameters if (own := _own_names(one))}}


def _own_names(parameter: Parameter) -> tuple[str, ...]:
    """The names in a meaning that ends with as many as the list has numbers."""
    match = NAME_LIST.fullmatch(parameter.meaning)
    names = tuple(re.split(r", | and ", match[2])) if match else ()
    return names if parameter.shape and (len(names),) == parameter.shape else ()


def dial_of(game: Game, name: str) -> Dial:
    """The dial of that name."""
    dials = {dial.name: dial for dial in dials_of(game)}
    if name in dials:
        return dials[name]
    several = [other for other in dials if other.startswith(f"{name}[")]
    if several:
        raise BadOption(f"{name} of {game.name} is a list: name one of its numbers, such as {several[0]}.")
    close = closest(name, dials)
    hint = f"did you mean {close}?" if close else f"there are: {', '.join(dials)}."
    raise BadOption(f"{game.name} has no rule parameter to change called {cut(str(name))}; {hint}")


def _dials(game: Game, parameter: Parameter, names: Mapping[int, tuple[str, ...]]) -> Iterable[Dial]:
    if not parameter.tunable or parameter.name == "players":  # how many play is a question of the scenario
        return
    values = np.atleast_1d(np.asarray(game.record[parameter.name][0])).reshape(-1)
    low, high = parameter.span
    for index, value in enumerate(int(value) for value in values):
        name = f"{parameter.name}[{index}]" if parameter.shape else parameter.name
        yield _dial(name, value, (min(low, value), max(high, value)), _meaning(parameter, index, names))


def _dial(name: str, value: int, bounds: tuple[int, int], meaning: str) -> Dial:
    """A dial whose step is a tenth of its value, and at least 1."""
    is_switch, (low, high) = bounds == (0, 1), bounds
    step = 1 if is_switch else max(1, round(abs(value) / 10))
    return Dial(name=name, value=value, low=low, high=high, step=step, meaning=meaning, is_switch=is_switch)


def _meaning(parameter: Parameter, index: int, names: Mapping[int, tuple[str, ...]]) -> str:
    """What a number means: where a list names what its numbers are of, or another list of the game does, one of them.

    >>> _meaning(Parameter("health", (9, 8, 7), 0, 9, "health of Ork, Troll and Elf (S1)"), 1, {})
    'health of Troll (S1)'
    >>> _meaning(Parameter("attack", (9, 8), 0, 9, "attack of each (S1)"), 1, {2: ("Ork", "Elf")})
    'attack of each (S1): Elf'
    >>> _meaning(Parameter("attack", (9, 8), 0, 9, "attack of each (S1)"), 1, {})
    'attack of each (S1): number 2'
    """
    if not parameter.shape:
        return parameter.meaning
    if isinstance(parameter.meaning, Each):
        return parameter.meaning.named(index, parameter.shape)
    match, own = NAME_LIST.fullmatch(parameter.meaning), _own_names(parameter)
    if match and own:
        return f"{match[1]}{own[index]}{match[3] or ''}"
    others = names.get(parameter.shape[0], ()) if len(parameter.shape) == 1 else ()
    return f"{parameter.meaning}: {others[index] if others else f'number {index + 1}'}"


@lru_cache(512)
def with_changes(game: Game, changes: tuple[Change, ...]) -> Game:
    """The game with these numbers changed, each checked.

    >>> import garrison
    >>> with_changes(garrison.load("minefield"), (("start_mines", 2),)).parameters["start_mines"]
    2
    """
    return with_values(game, dict(changes)) if changes else game


def with_values(game: Game, changes: Mapping[str, int]) -> Game:
    """The same for a dictionary."""
    parameters = parameters_of(game.state_module)
    values: dict[str, Any] = {}
    for name, value in changes.items():
        place = PLACE.fullmatch(name)
        by_name = {parameter.name: parameter for parameter in parameters}
        if place and place[1] in by_name:
            whole = values.setdefault(place[1], np.array(game.record[place[1]][0], dtype=np.int64))
            if int(place[2]) >= whole.size:
                raise BadOption(f"{game.name} rules: {place[1]} has {whole.size} numbers, counted from 0.")
            whole.reshape(-1)[int(place[2])] = value
        else:
            values[name] = bool(value) if name in by_name and by_name[name].is_switch else value
    record = parameters.filled(values, f"{game.name} rules", game.record)
    return Game(game.package, record, game.variant)
