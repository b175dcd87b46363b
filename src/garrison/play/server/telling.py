"""What people are told of a match: views of it, scenes and patches, sentences. Scenes cost milliseconds, so that there
is one for each position and view, made when somebody looks, and at most some thirty a second for a match."""

from __future__ import annotations

import asyncio
import time

import msgspec

from garrison.core.errors import GarrisonError
from garrison.core.position import Position
from garrison.core.replay import Reel, Replay
from garrison.play.server import messages
from garrison.play.server.live import Live, Written
from garrison.play.server.patching import Data, patch
from garrison.play.server.wire import encode

LONGEST_LOG = 120  # sentences that somebody who joins is told
LOOK_BACK = 60  # actions from which they are taken


def match_view(live: Live, left: dict[int, int] | None = None, waits: bool = False) -> messages.MatchView:
    """A match without its position."""
    info, facts, over = live.info, live.info.game.facts, live.shown.outcome
    times = left or {}
    sitting = [
        messages.SeatView(
            player,
            facts.seats[player],
            seat.kind,  # type: ignore[arg-type]
            seat.name,
            seat.bot,
            live.is_present(player) or (seat.is_bot and seat.kind == "bot"),
            times.get(player, msgspec.UNSET),
        )
        for player, seat in enumerate(live.seats)
    ]
    return messages.MatchView(
        info.id,
        info.game.name,
        facts.title,
        info.variant,
        info.options,
        sitting,
        live.shown_number,
        live.status,  # type: ignore[arg-type]
        info.sentence,
        info.private,
        info.undo,
        live.undoable,
        info.timer_ms,
        info.tick_ms,
        list(facts.tick_range),
        info.paused,
        waits,
        info.created,
        list(over.winners) if over else [],
        list(live.shown.scores) if over else [],
    )


def sentences(position: Position) -> list[str]:
    """What the last step did, in sentences."""
    scene = position.game.entry.module("show")
    return [scene.describe(event) for event in position.events if event.kind.told]


class Telling:
    """Tells those who watch one match what happens in it."""

    def __init__(self, live: Live, updates_a_second: float) -> None:
        self.live = live
        self.interval = 1 / updates_a_second
        self.log: list[tuple[int, str]] | None = None  # sentences with their step; None: not known
        self._fresh: list[tuple[int, str]] = []  # sentences since the last update, with the event's number
        self._undone = False
        self._views: dict[int, Data] = {}  # of the position `_views_of`, by player
        self._views_of: Position | None = None
        self._last = 0.0
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def happened(self, entry: Written) -> None:
        """An event is on disk: tell those who want moves now, and those who want scenes soon."""
        scenes = moves = False
        for connection in self.live.connections:
            scenes, moves = scenes or connection.wants_scenes, moves or not connection.wants_scenes
        if moves:
            row = entry.row
            text = encode(messages.Moves(row["number"], [[row["player"], row["action"]]]))
            for connection in self.live.connections:
                if not connection.wants_scenes:
                    connection.send(text)
        if scenes:
            self._note(entry)
            self.soon()
        else:
            self.log = None

    def _note(self, entry: Written) -> None:
        if entry.is_undo or self.log is None:
            self.log = recent_log(self.live)
            self._undone, self._fresh = True, []
        else:
            told = sentences(entry.position)
            step = entry.position.steps
            self.log += [(step, sentence) for sentence in told]
            del self.log[:-LONGEST_LOG]
            self._fresh += [(entry.row["number"], sentence) for sentence in told]

    def missed(self, since: int) -> None:
        """Events came from elsewhere: tell those who want moves."""
        number = self.live.shown_number
        text = encode(messages.Moves(number, self.live.played[since:number]))
        for connection in self.live.connections:
            if not connection.wants_scenes:
                connection.send(text)

    def restart(self) -> None:
        """The match was read from disk anew."""
        self.log, self._views_of = None, None
        if any(connection.wants_scenes for connection in self.live.connections):
            self.log = recent_log(self.live)
            self._undone, self._fresh = True, []
            self.soon()

    def lines(self) -> list[str]:
        """The latest sentences."""
        if self.log is None:
            self.log = recent_log(self.live)
        return [sentence for _, sentence in self.log]

    def view(self, player: int, position: Position) -> Data:
        """What a player sees of a position; made once for all who see it."""
        if self._views_of is not position:
            self._views_of, self._views = position, {}
        if player not in self._views:
            self._views[player] = position.scene(player).to_data()
        return self._views[player]

    def soon(self) -> None:
        """Have everybody's scene brought up to date, unless that is under way."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._bring_up_to_date())

    def stop(self) -> None:
        """Nobody is to be told any more."""
        if self._task is not None:
            self._task.cancel()

    async def _bring_up_to_date(self) -> None:
        while self._again:
            wait = self._last + self.interval - time.monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            self._again, self._last = False, time.monotonic()
            await self._update()

    async def _update(self) -> None:
        """One update for everybody, with everything since the last one."""
        fresh, self._fresh = self._fresh, []
        undone, self._undone = self._undone, False
        number, position, everything = self.live.shown_number, self.live.shown, self.lines() if undone else []
        undoable = self.live.undoable
        texts: dict[tuple[int, int, int], str] = {}
        for connection in [one for one in self.live.connections if one.wants_scenes]:
            if connection.view is None or connection.number > number:
                continue  # it has joined meanwhile and knows more
            player = connection.viewer(position)
            new, key = self.view(player, position), (connection.number, connection.seen_as, player)
            if key not in texts:
                log = everything if undone else [line for at, line in fresh if at > connection.number]
                texts[key] = encode(messages.Update(number, log, patch(connection.view, new), undoable, undone))
                await asyncio.sleep(0)  # others get their answers in between
            connection.view, connection.number, connection.seen_as = new, number, player
            connection.send(texts[key])

    def tell_changed(self, left: dict[int, int], waits: bool) -> None:
        """Something about the match changed that is no event."""
        text = encode(messages.Changed(match_view(self.live, left, waits)))
        for connection in self.live.connections:
            connection.send(text)


def recent_log(live: Live) -> list[tuple[int, str]]:
    """The sentences of the last actions that are on disk, with the step that each belongs to."""
    replay = live.course.replay
    moves = replay.moves[: live.shown.steps]
    first = max(len(moves) - LOOK_BACK, 0)
    position = Reel(Replay(replay.game, replay.seed, moves[:first])).go(first)
    lines: list[tuple[int, str]] = []
    for move in moves[first:]:
        try:
            position.play(move.player, move.action)
        except GarrisonError:
            break  # rules of another version: what can't be followed can't be told
        lines += [(position.steps, sentence) for sentence in sentences(position)]
    return lines[-LONGEST_LOG:]
