"""Replays: a game is its rules, its seed and its actions, in a short text that anyone can read.

The format is JSON, version 1 (see docs/replays.md):

    {"format": "garrison-replay", "version": 1, "game": "skirmish", "rules_version": 1, "variant": "standard",
     "rules_hash": "...", "rules": {every parameter}, "seed": 7, "actions": [[player, action], [player, action, ms]]}

A match among several people, or for a high score, has "stirs" too: the secret bits that the server gave the generator
in between. Where the clock chose, "late" lists those actions; where the players ended the match, "end" says how.
"checksums" and "final" are its seal: what the actions led to (core/seal.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from garrison.core.discovery import find
from garrison.core.ending import REASONS, Ending, scene_of
from garrison.core.engine import kernels, memory
from garrison.core.game import Game, game_with
from garrison.core.parameters import parameters_of
from garrison.core.position import Position
from garrison.core.seal import Seal, read_seal
from garrison.core.seeds import checked_seed
from garrison.errors import BadOption, BadReplay, GarrisonError, shown
from garrison.look.scene import Scene

FORMAT, VERSION = "garrison-replay", 1
START = ("game", "rules_version", "variant", "rules_hash", "rules", "seed")  # what a game is before its first action
KEYS = ("format", "version", *START, "actions")
SLICE = 8192  # actions that compiled code plays before Python regains control and notices Ctrl+C
LONGEST_NAME = 64  # characters of a variant's name
EVERY = 256  # a position is kept every so many actions, so that going back is quick


class Move(NamedTuple):
    """One action of a replay; `ms` is the time since the start, where it is known."""

    player: int
    action: int
    ms: int | None = None
    bits: int = 0  # stirred into the generator before the action; 0: nothing was
    late: bool = False  # time was up, and from here on the clock chose this decision

    def play(self, position: Position) -> None:
        """Play it, as it was played."""
        if self.bits:
            position.stir(self.bits)
        position.play(self.player, self.action)


@dataclass
class Replay:
    """A recorded game. `moves` may grow while the game is played."""

    game: Game
    seed: int
    moves: list[Move] = field(default_factory=list)
    warning: str = ""  # set if it was played under another version of the rules: it can be shown, not continued
    played_version: int = 0  # the version of the rules under which it was played, when there is a warning
    end: Ending | None = None  # how its players ended it, if the game itself did not
    seal: Seal | None = None  # what its actions led to, if it says so: see core/verification.py

    def to_json(self) -> str:
        """The replay as text.

        >>> import garrison
        >>> Replay(garrison.load("minefield"), 7, [Move(0, 1)]).to_json()[:46]
        '{"format":"garrison-replay","version":1,"game"'
        """
        contents = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.name,
            "rules_version": self.played_version if self.warning else self.game.facts.rules_version,
            "variant": self.game.variant,
            "rules_hash": self.game.rules_hash,
            "rules": self.game.parameters,
            "seed": self.seed,
            "actions": [list(move[: 2 if move.ms is None else 3]) for move in self.moves],
        }
        stirs = [[index, str(move.bits)] for index, move in enumerate(self.moves) if move.bits]
        if stirs:
            contents["stirs"] = stirs
        late = [index for index, move in enumerate(self.moves) if move.late]
        if late:
            contents["late"] = late
        if self.end:
            contents["end"] = self.end._asdict()
        if self.seal:
            contents.update(self.seal.to_data())
        return json.dumps(contents, separators=(",", ":"))

    @property
    def can_continue(self) -> bool:
        """Whether it can be continued: whether today's rules are those it was played under."""
        return not self.warning

    def verify(self) -> Position:
        """Play all of it, each action checked, and return the last position."""
        position, place = self.game.new(self.seed), 0
        while place < len(self.moves):
            last = min(place + SLICE, len(self.moves))
            position, place = self._follow(position, place, last)
            if place < last:
                raise BadReplay(self._where_it_breaks_off(position, place))
        return position

    def _where_it_breaks_off(self, position: Position, place: int) -> str:
        player, action, *_ = self.moves[place]
        why = _why_not(position, player, action)
        return f"The replay breaks off at action {place + 1} of {len(self.moves)}: {why}"

    def _follow(self, position: Position, first: int, last: int) -> tuple[Position, int]:
        """Play moves first .. last-1 as far as they are legal; the position and how many were played."""
        mask = np.zeros((1, self.game.facts.actions), dtype=np.uint8)
        players, actions = (np.array([move[part] for move in self.moves[first:last]], np.int64) for part in range(2))
        bits = np.array([move.bits for move in self.moves[first:last]], dtype=np.uint64)
        play = kernels.RandomPlay(
            game=self.game.handle.address,
            states=memory.whole(position.state),
            masks=memory.whole(mask),
            moves=last - first,
            players=memory.whole(players),
            actions=memory.whole(actions),
            bits=memory.whole(bits),
        )
        return position, first + int(kernels.follow(play.address, 0, last - first))


class Reel:
    """A replay with a place in it: go to any action, forward or back."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._snapshots = [replay.game.new(replay.seed)]
        self.length = self._run()
        self.at = 0
        self.position = self._snapshots[0].copy()

    def go(self, place: int) -> Position:
        """Show the position after `place` actions."""
        self.at = max(0, min(place, self.length))
        self.position = self.look(self.at)
        return self.position

    def scene(self, player: int = -1) -> Scene:
        """What a player sees of the position; at the last one, how the players ended the match."""
        return scene_of(self.position, self.replay.end if self.at == self.length else None, player)

    def look(self, place: int) -> Position:
        """A separate position after `place` actions; this reel stays where it is."""
        place = max(0, min(place, self.length))
        start = place // EVERY
        position, _ = self.replay._follow(self._snapshots[start].copy(), start * EVERY, place)
        return position

    def _run(self) -> int:
        """Keep positions at intervals; how many actions can be shown."""
        position, count = self._snapshots[0].copy(), len(self.replay.moves)
        for first in range(0, count, EVERY):
            last = min(first + EVERY, count)
            position, place = self.replay._follow(position, first, last)
            if place < last:
                return place
            self._snapshots.append(position.copy())
        return count


def parse(text: str | bytes, where: str = "the replay") -> Replay:
    """Read a replay; every part is checked, and errors say in one sentence what is wrong."""
    contents = contents_of(text, where)
    replay = from_start(contents, where)
    replay.moves.extend(_moves_of(contents, where))
    replay.end = _end_of(contents, replay.game, where)
    if not replay.warning:  # the records of other rules are others
        replay.seal = read_seal(contents, replay.game.state_dtype.itemsize, where)
    return replay


def from_start(contents: dict[str, Any], where: str = "the replay") -> Replay:
    """A replay without any actions yet, from plain data with the keys of START; every part is checked."""
    game = _game_of(contents, where)
    replay = Replay(game, _seed_of(contents, where))
    if contents["rules_version"] != game.facts.rules_version:
        replay.played_version = contents["rules_version"]
        replay.warning = (
            f"{where} was played under version {shown(contents['rules_version'])} of the rules of {game.name}; this is "
            f"version {game.facts.rules_version}, so it may go differently. It can be watched but not continued."
        )
    elif contents["rules_hash"] != game.rules_hash:
        raise BadReplay(f"{where}: rules_hash does not belong to these rules; the file was changed or is damaged.")
    return replay


def contents_of(text: str | bytes, where: str) -> dict[str, Any]:
    """The JSON of a replay, if its format is ours."""
    try:
        contents = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadReplay(f"{where}: this is not JSON ({error}).") from error
    if not isinstance(contents, dict) or contents.get("format") != FORMAT:
        raise BadReplay(f'{where}: this is not a replay; its "format" must be "{FORMAT}".')
    if not _is_count(contents.get("version")) or contents["version"] != VERSION:
        raise BadReplay(
            f"{where}: this is version {shown(contents.get('version'))} of the format; only {VERSION} is supported."
        )
    for key in KEYS:
        if key not in contents:
            raise BadReplay(f"{where}: {key} is missing.")
    return contents


def _game_of(contents: dict[str, Any], where: str) -> Game:
    for key, kind, words in (
        ("game", str, "a name"),
        ("variant", str, "a name"),
        ("rules_hash", str, "a text"),
        ("rules", dict, "an object"),
        ("rules_version", int, "a whole number"),
    ):
        if not isinstance(contents[key], kind) or isinstance(contents[key], bool):
            raise BadReplay(f"{where}: {key} must be {words}, not {shown(contents[key])}.")
    if not is_name(contents["variant"]):
        variant = shown(contents["variant"])
        raise BadReplay(f"{where}: variant must be a name of 1 to {LONGEST_NAME} characters, not {variant}.")
    if not 0 <= contents["rules_version"] < 2**31:
        raise BadReplay(f"{where}: rules_version must be a small number, not {shown(contents['rules_version'])}.")
    where = f"{where}: rules"
    is_of_today = contents["rules_version"] == find(contents["game"]).facts.rules_version
    rules = contents["rules"] if is_of_today else _rules_that_still_fit(contents, where)
    try:
        return game_with(contents["game"], rules, where, contents["variant"])
    except BadOption as error:
        raise BadReplay(str(error)) from error


def is_name(text: str) -> bool:
    """Whether a text can be a variant's name: short, and every character can be shown and stored.

    >>> is_name("standard"), is_name(""), is_name("two\\nlines")
    (True, False, False)
    """
    return 0 < len(text) <= LONGEST_NAME and text.isprintable()


def _rules_that_still_fit(contents: dict[str, Any], where: str) -> dict[str, Any]:
    """The parameters of another version that still exist and are allowed; enough to show the replay."""
    rules = {}
    for parameter in parameters_of(find(contents["game"]).module("state")):
        with suppress(BadOption, KeyError):
            parameter.checked(contents["rules"][parameter.name], where)
            rules[parameter.name] = contents["rules"][parameter.name]
    return rules


def _seed_of(contents: dict[str, Any], where: str) -> int:
    try:
        return checked_seed(contents["seed"])
    except GarrisonError as error:
        raise BadReplay(f"{where}: {error}") from error


def _moves_of(contents: dict[str, Any], where: str) -> list[Move]:
    actions = contents["actions"]
    if not isinstance(actions, list):
        raise BadReplay(f"{where}: actions must be a list.")
    moves = []
    for index, parts in enumerate(actions):
        if not isinstance(parts, list) or len(parts) not in (2, 3) or not all(_is_count(number) for number in parts):
            raise BadReplay(f"{where}: action {index + 1} must be [player, action] or [player, action, ms].")
        moves.append(Move(*parts))
    for index, bits in _stirs_of(contents, where):
        if index >= len(moves) or moves[index].bits:
            raise BadReplay(f"{where}: stirs must name each action at most once, and none after the last.")
        moves[index] = moves[index]._replace(bits=bits)
    for index in _late_of(contents, where):
        if index >= len(moves):
            raise BadReplay(f"{where}: late must not name an action after the last.")
        moves[index] = moves[index]._replace(late=True)
    return moves


def _late_of(contents: dict[str, Any], where: str) -> list[int]:
    """The actions that the clock chose."""
    late = contents.get("late", [])
    if not isinstance(late, list) or not all(_is_count(index) for index in late):
        raise BadReplay(f"{where}: late must be a list of actions' numbers.")
    return late


def _end_of(contents: dict[str, Any], game: Game, where: str) -> Ending | None:
    """How the players ended it."""
    end = contents.get("end")
    if end is None:
        return None
    is_end = isinstance(end, dict) and end.keys() == {"reason", "player"} and end["reason"] in REASONS
    if not is_end or not _is_count(end["player"]) or end["player"] >= game.players:
        raise BadReplay(f"{where}: end must be a reason and a player, not {shown(end)}.")
    return Ending(end["reason"], end["player"])


def _stirs_of(contents: dict[str, Any], where: str) -> Iterator[tuple[int, int]]:
    """The bits that were stirred into the generator, each with the action before which they were."""
    stirs = contents.get("stirs", [])
    if not isinstance(stirs, list):
        raise BadReplay(f"{where}: stirs must be a list.")
    for stir in stirs:
        if not isinstance(stir, list) or len(stir) != 2 or not _is_count(stir[0]) or not _are_bits(stir[1]):
            raise BadReplay(f'{where}: each of stirs must be [action, "bits"], not {shown(stir)}.')
        yield stir[0], int(stir[1])


def _are_bits(text: Any) -> bool:
    """Whether this is a number of 64 bits that are not all 0, as text: not every reader of JSON has such numbers."""
    return isinstance(text, str) and text.isdecimal() and text.isascii() and len(text) <= 20 and 0 < int(text) < 2**64


def _is_count(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**53


def _why_not(position: Position, player: int, action: int) -> str:
    try:
        position.copy().play(player, action)
    except GarrisonError as error:
        return str(error)
    return "the action is not legal."
