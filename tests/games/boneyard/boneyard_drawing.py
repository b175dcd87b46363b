"""Positions of Boneyard as pictures: five rows of five cells. A cell is `.` or some of these, without a blank:

    @              the hero (without one it stands in the lower right corner)
    R>             a skeleton: its colour (P Y R B G), then the way it faces (^ > v <); it is the kind from above
    R>l R>r        one of the kind from the left or right; a `!` after it: a labyrinth holds it
    / \\ D C T X    wall, wall, dragon, catapult, treasure, bomb
    L H I S O E    labyrinth, hearse, palisade, spring, portal, skeleton in distress
    A^ F>          ballista and fan, with the way they face
    /1 D+          a number after a trap: its uses, if they are not all there; a plus: it has a shield
    o              a crater

Skeletons in the forest are listed below the rows, as `forest: P> Gv`: there they face as their kind does at first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from garrison import load
from garrison.core.engine import rng
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.games.boneyard.state import FIELD_COUNT, FOREST, Phase, Trap

SIGNS = "^>v<"
COLOURS = "PYRBG"
# The rulebook's tables, written down a second time on purpose.
KINDS = {
    **{f"{colour}v": kind for kind, colour in enumerate("PYRBG")},
    **{f"{colour}>": kind for kind, colour in enumerate("GBRYP", 5)},
    **{f"{colour}<": kind for kind, colour in enumerate("PYRBG", 10)},
}
NAMES = {number: name for name, number in KINDS.items()}
ENTRIES = dict(enumerate([0, 1, 2, 3, 4, 0, 5, 10, 15, 20, 4, 9, 14, 19, 24]))
TRAPS = ["", *(trap.name.lower() for trap in Trap)]
USES = dict(zip(TRAPS, [0, 2, 2, 2, 1, 1, 0, 0, 2, 2, 2, 2, 1, 1, 0], strict=True))
POINTS = dict(zip(TRAPS, [0, 1, 2, 2, 3, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1], strict=True))
LETTERS = {
    "D": Trap.DRAGON,
    "C": Trap.CATAPULT,
    "T": Trap.TREASURE,
    "X": Trap.BOMB,
    "L": Trap.LABYRINTH,
    "H": Trap.HEARSE,
    "I": Trap.PALISADE,
    "S": Trap.SPRING,
    "O": Trap.PORTAL,
    "A": Trap.BALLISTA,
    "F": Trap.FAN,
    "E": Trap.DISTRESS,
}
MARKS = {int(trap): letter for letter, trap in LETTERS.items()}
CORNER = FIELD_COUNT - 1
ORIGINS = {"": "v", "l": ">", "r": "<"}
PART = re.compile(r"(@)|(o)|([PYRBG])([\^>v<])([lr]?)(!?)|([/\\DCTXLHISOEAF])([\^>v<]?)(\d*)(\+?)")
QUIET = {"spawns": 0, "first_spawns": 0, "layers": 90, "houses": 90}  # so that a picture stays as it is drawn


def parts_of(cell: str) -> list[tuple[str, ...]]:
    """The parts of a cell; anything unknown is an error."""
    found = [] if cell == "." else PART.findall(cell)
    assert "".join("".join(part) for part in found) == cell.replace(".", ""), f"what is {cell!r}?"
    return found


def split(text: str) -> tuple[list[str], list[int]]:
    """The 25 cells of a picture and the kinds in its forest."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    forest = [line.removeprefix("forest:").split() for line in lines if line.startswith("forest:")]
    rows = [line.split() for line in lines if not line.startswith("forest:")]
    rows += [["."] * 5] * (5 - len(rows))
    assert all(len(row) == 5 for row in rows), "a row has five cells"
    return [cell for row in rows for cell in row], [KINDS[name] for names in forest for name in names]


GAMES: dict[str, Game] = {}


def game_with(players: int, rules: Mapping[str, Any]) -> Game:
    """The game with these rules; loaded once, because that takes time."""
    name = f"{players} {sorted(rules.items())}"
    if name not in GAMES:
        GAMES[name] = load("boneyard", variant="former", players=players, rules=rules)
    return GAMES[name]


def draw(*boards: str, players: int = 2, rules: Mapping[str, Any] | None = None, chance: Sequence = ()) -> Position:
    """The position in the pictures, a board each, before phase 2; players without a picture have an empty board."""
    position = game_with(players, {**QUIET, **(rules or {})}).new()
    s = position.state[0]
    s.phase, s.stash[:] = Phase.TRAPS, 0
    for who in range(players):
        fill(s, who, boards[who] if who < len(boards) else ".  .  .  .  .")
    if chance:
        s.rng = rng.state_giving(chance)
    return position


def fill(s: Any, who: int, text: str) -> None:
    """Put a picture into a player's part of a record."""
    cells, forest = split(text)
    s.heroes[who] = CORNER
    for field, cell in enumerate(cells):
        for hero, crater, colour, heading, origin, held, letter, facing, uses, shield in parts_of(cell):
            if hero:
                s.heroes[who] = field
            elif crater:
                s.craters[who] |= 1 << field
            elif colour:
                add(s, who, KINDS[colour + ORIGINS[origin]], field, SIGNS.index(heading), bool(held))
            else:
                put(s, who, field, letter, facing, uses, bool(shield))
    for kind in forest:
        add(s, who, kind, FOREST, SIGNS.index(NAMES[kind][1]))


def add(s: Any, who: int, kind: int, place: int, heading: int, held: bool = False) -> None:
    """One more skeleton."""
    i = int(s.counts[who])
    s.counts[who] += 1
    s.numbers[who, i] = s.numbers_given[who]
    s.numbers_given[who] += 1
    s.kinds[who, i], s.places[who, i], s.headings[who, i], s.held[who, i] = kind, place, heading, held


def put(s: Any, who: int, field: int, letter: str, facing: str, uses: str, shield: bool) -> None:
    """A trap on a field."""
    trap = Trap.WALL if letter in "/\\" else LETTERS[letter]
    s.traps[who, field] = trap
    s.uses[who, field] = int(uses) if uses else USES[TRAPS[trap]]
    s.facings[who, field] = "/\\".index(letter) if trap == Trap.WALL else SIGNS.index(facing) if facing else 0
    s.trapped[who] |= 1 << field
    s.where[who, trap] |= 1 << field
    s.shielded[who] |= shield << field


def picture(position: Position, who: int = 0) -> str:
    """A player's board as a picture, in the one form that `text` gives too."""
    s = position.state[0]
    cells = [list[str]() for _ in range(FIELD_COUNT)]
    cells[int(s.heroes[who])].append("@")
    forest = []
    for field in range(FIELD_COUNT):
        cells[field] += ["o"] if int(s.craters[who]) >> field & 1 else []
        cells[field] += [trap_text(s, who, field)] if s.traps[who, field] else []
    for i in range(int(s.counts[who])):
        if s.places[who, i] == FOREST:
            forest.append(int(s.kinds[who, i]))
        elif s.places[who, i] < FOREST:  # not on its way from above to a graveyard
            cells[int(s.places[who, i])].append(skeleton_text(s, who, i))
    rows = [" ".join("".join(sorted(cell)) or "." for cell in cells[row * 5 : row * 5 + 5]) for row in range(5)]
    return "\n".join([*rows, *(["forest: " + " ".join(NAMES[kind] for kind in sorted(forest))] if forest else [])])


def trap_text(s: Any, who: int, field: int) -> str:
    trap, uses, facing = int(s.traps[who, field]), int(s.uses[who, field]), int(s.facings[who, field])
    letter = (
        "/\\"[facing]
        if trap == Trap.WALL
        else MARKS[trap] + (SIGNS[facing] if trap in (Trap.BALLISTA, Trap.FAN) else "")
    )
    shield = "+" if int(s.shielded[who]) >> field & 1 else ""
    return letter + (str(uses) if uses != USES[TRAPS[trap]] else "") + shield


def skeleton_text(s: Any, who: int, i: int) -> str:
    name = NAMES[int(s.kinds[who, i])]
    origin = {"v": "", ">": "l", "<": "r"}[name[1]]
    return name[0] + SIGNS[s.headings[who, i]] + origin + ("!" if s.held[who, i] else "")


def text(board: str) -> str:
    """A picture in the form of `picture`."""
    cells, forest = split(board)
    if not any("@" in cell for cell in cells):
        cells[CORNER] = "@" + cells[CORNER].replace(".", "")
    cells = ["".join(sorted("".join(part) for part in parts_of(cell))) or "." for cell in cells]
    rows = [" ".join(cells[row * 5 : row * 5 + 5]) for row in range(5)]
    return "\n".join([*rows, *(["forest: " + " ".join(NAMES[kind] for kind in sorted(forest))] if forest else [])])


# --- Playing


def after(position: Position, *answers: str) -> Position:
    """Everybody passes in phase 2, the skeletons move, and the questions get these answers, in order."""
    for who in position.waiting:
        position.play(who, "pass")
    return answered(position, *answers)


def answered(position: Position, *answers: str) -> Position:
    """The questions get these answers, in order; a question that is left is an error."""
    left = list(answers)
    while asked(position):
        assert left, f"nobody answers: {position.scene(position.waiting[0]).prompt}"
        position.play(position.waiting[0], left.pop(0))
    assert not left, f"nobody asked: {left}"
    return position


def asked(position: Position) -> tuple[int, ...]:
    """Who has to answer a question."""
    asks = position.state["asks"][0]
    return tuple(who for who in position.waiting if asks[who])


def stocked(position: Position, *traps: str, who: int = 0) -> Position:
    """The position with these traps in a player's stash."""
    for trap in traps:
        position.state["stash"][0, who, TRAPS.index(trap)] += 1
    return position


def placed(position: Position, trap: str, *way: str | int, who: int = 0) -> Position:
    """Place a trap from the stash: buttons, then the field; the others pass."""
    stocked(position, trap, who=who)
    for action in (trap, *way):
        position.play(who, action)
    for other in position.waiting:
        if other != who and not asked(position):
            position.play(other, "pass")
    return position


def field(row: int, column: int) -> int:
    return row * 5 + column


def told(position: Position) -> list[str]:
    """The last step's events in words."""
    return [position.game.describe(event) for event in position.events]


def value(position: Position, name: str, who: int = 0) -> int:
    return int(position.state[name][0, who])


def stash(position: Position, who: int = 0) -> dict[str, int]:
    counts = position.state["stash"][0, who]
    return {TRAPS[trap]: int(counts[trap]) for trap in Trap if counts[trap]}
