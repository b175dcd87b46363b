"""A position for Python users: one record, with methods that check their arguments."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.core import advisor
from garrison.core.engine import memory
from garrison.core.engine.events import Event, events_of
from garrison.core.engine.lane import LANE
from garrison.core.engine.record import HEADER, uint64
from garrison.core.engine.rng import seeded, stirred
from garrison.core.faulty_line import with_line
from garrison.core.plain import plain
from garrison.core.player_view import plain_scene, whole_scene
from garrison.core.refusals import why_not
from garrison.core.soundness import why_unsound
from garrison.core.story import Story
from garrison.errors import BadPosition, IllegalAction, RuleFault, shown
from garrison.look.scene import Scene, place_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from garrison.core.game import Game
    from garrison.core.words.execution import Execution
    from garrison.core.words.moves import NamedMove
    from garrison.core.words.viewpoint import Viewpoint

PREFIX = 16  # bytes before a saved position: 8 of the rules' hash, 8 of a checksum

WAITING, OVER, REASON, WINNERS, STEPS = (
    (HEADER.names or ()).index(name) for name in ("waiting", "over", "reason", "winners", "steps")
)


@dataclass(frozen=True)
class Outcome:
    """How a game ended: why, and who won (nobody: a draw, or a game that can only be lost)."""

    reason: str
    winners: tuple[int, ...]


class Position:
    """A game at one moment. Get one with `game.new(seed)`, continue it with `play`.

    `state` is the record itself, for reading: compiled rules trust it. Bytes of unknown origin go through
    `game.from_bytes`, which refuses what can't be played.
    """

    __slots__ = ("_header", "_mask", "_mask_reference", "_width", "game", "reference", "state")

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.state = state
        self.reference = memory.reference(state)
        self._header = state.view(np.uint8)[: HEADER.itemsize].view(np.int64)  # quicker to read than the record
        self._mask = np.zeros((1, game.facts.actions), dtype=np.uint8)
        self._mask_reference = memory.reference(self._mask)
        self._width = 0  # not known yet

    @property
    def waiting(self) -> tuple[int, ...]:
        """The players who may act now."""
        return players_in(int(self._header[WAITING]))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._header[OVER])

    @property
    def steps(self) -> int:
        """How many actions have been played."""
        return int(self._header[STEPS])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None until then."""
        if not self.over:
            return None
        reason = self.game.facts.reasons[int(self._header[REASON])]
        return Outcome(reason, players_in(int(self._header[WINNERS])))

    @property
    def scores(self) -> tuple[float, ...]:
        """One number per player."""
        out = np.zeros((1, self.game.facts.players[1]))
        self.game.table.direct["score"](self.game.reference, self.reference, memory.reference(out))
        return tuple(float(score) for score in out[0, : self.game.players])

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the last step."""
        return events_of(self.state[0], self.game.event_kinds, self.width)

    def width(self) -> int:
        """How many fields wide the board is that is clicked; it stays so for the whole game."""
        if not self._width:
            boards = self._own_scene(-1).boards
            self._width = boards[0].inner[1] if boards else self.game.facts.board[1]
        return self._width

    def mask(self, player: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """One number per action: 1 where the player may play it now."""
        return self._marked(player).copy()

    def actions(self, player: int) -> list[int]:
        """What the player may do now.

        >>> import garrison
        >>> garrison.load("minefield").new(seed=7).actions(0)
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        """
        return [int(action) for action in np.flatnonzero(self._marked(player))]

    def play(self, player: int, action: int | str) -> None:
        """Play an action, given by number or name; raises `IllegalAction` with a sentence when it is not allowed."""
        number = self.game.action(action) if isinstance(action, str) else action
        if isinstance(number, bool) or not isinstance(number, int | np.integer):
            raise IllegalAction(f"An action is a whole number or a name, not {shown(action)}.")
        mask = self._marked(player)
        if not 0 <= number < len(mask) or not mask[number]:
            raise IllegalAction(why_not(self, player, number))
        before = memory.copied(self.state) if LANE == "checked" else None
        try:
            self.game.table.direct["step"](self.game.reference, self.reference, player, number)
        except RuleFault as fault:
            raise fault if before is None else with_line(fault, self.game, before, player, number) from None

    def stir(self, bits: int) -> None:
        """Stir fresh bits into the generator: chance goes on in another way, and nothing else changes."""
        self.state["rng"][0] = plain(stirred)(self.state["rng"][0], uint64(bits))

    def observe(self, player: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """What a neural network sees: planes of small numbers, from that player's point of view."""
        self._check_player(player)
        planes = np.zeros((1, *self.game.planes_shape), dtype=np.uint8)
        where = (self.game.reference, self.reference, player, memory.reference(planes))
        self.game.table.direct["observe"](*where, *self.game.planes_shape)
        result: np.ndarray[Any, np.dtype[np.uint8]] = planes[0]
        return result

    def measure(self, player: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The numbers that belong to the planes of `observe`: score, clock, stocks and the like.

        >>> import garrison
        >>> position = garrison.load("minefield").new(seed=7)
        >>> dict(zip(position.game.numbers, position.measure(0).tolist()))["energy"]
        200
        """
        self._check_player(player)
        numbers = np.zeros((1, len(self.game.numbers)), dtype=np.int64)
        where = (self.game.reference, self.reference, player, memory.reference(numbers))
        self.game.table.direct["measure"](*where, len(self.game.numbers))
        result: np.ndarray[Any, np.dtype[np.int64]] = numbers[0]
        return result

    def entities(self, player: int, padded: bool = False) -> np.ndarray[Any, np.dtype[np.int16]]:
        """What stands on the board, from that player's side: a row of numbers each, as `game.observation_spec` says.

        With `padded`, rows of zeros follow, up to the most that there may be.

        >>> import garrison
        >>> position = garrison.load("boneyard", players=2).new(seed=7)
        >>> position.entities(0)[0].tolist()[:4]  # the player's own hero
        [1, 0, 2, 2]
        """
        self._check_player(player)
        lists, count = np.zeros((1, *self.game.entities_shape), dtype=np.int16), 0
        if self.game.facts.entities:
            where = (self.game.reference, self.reference, player, memory.reference(lists))
            count = self.game.table.direct["muster"](*where, *self.game.entities_shape)
        rows: np.ndarray[Any, np.dtype[np.int16]] = lists[0] if padded else lists[0, :count]
        return rows

    def reach(self, player: int, field: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Where the thing on a field can go and what it can do there: planes keyed by the names in the game's REACH."""
        self._check_player(player)
        facts = self.game.facts
        if not 0 <= field < facts.fields:
            raise IllegalAction(f"There is no field {shown(field)}: {facts.title} has fields 0 to {facts.fields - 1}.")
        planes = np.zeros((1, len(facts.reach), *facts.board), dtype=np.uint8)
        if facts.reach:
            direct = self.game.table.direct["reach"]
            direct(self.game.reference, self.reference, player, field, memory.reference(planes))
        result: np.ndarray[Any, np.dtype[np.uint8]] = planes[0]
        return result

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the last step did, in sentences."""
        return tuple(Story(self.game).add(self.events)[0])

    def action_words(self, action: int) -> str:
        """An action as people know it: a field by its row and column, or the label of a button.

        >>> import garrison
        >>> garrison.load("skirmish").new(7).action_words(58), garrison.load("minefield").new(7).action_words(1)
        ('7,2', 'Up')
        """
        place = action - self.game.facts.fields
        return self.game.facts.buttons[place].label if place >= 0 else place_words(*divmod(action, self.width()))

    def advise(self, player: int, seconds: float = 1.0) -> list[Any]:
        """What a player could do now, the best first: actions with value, share of the search and whole move in words.

        >>> import garrison
        >>> position = garrison.load("minefield").new(seed=7)
        >>> position.advise(0, seconds=0.01)[0].action in position.actions(0)
        True
        """
        if player not in self.waiting:
            raise IllegalAction(why_not(self, player, 0))
        return advisor.advise(self, player, seconds)

    def text(self, player: int | None = None, forecasts: bool = True, since: Sequence[str] = ()) -> str:
        """The position in words, as a player knows it: all that is wanted for the next decision.

        By default, the player is the one who is to act, or a spectator. `forecasts` may leave out what is certain about
        what comes; `since` has the sentences that were told since the player's last decision.

        >>> import garrison
        >>> print(garrison.load("skirmish").new(7).text(0).splitlines()[0])
        Skirmish (standard), step 0. You: Calliance.
        """
        from garrison.core.words.text import text_of

        who = player if player is not None else self.waiting[0] if len(self.waiting) == 1 else -1
        return text_of(self._viewpoint(who), forecasts, since)

    def moves(self, player: int) -> Sequence[NamedMove]:
        """What the player may do, each result of a whole move once: with a notation, words and actions.

        >>> import garrison
        >>> moves = garrison.load("minefield").new(seed=7).moves(0)
        >>> moves[1].notation, moves[1].actions
        ('up', (1,))
        """
        return self._viewpoint(player).moves

    def parse(self, text: str, player: int) -> NamedMove:
        """The move that a text means; `UnknownMove`, with the nearest legal ones, if it means none.

        >>> import garrison
        >>> garrison.load("minefield").new(seed=7).parse("up", 0).actions
        (1,)
        """
        from garrison.core.words.reader import read

        return read(self._viewpoint(player), text)

    def notation(self, player: int, actions: Sequence[int]) -> str:
        """How these actions of one move are written.

        >>> import garrison
        >>> garrison.load("loop").new(seed=7).notation(0, [257])
        'drink'
        """
        from garrison.core.words.notation import notation

        return notation(self._viewpoint(player), actions)

    def perform(self, player: int, move: str | NamedMove) -> Execution:
        """Carry out a move step by step, as far as the player may act; what it left out is in the `report`.

        >>> import garrison
        >>> position = garrison.load("minefield").new(seed=7)
        >>> position.perform(0, "right x3").report, position.steps
        ([], 3)
        """
        from garrison.core.words.execution import perform

        return perform(self, player, self.parse(move, player) if isinstance(move, str) else move)

    def _viewpoint(self, player: int) -> Viewpoint:
        from garrison.core.words.viewpoint import viewpoint

        if player != -1:
            self._check_player(player)
        return viewpoint(self, player)

    def scene(self, player: int = -1) -> Scene:
        """What a player sees; -1 is a spectator."""
        return whole_scene(self, player)

    def plain_scene(self, player: int = -1) -> Scene:
        """The same without what clicks would do, which takes the longest to find out."""
        if player != -1:
            self._check_player(player)
        return plain_scene(self, self._own_scene(player), player)

    def _own_scene(self, player: int) -> Scene:
        """What the game itself says about it."""
        also = (self.reach,) if self.game.facts.reach else ()
        own: Scene = self.game.package.module("show").scene(self.game.record[0], self.state[0], player, *also)
        return own

    def copy(self, reseed: int | None = None) -> Position:
        """Another position, equal to this one; with `reseed`, chance goes on in another way in it."""
        twin = Position(self.game, memory.copied(self.state))
        twin._width = self._width
        if reseed is not None:
            twin.stir(reseed)
        return twin

    def known_to(self, player: int, seed: int) -> Position:
        """A copy as a player knows the game: with dice of its own, and without what others have chosen in secret.

        What the player sees in it is the same, and nothing leads from it back to this position.

        >>> import garrison
        >>> position = garrison.load("boneyard", players=2).new(seed=7)
        >>> position.play(0, position.actions(0)[0])
        >>> position.waiting, position.known_to(1, seed=1).waiting
        ((1,), (0, 1))
        """
        self._check_player(player)
        twin = self.copy()
        twin.state["rng"] = plain(seeded)(uint64(seed))
        package = self.game.package
        hide = getattr(package.module("skill"), "hide", None) if package.has("skill") else None
        if hide is not None and not self.over:
            plain(hide)(self.game.record[0], twin.state[0], player)
        return twin

    def to_bytes(self) -> bytes:
        """The position as bytes, for `game.from_bytes`."""
        data: bytes = self.state.tobytes()
        return bytes.fromhex(self.game.rules_hash)[:8] + digest(data) + data

    def _marked(self, player: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The legal mask, in this position's own scratch memory."""
        self._check_player(player)
        self._mask.fill(0)
        if int(self._header[WAITING]) >> player & 1:
            self.game.table.direct["legal"](self.game.reference, self.reference, player, self._mask_reference)
        row: np.ndarray[Any, np.dtype[np.uint8]] = self._mask[0]
        return row

    def _check_player(self, player: int) -> None:
        if not isinstance(player, int | np.integer) or not 0 <= player < self.game.players:
            raise IllegalAction(f"There is no player {shown(player)}: the players are 0 to {self.game.players - 1}.")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.state.tobytes() == other.state.tobytes()

    def __hash__(self) -> int:
        return hash((self.game, self.state.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        state = f"over ({self.outcome.reason})" if self.outcome else f"waiting for {self.waiting}"
        return f"<Position of {self.game.name}, step {self.steps}, {state}>"

    def __str__(self) -> str:
        return self.scene(self.waiting[0] if len(self.waiting) == 1 else -1).to_text()


def saved_state(game: Game, data: bytes) -> Any:
    """The record that `to_bytes` wrote; if the bytes are something else, the error is a sentence."""
    size = game.state_dtype.itemsize
    if len(data) != PREFIX + size:
        raise BadPosition(f"A position of {game.name} has {PREFIX + size} bytes, not {len(data)}.")
    if data[:8] != bytes.fromhex(game.rules_hash)[:8]:
        raise BadPosition(f"These bytes are a position of another game, or of {game.name} with other rules.")
    if data[8:PREFIX] != digest(data[PREFIX:]):
        raise BadPosition(f"These bytes are a damaged position of {game.name}: they do not match their checksum.")
    state = memory.from_bytes(data[PREFIX:], game.state_dtype)
    wrong = why_unsound(game, state)
    if wrong:
        raise BadPosition(f"These bytes are not a position of {game.name}: {wrong}.")
    return state


def digest(data: bytes) -> bytes:
    """A checksum of eight bytes."""
    return hashlib.blake2b(data, digest_size=8).digest()


def players_in(bits: int) -> tuple[int, ...]:
    """The players whose bits are set.

    >>> players_in(0b101)
    (0, 2)
    """
    return tuple(player for player in range(bits.bit_length()) if bits >> player & 1)
