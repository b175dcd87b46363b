"""What `siege.py` plays: who meets whom on which ground, how often; all lines have seeds of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

FIRST_SEED, SEEDS = 70_000_000, 100_000  # of the first line, and of each; none of them chose a setting
GROUNDS = ("plain", "river", "pass", "islands", "random", "meadow")
MODES = ("standard", "siege")
PAIRS = (("hard", "medium"), ("medium", "easy"), ("hard", "captain"))
TOOLS = dict.fromkeys(GROUNDS, ("wall", "gate", "ladder", "ram", "tower", "trebuchet", "workshop", "camp"))
ALIKE = (("medium", "medium"), ("easy", "easy"), ("captain", "captain"))
STEPS = {"second_coins": (-2, 2), "siege_coins": (-1, 1)}  # how far coins are tried around those of `standard`


@dataclass(frozen=True)
class Line:
    """Games between two bots, who change seats after every game."""

    number: int
    name: str
    part: str
    bots: tuple[str, str]
    games: int
    options: dict[str, Any]
    rules: dict[str, int]  # what is added to these parameters
    first_seed: int


def lines() -> list[Line]:
    """All of them, numbered; those without a tool have the seeds of the same ground with it."""
    found = [
        Line(number, *parts, FIRST_SEED + SEEDS * number)
        for number, parts in enumerate((*_even(), *_levels(), *_former()))
    ]
    seeds = {line.name: line.first_seed for line in found}
    for parts in _tools():
        found.append(Line(len(found), *parts, seeds[f"standard {parts[4]['map']}"]))
    return found


def _even() -> Iterator[tuple[Any, ...]]:
    """Between `hard`, and with more and fewer coins for one side, by fewer games."""
    for mode, name in zip(MODES, STEPS, strict=True):
        for ground in GROUNDS:
            options = {"map": ground, "mode": mode}
            yield f"{mode} {ground}", mode, ("hard", "hard"), 400, options, {}
            for step in STEPS[name]:
                yield f"{mode} {ground} {name} {step:+}", mode, ("hard", "hard"), 80, options, {name: step}


def _tools() -> Iterator[tuple[Any, ...]]:
    for ground, tools in TOOLS.items():
        for tool in tools:
            name = f"tools {ground} {tool}"
            yield name, "tools", (f"hard without {tool}", "hard"), 400, {"map": ground}, {}


def _levels() -> Iterator[tuple[Any, ...]]:
    for mode in MODES:
        for ground in GROUNDS:
            options = {"map": ground, "mode": mode}
            for pair in PAIRS:
                yield f"{mode} {ground} {pair[0]}-{pair[1]}", "levels", pair, 40, options, {}
            for pair in ALIKE:
                yield f"{mode} {ground} {pair[0]}-{pair[1]}", "levels", pair, 200, options, {}


def _former() -> Iterator[tuple[Any, ...]]:
    """By the former rules, against the policy that `hard` was."""
    for ground in GROUNDS[:5]:
        yield f"former {ground} hard-steady", "former", ("hard", "steady"), 80, {"variant": "former", "map": ground}, {}
