"""Clicks that are tried on a copy of the position: each is seen by the rules, as long as it is known what they do."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.position import Position
from garrison.core.words.notation import place
from garrison.games.siege.state import NOBODY, Phase, Press, Rules, State

RESTS = (Phase.CASTLE, Phase.SET_UP, Phase.CAMP, Phase.UNITS, Phase.BUILDINGS)  # in which nothing is under way
AGES_AGO = -1_000_000  # steps, so that the limit of a game's steps is far
NEAREST = 3  # orders that are named instead of one that is not possible
ASIDE = {
    Phase.WHICH: "say first which of those on the field is to act",
    Phase.TARGET: "say first whom the unit in the tower attacks",
    Phase.WAY: "say first which way it lies",
    Phase.PLACE: "say first where it is to stand",
}


class Refusal(Exception):
    """Why an order can't be carried out, and orders that could be instead."""

    def __init__(self, why: str, instead: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.instead = tuple(instead)


class Draft:
    """The clicks of an order, and the position that they lead to."""

    def __init__(self, position: Position, player: int) -> None:
        self.position, self.player = position.copy(), player
        self.position.state["steps"] = AGES_AGO  # an order is read as it stands, also where the game ends on its way
        self.actions: list[int] = []
        self._dice = position.state["rng"][0]

    @property
    def s(self) -> State:
        """The record after the clicks so far."""
        state: State = self.position.state[0]
        return state

    @property
    def p(self) -> Rules:
        """The rule parameters."""
        parameters: Rules = self.position.game.record[0]
        return parameters

    @property
    def phase(self) -> Phase:
        """What is asked after them."""
        return Phase(int(self.s.phase))

    @property
    def is_blind(self) -> bool:
        """Whether a die has been rolled: what comes after it is not known."""
        return bool(self.position.state["rng"][0] != self._dice)

    @property
    def legal(self) -> list[int]:
        """What may be clicked next; nothing once a die has been rolled, or when the turn is over."""
        return [] if self.is_blind or self.player not in self.position.waiting else self.position.actions(self.player)

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is under way."""
        return rests(self.s)

    def click(self, action: int) -> None:
        """One click, which the caller knows to be legal."""
        self.position.play(self.player, action)
        self.actions.append(int(action))

    def try_click(self, action: int, why: str, instead: Sequence[str] = ()) -> None:
        """One click, or the reason why it is not possible."""
        if action not in self.legal:
            raise Refusal(why, instead)
        self.click(action)

    def place(self, field: int) -> str:
        """A field as people write it."""
        return place(int(field), int(self.s.columns))

    def near(self, field: int, others: Sequence[int]) -> list[int]:
        """The fields among others that are the fewest steps from a field, whatever lies between."""
        columns = int(self.s.columns)
        row, column = divmod(field, columns)
        far = sorted((abs(one // columns - row) + abs(one % columns - column), one) for one in others)
        return [one for _, one in far[:NEAREST]]

    def put_aside(self) -> None:
        """End with done what is under way, so that something else can have its turn."""
        while not self.is_at_rest:
            self.try_click(Press.DONE, ASIDE.get(self.phase, "something else is under way"))


def rests(s: State) -> bool:
    """Whether no unit, engine, ship or building is in the middle of its turn."""
    return Phase(int(s.phase)) in RESTS and (s.phase != Phase.UNITS or s.ship == NOBODY)
