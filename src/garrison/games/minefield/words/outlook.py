"""What is certain about what comes, as walls stand: the ways to numbers, and what enemies do."""

from __future__ import annotations

from garrison.core.engine import memory
from garrison.core.engine.record import MOST_STEPS
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.minefield.state import COLUMNS, ROWS, Press, State
from garrison.games.minefield.words.field import (
    NUMBERS,
    SIGNS,
    depth_of,
    distance,
    enemies_of,
    enemy_within,
    enemy_words,
    layers_from,
    numbers_of,
    place,
    sign_at,
    step_towards,
)

SOON = 20  # time units that are foretold
NEAREST = 5  # numbers to which the way is told, beside the nearest of each kind
MOST_NEAR = 4  # enemies that are named
NEAR, FAR_AWAY = 3, ROWS + COLUMNS  # steps, ignoring walls
STUCK = 4  # time units without a step; longer than a rest


def forecasts(view: Viewpoint) -> list[str]:
    """The ways to numbers and who comes upon P there, and what enemies do if P stays: all of it as walls stand."""
    s = view.state
    if s.over:
        return []
    layers = layers_from(s, int(s.player))
    numbers = [(steps, square) for square in numbers_of(s) if (steps := depth_of(layers, square))]
    nearest = {sign_at(s, goal): (steps, goal) for steps, goal in sorted(numbers, reverse=True)}
    goals = sorted({*sorted(numbers)[:NEAREST], *nearest.values()})
    none = [f"none to any {sign}" for sign in map(SIGNS.__getitem__, NUMBERS) if sign not in nearest]
    ways = [f"{sign_at(s, goal)} at {place(goal)} {steps} steps{_peril(view, goal, steps)}" for steps, goal in goals]
    ahead = [f"If you stay, as walls stand: {_chase(view)}."] if s.enemy_count else []
    return [f"Ways as walls stand: {'; '.join(ways + none)}.", *ahead]


def _peril(view: Viewpoint, goal: int, steps: int) -> str:
    """M10, M11: what keeps P from taking a number when it walks as `go` does, or which enemy is near then."""
    s = view.state
    closest = min((distance(int(s.enemy_squares[index]), int(s.player)) for index in enemies_of(s)), default=FAR_AWAY)
    if closest > 2 * steps + NEAR:
        return ""
    future = _Future(view)
    while not future.s.over and future.s.player != goal:
        action = step_towards(future.s, goal)
        if future.s.squares[goal] not in NUMBERS:
            return f", eaten after {future.time}"
        if action is None:
            return f", blocked after {future.time}"
        future.play(action)
    if future.s.over:
        return f", caught after {future.time}"
    enemy = enemy_within(future.s, NEAR)
    return f", then {enemy}" if enemy else ""


def _chase(view: Viewpoint) -> str:
    """M10: where each enemy gets to, when one arrives, and which one a mine destroys, in the next time units."""
    future, paths = _Future(view), {}
    s = view.state
    for index in enemies_of(s):
        paths[int(s.enemy_serials[index])] = [int(s.enemy_squares[index])]
    names = {int(s.enemy_serials[index]): enemy_words(s, index) for index in enemies_of(s)}
    while not future.s.over and future.time < SOON and future.s.enemy_count:
        future.play(int(Press.STAY))
        for index in enemies_of(future.s):
            paths[int(future.s.enemy_serials[index])].append(int(future.s.enemy_squares[index]))
    left = {int(serial) for serial in future.s.enemy_serials[: int(future.s.enemy_count)]}
    fates = [f"{names[serial]} {_fate(future, path, serial in left)}" for serial, path in paths.items()]
    return f"{'; '.join(fates)}{'' if future.s.over else f' (after {SOON})' if left else ''}"


def _fate(future: _Future, path: list[int], is_left: bool) -> str:
    """What becomes of an enemy whose squares these are, by time."""
    end, time = path[-1], path.index(path[-1])
    if not is_left:
        return f"meets a mine in {len(path)}"
    if end == future.s.player:
        return f"arrives in {future.time}"
    if future.time - time >= STUCK:
        return f"is stuck {f'at {place(end)} from {time} on' if time else 'there'}"
    return f"comes to {place(end)}" if time else "is still there"


def attackers(view: Viewpoint, square: int) -> list[str]:
    """The enemies by how many steps they are from a square, ignoring walls."""
    s = view.state
    steps = sorted((distance(int(s.enemy_squares[index]), square), index) for index in enemies_of(s))
    return [f"{enemy_words(s, index)} is {count} steps away, ignoring walls" for count, index in steps[:MOST_NEAR]]


class _Future:
    """What follows on a copy in which no wall changes and nothing new appears: nothing in it is drawn."""

    def __init__(self, view: Viewpoint) -> None:
        self._rules, self._state = memory.copied(view.game.record), memory.copied(view.position.state)
        for name in ("wall_period", "number_period", "enemy_period", "time_limit"):
            self._rules[name] = 0
        self._rules["max_steps"] = MOST_STEPS
        self._step = view.game.table.direct["step"]
        self.s: State = self._state[0]
        self.time = 0

    def play(self, action: int) -> None:
        """A time unit."""
        self._step(memory.reference(self._rules), memory.reference(self._state), 0, action)
        self.time += 1
