"""The history of a match: the position, the actions that led to it, and how many of them can be taken back.

Every front end plays on a history. Looking ahead (`ahead`) and going there (`go`) are two steps, so that a server can
write an action to disk before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from garrison.core.ending import REASONS, Ending, outcome_of, scores_of
from garrison.core.game import Game
from garrison.core.position import Outcome, Position
from garrison.core.replay import Move, Replay
from garrison.errors import IllegalAction

UNDO = -1  # in place of an action: the player's last one is taken back
ENDS = {-2 - place: reason for place, reason in enumerate(REASONS)}  # in place of an action: players end the match
LONGEST = 256  # the most actions that can be taken back
EVERY = 32  # a position is kept every so many actions, to look back from
KEPT = LONGEST // EVERY + 2  # so that after the longest undo there is still one to look back from

NOTHING = "There is nothing to take back: only an incomplete move can be taken back."
CHANCE = "There is nothing to take back: what chance or time has decided can't be undone."
OTHERS = "This move is complete and another player has acted since, so it can't be taken back."
COMPLETE = "This move is complete, and complete moves can't be taken back in this match."
ENDED = "The game is over: nothing can be played any more."


HistoryEntry = Move  # one entry of a match: an action that was played or, in its place, UNDO or one of ENDS


@dataclass(frozen=True, slots=True)
class Ahead:
    """An action that may be played, and what it leads to."""

    player: int
    action: int
    bits: int
    position: Position
    is_final: bool  # it can never be taken back: chance was drawn, time passed, choices were shown or the game is over
    is_complete: bool  # the player's move ends with it
    is_resolving: bool  # it changed what others decide about
    is_hidden: bool  # a choice, or a part of one, that nobody else knows before all have chosen
    decision_starts: tuple[int, ...]  # as of the history, after it


@dataclass(frozen=True, slots=True)
class UndoableStep:
    """An action that may still be taken back, and how things were before it."""

    player: int
    before: Position
    choosing: tuple[int, ...]
    decision_starts: tuple[int, ...]
    was_stirred: bool
    is_complete: bool
    is_resolving: bool
    is_hidden: bool

    @property
    def is_seen(self) -> bool:
        """Whether it completed a move that others know of: a choice that waits for theirs can always be changed."""
        return self.is_complete and not self.is_hidden


class History:
    """A game, its seed and the actions so far. With `undo_complete`, complete moves can be taken back too."""

    def __init__(self, game: Game, seed: int, undo_complete: bool = False) -> None:
        self.game = game
        self.undo_complete = undo_complete
        self.replay = Replay(game, seed)
        self.moves = self.replay.moves
        self.position = game.new(seed)
        self.decision_starts = (
            0,
        ) * game.players  # by player: how many actions there were when the current decision began
        self.is_stirred = False  # whether the generator has been given fresh bits since others last decided
        self._choosing = self.position.waiting  # who was to act when that began
        self._steps: list[UndoableStep] = []  # the last actions, as far as they can be taken back
        self._snapshots = [(0, self.position)]  # some of the latest positions, each with how many actions came before

    @classmethod
    def of(cls, replay: Replay, undo_complete: bool = False) -> History:
        """The history of a replay. Compiled code plays all but the last actions at once."""
        history = cls(replay.game, replay.seed, undo_complete)
        early = Replay(replay.game, replay.seed, replay.moves[: max(len(replay.moves) - LONGEST, 0)])
        history.position = early.verify()
        history._choosing = history.position.waiting
        history.decision_starts = (len(early.moves),) * replay.game.players
        history.moves.extend(early.moves)
        history._snapshots = [(len(early.moves), history.position)]
        for move in replay.moves[len(early.moves) :]:
            history.go(history.ahead(move.player, move.action, move.bits), move.ms, move.late)
        history.replay.end = replay.end
        return history

    # --- The end.

    @property
    def end(self) -> Ending | None:
        """How the players ended it, if they did."""
        return self.replay.end

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.end is not None or self.position.over

    @property
    def waiting(self) -> tuple[int, ...]:
        """The players who may act now."""
        return () if self.end else self.position.waiting

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None until then."""
        return outcome_of(self.position, self.end)

    @property
    def scores(self) -> tuple[float, ...]:
        """One number per player."""
        return scores_of(self.position, self.end)

    def finish(self, end: Ending) -> None:
        """The players end it."""
        if self.over:
            raise IllegalAction(ENDED)
        self.replay.end = end

    # --- Playing.

    def ahead(self, player: int, action: int, bits: int = 0) -> Ahead:
        """What an action leads to, after `bits` are mixed into the generator; an error if it is not allowed.
        Nothing changes."""
        if self.end:
            raise IllegalAction(ENDED)
        before, after = self.position, self.position.copy()
        if bits:
            after.stir(bits)
        dice = after.state["rng"][0]
        after.play(player, action)
        waiting, then = set(before.waiting), set(after.waiting)
        is_resolving = bool(then - waiting or before.state["turn"][0] != after.state["turn"][0])
        drew = bool(dice != after.state["rng"][0])
        # A choice made while others choose too just waits until all have chosen. It changes nothing for them.
        is_silent = not drew and not after.over and not after.events and waiting - {player} == then - {player}
        is_complete = is_resolving or player not in then
        return Ahead(
            player=player,
            action=action,
            bits=bits,
            position=after,
            is_final=drew or after.over or self.game.facts.tick_ms > 0 or (is_resolving and self._shows_choices(after)),
            is_complete=is_complete,
            is_resolving=is_resolving,
            is_hidden=len(self._choosing) > 1 and is_silent and not is_resolving,
            decision_starts=self._begun({player, *(then if is_resolving else ())} if is_complete else set()),
        )

    def _begun(self, players: set[int]) -> tuple[int, ...]:
        """When each player's decision begins if some have something new to decide after the next action."""
        return tuple(
            len(self.moves) + 1 if player in players else old for player, old in enumerate(self.decision_starts)
        )

    def _shows_choices(self, after: Position) -> bool:
        """Whether several players have chosen at once, or are about to. Taking back a move then would mean knowing more
        than before, or a refusal would reveal that others have begun to choose."""
        return len(self._choosing) > 1 or len(after.waiting) > 1

    def go(self, ahead: Ahead, ms: int | None = None, late: bool = False) -> None:
        """Go where `ahead` looked."""
        if ahead.is_final:
            self._steps.clear()
        else:
            self._steps.append(self._step(ahead))
            del self._steps[:-LONGEST]
        self.position, self.decision_starts = ahead.position, ahead.decision_starts
        self.is_stirred = (self.is_stirred or ahead.bits > 0) and not ahead.is_resolving
        if not ahead.is_hidden:
            self._choosing = ahead.position.waiting
        self.moves.append(Move(player=ahead.player, action=ahead.action, ms=ms, bits=ahead.bits, late=late))
        if len(self.moves) % EVERY == 0:
            self._snapshots.append((len(self.moves), self.position))
            del self._snapshots[:-KEPT]

    def _step(self, ahead: Ahead) -> UndoableStep:
        return UndoableStep(
            player=ahead.player,
            before=self.position,
            choosing=self._choosing,
            decision_starts=self.decision_starts,
            was_stirred=self.is_stirred,
            is_complete=ahead.is_complete,
            is_resolving=ahead.is_resolving,
            is_hidden=ahead.is_hidden,
        )

    @property
    def public(self) -> Position:
        """The last position that everybody knows: the one before choices that only their players know."""
        return next((step.before for step in self._steps if step.is_hidden), self.position)

    def lately(self, first: int, last: int) -> Iterator[Position]:
        """The position after each of the actions first .. last-1, as far back as there is one to start from: a long
        game is never played again from its beginning. Each is valid until the next one is asked for."""
        start, snapshot = next((one for one in reversed(self._snapshots) if one[0] <= first), self._snapshots[0])
        position = snapshot.copy()
        for place, move in enumerate(self.moves[start:last], start):
            move.play(position)
            if place >= first:
                yield position

    def since_others_decide(self) -> list[int]:
        """Who played the actions since the last one that changed what others decide about, latest first."""
        players = []
        for step in reversed(self._steps):
            if step.is_resolving:
                break
            players.append(step.player)
        return players

    def why_not_undo(self, player: int) -> str:
        """Why a player's last action can't be taken back; "" when it can."""
        if self.over:
            return ENDED
        place = self._last_step(player)
        if place is None:
            has_acted = any(move.player == player for move in reversed(self.moves))
            return CHANCE if has_acted and self.undo_complete else NOTHING
        step, later = self._steps[place], self._steps[place + 1 :]
        if step.is_seen and not self.undo_complete:
            return COMPLETE
        if step.is_complete and not all(other.is_hidden for other in later):
            return OTHERS
        return OTHERS if any(other.is_resolving for other in later) else ""

    def has_completed(self, player: int) -> bool:
        """Whether a player's last action, which can be taken back, completed a move that others have seen."""
        place = self._last_step(player)
        return place is not None and self._steps[place].is_seen

    def undo(self, player: int) -> UndoableStep:
        """Take back a player's last action, and return it; what others have chosen since stays."""
        sentence = self.why_not_undo(player)
        if sentence:
            raise IllegalAction(sentence)
        place = self._last_step(player)
        assert place is not None
        step, first = self._steps[place], len(self.moves) - len(self._steps) + place
        later = self.moves[first + 1 :]
        before = self.position, self.decision_starts, self._choosing, self.is_stirred
        rest = list(self._steps), list(self._snapshots), self.moves[first:]
        self.position, self.decision_starts = step.before, step.decision_starts
        self._choosing, self.is_stirred = step.choosing, step.was_stirred
        del self._steps[place:], self.moves[first:]
        self._snapshots = [one for one in self._snapshots if one[0] <= first]
        try:
            for move in later:
                self.go(self.ahead(move.player, move.action, move.bits), move.ms, move.late)
        except IllegalAction:
            self.position, self.decision_starts, self._choosing, self.is_stirred = before
            self._steps, self._snapshots, self.moves[first:] = rest
            raise IllegalAction(OTHERS) from None
        return step

    def _last_step(self, player: int) -> int | None:
        places = (place for place in range(len(self._steps) - 1, -1, -1) if self._steps[place].player == player)
        return next(places, None)


def remaining(entries: Iterable[HistoryEntry]) -> list[Move]:
    """The actions that remain in a history: an undo takes back its player's last action.

    >>> remaining([HistoryEntry(0, 5), HistoryEntry(1, 6), HistoryEntry(0, UNDO)])
    [Move(player=1, action=6, ms=None, bits=0, late=False)]
    """
    history = list(entries)
    return [history[place] for place in remaining_places(history)]


def remaining_places(entries: Sequence[HistoryEntry]) -> list[int]:
    """Where among the entries of a history the remaining actions are."""
    places: list[int] = []
    for number, entry in enumerate(entries):
        if entry.action == UNDO:
            own = (place for place in range(len(places) - 1, -1, -1) if entries[places[place]].player == entry.player)
            del places[next(own)]
        elif entry.action >= 0:
            places.append(number)
    return places


def end_action(end: Ending) -> int:
    """What stands in place of an action where players end a match."""
    return -2 - REASONS.index(end.reason)


def ending_of(entries: Sequence[HistoryEntry]) -> Ending | None:
    """How the players ended a match, if they did: that is its last entry."""
    last = entries[-1] if entries else None
    return Ending(ENDS[last.action], last.player) if last and last.action in ENDS else None


def time_was_up(game: Game, entry: HistoryEntry) -> list[str]:
    """What people are told when the clock has chosen; nothing when it has not."""
    if not entry.late:
        return []
    seat, place = game.facts.seats[entry.player], entry.action - game.facts.fields
    usual = f"chose {game.facts.buttons[place].label}" if place >= 0 else "made the usual choice"
    how = usual if entry.action == game.facts.timeout_action else "moved at random"
    return [f"Time was up: {seat} {how}."]
