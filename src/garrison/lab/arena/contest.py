"""One game between bots. A bot that crashes, stalls or plays illegally loses it, with a sentence.

Readers and programs may be refused and asked again; where they can't be asked at all, the game is void.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from garrison import bots
from garrison.bots.readers.chat import Chat, Endpoint
from garrison.bots.readers.files import writer_in
from garrison.bots.readers.reader import GameVoid, TextReader
from garrison.core.discovery import GamePackage
from garrison.core.game import Game
from garrison.core.replay import Move, Replay
from garrison.core.verification import with_seal
from garrison.core.words.budgets import ReaderBudget
from garrison.errors import GarrisonError
from garrison.lab.arena.fixtures import Fixture
from garrison.lab.arena.programs import PREFIX, Program
from garrison.lab.arena.settings import MOVE_SECONDS
from garrison.lab.work.process_pool import Deciding

LONGEST_REASON = 200  # characters
_games_in_memory: set[Path] = set()  # the games whose levels are in memory


@dataclass(frozen=True)
class Result:
    """How a game went: who won, with what score, how long it took, and who was put out and why."""

    number: int
    seed: int
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    steps: int
    milliseconds: tuple[float, ...]  # a decision, of each seat, on average
    faults: dict[str, str] = field(default_factory=dict)  # by seat, as JSON knows only text
    replay: str = ""  # if it was asked for
    usage: dict[str, dict[str, Any]] = field(default_factory=dict)  # what readers have used, by seat
    talk: str = ""  # what they were asked and answered, a line of JSON each, if replays were asked for
    void: str = ""  # why the game does not count
    void_by: int = -1  # the seat that it is due to

    @property
    def ranks(self) -> list[tuple[bool, float]]:
        """What the seats are compared by: a win counts more than any score, and being put out less than any."""
        return [
            (player in self.winners, float("-inf") if str(player) in self.faults else score)
            for player, score in enumerate(self.scores)
        ]


@dataclass(frozen=True)
class Readers:
    """Where models are asked, by their names among the bots, and how much they may use up in a game."""

    endpoints: Mapping[str, Endpoint] = field(default_factory=dict)
    files: Mapping[str, Path] = field(default_factory=dict)  # of programs in Python that read
    budget: ReaderBudget = field(default_factory=ReaderBudget)

    @property
    def names(self) -> set[str]:
        """What all who read are called."""
        return {*self.endpoints, *self.files}

    def reader(self, name: str) -> TextReader:
        """Who reads for one seat of a game."""
        if name in self.files:
            return TextReader(writer_in(self.files[name]), name, self.budget, self.budget.forecasts == "on")
        chat = Chat(self.endpoints[name], self.budget.answer_seconds, self.budget.answer_tokens)
        return TextReader(chat, name, self.budget, self.budget.forecasts == "on")


class Fault(GarrisonError):
    """A bot is put out of a game."""


def forfeit(fixture: Fixture, player: int, why: str) -> Result:
    """A game that one of the bots broke off."""
    others = tuple(other for other in range(len(fixture.seats)) if other != player)
    nothing = (0.0,) * len(fixture.seats)
    faults = {str(player): _sentence(fixture.seats[player], Fault(why))}
    return Result(fixture.number, fixture.seed, fixture.seats, others, nothing, 0, nothing, faults)


def play(
    game: Game,
    fixture: Fixture,
    seconds: float = MOVE_SECONDS,
    replays: bool = False,
    deciding: Deciding = lambda player: None,
    readers: Readers | None = None,
) -> Result:
    """Play one game to its end; it depends on the fixture only, as far as the bots do.

    `deciding` is told who begins to think, and -1 when nobody does.
    """
    with ExitStack() as stack:
        models = readers or Readers()
        players = [_bot(name, game, player, stack, seconds, models) for player, name in enumerate(fixture.seats)]
        contest = Contest(game, fixture, players, seconds, deciding)
        contest.run()
    result = contest.result()
    return replace(result, replay=contest.replay.to_json(), talk=contest.talk) if replays else result


def _bot(name: str, game: Game, player: int, stack: ExitStack, seconds: float, readers: Readers) -> bots.Bot:
    if name in readers.names:
        return readers.reader(name)
    if name.startswith(PREFIX):
        return stack.enter_context(Program(name.removeprefix(PREFIX), game, player, seconds))
    _rehearse(name, game.package)
    return bots.find(name, game.package)


def _rehearse(name: str, package: GamePackage) -> None:
    """Once per process: what levels load before their first decision does not count as thinking."""
    if package.folder not in _games_in_memory and bots.kernels_of([name], package):
        bots.rehearse(package)
        _games_in_memory.add(package.folder)


def dice_for(seed: int, number: int, players: int) -> list[Random]:
    """The players' own chance in a game."""
    return [Random(f"{seed} {number} {player}") for player in range(players)]


class Contest:
    """A game that is being played."""

    def __init__(
        self,
        game: Game,
        fixture: Fixture,
        players: Sequence[bots.Bot],
        seconds: float,
        deciding: Deciding,
    ) -> None:
        self.game, self.fixture, self._players, self._seconds = game, fixture, players, seconds
        self._deciding = deciding
        self.position = game.new(fixture.seed)
        self.moves: list[Move] = []
        self._dice = dice_for(fixture.seed, fixture.number, game.players)
        self._times, self._decisions = [0.0] * game.players, [0] * game.players
        self._faults: dict[str, str] = {}
        self._void, self._void_by = "", -1

    def run(self) -> None:
        """Play to the end, or until somebody is put out."""
        while not (self.position.over or self._faults or self._void):
            player = self.position.waiting[0]
            try:
                action = self._decide(player)
                self.about_to_play(player, action)
                self.position.play(player, action)
                self.moves.append(Move(player, int(action)))
                self._tell_readers()
            except GameVoid as error:
                self._void, self._void_by = _cut(str(error)), player
            except Exception as error:
                self._faults[str(player)] = _sentence(self.fixture.seats[player], error)

    def about_to_play(self, player: int, action: int) -> None:
        """For those who watch: what a player is going to do, before it is checked."""

    def _tell_readers(self) -> None:
        """What has happened, to those who read."""
        listeners = [player for player in self._players if isinstance(player, TextReader)]
        if listeners:
            sentences = self.position.sentences
            for reader in listeners:
                reader.hear(sentences)

    def _decide(self, player: int) -> int:
        """A bot's action; it looks at a copy. Readers and programs watch their own time."""
        start, bot = time.perf_counter(), self._players[player]
        has_clock = isinstance(bot, TextReader | Program)
        self._deciding(-1 if has_clock else player)
        try:
            action = bot(self.position.copy(), player, self._dice[player])
        finally:
            self._deciding(-1)
        seconds = time.perf_counter() - start
        self._times[player] += seconds
        self._decisions[player] += 1
        if seconds > self._seconds and not has_clock:
            raise Fault(f"it gave no answer within {self._seconds:g} s")
        return action

    @property
    def replay(self) -> Replay:
        """The game as it was played."""
        return with_seal(Replay(self.game, self.fixture.seed, self.moves))

    @property
    def seconds(self) -> float:
        """How long the bots have thought so far."""
        return sum(self._times)

    @property
    def talk(self) -> str:
        """What readers were asked and answered, a line of JSON each."""
        lines = [
            {"game": self.fixture.number, "seat": seat, "player": player.name, **line}
            for seat, player in enumerate(self._players)
            if isinstance(player, TextReader)
            for line in player.lines
        ]
        return "".join(json.dumps(line) + "\n" for line in lines)

    @property
    def usage(self) -> dict[str, dict[str, Any]]:
        """What readers and programs have used, by seat."""
        users = {
            str(seat): player for seat, player in enumerate(self._players) if isinstance(player, TextReader | Program)
        }
        return {seat: asdict(user.usage) for seat, user in users.items()}

    def result(self) -> Result:
        """What became of it; whoever is put out loses to all others."""
        others = tuple(player for player in range(self.game.players) if str(player) not in self._faults)
        winners = self.position.outcome.winners if self.position.outcome else ()
        return Result(
            number=self.fixture.number,
            seed=self.fixture.seed,
            seats=self.fixture.seats,
            winners=others if self._faults and self.game.players > 1 else winners,
            scores=self.position.scores,
            steps=self.position.steps,
            milliseconds=tuple(
                1000 * seconds / max(count, 1) for seconds, count in zip(self._times, self._decisions, strict=True)
            ),
            faults=self._faults,
            usage=self.usage,
            void=self._void,
            void_by=self._void_by,
        )


def _sentence(bot: str, error: Exception) -> str:
    what = str(error) if isinstance(error, GarrisonError) else f"it broke off with {type(error).__name__}: {error}"
    return f"{bot} lost: {_cut(what)}."


def _cut(what: str) -> str:
    return what.rstrip(".")[:LONGEST_REASON]
