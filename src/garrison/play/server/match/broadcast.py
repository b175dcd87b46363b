"""What the people watching a match are sent: scenes and patches, sentences, moves. Scenes cost milliseconds, so there
is one for each position and player, made when somebody looks, and at most thirty or so a second for a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from garrison.core.ending import scene_of
from garrison.play.history import time_was_up
from garrison.play.server.match.last_move import skipped
from garrison.play.server.match.presence import Presence
from garrison.play.server.store.journal import Journal
from garrison.play.server.store.secrecy import Standing, Viewer
from garrison.play.server.store.writer import Pending
from garrison.play.server.wire import messages, server_time
from garrison.play.server.wire.codec import Data, encode, patch

LONGEST_LOG = 120  # sentences sent to somebody who joins
LOOK_BACK = 60  # actions they are taken from


class Broadcast:
    """Tells everyone watching one match what happens in it."""

    def __init__(self, journal: Journal, presence: Presence, updates_a_second: float) -> None:
        self._journal, self._presence = journal, presence
        self._interval = 1 / updates_a_second if updates_a_second else 0.0
        self.sentences = 0  # that were told in all
        self._log: list[str] | None = None  # the latest sentences; None: not known
        self._fresh: list[tuple[int, str, bool]] = []  # sentences since the last update, with the entry's number, and
        # whether they are about time that was up
        self._late: list[str] = []  # the same about hidden choices, which are told once all have chosen
        self._needs_whole_log = False
        self._scenes: dict[int, Data] = {}  # of `_scenes_of`, by player
        self._scenes_of: Standing | None = None
        self._last = 0.0
        self._task: asyncio.Task[None] | None = None
        self._again = False

    def committed(self, entry: Pending) -> None:
        """An entry is on disk: send moves to those who want moves now, and scenes to those who want scenes soon."""
        self._tell_moves()
        if any(connection.wants_scenes for connection in self._presence.connections):
            self._note(entry)
            self._soon()
        else:
            self._log = None

    def _tell_moves(self) -> None:
        """Send those who want moves everything they may know by now."""
        journal = self._journal
        texts: dict[tuple[Viewer, int], str] = {}
        for connection in [one for one in self._presence.connections if not one.wants_scenes]:
            viewer, start = connection.players, connection.number
            connection.number = journal.told(viewer)
            if connection.number > start:
                if (viewer, start) not in texts:
                    texts[viewer, start] = encode(messages.Moves(connection.number, journal.moves(viewer, start)))
                connection.send(texts[viewer, start])

    def _note(self, entry: Pending) -> None:
        """Keep the sentences about an entry; a hidden one has none."""
        late = time_was_up(self._journal.game, entry.entry)
        if entry.is_hidden:
            self._late += late
            return
        late, self._late = self._late + late, []
        if entry.is_undo:
            self._log = None
        if self._log is None:
            self._needs_whole_log, self._fresh = True, []  # the next update sends the whole log
        else:
            seats = self._journal.game.facts.seats
            sentences = (entry.end.sentence(seats),) if entry.end else entry.position.sentences
            self._log += [*late, *sentences]
            self.sentences += len(late) + len(sentences)
            del self._log[:-LONGEST_LOG]
            self._fresh += [(entry.number, sentence, True) for sentence in late]
            self._fresh += [(entry.number, sentence, False) for sentence in sentences]

    def read_again(self) -> None:
        """The match was read from disk again and may have moved on: send what was missed."""
        self._tell_moves()
        self._log, self._scenes_of = None, None
        if any(connection.wants_scenes for connection in self._presence.connections):
            self._needs_whole_log, self._fresh = True, []
            self._soon()

    def log(self) -> list[str]:
        """The latest sentences."""
        if self._log is None:
            self._log = recent_log(self._journal)
        return list(self._log)

    def scene(self, player: int, viewer: Viewer, moment: Standing) -> Data:
        """What a viewer sees, through a player's eyes. It does not reveal how often others have clicked while they
        choose in secret."""
        position, public = moment.position, moment.public
        before = self._scenes_of
        if before is None or before.position is not position or before.end != moment.end:
            self._scenes_of, self._scenes = moment, {}
        if player not in self._scenes:
            self._scenes[player] = scene_of(position, moment.end, player).to_data()
        if public is position:
            return self._scenes[player]
        return {**self._scenes[player], "steps": self._journal.steps(viewer, moment), "log": list(public.sentences)}

    def changed(self, view: Callable[[Viewer], messages.MatchView]) -> None:
        """Something other than the match's history has changed; `view` gives what each viewer may know of it."""
        texts: dict[Viewer, str] = {}
        for connection in self._presence.connections:
            if connection.players not in texts:
                texts[connection.players] = encode(messages.Changed(view(connection.players)))
            connection.send(texts[connection.players])

    def stop(self) -> None:
        """Send nothing more."""
        if self._task is not None:
            self._task.cancel()

    # --- Updates.

    @property
    def is_at_rest(self) -> bool:
        """Whether everybody has been sent all that they may know."""
        return self._task is None or self._task.done()

    def _soon(self) -> None:
        """Bring everybody's scene up to date, unless that is already under way."""
        self._again = True
        if self.is_at_rest:
            self._task = asyncio.get_running_loop().create_task(self._bring_up_to_date())

    async def _bring_up_to_date(self) -> None:
        while self._again:
            wait = self._last + self._interval - server_time.now()
            if wait > 0:
                await asyncio.sleep(wait)
            self._again, self._last = False, server_time.now()
            await self._update()

    async def _update(self) -> None:
        """One update for everybody, with everything since the last one."""
        fresh, self._fresh = self._fresh, []
        is_whole, self._needs_whole_log = self._needs_whole_log, False
        moment, journal = self._journal.moment, self._journal
        everything = self.log() if is_whole else []
        updates: dict[tuple[Viewer, int, int, int], tuple[messages.Update, str]] = {}
        for connection in [one for one in self._presence.connections if one.wants_scenes]:
            if connection.scene is None or connection.latest > moment.number:
                continue  # it joined in the meantime and knows more
            viewer, player = connection.players, connection.viewer(moment.position)
            new, key = self.scene(player, viewer, moment), (viewer, connection.latest, connection.seen_as, player)
            if key not in updates:
                last, are_skipped = moment.public.steps, moment.public.steps > connection.steps + 1 and not is_whole
                lines = [(line, is_late) for at, line, is_late in fresh if at > connection.latest]
                update = messages.Update(
                    number=journal.told(viewer, moment),
                    log=everything if is_whole else [line for line, _ in lines],
                    patch=patch(connection.scene, new),
                    undoable=journal.undoable(viewer),
                    askable=journal.askable(viewer),
                    notice=" ".join(line for line, is_late in lines if is_late),
                    undone=is_whole,
                    trail=skipped(journal.history, connection.steps, last, player) if are_skipped else [],
                )
                updates[key] = update, encode(update)
                await asyncio.sleep(0)  # others get their answers in between
            update, text = updates[key]
            if connection.is_news(update):
                connection.send(text)
            connection.shown(update.number, moment, new, player)
            connection.undoable = update.undoable


def recent_log(journal: Journal) -> list[str]:
    """The sentences of the latest actions that are on disk and known to everybody, and of the end."""
    last = journal.public.steps
    sentences = [position.sentences for position in journal.history.lately(max(last - LOOK_BACK, 0), last)]
    moves = journal.history.moves[last - len(sentences) : last]
    lines: list[str] = []
    for move, own in zip(moves, sentences, strict=True):
        lines += [*time_was_up(journal.game, move), *own]
    if journal.moment.end:
        lines.append(journal.moment.end.sentence(journal.game.facts.seats))
    return lines[-LONGEST_LOG:]
