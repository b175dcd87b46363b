"""What the last move touched, for somebody who comes back to a match in the middle of it: a move may take several
actions, and a scene marks only what the last of them touched."""

from __future__ import annotations

from garrison.core.position import Position
from garrison.play.history import History
from garrison.play.server.store.secrecy import Standing
from garrison.play.server.wire.messages import TrailBoard, TrailStep

MOST = 12  # actions of a move; each takes a scene


def trail(history: History, moment: Standing, player: int) -> list[TrailStep]:
    """How the position was before each action of the last move that everybody knows, and after it, through a player's
    eyes. Choices that wait for others' make no difference to it."""
    last = moment.public.steps
    if history.game.facts.tick_ms or history.game.players == 1 or not 0 < last <= len(history.moves):
        return []
    first = last - 1
    while first > max(last - MOST, 0) and history.moves[first - 1].player == history.moves[last - 1].player:
        first -= 1
    begin = [_step(history.game.new(history.replay.seed), player)] if first == 0 else []
    return begin + [_step(position, player) for position in history.lately(max(first - 1, 0), last)]


def skipped(history: History, start: int, last: int, player: int) -> list[TrailStep]:
    """How the position was between two that somebody was shown one right after the other: what is told at most so many
    times a second may be several actions at once, of a whole move or of several."""
    if history.game.facts.tick_ms or history.game.players == 1:
        return []
    first = max(start, last - MOST, 0)
    return [_step(position, player) for position in history.lately(first, min(last, len(history.moves)) - 1)]


def _step(position: Position, player: int) -> TrailStep:
    boards = {
        str(place): TrailBoard(owner=board.owner, marked_fields=list(board.marked_fields))
        for place, board in enumerate(position.scene(player).boards)
    }
    return TrailStep(waiting=list(position.waiting), boards=boards)
