"""What there is to see, the rules in force, and what may be answered."""

from __future__ import annotations

from garrison.core.engine.grid import DIRECTION_NAMES
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.minefield.show import about, ordinal
from garrison.games.minefield.state import COLUMNS, ROWS, Object, State
from garrison.games.minefield.words.field import SIGNS, enemies_of, enemy_words, place, squares_of

FAR_ROWS, FAR_COLUMNS = 4, 10  # of what is drawn around P


def rules(view: Viewpoint) -> list[str]:
    """What numbers give, how enemies come."""
    p, words = view.parameters, about(view.parameters)
    gifts = "; ".join(
        f"{number} is {p.number_points[number - 1]} points, {p.number_energy[number - 1]} energy, "
        f"{p.number_mines[number - 1]} mines"
        for number in (1, 2, 3)
    )
    return [
        f"Rules: + is a mine. A step costs 1 energy; without any you step every other time unit. {gifts}. "
        "Mines of your own kill you, too; walls come and go.",
        f"X: {words['x']}",
        f"Y: {words['y']}",
    ]


def lines(view: Viewpoint) -> list[str]:
    """P, enemies, numbers and mines with places, and what is around P."""
    p, s = view.parameters, view.state
    limit = f" of {p.time_limit}" if p.time_limit else ""
    rest = f" Enemies rest in every {ordinal(int(p.enemy_rest))} time unit." if p.enemy_rest > 1 else ""
    things = {sign: squares_of(s, thing) for thing, sign in SIGNS.items() if thing not in (Object.EMPTY, Object.WALL)}
    return [
        f"Time {int(s.turn)}{limit}. You at {place(s.player)}, facing {DIRECTION_NAMES[int(s.facing)]}; energy "
        f"{int(s.energy)}, mines {int(s.mines)}, score {int(s.points)}.{rest}",
        f"Enemies: {'; '.join(enemy_words(s, index) for index in enemies_of(s)) or 'none'}.",
        *(f"{sign} at {' '.join(map(place, squares))}." for sign, squares in things.items() if squares),
        *_surroundings(s),
        view.scene.prompt,
    ]


def _surroundings(s: State) -> list[str]:
    """The squares around P, with rulers."""
    row, column = divmod(int(s.player), COLUMNS)
    rows = range(max(row - FAR_ROWS, 0), min(row + FAR_ROWS + 1, ROWS))
    columns = range(max(column - FAR_COLUMNS, 0), min(column + FAR_COLUMNS + 1, COLUMNS))
    signs = {**SIGNS, Object.PLAYER: "P", Object.X: "X", Object.Y: "Y"}
    return [
        *("    " + "".join(f"{number:2}"[digit] for number in columns) for digit in range(2)),
        *(f"{r:3} " + "".join(signs[Object(int(s.squares[r * COLUMNS + c]))] for c in columns) for r in rows),
    ]


def answers(view: Viewpoint) -> list[str]:
    """The buttons and the courses."""
    buttons = " ".join(move.notation for move in view.moves)
    return [
        f"Answer: {buttons}; or go R,C [mine] [stop if an enemy within 3], stay until an enemy within 3, right x4; "
        "several with ; between them."
    ]
