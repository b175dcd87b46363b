"""Matches to and from the database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from garrison.core import discovery
from garrison.core.ending import Ending, outcome_of, scores_of
from garrison.core.game import Game
from garrison.core.position import Outcome, Position
from garrison.core.replay import Move
from garrison.play.history import HistoryEntry, end_action
from garrison.play.server.store.agreements import Agreements, rotated
from garrison.play.server.store.info import Info, SeatState, is_alone
from garrison.play.server.store.tables import analyses, history_entries, matches, remarks, seats
from garrison.play.server.store.writer import entry_row
from garrison.play.server.wire.terms import Terms

Row = dict[str, Any]


def now() -> str:
    """The current time, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# --- Writing.


@dataclass(frozen=True)
class Setup:
    """What is stored of a new match besides its game: how it is played, and who may see and change it."""

    options: dict[str, Any] = field(default_factory=dict)
    host: str = ""  # the hash of the host's token
    invite: str = ""  # the hash of the invitation's key
    private: bool = False
    undo: bool = False
    timer_ms: int = 0
    tick_ms: int = 0
    counted: bool = True
    seed_chosen: bool = False
    terms: Terms = field(default_factory=Terms)


def match_row(name: str, game: Game, seed: int, table: str, setup: Setup) -> Row:
    """The row of a new match; `table` is the high-score table that it belongs to."""
    return {
        "id": name,
        "game": game.name,
        "rules_version": game.facts.rules_version,
        "rules_hash": game.rules_hash,
        "variant": game.variant,
        "options": json.dumps(setup.options),
        "rules": json.dumps(game.parameters, separators=(",", ":")),
        "seed": str(seed),
        "created": now(),
        "host": setup.host,
        "invite": setup.invite,
        "private": setup.private,
        "undo": setup.undo,
        "timer_ms": setup.timer_ms,
        "tick_ms": setup.tick_ms,
        "paused": False,
        "counted": setup.counted,
        "table_name": table,
        "seed_chosen": setup.seed_chosen,
        "terms": setup.terms.text,
    }


def store_match(connection: Connection, row: Row, sitting: Sequence[SeatState]) -> None:
    """Write a new match; the actions that it starts with are already there."""
    match = row["id"]
    connection.execute(insert(matches), row)
    connection.execute(
        insert(seats),
        [
            {"match": match, "player": i, "kind": seat.kind, "bot": seat.bot, "name": seat.name, "token": seat.token}
            for i, seat in enumerate(sitting)
        ],
    )


def store_following(connection: Connection, match: str, name: str, seed: int, agreements: Agreements) -> None:
    """Write the match that follows another: with the same options and people, whose seats are rotated by one."""
    before, sitting = load_row(connection, match), load_seats(connection, match)
    assert before is not None
    new = {"id": name, "seed": str(seed), "created": now(), "agreements": agreements.text}
    is_counted = is_alone(sitting)
    again = {"hints": 0, "counted": is_counted, "seed_chosen": False, "paused": False, "clocks": ""}
    store_match(
        connection,
        {**before, **new, **NO_RESULT, **again},
        rotated(sitting),
    )


def store_moves(connection: Connection, match: str, first: int, moves: Sequence[Move]) -> None:
    """Write actions that a match starts with, the first of them as entry `first`."""
    if moves:
        rows = [entry_row(match, number, move) for number, move in enumerate(moves, first)]
        connection.execute(insert(history_entries), rows)


def store_end(connection: Connection, match: str, number: int, end: Ending | None) -> None:
    """Write how players ended a match, as its entry `number`, if they did."""
    if end:
        connection.execute(insert(history_entries), entry_row(match, number, HistoryEntry(end.player, end_action(end))))


def result(finished: Any, outcome: Outcome | None, points: Sequence[float], steps: int) -> Row:
    """When and how a match ended, as it is stored; what is not known is left empty."""
    return {
        "finished": finished,
        "reason": outcome.reason if outcome else "",
        "winners": json.dumps(outcome.winners if outcome else ()),
        "scores": json.dumps(points),
        "score": points[0],
        "steps": steps,
    }


NO_RESULT = dict.fromkeys(result("", None, [0.0], 0))


def save_result(connection: Connection, match: str, position: Position, end: Ending | None) -> None:
    """Record how a match ended."""
    when = func.coalesce(matches.c.finished, now())
    change(connection, match, **result(when, outcome_of(position, end), scores_of(position, end), position.steps))


def remove(connection: Connection, names: Sequence[str]) -> int:
    """Remove matches altogether, and what was thought of them; how many there were."""
    connection.execute(delete(analyses).where(analyses.c.id.in_([f"m-{name}" for name in names])))
    for table in (history_entries, remarks, seats):
        connection.execute(delete(table).where(table.c.match.in_(names)))
    return connection.execute(delete(matches).where(matches.c.id.in_(names))).rowcount


def change(connection: Connection, match: str, **values: Any) -> None:
    """Change something about a match."""
    connection.execute(update(matches).where(matches.c.id == match).values(**values))


def count_hint(connection: Connection, match: str) -> int:
    """Count one more hint; how many there were."""
    change(connection, match, hints=matches.c.hints + 1)
    return int(connection.execute(select(matches.c.hints).where(matches.c.id == match)).scalar_one())


def load_agreements(connection: Connection, match: str) -> Agreements:
    """What people have agreed on; nobody else can change it until the transaction ends."""
    query = select(matches.c.agreements).where(matches.c.id == match).with_for_update()
    return Agreements.of(connection.execute(query).scalar() or "")


def change_seat(connection: Connection, match: str, player: int, **values: Any) -> None:
    """Change who sits in a seat."""
    here = and_(seats.c.match == match, seats.c.player == player)
    connection.execute(update(seats).where(here).values(**values))


def take_seat(connection: Connection, match: str, player: int, token: str) -> int:
    """Take an open seat (-1: the first) before anybody else does; the player, or -1."""
    for place, seat in enumerate(load_seats(connection, match)):
        if seat.kind == "open" and player in (-1, place):
            here = and_(seats.c.match == match, seats.c.player == place, seats.c.kind == "open")
            result = connection.execute(update(seats).where(here).values(kind="person", token=token))
            if result.rowcount:
                return place
    return -1


# --- Reading.


def load_row(connection: Connection, match: str) -> Any:
    """A match's row; None when there is no such match."""
    return connection.execute(select(matches).where(matches.c.id == match)).mappings().first()


def load_seats(connection: Connection, match: str) -> list[SeatState]:
    """Who sits at a match."""
    rows = connection.execute(select(seats).where(seats.c.match == match).order_by(seats.c.player))
    return [seat_of(row) for row in rows]


def seat_of(row: Any) -> SeatState:
    """Who sits in a seat, from its row."""
    return SeatState(kind=row.kind, bot=row.bot, name=row.name, token=row.token)


def load_info(connection: Connection, match: str) -> Info | None:
    """What there is to a match besides its history."""
    row = load_row(connection, match)
    return None if row is None else info_of(row, load_seats(connection, match))


def info_of(row: Any, sitting: list[SeatState]) -> Info:
    """What there is to a match besides its history, from its row."""
    return Info(
        id=row["id"],
        game=row["game"],
        facts=discovery.find(row["game"]).facts,
        variant=row["variant"],
        options=json.loads(row["options"]),
        created=row["created"],
        host=row["host"],
        invite=row["invite"],
        private=row["private"],
        undo=row["undo"],
        timer_ms=row["timer_ms"],
        tick_ms=row["tick_ms"],
        paused=row["paused"],
        counted=row["counted"],
        finished=row["finished"] is not None,
        chosen_seed=row["seed"] if row["seed_chosen"] else "",
        agreements=Agreements.of(row["agreements"]),
        terms=Terms.of(row["terms"]),
        clocks=row["clocks"],
        seats=sitting,
        hints=row["hints"],
    )
