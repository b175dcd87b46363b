"""Programs as bots: a line of JSON to their standard input, a line with a number from their standard output.

First comes a line about the game, which is not answered; then a line for each decision:

    {"game": "skirmish", "variant": "standard", "rules": {...}, "player": 0, "players": 2, "actions": 1024}
    {"player": 0, "steps": 12, "legal": [3, 17], "planes": [[[0, 1, ...], ...], ...], "numbers": {"side": 0, ...}}

The answer is one of the legal actions. `planes` is what `observe` shows this player, and `numbers` is what `measure`
tells, by name: nobody's hidden choice is in them. What is no legal action is refused, and may be answered again:

    {"refused": "Action 3000 does not exist: ..."}

After the third answer, the bot `still` decides. A program that says nothing in time is ended, and started again for its
next decision.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import subprocess
import time
from random import Random
from typing import Any

from garrison import bots
from garrison.bots.readers.reader import STILL, Forfeit, GameVoid, NoAnswer
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.words.budgets import TRIES, Usage
from garrison.errors import GarrisonError, shown

PREFIX = "program:"
LONGEST_LINE = 4096  # bytes of an answer
PIECE = 65_536
GRACE = 1.0  # seconds that a program is given to end by itself


class ProgramEnded(GameVoid):
    """A program that can't be asked any more."""


class Program:
    """A program that plays one seat of one game."""

    def __init__(self, command: str, game: Game, player: int, seconds: float) -> None:
        self._command, self._seconds = shlex.split(command), seconds
        self._about = {
            "game": game.name,
            "variant": game.variant,
            "rules": game.parameters,
            "player": player,
            "players": game.players,
            "actions": game.facts.actions,
        }
        self.usage = Usage()
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._close()
            try:
                self._process.wait(GRACE)
            except subprocess.TimeoutExpired:
                self._end()

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """Tell the program what its player sees, and wait for a legal answer; else its game decides."""
        self.usage.decisions += 1
        if self._process is None:
            self._begin()
        legal = position.actions(player)
        numbers = dict(zip(position.game.numbers, position.measure(player).tolist(), strict=True))
        question: dict[str, Any] = {"player": player, "steps": position.steps, "legal": legal}
        question |= {"planes": position.observe(player).tolist(), "numbers": numbers}
        for _ in range(TRIES):
            try:
                action = self._ask(question)
                if action in legal:
                    return action
                why = _refusal(position, player, action)
            except NoAnswer as error:
                why = str(error)
            self.usage.illegal += 1
            if self._process is None:
                break
            question = {"refused": why}
        return self._default(position, player, dice, why)

    def _default(self, position: Position, player: int, dice: Random, why: str) -> int:
        """What its game decides; too often, and the game is lost."""
        self.usage.defaults += 1
        if self.usage.is_forfeit:
            often = f"its game decided for it in {self.usage.defaults} of {self.usage.decisions} decisions"
            raise Forfeit(f"{often}, the last time because {why}")
        return bots.find(STILL, position.game.package)(position, player, dice)

    def _ask(self, question: dict[str, Any]) -> int:
        """The number that it answers."""
        self.usage.calls += 1
        start = time.perf_counter()
        try:
            self._send(question)
            answer = self._line()
        finally:
            self.usage.seconds += time.perf_counter() - start
        try:
            return int(answer)
        except ValueError:
            raise NoAnswer(f"it answered {shown(answer)} where a number is expected") from None

    def _begin(self) -> None:
        try:
            pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
            self._process = subprocess.Popen(self._command, bufsize=0, stdin=pipe, stdout=pipe, stderr=nothing)
        except OSError as error:
            raise ProgramEnded(f"it can't be started: {error.strerror}") from None
        if self._process.stdin is not None:
            os.set_blocking(self._process.stdin.fileno(), False)
        self._unread = b""
        self._send(self._about)

    def _end(self) -> None:
        """End it, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._close()
            self._process = None

    def _close(self) -> None:
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe:
                    pipe.close()

    def _send(self, message: dict[str, Any]) -> None:
        """Write a line, as fast as the program reads it."""
        assert self._process is not None
        assert self._process.stdin is not None
        data, end, pipe = json.dumps(message).encode() + b"\n", time.monotonic() + self._seconds, self._process.stdin
        with selectors.DefaultSelector() as waiting:
            waiting.register(pipe, selectors.EVENT_WRITE)
            while data:
                if not waiting.select(max(end - time.monotonic(), 0)):
                    self._end()
                    raise NoAnswer(f"it did not read for {self._seconds:g} s")
                try:
                    data = data[pipe.write(data[:PIECE]) or 0 :]
                except OSError:
                    raise ProgramEnded("it has ended, or closed its input") from None

    def _line(self) -> str:
        """The next line, within the time allowed; one that is too long is read to its end, and then refused."""
        assert self._process is not None
        assert self._process.stdout is not None
        end = time.monotonic() + self._seconds
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._process.stdout, selectors.EVENT_READ)
            is_long = False
            while b"\n" not in self._unread:
                if not waiting.select(max(end - time.monotonic(), 0)) or time.monotonic() > end:
                    self._end()
                    raise NoAnswer(f"it gave no answer within {self._seconds:g} s")
                part = self._process.stdout.read(PIECE)
                if not part:
                    raise ProgramEnded("it has ended, or closed its output")
                is_long = is_long or len(self._unread) + len(part) > LONGEST_LINE
                self._unread = (
                    self._unread[:LONGEST_LINE] + part if b"\n" in part else (self._unread + part)[:LONGEST_LINE]
                )
        line, _, self._unread = self._unread.partition(b"\n")
        if is_long:
            raise NoAnswer("its answer is too long")
        return line.decode(errors="replace").strip()


def _refusal(position: Position, player: int, action: int) -> str:
    """Why an action is not legal."""
    try:
        position.copy().play(player, action)
    except GarrisonError as error:
        return str(error)
    return ""
