"""What there is to a match besides its history, as it changes: who sits there, what people have agreed on and said,
pauses and privacy. It is written first, then applied here, then told."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Connection as Database

from garrison.play.server.match.audience import Audience
from garrison.play.server.match.clocks import Clocks
from garrison.play.server.match.tasks import Retry, Tasks
from garrison.play.server.store import queries, remark_rows
from garrison.play.server.store.agreements import Agreements
from garrison.play.server.store.alteration import Alteration
from garrison.play.server.store.info import Info
from garrison.play.server.store.journal import Journal, MatchListener
from garrison.play.server.store.store import Store
from garrison.play.server.store.transaction import StoreBusy
from garrison.play.server.wire.messages import Remark
from garrison.play.server.wire.refusal import Refusal

Result = TypeVar("Result")
Decide = Callable[[Database, Agreements], Alteration | None]  # what else changes when people agree on something


class Alterations:
    """Changes of one match, made here or by other processes."""

    def __init__(
        self,
        *,
        journal: Journal,
        audience: Audience,
        clocks: Clocks,
        store: Store,
        tasks: Tasks,
        listener: MatchListener,
        wish_lasts: float,
    ) -> None:
        self._journal, self._audience, self._clocks = journal, audience, clocks
        self._store, self._tasks, self._listener, self._wish_lasts = store, tasks, listener, wish_lasts
        self.reading = Retry(self._is_up_to_date)
        self._is_outdated = False  # something was written since the disk was last read

    async def alter(self, write: Callable[[Database], Result], apply: Callable[[Result], None]) -> Result:
        """Change something: write it first, then apply it here, then tell everybody. If `write` raises, nothing
        changes."""
        info = self._journal.info
        if info.sentence:
            raise Refusal("read-only", info.sentence)

        def work(database: Database) -> Result:
            result = write(database)
            self._store.announce(database, info.id)
            return result

        try:
            result = await self._store.write(work)
        except StoreBusy:  # whether it was written, only the disk can tell
            self.read_again()
            raise
        apply(result)
        self._is_outdated = True
        self._listener.has_changed()
        return result

    async def change(self, **values: Any) -> None:
        """Change something in a match's row: pause, tick, privacy, terms."""
        if values:
            await self._make(lambda database: Alteration(values))

    async def change_seat(self, player: int, **values: Any) -> None:
        """Change something about a seat."""
        await self._make(lambda database: Alteration(seats={player: values}))

    async def agree(self, decide: Decide) -> None:
        """Change what people have agreed on, or are being asked, and what follows from it."""

        def decided(database: Database) -> Alteration:
            agreements = queries.load_agreements(database, self._journal.info.id)
            also = decide(database, agreements) or Alteration()
            return replace(also, match={**also.match, "agreements": agreements})

        await self._make(decided)
        self._audience.tell_in(self._wish_lasts)

    async def _make(self, decide: Callable[[Database], Alteration]) -> None:
        """Write what is decided, then do the same here."""

        def write(database: Database) -> Alteration:
            alteration = decide(database)
            alteration.write(database, self._journal.info.id)
            return alteration

        await self.alter(write, lambda alteration: alteration.apply(self._journal.info))

    # --- What others have changed.

    def read_again(self) -> None:
        """Something may have changed: read all of it, as soon as that is possible."""
        self._is_outdated = True
        self._tasks.start(self.reading.run())

    async def _is_up_to_date(self) -> bool:
        """Read it from disk; whether nothing has changed meanwhile."""
        self._is_outdated = False
        with suppress(StoreBusy):
            latest = await self._store.read(self._on_disk)
            if not self._is_outdated:
                self._take(*latest)
                return True
        return False

    def _on_disk(self, database: Database) -> tuple[Info | None, list[Remark]]:
        match = self._journal.info.id
        return queries.load_info(database, match), remark_rows.load(database, match)

    def _take(self, info: Info | None, remarks: list[Remark]) -> None:
        journal = self._journal
        if info is None:
            journal.is_gone = True
        else:
            info.sentence, info.finished = journal.info.sentence, info.finished or journal.info.finished
            journal.info = info
            if not self._clocks.running:  # otherwise this process knows better what is left
                self._clocks.restore(info.clocks)
            self._audience.hear(remarks)
        self._listener.has_changed()
