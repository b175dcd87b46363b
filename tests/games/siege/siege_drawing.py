"""Positions of Siege as pictures. The picture is the whole map; a cell is what lies on a field, from below upwards:

    . ~ ^          grass, water, rock (may be left out: a ship lies on water, all else on grass)
    K1 B1 W1 P1 M1 castle (keep), barracks, workshop, port, camp; the number is the owner, 1 or 2
    G1 g1          gate, lying across or upright
    = # H          wall across, wall upright, ladder
    S s            ship across, upright
    T R r X x      siege tower; ram across, upright; trebuchet across, upright
    i a c I A C    infantry, archers, cavalry: small letters are player 1's, capitals player 2's; with a `-`: exhausted

Every field of a piece is drawn: `R Ra` is a ram lying across with archers at its right end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from garrison import load
from garrison.core.engine import rng
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.games.siege.state import (
    ACROSS,
    FIELD_CAPACITY,
    MOST_UNITS,
    NOBODY,
    UPRIGHT,
    WORKS_FROM,
    Building,
    Engine,
    Phase,
    Unit,
)
from garrison.games.siege.state.terrain import Ground

GROUNDS = {".": Ground.GRASS, "~": Ground.WATER, "^": Ground.ROCK}
# The rulebook's tables, written down a second time on purpose: letter, kind, which way, rows, columns.
SQUARES = {
    "K": (Building.CASTLE, 3),
    "B": (Building.BARRACKS, 2),
    "W": (Building.WORKSHOP, 2),
    "P": (Building.PORT, 2),
    "M": (Building.CAMP, 3),
}
BUILDINGS = {letter: (kind, ACROSS, length, length) for letter, (kind, length) in SQUARES.items()} | {
    "=": (Building.WALL, ACROSS, 1, 3),
    "#": (Building.WALL, UPRIGHT, 3, 1),
    "G": (Building.GATE, ACROSS, 1, 2),
    "g": (Building.GATE, UPRIGHT, 2, 1),
    "H": (Building.LADDER, ACROSS, 1, 1),
}
ENGINES = {
    "T": (Engine.TOWER, ACROSS, 2, 2),
    "R": (Engine.RAM, ACROSS, 1, 2),
    "r": (Engine.RAM, UPRIGHT, 2, 1),
    "X": (Engine.TREBUCHET, ACROSS, 1, 2),
    "x": (Engine.TREBUCHET, UPRIGHT, 2, 1),
    "S": (Engine.SHIP, ACROSS, 1, 3),
    "s": (Engine.SHIP, UPRIGHT, 3, 1),
}
UNITS = {"i": Unit.INFANTRY, "a": Unit.ARCHERS, "c": Unit.CAVALRY}
CELL = re.compile(r"([.~^]?)(?:([KBWPMGg])([12])|([=#H]))?([Ss]?)([TRrXx]?)(?:([iacIAC])(-?))?")
GAMES: dict[str, Game] = {}


def game_with(mode: str = "standard", **rules: Any) -> Game:
    """The game by the rulebook's numbers but for these; loaded once, because that takes time."""
    name = f"{mode} {sorted(rules.items())}"
    if name not in GAMES:
        GAMES[name] = load("siege", variant="former", mode=mode, rules=rules)
    return GAMES[name]


def cells_of(text: str) -> list[list[tuple[str, ...]]]:
    """The cells of a picture, in their parts; anything unknown is an error."""
    rows = [line.split() for line in text.strip().splitlines()]
    assert len({len(row) for row in rows}) == 1, "the rows have different lengths"
    found = [[CELL.fullmatch(cell) for cell in row] for row in rows]
    for row, line in enumerate(found):
        assert all(line), f"what is in {rows[row]}?"
    return [[cell.groups("") for cell in line if cell] for line in found]


def draw(
    text: str,
    player: int = 0,
    part: int = Phase.UNITS,
    dice: Sequence[int] = (),
    mode: str = "standard",
    rules: Mapping[str, Any] | None = None,
    **facts: Any,
) -> Position:
    """The position in the picture, in a player's turn; `dice` are the next rolls, `facts` go into the record."""
    position = game_with(mode, **(rules or {})).new()
    s, cells = position.state[0], cells_of(text)
    s.rows, s.columns = len(cells), len(cells[0])
    s.ground[:], s.free[:], s.phase, s.turn, s.waiting, s.housed = Ground.GRASS, 0, part, 1, 1 << player, 1
    for row, line in enumerate(cells):
        for column, (ground, *_, ship, _, _, _) in enumerate(line):
            s.ground[row * s.columns + column] = GROUNDS[ground or ("~" if ship else ".")]
    _add_buildings(s, cells)
    for layer in (4, 5):
        _add_engines(s, cells, layer)
    _add_units(s, cells)
    _note_rows(s)
    for name, value in facts.items():
        s[name] = value
    if dice:
        s.rng = rng.state_giving([(6, die - 1) for die in dice])
    return position


def _pieces(cells: Any, letter_of: Any, table: Any) -> list[tuple[str, int, int, int, int]]:
    """The letters of a layer put together to pieces: letter, row, column, rows, columns; in reading order."""
    seen, pieces = set(), []
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            letter = letter_of(cell)
            if letter and (row, column) not in seen:
                rows, columns = table[letter[0]][2:]
                covered = {(row + down, column + right) for down in range(rows) for right in range(columns)}
                assert all(letter_of(cells[r][c]) == letter for r, c in covered - seen), f"{letter} is cut off"
                seen |= covered
                pieces.append((letter, row, column, rows, columns))
    return pieces


def _add_buildings(s: Any, cells: Any) -> None:
    found = _pieces(cells, lambda cell: cell[1] + cell[2] if cell[1] else cell[3], BUILDINGS)
    castles: dict[int, int] = {}
    for letter, row, column, rows, columns in sorted(found, key=lambda piece: piece[0][0] != "K"):
        kind, way = BUILDINGS[letter[0]][:2]
        owner = int(letter[1]) - 1 if letter[1:] else NOBODY
        keeps_apart = letter[0] in SQUARES
        place = int(s.building_top) if keeps_apart else WORKS_FROM + int(s.works_top)
        s["building_top" if keeps_apart else "works_top"] += 1
        s.building_kind[place], s.building_way[place], s.building_owner[place] = kind, way, owner
        s.building_field[place] = row * s.columns + column
        if keeps_apart:
            s.estate[owner] += 1
            s.bases[owner] += kind in (Building.CASTLE, Building.CAMP)
        else:
            s.works += 1
        if kind == Building.CASTLE:
            castles.setdefault(owner, place)
        s.building_castle[place] = NOBODY if kind == Building.CASTLE else castles.get(owner, NOBODY)
        _cover(s, s.building_at, place + 1, row, column, rows, columns)


def _add_engines(s: Any, cells: Any, layer: int) -> None:
    for letter, row, column, rows, columns in _pieces(cells, lambda cell: cell[layer], ENGINES):
        place = int(s.engine_top)
        s.engine_top, s.engines = place + 1, place + 1
        s.engine_kind[place], s.engine_way[place] = ENGINES[letter][:2]
        s.engine_field[place] = row * s.columns + column
        _cover(s, s.ship_at if layer == 4 else s.siege_at, place + 1, row, column, rows, columns)


def _cover(s: Any, layer: Any, mark: int, row: int, column: int, rows: int, columns: int) -> None:
    for down in range(rows):
        for right in range(columns):
            layer[(row + down) * s.columns + column + right] = mark


def _add_units(s: Any, cells: Any) -> None:
    for row, line in enumerate(cells):
        for column, (*_, letter, spent) in enumerate(line):
            if letter:
                player = int(letter.isupper())
                place = player * MOST_UNITS + int(s.unit_top[player])
                s.unit_top[player] += 1
                s.army[player] += 1
                s.armed[player] = 1
                s.unit_kind[place], s.unit_spent[place] = UNITS[letter.lower()], bool(spent)
                s.unit_field[place] = row * s.columns + column
                s.unit_at[s.unit_field[place]] = place + 1


def _note_rows(s: Any) -> None:
    """The rows of bits: which fields are free, and which are in or around a building that keeps apart."""
    free, near = noted_rows(s)
    s.free[:], s.near[:] = 0, 0
    s.free[: len(free)], s.near[: len(near)] = free, near


def noted_rows(s: Any) -> tuple[list[int], list[int]]:
    """What the rows of bits must be, worked out from all that lies on the map."""
    rows, columns = int(s.rows), int(s.columns)
    free, near = [0] * rows, [0] * rows
    for field in range(rows * columns):
        row, column = divmod(field, columns)
        taken = s.building_at[field] or s.siege_at[field] or s.unit_at[field]
        if s.ground[field] == Ground.GRASS and not taken:
            free[row] |= 1 << column
        if 0 < s.building_at[field] <= WORKS_FROM:
            for r in range(max(row - 1, 0), min(row + 2, rows)):
                for c in range(max(column - 1, 0), min(column + 2, columns)):
                    near[r] |= 1 << c
    return free, near


# --- Looking


def picture(position: Position) -> str:
    """The position as a picture, in the one form that `text` gives too."""
    s = position.state[0]
    columns = int(s.columns)
    cells = [_cell(s, field) for field in range(int(s.rows) * columns)]
    return "\n".join(" ".join(cells[row * columns : (row + 1) * columns]) for row in range(int(s.rows)))


def _cell(s: Any, field: int) -> str:
    found, ship = "", bool(s.ship_at[field])
    if s.building_at[field]:
        place = s.building_at[field] - 1
        kind, way, owner = s.building_kind[place], s.building_way[place], s.building_owner[place]
        letter = next(sign for sign, (k, w, *_) in BUILDINGS.items() if (k, w) == (kind, way))
        found += letter + ("" if letter in "=#H" else str(owner + 1))
    for layer in (s.ship_at, s.siege_at):
        if layer[field]:
            place = layer[field] - 1
            kind, way = s.engine_kind[place], s.engine_way[place]
            found += next(sign for sign, (k, w, *_) in ENGINES.items() if (k, w) == (kind, way))
    if s.unit_at[field]:
        place = s.unit_at[field] - 1
        letter = next(sign for sign, kind in UNITS.items() if kind == s.unit_kind[place])
        found += (letter.upper() if place >= MOST_UNITS else letter) + ("-" if s.unit_spent[place] else "")
    ground = next(sign for sign, kind in GROUNDS.items() if kind == s.ground[field])
    return found if found and ground == ("~" if ship else ".") else ground + found


def text(board: str) -> str:
    """A picture in the form of `picture`."""
    return picture(draw(board))


def fields(position: Position) -> list[tuple[int, int]]:
    """Rows and columns of the fields that may be clicked."""
    columns = int(position.state["columns"][0])
    return [divmod(action, columns) for action in position.actions(position.waiting[0]) if action < FIELD_CAPACITY]


def buttons(position: Position) -> list[str]:
    """The buttons that may be pressed."""
    return [
        position.game.action_name(action)
        for action in position.actions(position.waiting[0])
        if action >= FIELD_CAPACITY
    ]


def told(position: Position, kind: int) -> list[tuple[int, ...]]:
    """The last step's events of a kind, without it."""
    return [event.numbers for event in position.events if event.kind == kind]


def value(position: Position, name: str, which: int | None = None) -> int:
    found = position.state[name][0]
    return int(found if which is None else found[which])


# --- Playing


def play(position: Position, *actions: str | tuple[int, int]) -> Position:
    """Whoever is to act clicks fields, given by row and column, and presses buttons, given by name."""
    columns = int(position.state["columns"][0])
    for action in actions:
        number = action if isinstance(action, str) else action[0] * columns + action[1]
        position.play(position.waiting[0], number)
    return position


def becomes(before: str, *actions: str | tuple[int, int], after: str, **facts: Any) -> Position:
    """After these actions the position is the one in the other picture."""
    position = play(draw(before, **facts), *actions)
    assert picture(position) == text(after)
    return position
