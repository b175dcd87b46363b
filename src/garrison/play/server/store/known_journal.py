"""What can be asked of a match's history in memory: what is on disk, who may know it, what can be taken back."""

from __future__ import annotations

from collections import Counter

from garrison.core.ending import Ending, outcome_of, scores_of
from garrison.core.game import Game
from garrison.core.position import Outcome, Position
from garrison.play.history import History
from garrison.play.server.store.info import Info, SeatState
from garrison.play.server.store.pending import Standing
from garrison.play.server.store.secrecy import HistoryEntries, Viewer
from garrison.play.server.wire import server_time

MOST_UNDOS = 200  # of a player in one decision: entries stay on disk even if they are taken back
UNDONE = f"You have taken back {MOST_UNDOS} actions of this decision, and can't take back any more."


class KnownJournal:
    """The questions; `Journal` fills it in and lets it grow."""

    info: Info
    history: History
    number: int  # of entries so far
    shown_number: int  # of those that are on disk
    shown: Position  # on disk, so that it may be seen
    public: Position  # the same, without the choices that only their players know
    shown_end: Ending | None  # how the players ended it, as far as that is on disk
    _entries: HistoryEntries
    _undos: Counter[tuple[int, int]]  # how many there were, by player and decision
    _begun: float
    _ms_before: int

    @property
    def game(self) -> Game:
        """The game with its rules."""
        return self.history.game

    @property
    def entries(self) -> list[list[int]]:
        """The whole history as [player, action], with UNDO in place of an action."""
        return self._entries.all

    @property
    def moment(self) -> Standing:
        """What is on disk at this moment."""
        return Standing(self.shown_number, self.shown, self.public, self.shown_end)

    def told(self, viewer: Viewer, moment: Standing | None = None) -> int:
        """How many of the entries on disk a viewer knows."""
        return self._entries.known(moment.number if moment else self.shown_number, viewer)

    def moves(self, viewer: Viewer, seen: int) -> list[list[int]]:
        """The entries to send to a viewer who knows `seen` of them."""
        return self._entries.told(seen, self.shown_number, viewer)

    def place(self, number: int, viewer: Viewer) -> int:
        """The number that a viewer gives to an entry that is public or their own, counting the entries they know."""
        return self._entries.place(number, viewer)

    def steps(self, viewer: Viewer, moment: Standing) -> int:
        """How many of the actions that led to a position a viewer knows."""
        return moment.public.steps + self._entries.choices(moment.number, viewer)

    @property
    def seats(self) -> list[SeatState]:
        """Who sits where."""
        return self.info.seats

    @property
    def is_over(self) -> bool:
        """Whether it has ended, as far as anybody knows."""
        return self.shown.over or self.shown_end is not None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, as far as anybody knows; None until then."""
        return outcome_of(self.shown, self.shown_end)

    @property
    def scores(self) -> tuple[float, ...]:
        """One number per player, as far as anybody knows."""
        return scores_of(self.shown, self.shown_end)

    @property
    def ms(self) -> int:
        """How many milliseconds the match has been in play."""
        return self._ms_before + int((server_time.now() - self._begun) * 1000)

    @property
    def public_number(self) -> int:
        """How many entries everybody knows, including those that are not on disk yet."""
        return self._entries.public(self.number)

    def undoable(self, viewer: Viewer) -> list[int]:
        """A viewer's players whose last action can be taken back now."""
        return [player for player in self._undoers(viewer) if not self.needs_consent(player, viewer)]

    def askable(self, viewer: Viewer) -> list[int]:
        """A viewer's players who may ask the others to let them take back a complete move."""
        return [player for player in self._undoers(viewer) if self.needs_consent(player, viewer)]

    def _undoers(self, viewer: Viewer) -> list[int]:
        if self.is_over or self.info.sentence or self.info.tick_ms:
            return []
        people = [player for player in viewer if not self.seats[player].is_bot]
        return [player for player in people if not self.why_not_undo(player)]

    def needs_consent(self, player: int, viewer: Viewer) -> bool:
        """Whether others have to agree before a viewer takes back a player's last action: it completes a move."""
        return self.history.has_completed(player) and any(one not in viewer for one in self.info.people)

    def why_not_undo(self, player: int) -> str:
        """Why a player's last action can't be taken back; "" when it can."""
        if self._undos[player, self.history.begun[player]] >= MOST_UNDOS:
            return UNDONE
        return self.history.why_not_undo(player)
