"""What travels between server and browser for the lab, as types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from garrison.lab.games.changes import Dial
from garrison.play.server.wire.wire_types import Sent, sent_type

if TYPE_CHECKING:
    DialView = Dial
else:
    DialView = sent_type(Dial, "DialView")


class LabWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A trial: a game, which of its numbers are changed, and who plays."""

    game: str
    variant: str = ""
    options: dict[str, str | int] = {}
    changes: dict[str, Sent] = {}
    bot: str = "medium"


class LabFigure(Struct, frozen=True):
    """A number with its 95% interval; null where nothing is known."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    games: int
    unit: str
    flag: str


class LabMeasure(Struct, frozen=True):
    """A measure with its figures."""

    number: int
    title: str
    sentence: str
    how: str
    figures: list[LabFigure]


class LabView(Struct, frozen=True):
    """A trial, as far as it has come."""

    id: str
    wish: LabWish
    games: int
    done: bool
    verdict: list[str]
    notes: list[str]
    measures: list[LabMeasure]


def begun(name: str, wish: LabWish) -> LabView:
    """A trial of which nothing has been played yet."""
    return LabView(id=name, wish=wish, games=0, done=False, verdict=[], notes=[], measures=[])
