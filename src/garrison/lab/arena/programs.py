"""Programs as bots: a line of JSON to their standard input, a line with a number from their standard output.

First comes a line about the game, which is not answered; then a line for each decision:

    {"game": "skirmish", "variant": "standard", "rules": {...}, "player": 0, "players": 2, "actions": 1024}
    {"player": 0, "steps": 12, "legal": [3, 17], "planes": [[[0, 1, ...], ...], ...], "numbers": {"side": 0, ...}}

The answer is one of the legal actions. `planes` is what `observe` shows this player, and `numbers` is what `measure`
tells, by name: nobody's hidden choice is in them.
"""

from __future__ import annotations

import json
import selectors
import shlex
import subprocess
import time
from random import Random
from typing import Any

from garrison.core.game import Game
from garrison.core.position import Position
from garrison.errors import GarrisonError, shown

PREFIX = "program:"
LONGEST_LINE = 4096  # bytes of an answer
GRACE = 1.0  # seconds that a program is given to end by itself


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
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe:
                    pipe.close()
            try:
                self._process.wait(GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """Tell the program what its player sees, and wait for its answer."""
        if self._process is None:
            self._begin()
        self._send(
            {
                "player": player,
                "steps": position.steps,
                "legal": position.actions(player),
                "planes": position.observe(player).tolist(),
                "numbers": dict(zip(position.game.numbers, position.measure(player).tolist(), strict=True)),
            }
        )
        answer = self._line()
        try:
            return int(answer)
        except ValueError:
            raise GarrisonError(f"it answered {shown(answer)} where a number is expected") from None

    def _begin(self) -> None:
        try:
            pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
            self._process = subprocess.Popen(self._command, bufsize=0, stdin=pipe, stdout=pipe, stderr=nothing)
        except OSError as error:
            raise GarrisonError(f"it can't be started: {error.strerror}") from None
        self._send(self._about)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
        except OSError:
            raise GarrisonError("it has ended, or closed its input") from None

    def _line(self) -> str:
        """The next line, within the time allowed."""
        assert self._process is not None
        assert self._process.stdout is not None
        line, end = b"", time.monotonic() + self._seconds
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._process.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                if not waiting.select(max(end - time.monotonic(), 0)):
                    raise GarrisonError(f"it gave no answer within {self._seconds:g} s")
                part = self._process.stdout.read(1)
                line += part
                if not part or len(line) > LONGEST_LINE:
                    raise GarrisonError("it has ended, or closed its output" if not part else "its answer is too long")
        return line.decode(errors="replace").strip()
