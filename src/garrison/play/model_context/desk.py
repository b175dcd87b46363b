"""The games that are open, each under a name that nobody can guess, and with a note of whoever plays it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from secrets import token_urlsafe
from threading import Lock
from typing import Protocol

from garrison.bots.readers.answers import LONGEST_NOTE
from garrison.errors import BadOption, GarrisonError

MOST_GAMES = 64
FORGOTTEN = 3600.0  # seconds without a call after which a game may make room for another


class WordedGame(Protocol):
    """A game that is played in words, wherever it is."""

    def look(self) -> str:
        """The position, and what may be answered."""

    def ask(self, question: str) -> str:
        """What a question asks for."""

    def move(self, text: str) -> str:
        """Play, and say what happened."""

    def undo(self) -> str:
        """Take back the last action."""

    def resign(self) -> str:
        """Give up."""

    def result(self) -> str:
        """How it stands."""

    def ending(self) -> str:
        """How it ended; "" until then."""

    def consent(self, agree: bool) -> str:
        """Agree to what another player asks for, or decline it."""

    def close(self) -> None:
        """Nobody will ask for it any more."""


class NoGame(GarrisonError):
    """No game is open under this name."""


@dataclass
class OpenGame:
    """A game, its player's note, and when it was last asked for."""

    game: WordedGame
    note: str = ""
    latest: float = field(default_factory=time.monotonic)


class Desk:
    """All open games; whoever knows a name may play."""

    def __init__(self) -> None:
        self._games: dict[str, OpenGame] = {}
        self._lock = Lock()

    def open(self, game: WordedGame) -> str:
        """Keep a game; its name. Games that are over, or that nobody has asked for in an hour, make room."""
        with self._lock:
            self._make_room()
            name = token_urlsafe(12)
            self._games[name] = OpenGame(game)
            return name

    def make_room(self) -> None:
        """An error if no other game can be opened."""
        with self._lock:
            self._make_room()

    def find(self, name: str) -> WordedGame:
        """The game of that name."""
        return self._entry(name).game

    def note(self, name: str, text: str | None) -> str:
        """The note of a game's player, after it was replaced if there is a new one."""
        entry = self._entry(name)
        if text is not None and len(text) > LONGEST_NOTE:
            raise BadOption(f"A note has at most {LONGEST_NOTE} characters, not {len(text):,}.")
        entry.note = entry.note if text is None else text
        return entry.note

    def _entry(self, name: str) -> OpenGame:
        entry = self._games.get(name)
        if entry is None:
            raise NoGame("No game is open under this name: start_game and join_match say what theirs is.")
        entry.latest = time.monotonic()
        return entry

    def _make_room(self) -> None:
        if len(self._games) >= MOST_GAMES:
            self._clear()
        if len(self._games) >= MOST_GAMES:
            raise BadOption(f"{MOST_GAMES} games are open here: end one of them, or come back in an hour.")

    def _clear(self) -> None:
        now = time.monotonic()
        for name, entry in list(self._games.items()):
            if entry.game.ending() or now - entry.latest > FORGOTTEN:
                del self._games[name]
                entry.game.close()
