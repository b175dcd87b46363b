"""How the history of a match in memory follows the one on disk: what others have written is played here too, and what
may or may not have been written is read again."""

from __future__ import annotations

import logging
from functools import partial

from garrison.errors import GarrisonError
from garrison.play.server.match.broadcast import Broadcast
from garrison.play.server.match.tasks import Retry, Tasks
from garrison.play.server.store import histories
from garrison.play.server.store.info import StoredMatch
from garrison.play.server.store.journal import Journal, MatchListener
from garrison.play.server.store.store import Store
from garrison.play.server.store.transaction import StoreBusy

logger = logging.getLogger("garrison")


class Follower:
    """Reads what is on disk of one match's history."""

    def __init__(
        self, journal: Journal, broadcast: Broadcast, store: Store, tasks: Tasks, listener: MatchListener
    ) -> None:
        self._journal, self._broadcast, self._store = journal, broadcast, store
        self._tasks, self._listener = tasks, listener
        self.reading = Retry(self._has_caught_up)

    def read_again(self) -> None:
        """What is in memory differs from what is on disk: read that, as soon as possible."""
        self._tasks.start(self.reading.run())

    async def _has_caught_up(self) -> bool:
        """Read the match from disk; whether nothing has to be read again, since it was understood or is gone."""
        journal = self._journal
        load = partial(histories.load_match, match=journal.info.id, number=journal.shown_number)
        try:
            stored_match = await self._store.read(load)
        except StoreBusy:
            return False
        if stored_match is None:
            journal.is_gone = True
            self._listener.has_changed()
            return True
        self._catch_up(stored_match)
        return not journal.is_lost

    def _catch_up(self, stored_match: StoredMatch) -> None:
        """Continue from what is on disk, and send everybody what they have missed."""
        journal = self._journal
        if (journal.pending and not journal.is_lost) or len(stored_match.entries) < journal.shown_number:
            return  # a pending write will decide; or this was read before that write reached the disk
        journal.read_again(stored_match)
        self._broadcast.read_again()
        if not all(journal.hear(row) for row in stored_match.later):
            logger.error("Match %s can't follow what is on disk.", journal.info.id)
        journal.answer_unsure()
        self._listener.has_changed()

    async def has_followed(self) -> bool:
        """Play what other processes have written; whether there was anything."""
        journal = self._journal
        try:
            rows = await self._store.read(
                lambda database: histories.entries_after(database, journal.info.id, journal.shown_number)
            )
        except GarrisonError:
            return False  # the database is gone for the moment; when it is back, everything is checked
        if not rows or journal.is_lost or journal.pending:
            return False  # a pending write will conflict, and then everything is read again
        if not all(journal.hear(row) for row in rows if row.number > journal.shown_number):
            await self.reading.run()
        return True
