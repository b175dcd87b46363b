"""Those who look at a match: who is here, what they are told, and when."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence

from msgspec import UNSET

from garrison.play.server.match.broadcast import Broadcast
from garrison.play.server.match.chat import Talk
from garrison.play.server.match.connection import Connection
from garrison.play.server.match.last_move import trail
from garrison.play.server.match.presence import Elsewhere, Presence
from garrison.play.server.store.info import StoredMatch
from garrison.play.server.store.journal import Journal, MatchListener
from garrison.play.server.store.news import Present
from garrison.play.server.store.secrecy import Viewer
from garrison.play.server.store.store import Store
from garrison.play.server.wire import server_time
from garrison.play.server.wire.codec import encode
from garrison.play.server.wire.messages import MatchView, Remark, Said, Welcome
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.settings import Settings

REMOVED = "The host has removed this match."
GRAIN = 0.5  # seconds: what is due in the same half second is told together


class Audience:
    """The connections of one match, on this process and on others, and what is said to them."""

    def __init__(
        self, stored_match: StoredMatch, journal: Journal, store: Store, settings: Settings, listener: MatchListener
    ) -> None:
        self._journal, self._store, self._settings, self._listener = journal, store, settings, listener
        self.presence = Presence()
        self.broadcast = Broadcast(journal, self.presence, settings.updates_a_second)
        self.talk = Talk(stored_match.remarks)
        self._due: dict[int, asyncio.TimerHandle] = {}  # updates to come, by when, in grains of time
        self._is_stopped = False

    @property
    def updates_due(self) -> int:
        """How many times everybody will be told how things are, though nothing happens."""
        return len(self._due)

    def stop(self) -> None:
        """Send everybody away; they will come back."""
        self._is_stopped = True
        self.broadcast.stop()
        for timer in self._due.values():
            timer.cancel()
        for connection in self.presence.connections:
            connection.close(1012)

    def send_away(self) -> None:
        """The match is gone: tell everybody who looks at it."""
        for connection in list(self.presence.connections):
            connection.refuse("", Refusal("gone", REMOVED), 0)
            connection.close(1008)

    # --- Who is here.

    def join(self, connection: Connection, within: float) -> None:
        """Somebody has connected. Whoever is gone for longer than `within` counts as away."""
        self.presence.connections.add(connection)
        self._presence_changed(within)

    def leave(self, connection: Connection, within: float) -> None:
        """Somebody has left."""
        self.presence.connections.discard(connection)
        self.presence.gone(connection.players)
        self._presence_changed(within)

    def _presence_changed(self, within: float) -> None:
        self._tell_processes()
        self._listener.has_changed()
        self.tell_in(within)

    def _tell_processes(self) -> None:
        presence = self.presence
        self._store.tell_presence(
            self._journal.info.id, presence.players, len(presence.connections), presence.spectators_here
        )

    def hear_of(self, news: Present) -> None:
        """Another process says who is connected to it."""
        every = self._settings.presence_every
        elsewhere = Elsewhere(frozenset(news.players), news.watchers, server_time.now() + 2.5 * every, news.spectators)
        is_new, has_changed = self.presence.hear(news.process, elsewhere)
        if is_new:  # a new process wants to know who else is here
            self._tell_processes()
        if has_changed:
            self._listener.has_changed()
        asyncio.get_running_loop().call_later(2.6 * every, self._forget_processes)

    def _forget_processes(self) -> None:
        """Tell everybody when players connected to another process have not been heard from for a long time."""
        if not self._is_stopped and self.presence.forget():
            self._listener.has_changed()

    # --- What they are told.

    def tell(self, view: Callable[[Viewer], MatchView]) -> None:
        """Tell everybody how the match is, besides its history."""
        if self.presence.connections:
            self.broadcast.changed(view)

    def tell_in(self, seconds: float) -> None:
        """Tell everybody after a delay: by then somebody counts as away, or a wish has expired. However many come and
        go in the meantime, everybody is told once of everything that is due at about the same time."""
        loop = asyncio.get_running_loop()
        due = math.ceil((loop.time() + seconds) / GRAIN + 0.1)
        if due not in self._due and not self._is_stopped:
            self._due[due] = loop.call_at(due * GRAIN, self._tell_due, due)

    def _tell_due(self, due: int) -> None:
        del self._due[due]
        self._listener.has_changed()

    def welcome(self, connection: Connection, start: int, match: MatchView) -> Welcome:
        """Everything there is to know for somebody who has just joined and knows the first `start` entries."""
        journal, moment, viewer = self._journal, self._journal.moment, connection.players
        player, number = connection.viewer(moment.position), journal.told(viewer)
        wants_scenes = connection.wants_scenes
        scene = self.broadcast.scene(player, viewer, moment) if wants_scenes else None
        connection.shown(number, moment, scene, player)
        connection.undoable = match.undoable
        return Welcome(
            match=match,
            players=list(viewer),
            host=connection.is_host,
            number=number,
            log=self.broadcast.log() if wants_scenes else [],
            remarks=self.talk.remarks if self._may_read(connection) else [],
            scene=UNSET if scene is None else scene,
            trail=trail(journal.history, moment, player) if wants_scenes else [],
            moves=UNSET if wants_scenes else journal.moves(viewer, start),
        )

    # --- What they say.

    def hear(self, remarks: Sequence[Remark]) -> None:
        """Something has been said: tell those who may read it what is new of it."""
        self.talk.hear(remarks)
        new = self.talk.untold()
        text = encode(Said(new))
        for connection in [one for one in self.presence.connections if new and self._may_read(one)]:
            connection.send(text)

    def _may_read(self, connection: Connection) -> bool:
        """Whether somebody may read what the players say."""
        return bool(connection.players) or self._journal.info.terms.open_talk
