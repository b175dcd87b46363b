"""The time that people have for a decision at a terminal, as the game says."""

from __future__ import annotations

import math

from garrison.play.terminal.session import Session


class Deadline:
    """When the decision of the person to act has to be made, on the session's clock, which stands still in pauses."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._decision: tuple[int, int] | None = None  # the player, and how many actions there were before
        self._due = 0.0

    @property
    def left(self) -> int | None:
        """The seconds that are left; None where there is no limit or nobody to decide."""
        session, limit = self._session, self._session.match.game.facts.timeout_ms
        player = session.match.person_to_act
        if not limit or player is None:
            return None
        decision = player, session.match.history.begun[player]
        if decision != self._decision:
            self._decision, self._due = decision, session.clock.seconds + limit / 1000
        return max(0, math.ceil(self._due - session.clock.seconds))
