"""How long the people of a match have been away. It is stored with the match's clocks, whether any of them runs or
not, so that a restart does not begin it again."""

from __future__ import annotations

import math

from garrison.play.server.match.clocks import away_in
from garrison.play.server.match.presence import Presence
from garrison.play.server.store.journal import Journal
from garrison.play.server.wire.settings import Settings

STORED_EVERY = 2.0  # seconds that a killed server may give somebody back


class Absences:
    """The absences of one match, and what is stored of them."""

    def __init__(self, journal: Journal, presence: Presence, settings: Settings) -> None:
        self._journal, self._presence, self._settings = journal, presence, settings
        self._on_disk = away_in(journal.info.clocks)
        presence.restore(self._on_disk)

    @property
    def limit(self) -> float:
        """How many seconds a player may be away before the others may let a bot play."""
        return self._journal.info.terms.gone_after or self._settings.absent_after

    def is_away(self, player: int) -> bool:
        """Whether a player has been away for so long that the others may let a bot play."""
        return self._presence.absence(player) >= self.limit

    @property
    def claim_limit(self) -> float:
        """How many seconds a player may be away before another may say that they have left; 0: forever, since nobody
        who has all the time in the world loses a match by being away."""
        info = self._journal.info
        return self.limit if info.is_timed or info.terms.gone_after else 0.0

    def is_claimable(self, player: int) -> bool:
        """Whether another player may say that this one has left."""
        info = self._journal.info
        is_playing = player in info.people and not info.is_open and not self._journal.is_over
        return is_playing and 0 < self.claim_limit <= self._presence.absence(player)

    def now(self) -> dict[int, float]:
        """How many seconds each person has been away."""
        return {player: self._presence.absence(player) for player in self._journal.info.people}

    def note_stored(self) -> None:
        """They have just been stored."""
        self._on_disk = self.now()

    @property
    def matter(self) -> bool:
        """Whether somebody is here who may be waiting for others."""
        info = self._journal.info
        is_played = len(info.people) > 1 and not info.is_open and not self._journal.is_over
        return is_played and any(self._presence.is_present(player) for player in info.people)

    @property
    def due(self) -> float:
        """In how many seconds they have to be stored, if nothing else happens: now, if somebody is back; forever, if
        everybody is here, or has been away for so long that more of it makes no difference."""
        if not self.matter:
            return math.inf
        now, on_disk = self.now(), self._on_disk
        if any(on_disk.get(player) and not seconds for player, seconds in now.items()):
            return 0.0
        lags = [
            seconds - on_disk.get(player, 0.0)
            for player, seconds in now.items()
            if seconds and on_disk.get(player, 0.0) < self.limit
        ]
        return STORED_EVERY - max(lags) if lags else math.inf
