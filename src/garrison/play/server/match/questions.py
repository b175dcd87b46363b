"""Playing by text: a typed line is a question about the position, or a move in words."""

from __future__ import annotations

from garrison.play.server.match.connection import Connection
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.wire.messages import Answered, Ask
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.study_messages import NamedMoveView
from garrison.play.server.work.visitor import visitor

WATCHER = -1
LONGEST = 2000  # characters of a line
NOTHING_MORE = "The game is over: nothing can be played any more."


async def answer(match: LiveMatch, connection: Connection, question: Ask, sentences: int) -> Answered:
    """What a line comes to, from what its player may know; `sentences` were told since that player's last move."""
    if len(question.line) > LONGEST:
        raise Refusal("illegal", f"A line has at most {LONGEST:,} characters, not {len(question.line):,}.")
    moment, player = match.journal.moment, question.player
    position = moment.public if player == WATCHER else moment.position.known_to(player, seed=1)
    log = match.audience.broadcast.log()
    since = log[-sentences:] if sentences > 0 else []
    number, key = match.journal.told(connection.players), f"{id(connection)} {player}"
    reply = await match.thinking.read(position, player, question.line, since, key, match.id, [visitor().address])
    if match.journal.is_over and reply.action >= 0:
        return Answered(question.id, player, number, NOTHING_MORE, -1, False, [])
    moves = [] if match.journal.is_over else [NamedMoveView(*move) for move in reply.moves]
    return Answered(question.id, player, number, reply.text, reply.action, reply.goes_on, moves)
