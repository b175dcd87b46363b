"""A change to a match besides its history: written to the database, and then made in memory too."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from garrison.play.server.store import queries
from garrison.play.server.store.agreements import Agreements
from garrison.play.server.store.info import Info
from garrison.play.server.wire.terms import Terms


@dataclass(frozen=True)
class Alteration:
    """New values by name. The columns of a match are called like the fields of `Info`, those of a seat like the fields
    of `SeatState`."""

    match: dict[str, Any] = field(default_factory=dict)
    seats: dict[int, dict[str, Any]] = field(default_factory=dict)  # by player

    def write(self, connection: Connection, match: str) -> None:
        """Write it."""
        if self.match:
            queries.change(connection, match, **{name: _stored(value) for name, value in self.match.items()})
        for player, values in self.seats.items():
            queries.change_seat(connection, match, player, **values)

    def apply(self, info: Info) -> None:
        """Make it in memory."""
        _set(info, self.match)
        for player, values in self.seats.items():
            _set(info.seats[player], values)


def _stored(value: Any) -> Any:
    return value.text if isinstance(value, Agreements | Terms) else value


def _set(target: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(target, name, value)
