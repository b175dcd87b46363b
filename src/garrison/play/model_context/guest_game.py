"""A seat in a match on a server, taken by invitation: a model is a guest there like anybody else."""

from __future__ import annotations

import time
from threading import Lock
from typing import Any

from garrison.core.words.reader import LONGEST
from garrison.errors import BadOption, IllegalAction, UnknownMove
from garrison.play.model_context.invitation import PATIENCE, Invitation, TakenPlace, passed_on
from garrison.play.model_context.match_line import MatchLine
from garrison.play.server.wire.meeting_messages import WishView
from garrison.play.server.wire.messages import Answered

TURN = 40.0  # seconds that a call may take while others think: programs give up on a tool after a minute
LATE = "The rest of this move was left out, since it takes too long: look, and go on."
LEFT = "You have left this match."


class GuestGame:
    """A match that is played over a connection. Others play when they like; a call waits for them a while."""

    def __init__(self, invitation: Invitation, place: TakenPlace) -> None:
        self._seat, self._line, self._lock = place.player, MatchLine(invitation, place), Lock()
        self._has_left = False
        self._line.connect()

    def look(self) -> str:
        """The position once the guest is to decide, or as it is after a while."""
        with self._lock:
            return self._look(time.monotonic() + TURN)

    def ask(self, question: str) -> str:
        """What a question asks for."""
        with self._lock:
            return str(self._type(question if question.startswith("?") else f"?{question}").text)

    def move(self, text: str) -> str:
        """Play a move, step by step, and wait for the others' answers."""
        if not text.strip():
            raise BadOption("A move is needed: list_moves says which there are.")
        with self._lock:
            end = time.monotonic() + TURN
            if self.ending() or self._line.is_over:
                raise IllegalAction("The game is over: nothing can be played any more.")
            return "\n".join([*self._play(text, end), "", self._look(end)]).strip()

    def undo(self) -> str:
        """Take back the last action, or ask the others for a complete move."""
        with self._lock:
            self._check()
            if self._seat in self._line.askable:
                self._line.request("take_back", player=self._seat)
                return "The others have been asked whether you may take your move back; look says whether you may."
            self._line.request("undo", player=self._seat, at=self._line.number)
            return self._look(time.monotonic() + TURN)

    def consent(self, agree: bool) -> str:
        """Answer what another player asks for."""
        with self._lock:
            self._check()
            wish = next(iter(self._wishes()), None)
            if wish is None:
                raise IllegalAction("Nobody asks you for anything at the moment.")
            kind, values = _consent(wish, agree)
            self._line.request(kind, **values)
            self._line.wait(
                lambda: wish.about not in {one.about for one in self._wishes()}, time.monotonic() + PATIENCE
            )
            return f"You have {'agreed' if agree else 'declined'}."

    def resign(self) -> str:
        """Give up; where more than two play, or nobody has come yet, leave."""
        with self._lock:
            self._check()
            view = self._line.view
            if len(view.seats) > 2 or view.status == "open":
                self._line.request("leave", player=self._seat)
                self._has_left = True
                self._line.close()
            else:
                self._line.request("resign", player=self._seat)
                self._line.wait(lambda: self._line.is_settled, time.monotonic() + PATIENCE)
            return self.ending()

    def result(self) -> str:
        """How it stands, or how it ended."""
        with self._lock:
            self._check()
            return self.ending() or str(self._type("?score").text)

    def ending(self) -> str:
        """How it ended; "" until then."""
        if self._has_left:
            return LEFT
        if not self._line.is_settled:
            return ""
        view = self._line.view
        labels = {seat.player: seat.label for seat in view.seats}
        winners = " and ".join(labels.get(player, "") for player in view.winners) or "nobody"
        scores = ", ".join(f"{labels.get(player, '')} {score:g}" for player, score in enumerate(view.scores))
        you = "You have won. " if self._seat in view.winners else ""
        return f"The game is over ({passed_on(view.reason)}). {you}Winner: {winners}. Scores: {scores}."

    def close(self) -> None:
        """Hang up; others see that the guest is away."""
        self._line.close()

    def _check(self) -> None:
        """Be there, and still play."""
        if self._has_left:
            raise IllegalAction(LEFT)
        self._line.connect()

    def _type(self, line: str) -> Answered:
        """What a line comes to."""
        self._check()
        if len(line) > LONGEST:
            raise UnknownMove(f"An answer has at most {LONGEST} characters, not {len(line):,}.")
        answer: Answered = self._line.request("ask", player=self._seat, line=line)
        return answer

    def _play(self, text: str, end: float) -> list[str]:
        """All actions of a move, each once the one before is seen; what is said of them."""
        line, answer = self._line, self._type(text)
        report = [answer.text]
        while True:
            if answer.action >= 0:
                number = line.request("act", player=self._seat, action=answer.action, at=line.number).number
                line.wait(lambda least=number: line.number >= least, time.monotonic() + PATIENCE)  # type: ignore[misc]
            if not answer.goes_on:
                return report
            line.wait(lambda: line.is_asked or line.is_over, end)
            if line.is_over or time.monotonic() > end:
                return report if line.is_over else [*report, LATE]
            answer = self._type("")
            report += [answer.text] if answer.text else []

    def _look(self, end: float) -> str:
        """The position when there is something to do, or when it is too late."""
        self._check()
        line = self._line
        line.wait(lambda: line.is_asked or line.is_over or line.is_settled or self._wishes(), end)
        if line.is_over or line.is_settled:
            line.wait(lambda: line.is_settled, time.monotonic() + PATIENCE)
            return self.ending()
        return "\n".join([self._type("?look").text, *self._remarks()])

    def _remarks(self) -> list[str]:
        """What else there is to know."""
        view, line = self._line.view, self._line
        facts = {
            "A seat is still free: the match begins once somebody takes it.": view.status == "open",
            "The match is paused.": view.paused,
            "Others are to decide: look waits for them.": not line.is_asked,
        }
        requests = [f"{_about(wish)} Answer with consent." for wish in self._wishes()]
        return (
            [passed_on(view.sentence)] * bool(view.sentence) + [one for one, is_so in facts.items() if is_so] + requests
        )

    def _wishes(self) -> list[WishView]:
        """What the others want the guest to agree to; another match takes another invitation."""
        return [wish for wish in self._line.view.wishes if self._seat in wish.asked and wish.about != "again"]


def _about(wish: WishView) -> str:
    return {
        "draw": "A draw is offered.",
        "undo": "Another player wants to take back a move.",
        "pause": "Another player wants to pause.",
        "instant": "Another player wants bots to play without pauses.",
    }.get(wish.about, "Another player wants a bot to play a seat.")


def _consent(wish: WishView, agree: bool) -> tuple[str, dict[str, Any]]:
    """The message that agrees to something, or declines it."""
    match wish.about:
        case "draw":
            return "draw", {"wanted": agree}
        case "undo":
            return "take_back", {"player": wish.player, "wanted": agree}
        case "bot":
            return "replace", {"player": wish.player, "bot": wish.bot if agree else ""}
        case "pause":
            return "change", {"paused": agree}
    return "change", {"instant": agree}
