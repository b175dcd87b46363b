"""Running Skirmish from files: what the commands do, and what is printed about it (S12-S16)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from garrison.core.game import Game, load
from garrison.core.parameters import BILLION
from garrison.core.position import Position
from garrison.games.skirmish import SEATS
from garrison.games.skirmish.commands.moves import Command, read_commands
from garrison.games.skirmish.scenario.initials import Setup, parameters_of, read_initials
from garrison.games.skirmish.state import SIDES, unpacked

WRONG_COUNT = "Error : Move sequence contains wrong number of move steps. Input line ignored.\n\n"
OFF_THE_BOARD = "Error : Game board boundaries are exceeded. Input line ignored.\n\n"
ENDINGS = {0: "Draw", **{1 << side: f"{name} Wins" for side, name in enumerate(SEATS)}}


def run(initials: Path, commands: Path) -> str:
    """S12-S16: the whole output. Both files are checked before anything runs."""
    setup, lines = read_initials(initials), read_commands(commands)
    return "".join(_printed(game_of(setup), lines))


def game_of(setup: Setup) -> Game:
    """S12: the rules of `seed`, but turns are not checked, and no number of lines is too many."""
    rules = {**parameters_of(setup), "alternate": False, "max_steps": BILLION}
    return load("skirmish", variant="seed", rules=rules)


def _printed(game: Game, commands: list[Command]) -> Iterator[str]:
    position = game.new()
    yield board_block(position)
    for command in commands:
        if position.over:
            break
        yield from _execute(position, command)
    if position.over:
        yield f"\nGame Finished\n{ENDINGS[int(position.state['winners'][0])]}"


def _execute(position: Position, command: Command) -> Iterator[str]:
    """S12-S15: what one line prints while it is carried out."""
    s, steps = position.state[0], position.game.record[0].steps
    who = {unpacked(int(s.ids[i])): i for i in range(int(s.count)) if s.health[i] > 0}.get(command.id)
    if who is None:
        return
    if len(command.numbers) != 2 * steps[s.kinds[who] - 1]:
        yield WRONG_COUNT
        return
    has_walked, left_board = _move(position, who, list(zip(command.numbers[::2], command.numbers[1::2], strict=True)))
    if has_walked:
        yield board_block(position)
    if left_board:
        yield OFF_THE_BOARD


def _move(position: Position, who: int, ways: list[tuple[int, int]]) -> tuple[bool, bool]:
    """S14: make the steps up to the first that leaves the board; whether any was made, and whether one left."""
    s = position.state[0]
    player, leaves = int(SIDES[s.kinds[who]]), _target(s, who, ways[0]) is None
    if leaves:
        return False, True
    position.play(player, int(s.fields[who]))
    while s.chosen == who:
        target = _target(s, who, ways[s.steps_made])
        leaves = target is None
        # A step onto its own field ends a move without any attack, which is what leaving the board does.
        position.play(player, int(s.fields[who]) if target is None else target)
    return True, leaves


def _target(s: Any, who: int, way: tuple[int, int]) -> int | None:
    """The field that a step leads to; None off the board."""
    row, column = divmod(int(s.fields[who]), int(s.width))
    row, column = row + way[1], column + way[0]
    on_board = 0 <= row < s.width and 0 <= column < s.width
    return row * int(s.width) + column if on_board else None


def board_block(position: Position) -> str:
    """S15: the board between stars, then everybody alive with their health."""
    s = position.state[0]
    size = int(s.width)
    living = sorted((unpacked(int(s.ids[i])), i) for i in range(int(s.count)) if s.health[i] > 0)
    cells = {int(s.fields[i]): name for name, i in living}
    stars = "*" * (2 * size + 2)
    rows = ["*" + "".join(cells.get(row * size + column, "  ") for column in range(size)) + "*" for row in range(size)]
    full = position.game.record[0].health
    health = [f"{name}\t{s.health[i]}\t({full[s.kinds[i] - 1]})" for name, i in living]
    return "\n".join([stars, *rows, stars, "", *health, "", ""])
