"""A match as the people who look at it see it: who is here, who has been gone for too long, what is said."""

from __future__ import annotations

import asyncio
import math

from msgspec import UNSET

from garrison.play.server.match.broadcast import Broadcast
from garrison.play.server.match.chat import Talk
from garrison.play.server.match.connection import Connection
from garrison.play.server.match.last_move import trail
from garrison.play.server.match.presence import Presence
from garrison.play.server.match.schedule import Schedule
from garrison.play.server.store.info import Info, SeatState
from garrison.play.server.store.journal import Journal
from garrison.play.server.store.secrecy import NOBODY, Viewer
from garrison.play.server.store.store import Store
from garrison.play.server.store.views import Now, match_view
from garrison.play.server.wire import server_time
from garrison.play.server.wire.codec import encode
from garrison.play.server.wire.messages import MatchView, Said, Welcome
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.settings import Settings

REMOVED = "The host has removed this match."
GRAIN = 0.5  # seconds: what is due in the same half second is told together


class WatchedMatch:
    """What a match in memory tells people; `LiveMatch` makes it happen."""

    journal: Journal
    schedule: Schedule
    broadcast: Broadcast
    settings: Settings
    talk: Talk
    _store: Store

    def __init__(self) -> None:
        self.presence = Presence()
        self._used = server_time.now()
        self._due: dict[int, asyncio.TimerHandle] = {}  # updates to come, by when, in grains of time
        self._is_stopped = False

    # --- Asking.

    @property
    def id(self) -> str:
        """The match's name."""
        return self.journal.info.id

    @property
    def info(self) -> Info:
        """What there is to it besides its history."""
        return self.journal.info

    @property
    def seats(self) -> list[SeatState]:
        """Who sits where."""
        return self.journal.info.seats

    def touch(self) -> None:
        """Somebody has looked at it."""
        self._used = server_time.now()

    def is_idle(self, since: float) -> bool:
        """Whether nobody is watching it, and nobody has looked at it since."""
        return not self.presence.is_watched and not self.journal.pending and self._used < since

    def view(self, viewer: Viewer = NOBODY) -> MatchView:
        """The match as a viewer sees it."""
        journal, schedule, outcome = self.journal, self.schedule, self.journal.outcome
        now = Now(
            number=journal.told(viewer),
            is_over=journal.is_over,
            is_present=self.presence.is_present,
            is_away=self.is_away,
            is_claimable=self.is_claimable,
            left_ms=schedule.clocks.left() if not journal.is_over or schedule.clocks.has_bank else {},
            ticking=schedule.clocks.running,
            undoable=journal.undoable(viewer),
            askable=journal.askable(viewer),
            waits_for_input=schedule.waits_for_input,
            held=schedule.waits_for_eyes,
            gone_after=self.claim_limit,
            public=journal.told(NOBODY),
            reason=outcome.reason if outcome else "",
            winners=outcome.winners if outcome else (),
            scores=journal.scores if outcome else (),
        )
        return match_view(self.info, now)

    def is_away(self, player: int) -> bool:
        """Whether a player has been away for so long that the others may let a bot play."""
        return self.presence.absence(player) >= self.schedule.absences.limit

    @property
    def claim_limit(self) -> float:
        """How many seconds a player may be away before another may say that they have left; 0: forever, since nobody
        who has all the time in the world loses a match by being away."""
        is_limited = self.info.is_timed or self.info.terms.gone_after
        return self.schedule.absences.limit if is_limited else 0.0

    def is_claimable(self, player: int) -> bool:
        """Whether another player may say that this one has left."""
        is_playing = player in self.info.people and not self.info.is_open and not self.journal.is_over
        return is_playing and 0 < self.claim_limit <= self.presence.absence(player)

    # --- Who is here.

    def join(self, connection: Connection, seen: int) -> Welcome:
        """Somebody has connected and knows `seen` entries: send them everything there is to know."""
        self.presence.connections.add(connection)
        self._presence_changed()
        moment, viewer, wants_scenes = self.journal.moment, connection.players, connection.wants_scenes
        player, number = connection.viewer(moment.position), self.journal.told(viewer)
        scene = self.broadcast.scene(player, viewer, moment) if wants_scenes else None
        connection.shown(number, moment.number, scene, player)
        match = self.view(viewer)
        connection.undoable = match.undoable
        return Welcome(
            match=match,
            players=list(connection.players),
            host=connection.is_host,
            number=number,
            log=self.broadcast.log() if wants_scenes else [],
            remarks=self.talk.remarks if self._may_read(connection) else [],
            scene=UNSET if scene is None else scene,
            trail=trail(self.journal.history, moment, player) if wants_scenes else [],
            moves=UNSET if wants_scenes else self.journal.moves(viewer, seen),
        )

    def leave(self, connection: Connection) -> None:
        """Somebody has left."""
        self.presence.connections.discard(connection)
        self.presence.gone(connection.players)
        self.touch()
        self._presence_changed()

    def _presence_changed(self) -> None:
        self._store.tell_presence(self.id, self.presence.players, len(self.presence.connections))
        self._changed()
        self.tell_in(self.schedule.absences.limit)

    def tell_in(self, seconds: float) -> None:
        """Send everybody an update after a delay: by then somebody counts as away, or a wish has expired. However many
        come and go in the meantime, there is one update for everything that is due at about the same time."""
        loop = asyncio.get_running_loop()
        due = math.ceil((loop.time() + seconds) / GRAIN + 0.1)
        if due not in self._due:
            self._due[due] = loop.call_at(due * GRAIN, self._tell_due, due)

    def _tell_due(self, due: int) -> None:
        del self._due[due]
        self._tell_changed()

    # --- Talking.

    def heard(self) -> None:
        """Something new has been said: tell those who may read it."""
        new = self.talk.untold()
        text = encode(Said(new))
        for connection in [one for one in self.presence.connections if new and self._may_read(one)]:
            connection.send(text)

    def _may_read(self, connection: Connection) -> bool:
        """Whether somebody may read what the players say."""
        return bool(connection.players) or self.info.terms.open_talk

    def send_away(self) -> None:
        """The match is gone: tell everybody who looks at it."""
        for connection in list(self.presence.connections):
            connection.refuse("", Refusal("gone", REMOVED), 0)
            connection.close(1008)

    # --- Telling.

    def _changed(self) -> None:
        """Tell everybody, and see what is due now."""
        self._tell_changed()
        self.schedule.wake()

    def _tell_changed(self) -> None:
        if self.presence.connections and not self._is_stopped:
            self.broadcast.changed(self.view)
