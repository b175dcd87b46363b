"""What those who watch a match are told: scenes and patches, sentences, moves. Scenes cost milliseconds, so that there
is one for each position and player, made when somebody looks, and at most thirty or so a second for a match."""

from __future__ import annotations

import asyncio
import time

from garrison.core.errors import GarrisonError
from garrison.core.position import Position
from garrison.core.replay import Reel, Replay
from garrison.play.server import messages
from garrison.play.server.journal import Journal, Pending
from garrison.play.server.patching import Data, patch
from garrison.play.server.presence import Presence
from garrison.play.server.wire import encode

LONGEST_LOG = 120  # sentences that somebody who joins is told
LOOK_BACK = 60  # actions from which they are taken


class Broadcast:
    """Tells those who watch one match what happens in it."""

    def __init__(self, journal: Journal, presence: Presence, updates_a_second: float) -> None:
        self._journal, self._presence = journal, presence
        self._interval = 1 / updates_a_second
        self._log: list[str] | None = None  # the latest sentences; None: not known
        self._fresh: list[tuple[int, str]] = []  # sentences since the last update, with the entry's number
        self._undone = False
        self._scenes: dict[int, Data] = {}  # of the position `_scenes_of`, by player
        self._scenes_of: Position | None = None
        self._last = 0.0
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def committed(self, entry: Pending) -> None:
        """An entry is on disk: tell those who want moves now, and those who want scenes soon."""
        self._tell_moves(entry.number, [[entry.player, entry.action]])
        if any(connection.wants_scenes for connection in self._presence.connections):
            self._note(entry)
            self._soon()
        else:
            self._log = None

    def _tell_moves(self, number: int, entries: list[list[int]]) -> None:
        wanting = [one for one in self._presence.connections if not one.wants_scenes]
        text = encode(messages.Moves(number, entries)) if wanting else ""
        for connection in wanting:
            connection.send(text)

    def _note(self, entry: Pending) -> None:
        if entry.is_undo or self._log is None:
            self._begin_log()
        else:
            told = entry.position.sentences
            self._log += told
            del self._log[:-LONGEST_LOG]
            self._fresh += [(entry.number, sentence) for sentence in told]

    def _begin_log(self) -> None:
        self._log = recent_log(self._journal)
        self._undone, self._fresh = True, []

    def read_again(self, since: int) -> None:
        """The match was read from disk again, where it had come further than `since`: tell what was missed."""
        number = self._journal.shown_number
        if number > since:
            self._tell_moves(number, self._journal.entries[since:number])
        self._log, self._scenes_of = None, None
        if any(connection.wants_scenes for connection in self._presence.connections):
            self._begin_log()
            self._soon()

    def log(self) -> list[str]:
        """The latest sentences."""
        if self._log is None:
            self._log = recent_log(self._journal)
        return list(self._log)

    def scene(self, player: int, position: Position) -> Data:
        """What a player sees of a position; made once for all who see it."""
        if self._scenes_of is not position:
            self._scenes_of, self._scenes = position, {}
        if player not in self._scenes:
            self._scenes[player] = position.scene(player).to_data()
        return self._scenes[player]

    def changed(self, match: messages.MatchView) -> None:
        """Something about the match has changed besides its history."""
        text = encode(messages.Changed(match))
        for connection in self._presence.connections:
            connection.send(text)

    def stop(self) -> None:
        """Nobody is to be told any more."""
        if self._task is not None:
            self._task.cancel()

    # --- Updates.

    def _soon(self) -> None:
        """Have everybody's scene brought up to date, unless that is under way."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._bring_up_to_date())

    async def _bring_up_to_date(self) -> None:
        while self._again:
            wait = self._last + self._interval - time.monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            self._again, self._last = False, time.monotonic()
            await self._update()

    async def _update(self) -> None:
        """One update for everybody, with everything since the last one."""
        fresh, self._fresh = self._fresh, []
        undone, self._undone = self._undone, False
        number, position = self._journal.shown_number, self._journal.shown
        everything, undoable = self.log() if undone else [], self._journal.undoable
        texts: dict[tuple[int, int, int], str] = {}
        for connection in [one for one in self._presence.connections if one.wants_scenes]:
            if connection.scene is None or connection.number > number:
                continue  # it has joined meanwhile and knows more
            player = connection.viewer(position)
            new, key = self.scene(player, position), (connection.number, connection.seen_as, player)
            if key not in texts:
                log = everything if undone else [line for at, line in fresh if at > connection.number]
                texts[key] = encode(messages.Update(number, log, patch(connection.scene, new), undoable, undone))
                await asyncio.sleep(0)  # others get their answers in between
            connection.shown(number, new, player)
            connection.send(texts[key])


def recent_log(journal: Journal) -> list[str]:
    """The sentences of the last actions that are on disk."""
    replay = journal.history.replay
    moves = replay.moves[: journal.shown.steps]
    first = max(len(moves) - LOOK_BACK, 0)
    position = Reel(Replay(replay.game, replay.seed, moves[:first])).go(first)
    lines: list[str] = []
    for move in moves[first:]:
        try:
            position.play(move.player, move.action)
        except GarrisonError:
            break  # rules of another version: what can't be followed can't be told
        lines += position.sentences
    return lines[-LONGEST_LOG:]
