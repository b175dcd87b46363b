"""Whether a map has room for the set-up of both modes (G1): the rules decide, before anything is compiled."""

from types import SimpleNamespace
from typing import cast

from garrison.core.plain import plain
from garrison.errors import BadOption
from garrison.games.siege.rules.ground import NOTHING, fitting
from garrison.games.siege.rules.setup import can_begin_at
from garrison.games.siege.state import ACROSS, Building, Mode, Rules, State
from garrison.games.siege.state.terrain import CORNER, SMALLEST, Ground

fitting_columns, can_begin = plain(fitting), plain(can_begin_at)
BEGINNINGS = {
    Mode.STANDARD: "two castles at distance {} (G23)",
    Mode.SIEGE: "a castle, barracks or a camp, and camps at distance {} (G24)",
}


def check(p: Rules) -> None:
    """Check what ranges of single parameters can't express: G1's conditions on the map."""
    words = obstacle(p)
    if words:
        raise BadOption(f"siege rules: {words}.")


def obstacle(p: Rules) -> str:
    """Why the game can't begin on the map of these parameters, in words; an empty string if it can."""
    rows, columns = int(p.rows), int(p.columns)
    if rows and (columns == 0 or max(rows, columns) < SMALLEST):
        return f"a map of {rows} x {columns} is too small: it must be {SMALLEST} fields long in one direction"
    rules = cast("Rules", SimpleNamespace(**{name: getattr(p, name).tolist() for name in Rules.dtype.names or ()}))
    board = _empty_board(rules, _grass(rules) if rows else _least_grass())
    for mode, words in BEGINNINGS.items():
        rules.mode = mode
        if not any(can_begin(rules, board, row, column) for row, column in _castle_places(board)):
            return f"the map has no room for {words.format(rules.castle_distance)}"
    return ""


def _grass(rules: Rules) -> list[int]:
    """The grass of the map, as one bit per column for each row."""
    lines = [
        rules.ground[first : first + rules.columns] for first in range(0, rules.rows * rules.columns, rules.columns)
    ]
    return [sum(1 << column for column, ground in enumerate(line) if ground == Ground.GRASS) for line in lines]


def _least_grass() -> list[int]:
    """The grass that every map from the seed has, on the smallest of them."""
    left, right = (1 << CORNER) - 1, ((1 << CORNER) - 1) << (SMALLEST - CORNER)
    return [left] * CORNER + [0] * (SMALLEST - 2 * CORNER) + [right] * CORNER


def _empty_board(rules: Rules, grass: list[int]) -> State:
    """The part of a record that the rules of the set-up read; in standard mode coins do not matter."""
    coins = rules.start_coins if rules.mode == Mode.SIEGE else sum(rules.building_cost)
    columns = rules.columns if rules.rows else SMALLEST
    near = [0] * len(grass)
    board = SimpleNamespace(rows=len(grass), columns=columns, free=grass, near=near, coins=[coins, coins])
    return cast("State", board)


def _castle_places(board: State) -> list[tuple[int, int]]:
    """The rows and columns where a first castle fits."""
    fits = [fitting_columns(board, Building.CASTLE, ACROSS, row, NOTHING, NOTHING) for row in range(board.rows)]
    return [(row, column) for row, bits in enumerate(fits) for column in range(board.columns) if bits >> column & 1]
