"""What will happen on a player's board in this round: the rules play it out on a copy, trap by trap.

Phases 2 and 3 of a board depend on nothing but its owner's choices. Whose graveyard it is makes no difference to it,
so nobody is asked for one, as in a game of two. And no trap acts on those that a dragon puts somewhere: so it puts them
anywhere, and nothing is told of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from garrison.core.engine.events import Event, events_of
from garrison.core.plain import plain
from garrison.games.boneyard.rules.ground import FIELD_COUNT, has
from garrison.games.boneyard.rules.phases import apply_answer, do_trap, go_on, march
from garrison.games.boneyard.rules.skeletons import is_on
from garrison.games.boneyard.show.pieces import Skeleton, skeletons_of
from garrison.games.boneyard.state import Fresh, Happening, Phase, Stage

ANY_WAY = 0  # a direction


class Deed(NamedTuple):
    """One time that the trap on a field acts, or would but for the hero."""

    came: tuple[Skeleton, ...]  # on its field: those on which it acts
    before: tuple[Skeleton, ...]  # all of the board's skeletons
    after: tuple[Skeleton, ...]
    events: tuple[Event, ...]
    asks: bool

    @property
    def is_done(self) -> bool:
        """Whether anything happens: every trap that acts tells so, or asks."""
        return bool(self.events) or self.asks

    @property
    def moved(self) -> tuple[Skeleton, ...]:
        """Those that are elsewhere afterwards, or gone."""
        places = {one.number: one.place for one in self.after}
        return tuple(one for one in self.before if places.get(one.number) != one.place)


class Foresight:
    """A player's board in this round, after a choice of phase 2: a field, or to pass."""

    def __init__(self, p: Any, s: Any, who: int, choice: int) -> None:
        self.p, self.s = copied(p), copied(s)
        self.p.players = min(int(p.players), 2)
        self.who, self.field = who, choice
        self.deeds: list[Deed] = []
        self.visits: list[
            Skeleton
        ] = []  # after passing: everybody, wherever they are now, after the move and each action
        self._rider_numbers: set[int] = set()  # numbers of those that a dragon put somewhere
        self._look_around()
        self._begin(choice)
        self.is_at_once = bool(self.deeds)
        self._finish()
        self.s.phase = Phase.SKELETONS
        plain(march)(self.p, self.s, who)
        self._finish()

    @property
    def skeletons(self) -> tuple[Skeleton, ...]:
        """The board's skeletons now, without those that were put somewhere."""
        return tuple(one for one in skeletons_of(self.s, self.who) if one.number not in self._rider_numbers)

    @property
    def has_riders(self) -> bool:
        """Whether a dragon puts somebody somewhere, which its owner decides."""
        return bool(self._rider_numbers)

    def _begin(self, choice: int) -> None:
        """B7: what is chosen is done; some traps act at once on those that stand there."""
        before = self.skeletons
        self.s.choices[self.who], self.s.event_count = choice, 0
        plain(do_trap)(self.p, self.s, self.who)
        if self.s.stages[self.who] != Stage.DONE:
            self._note(before, tuple(one for one in before if one.place == choice))

    def _finish(self) -> None:
        """B12, B13: the board runs to the end of its phase."""
        while self.s.stages[self.who] != Stage.DONE:
            self._look_around()
            if self.s.asks[self.who]:
                self._answer()
            else:
                self._go_on()
        self._look_around()

    def _look_around(self) -> None:
        if self.field >= FIELD_COUNT:
            self.visits += self.skeletons

    def _answer(self) -> None:
        """B13: a dragon puts those on it anywhere."""
        self._rider_numbers |= {one.number for one in self.skeletons if self._has_come(one, int(self.s.at[self.who]))}
        self.s.choices[self.who] = ANY_WAY
        plain(apply_answer)(self.p, self.s, self.who)

    def _go_on(self) -> None:
        """One trap or hearse acts, or those that left at the top leave."""
        was_due, is_driving = self._is_due(), self.s.stages[self.who] == Stage.HEARSES
        before = self.skeletons if was_due else ()
        here = [one for one in before if one.place == self.field]
        came = tuple(one for one in here if is_driving or self._has_come(one, self.field))
        self.s.event_count = 0
        plain(go_on)(self.p, self.s, self.who)
        if was_due and not self._is_due():
            self._note(before, came)

    def _note(self, before: tuple[Skeleton, ...], came: tuple[Skeleton, ...]) -> None:
        asks = bool(self.s.asks[self.who])
        self.deeds.append(Deed(came, before, self.skeletons, events_of(self.s, Happening), asks))

    def _is_due(self) -> bool:
        return self.field < FIELD_COUNT and bool(plain(has)(self.s.due[self.who], self.field))

    def _has_come(self, one: Skeleton, field: int) -> bool:
        return bool(plain(is_on)(self.s, self.who, one.slot, field, Fresh.CAME))


def copied(one: Any) -> Any:
    """A record of its own, which can be written to."""
    return np.array([one], one.dtype)[0]
