"""The keeper in plain Python, as it was first written: the compiled one must choose the same.

It tries its choices on a copy of its own board and sees how safe it would be.

It looks only at what everybody sees: its practice leaves out the skeletons to come and other players' choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from garrison.core.engine.record import layout
from garrison.core.game import Game, game_with
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.boneyard.rules.ground import FIELD_COUNT, REFLECTED, TOWER, VILLAGE, next_place, opposite
from garrison.games.boneyard.state import ABOVE, EACH, MOST_PLAYERS, Ask, Press, State, Trap

FIRST_WORTH = 40.0  # the worth of the last layer or house: without it everything is lost
WORTH = (FIRST_WORTH, 14.0, 8.0, 6.0, 5.0)  # the worth of the last layer or house, the last but one, ...
PATIENCE = 0.8  # by this factor a loss counts less for each step it is away
HORIZON = 9  # steps that a skeleton is followed for
ESCAPE = {  # how much of the danger is left when a skeleton's path leads over such a trap
    Trap.DRAGON: 0.15,
    Trap.CATAPULT: 0.05,
    Trap.BOMB: 0.0,
    Trap.HEARSE: 0.05,
    Trap.PORTAL: 0.35,
    Trap.PALISADE: 0.5,
}
KEPT = 0.6  # what a trap's point is worth during the game
WIDTH, DEPTH = 6, 1  # this many of the best choices are tried this many rounds further
PER_PLAYER = tuple(number.name for number in layout(State).numbers if number.shape[:1] == (EACH,))


def choose(position: Position, player: int, dice: Random) -> int:
    """The action after which its own board looks best."""
    s = position.state[0]
    if s.asks[player] == Ask.GRAVEYARD:
        return int(Press.GRAVEYARD_1) + _strongest(position, player)
    start = _practice(position, player)
    tried = []
    for series in _series(position, player):
        after = _end_of_round(start.copy(), series)
        tried.append((value(after) + dice.random() * 1e-3, series[0], after))
    tried.sort(key=lambda trial: trial[0], reverse=True)
    return max(tried[:WIDTH], key=lambda trial: _outlook(trial[2], DEPTH) + 1e-3 * trial[0])[1]


def _outlook(position: Position, depth: int) -> float:
    """How good the board can be after further rounds in which only the hero acts."""
    if depth == 0 or position.over:
        return value(position)
    return max(_outlook(_end_of_round(position.copy(), [step]), depth - 1) for step in position.actions(0))


def _strongest(position: Position, player: int) -> int:
    """The other player with the most points."""
    scores = position.scores
    return max((other for other in range(len(scores)) if other != player), key=lambda other: scores[other])


def _series(position: Position, player: int) -> Iterator[list[int]]:
    """Every complete choice, as a series of actions."""
    for action in position.actions(player):
        further = position.copy()
        further.state["waiting"] |= 1 << MOST_PLAYERS  # somebody's choice is always missing: nothing is resolved
        further.play(player, action)
        if player not in further.waiting:
            yield [action]
        else:
            yield from ([action, *rest] for rest in _series(further, player) if rest != [Press.PASS])


# --- Practice


@lru_cache(maxsize=16)
def _practice_game(game: Game) -> Game:
    """The same rules for one or two players, without new skeletons and without an end."""
    endless = dict.fromkeys(("max_rounds", "solo_rounds", "max_steps"), 10**9)
    rules = {**game.parameters, **endless, "players": min(game.players, 2), "spawns": 0, "first_spawns": 0}
    return game_with(game.name, rules, "practice")


def _practice(position: Position, player: int) -> Position:
    """Its own board in seat 0, and an empty one in seat 1."""
    start = _practice_game(position.game).new()
    own, s = position.state[0], start.state[0]
    for name in PER_PLAYER:
        s[name][0] = own[name][player]
    s.phase = own.phase
    s.waiting = 1 if own.asks[player] else (1 << start.game.players) - 1
    return start


def _end_of_round(position: Position, series: list[int]) -> Position:
    """The position after a choice and everything up to the end of the round."""
    turn = position.state["turn"][0]
    for action in series:
        position.play(0, action)
    while not position.over and position.state["turn"][0] == turn:
        player = position.waiting[-1]
        position.play(player, _default(position, player, series[-1]))
    return position


def _default(position: Position, player: int, last: int) -> int:
    """What to do in practice for the rest of the round."""
    legal = position.actions(player)
    return last if last in legal and last > Press.PASS else int(Press.PASS) if Press.PASS in legal else legal[0]


# --- How good a board is


def value(position: Position) -> float:
    """What stands, minus what is in danger, plus the traps."""
    p, s = position.game.record[0], position.state[0]
    layers, houses = int(s.layers[0]), int(s.houses[0])
    if layers == 0 or houses == 0:
        return -1000.0
    total = sum(_worth(number) for number in range(layers)) + sum(_worth(number) for number in range(houses))
    dangers = sorted(_dangers(p, s), reverse=True)
    lost = {TOWER: layers, VILLAGE: houses}
    for share, goal in dangers:
        lost[goal] -= 1
        total -= share * _worth(max(lost[goal], 0))
    return total + KEPT * _trap_points(p, s)


def _worth(number: int) -> float:
    return WORTH[min(number, len(WORTH) - 1)]


def _trap_points(p: Any, s: Any) -> int:
    points = [0, *p.points.tolist()]
    in_stash = sum(count * worth for count, worth in zip(s.stash[0].tolist(), points, strict=True))
    return in_stash + sum(points[trap] for trap in s.traps[0].tolist())


def _dangers(p: Any, s: Any) -> Iterator[tuple[float, int]]:
    """For each skeleton on its way to the tower or the village: how great a loss it threatens, and where."""
    traps, facings, arrows = s.traps[0].tolist(), s.facings[0].tolist(), p.arrows.tolist()
    count = int(s.counts[0])
    rows = zip(s.kinds[0, :count].tolist(), s.places[0, :count].tolist(), s.headings[0, :count].tolist(), strict=True)
    for kind, place, heading in rows:
        share, goal = _way(kind, place, heading, traps, facings, arrows)
        if share > 0:
            yield share, goal


def _way(kind: int, place: int, heading: int, traps: list, facings: list, arrows: list) -> tuple[float, int]:
    """Follow a skeleton over arrows, walls and springs: how great a loss it threatens, and where."""
    share = 1.0
    for _ in range(HORIZON):
        target = int(plain(next_place)(kind, place, heading))
        share *= PATIENCE
        if target == TOWER:
            hit = traps[TOWER] == Trap.BALLISTA and plain(opposite)(heading) == facings[TOWER]
            return (0.0 if hit else share), TOWER
        if target == VILLAGE:
            return share, VILLAGE
        if target >= FIELD_COUNT:
            return 0.0, ABOVE
        trap = traps[target]
        share *= ESCAPE.get(trap, 1.0)
        if trap == Trap.WALL:
            heading = int(REFLECTED[facings[target], heading])
            share /= PATIENCE  # it moves on in the same move
        elif arrows[target]:
            heading = arrows[target] - 1
        if share < 0.01:
            return 0.0, ABOVE
        place = target
    return 0.0, ABOVE
