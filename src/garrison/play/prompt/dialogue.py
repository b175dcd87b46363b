"""What is said in a match at a prompt: lines in, sentences out. Where they come from and go to is not its business."""

from __future__ import annotations

from garrison.core.ending import scene_of
from garrison.core.words.execution import Execution
from garrison.core.words.text import news_of, text_of
from garrison.core.words.viewpoint import Viewpoint
from garrison.errors import UnknownMove
from garrison.play.match import Match


class Dialogue:
    """A match and the people who type: one after the other, if there are several."""

    def __init__(self, match: Match, width: int = 0) -> None:
        self.match, self.width = match, width
        self.execution: Execution | None = None
        self.is_left = False
        self._news: list[list[str]] = [[] for _ in range(match.game.players)]  # since each player's last decision
        self._let_bots_play()

    @property
    def player(self) -> int | None:
        """Who is asked: the lowest seat of a person who may act."""
        return self.match.person_to_act

    @property
    def viewer(self) -> int:
        """Through whose eyes all is told: who is asked, else the first person; -1 without any."""
        people = [player for player, seat in enumerate(self.match.seats) if seat.is_person]
        return self.player if self.player is not None else people[0] if people else -1

    @property
    def view(self) -> Viewpoint:
        """What that seat knows."""
        return Viewpoint(self.match.position, self.viewer, self.width)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be said or done."""
        return self.is_left or self.match.history.over

    @property
    def news(self) -> list[str]:
        """What was told since the last decision of whoever is asked."""
        return self._news[self.viewer] if self.viewer >= 0 else []

    def opening(self) -> str:
        """What is said first: the whole position, and how to ask."""
        return f"{text_of(self.view, since=self.news)}\n{self.prompt}\nType a move or a question; help lists them."

    @property
    def prompt(self) -> str:
        """One line: who is asked for what, or how it ended."""
        scene = scene_of(self.match.position, self.match.history.end, self.viewer)
        several = sum(seat.is_person for seat in self.match.seats) > 1
        seat = f"{self.match.game.facts.seats[self.viewer]}: " if several and not self.is_over else ""
        return f"{seat}{scene.prompt}"

    def begin(self, words: str) -> None:
        """Read a move, which is carried out by `go_on`, or tick by tick."""
        if self.player is None:
            raise UnknownMove("The game is over: nothing can be played any more.")
        self.execution = Execution(self.match.position.parse(words, self.player), self.player)

    def move(self, words: str) -> str:
        """Play a move; what happened."""
        player = self.player
        self.begin(words)
        if player is not None:
            self._news[player] = []
        return self.go_on()

    def go_on(self, most: int | None = None) -> str:
        """Carry out what was typed, at most so many actions of it, and let the bots play; what happened."""
        execution = self.execution
        while execution is not None and not execution.is_done and most != 0 and not self.match.history.over:
            action = execution.next_action(self.match.position)
            if action is None:
                break
            self._act(execution.player, action)
            self._let_bots_play()
            most = None if most is None else most - 1
        return self._told(execution)

    def _told(self, execution: Execution | None) -> str:
        """What has happened, what was left out, and what is asked now."""
        report = execution.report if execution else []
        lines = [*news_of(self.view, self.news), *report]
        if execution and execution.is_done:
            self.execution = None
        return "\n".join([*lines, self.prompt])

    def _act(self, player: int, action: int) -> None:
        self.match.act(player, action)
        self._tell()

    def tick(self) -> str:
        """Let one tick of a real-time game pass; what happened."""
        self._news = [[] for _ in self._news]
        execution, position = self.execution, self.match.position
        action = execution.next_action(position) if execution and not execution.is_done else None
        self.match.tick(action)
        self._tell()
        report = execution.report if execution and execution.is_done else []
        if execution and execution.is_done:
            self.execution = None
        return "\n".join([*self.news, *report])

    def _tell(self) -> None:
        for news in self._news:
            news += [sentence for sentence in self.match.position.sentences if news[-1:] != [sentence]]

    def _let_bots_play(self) -> None:
        while self.match.bot_to_act is not None and not self.match.history.over:
            self.match.bot_acts()
            self._tell()
