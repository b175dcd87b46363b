"""Ends that players bring about: they resign, agree on a draw, leave, or run out of time. The match is then over,
though its game is not. No rule knows of these ends, and no record holds them; whatever shows a match asks here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from garrison.core.position import Outcome, Position
from garrison.look.scene import Scene

RESIGNED, AGREED, LEFT, LATE, GIVEN_UP = "resigned", "draw agreed", "left", "out of time", "given up"
REASONS = (RESIGNED, AGREED, LEFT, LATE, GIVEN_UP)
SENTENCES = {
    RESIGNED: "{} resigned.",
    AGREED: "A draw was agreed on.",
    LEFT: "{} left.",
    LATE: "{} ran out of time.",
    GIVEN_UP: "The game was given up.",
}


class Ending(NamedTuple):
    """How players ended a match: why, and who resigned, left, was late or agreed last."""

    reason: str
    player: int

    def outcome(self, players: int) -> Outcome:
        """Who won: of two players the other one, unless they agreed on a draw.

        >>> Ending(RESIGNED, 0).outcome(2)
        Outcome(reason='resigned', winners=(1,))
        """
        has_winner = players == 2 and self.reason not in (AGREED, GIVEN_UP)
        return Outcome(self.reason, (1 - self.player,) if has_winner else ())

    def scores(self, position: Position) -> tuple[float, ...]:
        """Between players 1, 0 or a half, whatever the game counts; a player who gives up keeps what the game says."""
        if self.reason == GIVEN_UP:
            return position.scores
        players = range(position.game.players)
        winners = self.outcome(len(players)).winners
        return tuple(float(player in winners) if winners else 0.5 for player in players)

    def sentence(self, seats: Sequence[str]) -> str:
        """What happened, for people.

        >>> Ending(RESIGNED, 0).sentence(["White", "Black"])
        'White resigned.'
        """
        return SENTENCES[self.reason].format(seats[self.player])

    def seen(self, scene: Scene, position: Position) -> Scene:
        """A scene of the last position, in which nothing can be done any more."""
        sentence = self.sentence(scene.seats)
        return replace(
            scene,
            boards=tuple(replace(board, legal_fields=()) for board in scene.boards),
            buttons=tuple(replace(button, legal=False) for button in scene.buttons),
            prompt=sentence,
            asked=-1,
            log=(*scene.log, sentence),
            waiting=(),
            scores=self.scores(position),
            winners=self.outcome(position.game.players).winners,
            ending=sentence,
            over=True,
        )


def outcome_of(position: Position, end: Ending | None) -> Outcome | None:
    """How a match ended: as its players or as its game decided; None until then."""
    return end.outcome(position.game.players) if end else position.outcome


def scores_of(position: Position, end: Ending | None) -> tuple[float, ...]:
    """One number per player, as its players or as its game decided."""
    return end.scores(position) if end else position.scores


def scene_of(position: Position, end: Ending | None, player: int = -1) -> Scene:
    """What a player sees of a match, which its players may have ended."""
    scene = position.scene(player)
    return end.seen(scene, position) if end else scene
