"""The veteran in plain Python, as it was first written: the compiled one must choose the same.

It tries its moves on copies of the position, with the other side's best reply to each. A marshal does the same, with
other numbers, and some look at fewer moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from garrison.core.position import Position
from garrison.games.skirmish.skill import styles
from garrison.games.skirmish.skill.styles import VETERAN
from garrison.games.skirmish.state import NOBODY, SIDES

WON = 10_000.0


@dataclass(frozen=True)
class Line:
    """A move or its beginning: our army minus theirs afterwards, fields gained towards them, first action, result."""

    worth: float
    nearer: int
    first: int
    after: Position


class Board:
    """What stays the same in a move: everybody's side, what each is worth alive, how cautious the bot is."""

    def __init__(self, position: Position, style: int) -> None:
        p, s = position.game.record[0], position.state[0]
        self.unit, self.at_once = float(styles.UNIT[style]), float(styles.AT_ONCE[style])
        self.approach = self.unit * float(styles.APPROACH[style])
        self.weights = [int(styles.HEALTH_WORTH[style, kind - 1]) for kind in s.kinds[: int(s.count)].tolist()]
        self.paths, self.answers = int(styles.WIDTH[style]), int(styles.WIDTH_OF_REPLIES[style])
        self.width, self.count = int(s.width), int(s.count)
        kinds = s.kinds[: self.count].tolist()
        self.sides = [int(SIDES[kind]) for kind in kinds]
        self.worth = [self.unit * _power(p, kind - 1) + int(styles.LIFE_WORTH[style, kind - 1]) for kind in kinds]
        falling = float(styles.CAUTION[style]) - int(s.moves) / float(styles.PATIENCE[style])
        self.caution = max(float(styles.LEAST_CAUTION[style]), falling)

    def healths(self, position: Position) -> list[int]:
        """Everybody's health."""
        found: list[int] = position.state["health"][0, : self.count].tolist()
        return found

    def value(self, position: Position, player: int) -> float:
        """How much better a player's army is than the other one."""
        if position.outcome:
            winners = position.outcome.winners
            return self.unit * (WON if player in winners else -WON) if winners else 0.0
        armies = [0.0, 0.0]
        healths = self.healths(position)
        for side, worth, weight, health in zip(self.sides, self.worth, self.weights, healths, strict=True):
            if health:
                armies[side] += weight * health + worth
        return armies[player] - armies[1 - player]

    def gap(self, position: Position, who: int) -> int:
        """How far somebody is from the nearest enemy, in steps; 0 if there is none."""
        fields = position.state["fields"][0, : self.count].tolist()
        row, column = divmod(fields[who], self.width)
        others = [fields[other] for other in range(self.count) if self.sides[other] != self.sides[who]]
        ways = (max(abs(at // self.width - row), abs(at % self.width - column)) for at in others if at != NOBODY)
        return min(ways, default=0) if fields[who] != NOBODY else 0


def choose(position: Position, player: int, dice: Random, style: int = VETERAN) -> int:
    """The first action of the move whose best reply does the least harm."""
    board = Board(position, style)
    most, is_bold = int(styles.LINES[style]), styles.RETREATS[style] == 0
    forward = _best(_lines(board, position, player, board.paths, board.approach), board.approach)
    lines = forward[:most] + _one_of_each(forward[most:])
    if not is_bold:
        lines += _one_of_each(_best(_lines(board, position, player, board.paths, -board.approach), -board.approach))
    chance = board.unit * float(styles.CHANCE[style, player])
    return max(lines, key=lambda line: _outlook(board, line, player) + chance * dice.random()).first


def _one_of_each(lines: list[Line]) -> list[Line]:
    """The first line with each first action."""
    found: dict[int, Line] = {}
    for line in lines:
        found.setdefault(line.first, line)
    return list(found.values())


def _best(lines: list[Line], approach: float) -> list[Line]:
    """Lines in order, the best first; a field nearer to the enemy may count as negative."""
    return sorted(lines, key=lambda line: line.worth + approach * line.nearer, reverse=True)


def _outlook(board: Board, line: Line, player: int) -> float:
    """What a move is worth after the other side's reply, plus half of what it is worth at once."""
    other, value = 1 - player, line.worth + board.approach * line.nearer
    if line.after.over or other not in line.after.waiting:
        return (board.at_once + board.caution) * value
    answers = _lines(board, line.after, other, board.answers, board.approach)
    return board.at_once * value - board.caution * max(answer.worth for answer in answers)


def _lines(board: Board, position: Position, player: int, width: int, approach: float) -> list[Line]:
    """Good complete moves of everybody who may move; a move already begun is only completed."""
    if position.state["chosen"][0] != NOBODY:
        return _ways(board, position, player, width, approach)
    found = []
    for action in position.actions(player):
        start = position.copy()
        start.play(player, action)
        found += [replace(line, first=action) for line in _ways(board, start, player, width, approach)]
    return found


def _ways(board: Board, start: Position, player: int, width: int, approach: float) -> list[Line]:
    """Paths of the chosen character: from step to step only the most promising are followed."""
    who = int(start.state["chosen"][0])
    far, seen = board.gap(start, who), set()
    done: list[Line] = []
    edge = [Line(0, 0, NOBODY, start)]
    while edge:
        grown: list[Line] = []
        for line in edge:
            for action in _steps(board, line.after, player, who):
                after = line.after.copy()
                after.play(player, action)
                is_over = after.over or after.state["chosen"][0] == NOBODY
                key = (is_over, int(after.state["fields"][0, who]), tuple(board.healths(after)))
                if key not in seen:
                    seen.add(key)
                    first = action if line.first == NOBODY else line.first
                    reached = Line(board.value(after, player), far - board.gap(after, who), first, after)
                    (done if is_over else grown).append(reached)
        edge = _best(grown, approach)[:width]
    return done


def _steps(board: Board, position: Position, player: int, who: int) -> list[int]:
    """Where the chosen character may step; of the friends it could stop on, only itself."""
    standing, own = position.state["standing"][0], int(position.state["fields"][0, who])
    return [
        field
        for field in position.actions(player)
        if field == own or not standing[field] or board.sides[standing[field] - 1] != player
    ]


def _power(p, kind: int) -> float:
    """What a character can do in a move, in points of health."""
    times = int(p.steps[kind]) if p.strikes_each_step[kind] else 1
    return float(int(p.attack[kind]) * times + int(p.healing) * int(p.heals[kind]))
