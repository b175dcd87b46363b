"""A game in this process: one seat is played in words, bots have the others."""

from __future__ import annotations

from random import Random
from threading import Lock

from garrison import bots
from garrison.core.ending import GIVEN_UP, RESIGNED, Ending
from garrison.core.game import Game
from garrison.core.words.execution import Execution
from garrison.core.words.questions import answer
from garrison.errors import BadOption, IllegalAction, shown
from garrison.play.history import History

MOST_NEWS = 1000  # sentences since the last decision that are kept


class LocalGame:
    """A game against bots of one level. Whoever plays it may come from several threads, one after the other."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, forecasts: bool) -> None:
        if not 0 <= seat < game.players:
            raise BadOption(f"{game.facts.title} has seats 0 to {game.players - 1} here, not {shown(seat)}.")
        self.game, self.seat, self._level, self._seed, self._forecasts = game, seat, level, seed, forecasts
        self._bot = bots.find(level, game.package)
        bots.prepare([level], game.package)
        self.history = History(game, seed, undo_complete=True)
        self._dice = [Random(f"{seed} {player}") for player in range(game.players)]
        self._news: list[str] = []
        self._lock = Lock()
        self._let_bots_play(None)

    def look(self) -> str:
        """The position, and what has happened since the last decision."""
        return self.ending() or self.history.position.text(self.seat, self._forecasts, self._news)

    def ask(self, question: str) -> str:
        """What a question asks for."""
        text = answer(
            self.history.position, self.seat, question if question.startswith("?") else f"?{question}", self._news
        )
        return text or ""

    def move(self, text: str) -> str:
        """Carry out a move, let the bots answer, and say what happened."""
        with self._lock:
            position = self.history.position
            if self.history.over:
                raise IllegalAction("The game is over: nothing can be played any more.")
            execution = Execution(position.parse(text, self.seat), self.seat)
            self._news = []
            self._let_bots_play(execution)
            return "\n".join([*execution.report, "", self.look()]).strip()

    def undo(self) -> str:
        """Take back the player's last action, where the rules of undo allow it."""
        with self._lock:
            self.history.undo(self.seat)
            self._news = []
            return self.look()

    def resign(self) -> str:
        """Give up: of two players, the other one wins."""
        with self._lock:
            self.history.finish(Ending(RESIGNED if self.game.players == 2 else GIVEN_UP, self.seat))
            return self.ending()

    def ending(self) -> str:
        """How it ended; "" until then."""
        outcome, seats = self.history.outcome, self.game.facts.seats
        if outcome is None:
            return ""
        winners = " and ".join(seats[player] for player in outcome.winners) or "nobody"
        scores = ", ".join(f"{seats[player]} {score:g}" for player, score in enumerate(self.history.scores))
        you = "You have won. " if self.seat in outcome.winners else ""
        return f"The game is over ({outcome.reason}). {you}Winner: {winners}. Scores: {scores}. Seed: {self._seed}."

    def result(self) -> str:
        """How it stands, or how it ended."""
        scores = ", ".join(f"{score:g}" for score in self.history.scores)
        return self.ending() or f"The game goes on: {len(self.history.moves)} actions so far; scores {scores}."

    def consent(self, agree: bool) -> str:
        """Bots ask for nothing."""
        raise IllegalAction("Nobody asks you for anything: you play against bots.")

    def close(self) -> None:
        """Nothing is held."""

    def _let_bots_play(self, execution: Execution | None) -> None:
        """Go on until the player is to decide; a move that is carried out goes on in between."""
        history = self.history
        while not history.over:
            action = execution.next_action(history.position) if execution else None
            player = self.seat
            if action is None:
                is_asked = self.seat in history.waiting
                if is_asked:
                    return
                player = history.waiting[0]
                action = int(self._bot(history.position.copy(), player, self._dice[player]))
            history.go(history.ahead(player, action))
            self._news = [*self._news, *history.position.sentences][-MOST_NEWS:]
